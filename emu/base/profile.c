/*
 * The modelled GPU's constants, read once from emu/gpus/NAME.tsv, where NAME is in
 * the environment as EMU_GPU, or h200. A row is: constant, value, unit, source.
 */
#include "profile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "element_kind.h"
#include "settings.h"
#include "table.h"

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
              {"special", &profile.specials},
              {"lone_multiply_add", &profile.lone_fma},
              {"dependent_multiply_add", &profile.dependent},
              {"barrier", &profile.barrier},
              {"barrier_warp", &profile.barrier_warp},
              {"launch", &profile.launch_us},
              {"launch_next", &profile.launch_next_us},
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

/* The rate of some kinds of elements, if the constant is one; see element_kind.h. */
static void read_rate(const char *constant, double value)
{
    for (int kind = 0; kind < EMU_ELEMENT_KINDS; kind++) {
        const struct element *e = emu_element((enum emu_element_kind)kind);
        const double rate = e->rate_bits ? value * e->rate_bits / e->bits : value;
        if (e->mma_rate && !strcmp(constant, e->mma_rate))
            profile.mma[kind] = rate;
        if (e->wgmma_rate && !strcmp(constant, e->wgmma_rate))
            profile.wgmma[kind] = rate;
    }
}

static void read_profile(struct emu_table *t)
{
    while (emu_table_row(t)) {
        if (t->cells < 2 || !*t->cell[0] || !*t->cell[1]) {
            emu_table_error(t, "not a row of constant, value, unit, source");
            emu_give_up();
        }
        if (!strcmp(t->cell[0], "name"))
            snprintf(profile.name, sizeof profile.name, "%s", t->cell[1]);
        for (int i = 0; i < N_FIELDS; i++)
            if (!strcmp(t->cell[0], fields[i].name))
                *fields[i].value = atof(t->cell[1]);
        read_rate(t->cell[0], atof(t->cell[1]));
    }
    for (int i = 0; i < N_NEEDED; i++)
        if (!(*fields[i].value > 0) && strcmp(fields[i].name, "compute_minor"))
            fail(t->path, "no positive value for ", fields[i].name);
    if (!profile.name[0])
        fail(t->path, "no value for ", "name");
}

const struct profile *emu_profile(void)
{
    if (profile.name[0])
        return &profile;
    const char *gpu = getenv("EMU_GPU");
    const char *folders[] = {emu_gpu_dir ? emu_gpu_dir : "emu/gpus", "emu/gpus"};
    char path[2][4096];
    struct emu_table t;
    for (int i = 0; i < 2; i++) /* the course may have been moved since the build */
        snprintf(path[i], sizeof path[i], "%s/%s.tsv", folders[i],
                 gpu && *gpu ? gpu : "h200");
    if (!emu_table_open(&t, path[0]) && !emu_table_open(&t, path[1]))
        fail(path[0], "no such GPU profile",
             "; EMU_GPU names a file beside it, without .tsv");
    read_profile(&t);
    emu_table_close(&t);
    return &profile;
}

void emu_profile_sms(unsigned sms)
{
    static double in_file;
    emu_profile();
    in_file = in_file > 0 ? in_file : profile.sms;
    profile.sms = sms ? sms : in_file;
}
