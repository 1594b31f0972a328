/*
 * A hierarchical roofline: how long the launch would take if each unit of the GPU did
 * nothing but its own share of the work; the slowest one decides. A first cut, and an
 * estimate: docs/model.md has the formulas, their sources and their errors.
 */
#include <math.h>
#include <stdio.h>

#include "emu.h"

int emu_model_blocks_per_sm(uint32_t threads, uint64_t shared_bytes)
{
    const struct profile *p = emu_profile();
    uint32_t warps = (threads + WARP_SIZE - 1) / WARP_SIZE;
    double most = p->threads_sm / (warps * WARP_SIZE);
    /* 1 KiB a block is the driver's own (CUDA C++ Programming Guide, shared memory). */
    double by_shared = p->shared_bytes_sm / (shared_bytes + 1024.0);
    most = fmin(fmin(most, by_shared), p->blocks_sm);
    return most < 1 ? 1 : (int)most;
}

uint64_t emu_model_l1_share(uint64_t blocks, uint32_t threads, uint64_t shared_bytes)
{
    const struct profile *p = emu_profile();
    double present =
        fmin(emu_model_blocks_per_sm(threads, shared_bytes), ceil(blocks / p->sms));
    return p->l1_bytes / present - shared_bytes;
}

double emu_model_seconds(const struct counters *c, double flops, uint64_t dram_bytes,
                         char *bottleneck, size_t size)
{
    const struct profile *p = emu_profile();
    double clock = p->clock_mhz * 1e6;
    /* Blocks are dealt out whole: the SM with the most of them finishes last. */
    double per_sm = fmax(c->blocks, 1) / p->sms, tail = ceil(per_sm) / per_sm;
    double shared = c->shared_load_wavefronts + c->shared_store_wavefronts;
    double l2_bytes = (double)(c->l2_read_sectors + c->l2_write_sectors) * SECTOR_BYTES;
    double sm_clocks = p->sms * clock / tail;
    const struct {
        const char *name;
        double seconds;
    } units[] = {
        {"FP32 arithmetic", flops / (2 * p->fp32_lanes) / sm_clocks},
        {c->l1_lines > shared ? "global-memory lines through L1"
                              : "shared-memory wavefronts",
         (c->l1_lines + shared) / p->l1_wavefronts / sm_clocks},
        {"L2 bandwidth", l2_bytes / (p->l2_gbs * 1e9)},
        {"DRAM bandwidth", dram_bytes / (p->dram_gbs * 1e9)},
        {"launch overhead", p->launch_us * 1e-6},
    };
    int slowest = 0;
    for (int i = 1; i < (int)(sizeof units / sizeof *units); i++)
        if (units[i].seconds > units[slowest].seconds)
            slowest = i;
    double seconds = units[slowest].seconds;
    if (flops > 0 && seconds > 0)
        snprintf(bottleneck, size, "%s: %.3g of %.3g TFLOP/s", units[slowest].name,
                 flops / seconds * 1e-12, 2 * p->fp32_lanes * p->sms * clock * 1e-12);
    else
        snprintf(bottleneck, size, "%s", units[slowest].name);
    /* An empty kernel takes this long too: it is not hidden behind the work. */
    return seconds + (slowest == 4 ? 0 : p->launch_us * 1e-6);
}
