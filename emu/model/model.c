/*
 * From counters to time: a hierarchical roofline. docs/model.md has each formula with
 * its source, and its error.
 *
 *   the GPU    launches a grid, wave by wave; L2 and DRAM have their bandwidths
 *   an SM      has some blocks at a time, which wait for memory or work: the more there
 *              are, the less of the waiting is seen
 *   a block    is warps, which share the schedulers, the tensor cores, and the pipe to
 *              L1 and shared memory
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model.h"
#include "needs.h"
#include "pace.h"
#include "param.h"
#include "profile.h"
#include "tensor.h"
#include "warp_program.h"

/* Values that are not counted. They are from Nsight Compute on an H200, for the kernels
   of the seven labs, compiled by nvcc 13. */
static const double written_per_read = 0.4; /* bytes that L2 writes to DRAM per byte
                                               read, as long as it holds written ones */
static const double beginning = 2400; /* cycles from a block's start to its loop, and
                                         from its results to its end, beside the
                                         latencies: instructions come from L2, too */

double emu_arithmetic(const struct counters *c, double flops)
{
    return fmax(0, flops - emu_tensor_operations(c)) / 2 /
               emu_profile()->outer_product +
           emu_tensor_cycles(c);
}

/* Operations per second if every unit that the launch's operations need were always
   busy with them. */
static double peak(const struct launched *l, double tensor)
{
    const struct profile *p = emu_profile();
    double all = emu_tensor_operations(l->counters);
    double by_tensor = fmin(l->flops, all); /* others are multiplied in vain */
    double cycles = (l->flops - by_tensor) / (2 * p->fp32_lanes) +
                    (all > 0 ? tensor * by_tensor / all : 0);
    return l->flops / cycles * p->sms * p->clock_mhz * 1e6;
}

enum { ISSUE, PIPE, TENSOR, L2, DRAM, N_UNITS };
enum { BUSY_PERCENT = 60 }; /* below this, Nsight Compute also reports latency */

struct share {
    const char *name;
    double seconds;
};

/* Those of at least half a per cent. */
static void write_shares(struct modelled *m, const struct share *part, int parts,
                         const struct share *busy, int units)
{
    int at = 0;
    for (int i = 0; i < parts + units; i++) {
        const struct share *s = i < parts ? &part[i] : &busy[i - parts];
        const double percent = 100 * s->seconds / m->seconds;
        if (percent >= 0.5 && at < (int)sizeof m->time)
            at += snprintf(m->time + at, sizeof m->time - at, "%s%s %.0f %%",
                           at == 0                               ? ""
                           : i >= parts && !strchr(m->time, ';') ? "; "
                                                                 : ", ",
                           s->name, percent);
    }
}

double emu_model_dram_bytes(const struct launched *l)
{
    double share;
    return emu_bytes_of_dram(l, fmax(l->counters->blocks, 1), &share);
}

struct modelled emu_model(const struct launched *l)
{
    const struct profile *p = emu_profile();
    const struct counters *c = l->counters;
    double blocks = fmax(c->blocks, 1), clock = p->clock_mhz * 1e6, from_dram;
    struct modelled m = {.dram_bytes = emu_bytes_of_dram(l, blocks, &from_dram)};
    m.written_back =
        fmin(l->l2_written,
             written_per_read * (m.dram_bytes - (double)c->global_store_bytes));
    struct block b = emu_needs_of_block(l, blocks, from_dram);
    struct pace pace = {0};
    const int most = (int)fmin(MOST_AT_ONCE, l->occupancy.blocks);
    struct program program;
    if (emu_program_of(l, blocks, from_dram, &program)) {
        pace.wait = beginning + emu_load_latency(from_dram) +
                    (double)c->updates / blocks * emu_load_latency(1);
        emu_pace_of_program(&pace, &program, most);
        emu_use_of_program(&b, &program);
        free(program.at);
    } else {
        emu_pace_of_counts(&pace, &b, most);
    }
    double l2_sectors = (double)c->l2_read_sectors + c->l2_write_sectors;
    double l2_gbs = emu_by_bulk(c) ? p->bulk_l2_gbs : p->l2_gbs;
    double all =
        blocks / p->sms / clock; /* seconds of the whole grid, per cycle of a block */
    const bool fma = b.fp32 > 0.75 * b.issue; /* most instructions are FMAs */
    const bool lines = 2 * c->l1_lines > b.pipe * blocks;
    const struct {
        const char *name, *section; /* in a bottleneck; of Nsight Compute */
        double seconds;
    } units[N_UNITS] = {
        [ISSUE] = {fma ? "FP32 arithmetic" : "instruction issue",
                   fma ? "FMA pipe" : "issue slots", b.issue * all},
        [PIPE] = {lines ? "global-memory lines through L1" : "shared-memory wavefronts",
                  "L1 and shared", b.pipe * all},
        [TENSOR] = {"tensor cores", "tensor pipe", b.tensor * all},
        [L2] = {"L2 bandwidth", "L2", l2_sectors * SECTOR_BYTES / (l2_gbs * 1e9)},
        [DRAM] = {"DRAM bandwidth", "DRAM",
                  (m.dram_bytes + m.written_back) / (p->dram_gbs * 1e9)},
    };
    int busiest = 0;
    for (int i = 1; i < N_UNITS; i++)
        if (units[i].seconds > units[busiest].seconds)
            busiest = i;
    const double grid = emu_clocks_of_grid(&pace, blocks, most) / clock;
    const double seconds = fmax(units[busiest].seconds, grid);
    const double launch = (l->next ? p->launch_next_us : p->launch_us) * 1e-6;
    /* Of the grid's time, what whole waves would not need. */
    const double whole = blocks / p->sms * emu_clocks_a_block(&pace, most) / clock;
    const double tail = fmin(fmax(0, grid - whole), seconds - units[busiest].seconds);
    m.seconds = seconds + launch;
    /* What all of the time is, and which units are busy meanwhile. */
    const double other = fma && busiest == ISSUE ? (b.issue - b.fp32) * all : 0;
    struct share part[] = {
        {units[busiest].section, units[busiest].seconds - other},
        {"other instructions", other},
        {"latency", seconds - units[busiest].seconds - tail},
        {blocks < p->sms ? "idle SMs" : "tail", tail},
        {"launch", launch},
    };
    struct share busy[N_UNITS];
    for (int i = 0; i < N_UNITS; i++)
        busy[i] =
            (struct share){units[i].section, i == busiest        ? 0
                                             : i == ISSUE && fma ? b.fp32 * all
                                                                 : units[i].seconds};
    write_shares(&m, part, sizeof part / sizeof *part, busy, N_UNITS);
    const char *name = launch > seconds ? "launch overhead"
                       : 100 * units[busiest].seconds < BUSY_PERCENT * seconds
                           ? "latency"
                           : units[busiest].name;
    if (l->flops > 0)
        snprintf(m.bottleneck, sizeof m.bottleneck, "%s: %.0f of %.0f GFLOP/s", name,
                 l->flops / m.seconds * 1e-9, peak(l, b.tensor * blocks) * 1e-9);
    else
        snprintf(m.bottleneck, sizeof m.bottleneck, "%s", name);
    return m;
}
