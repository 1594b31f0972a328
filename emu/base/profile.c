/*
 * The modelled GPU's constants, read once from emu/gpus/NAME.tsv, where NAME is in
 * the environment as EMU_GPU, or h200. A row is: constant, value, unit, source.
 */
#include "profile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "element.h"
#include "settings.h"

/* The path of emu/gpus; emucc puts it into every program. */
extern const char emu_gpu_dir[] __attribute__((weak));

static struct profile profile;

static const struct {
    const char *name;
    double *value;
} fields[] = {{"sms", &profile.sms},
              {"clock", &profile.clock_mhz},
              {"fp32_lanes", &profile.fp32_lanes},
              {"l1", &profile.l1_bytes},
              {"l1_wavefronts", &profile.l1_wavefronts},
              {"shared_sm", &profile.shared_bytes_sm},
              {"shared_block", &profile.shared_bytes_block},
              {"registers_sm", &profile.registers_sm},
              {"threads_sm", &profile.threads_sm},
              {"blocks_sm", &profile.blocks_sm},
              {"l2", &profile.l2_bytes},
              {"l2_written", &profile.l2_written},
              {"l2_bandwidth", &profile.l2_gbs},
              {"dram_bandwidth", &profile.dram_gbs},
              {"dram", &profile.dram_bytes},
              {"shared_latency", &profile.shared_latency},
              {"l2_latency", &profile.l2_latency},
              {"dram_latency", &profile.dram_latency},
              {"l2_round", &profile.l2_round},
              {"dram_round", &profile.dram_round},
              {"outer_product", &profile.outer_product},
              {"lone_multiply_add", &profile.lone_fma},
              {"dependent_multiply_add", &profile.dependent},
              {"barrier", &profile.barrier},
              {"barrier_warp", &profile.barrier_warp},
              {"launch", &profile.launch_us},
              {"compute_major", &profile.compute_major},
              {"compute_minor", &profile.compute_minor},
              {"bulk_round", &profile.bulk_round}, /* these may be missing */
              {"bulk_dram_round", &profile.bulk_dram_round},
              {"bulk_l2_bandwidth", &profile.bulk_l2_gbs},
              {"bulk_sm_bandwidth", &profile.bulk_sm_gbs}};
enum { N_FIELDS = sizeof fields / sizeof *fields, N_NEEDED = N_FIELDS - 4 };

static _Noreturn void fail(const char *path, const char *why, const char *what)
{
    fprintf(stderr, "%s: %s%s\n", path, why, what);
    emu_give_up();
}

/* The rate of some kinds of elements, if the constant is one; see element.h. */
static void read_rate(const char *constant, double value)
{
    for (int kind = 0; kind < EMU_ELEMENT_KINDS; kind++) {
        const struct element *e = emu_element((enum emu_element_kind)kind);
        if (e->mma_rate && !strcmp(constant, e->mma_rate))
            profile.mma[kind] = value;
        if (e->wgmma_rate && !strcmp(constant, e->wgmma_rate))
            profile.wgmma[kind] = value;
    }
}

static void read_profile(FILE *in, const char *path)
{
    char line[512], name[64], value[64];
    while (fgets(line, sizeof line, in)) {
        if (line[0] == '#' || line[0] == '\n')
            continue;
        if (sscanf(line, "%63[^\t]\t%63[^\t\n]", name, value) != 2)
            fail(path, "not a row of constant, value, unit, source: ", line);
        if (!strcmp(name, "name"))
            strcpy(profile.name, value);
        for (int i = 0; i < N_FIELDS; i++)
            if (!strcmp(name, fields[i].name))
                *fields[i].value = atof(value);
        read_rate(name, atof(value));
    }
    for (int i = 0; i < N_NEEDED; i++)
        if (!(*fields[i].value > 0) && strcmp(fields[i].name, "compute_minor"))
            fail(path, "no positive value for ", fields[i].name);
    if (!profile.name[0])
        fail(path, "no value for ", "name");
}

const struct profile *emu_profile(void)
{
    if (profile.name[0])
        return &profile;
    const char *gpu = getenv("EMU_GPU");
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.tsv", emu_gpu_dir ? emu_gpu_dir : "emu/gpus",
             gpu && *gpu ? gpu : "h200");
    FILE *in = fopen(path, "r");
    if (!in) { /* the course may have been moved since the program was built */
        char here[4096];
        snprintf(here, sizeof here, "emu/gpus/%s.tsv", gpu && *gpu ? gpu : "h200");
        in = fopen(here, "r");
    }
    if (in) {
        read_profile(in, path);
        fclose(in);
    } else {
        fail(path, "no such GPU profile",
             "; EMU_GPU names a file beside it, without .tsv");
    }
    return &profile;
}

void emu_profile_sms(unsigned sms)
{
    static double in_file;
    emu_profile();
    in_file = in_file > 0 ? in_file : profile.sms;
    profile.sms = sms ? sms : in_file;
}
