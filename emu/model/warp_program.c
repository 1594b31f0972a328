/* From counters to a program; warp_program.h states the contract. */
#include <math.h>

#include "param.h"
#include "profile.h"
#include "tensor.h"
#include "warp_program.h"

/* True if warps do what warp 0 does, as far as shared loads show it: not if some warps
   copy tiles and others multiply them. */
static bool alike(const struct launched *l)
{
    const struct counters *c = l->counters;
    if (!l->loop.barriers || !c->barriers) /* or with barriers that are not seen */
        return c->shared_store_requests == 0;
    const double mine = emu_steps(&l->loop, STEP_SHARED_LOAD) / l->loop.barriers;
    const double all = (double)c->shared_load_requests / (double)c->barriers;
    return mine < 1.5 * all + 1 && all < 1.5 * mine + 1;
}

/* True if a warp's program may give the time of an SM; false for bulk copies, and for
   wgmma: its products are the tensor cores' work, and no warp's. */
static bool has_program(const struct launched *l)
{
    const struct counters *c = l->counters;
    return l->loop.n > 0 && c->wgmma_instructions == 0 && c->bulk_load_bytes == 0 &&
           alike(l);
}

double emu_load_latency(double from_dram)
{
    const struct profile *p = emu_profile();
    return p->l2_latency + from_dram * (p->dram_round - p->l2_round);
}

bool emu_program_of(const struct launched *l, double blocks, double from_dram,
                    struct program *to)
{
    if (!has_program(l))
        return false;
    const struct counters *c = l->counters;
    const int warps = (int)((l->threads + WARP_SIZE - 1) / WARP_SIZE);
    const double all = blocks * warps; /* warps of the launch */
    const double stores = fmax(1, (double)c->shared_store_requests);
    const double loads = fmax(1, (double)c->global_load_requests - c->async_requests);
    const double lines = (double)(c->l1_lines - c->l1_lines_stored);
    /* Loads end in their order: those that hit L1 wait for those before them. */
    const double together = fmin(64, fmax(1, loads / blocks));
    const double missed =
        (double)c->l2_read_sectors / fmax(1, (double)c->global_load_sectors);
    const double miss = 1 - pow(fmax(0, 1 - missed), together);
    const double hit = emu_profile()->shared_latency + 10;
    const struct work_of_warp w = {
        .fmas = l->flops / 2 / WARP_SIZE / all,
        .loads = loads / all,
        .barriers = (double)c->barriers / all,
        .products = SCHEDULERS * emu_tensor_cycles(c) / all,
        .load_lines = lines / loads,
        .wavefronts = (double)c->shared_load_wavefronts /
                      fmax(1, (double)c->shared_load_requests),
        .store_wavefronts = (double)c->shared_store_wavefronts / stores,
        .latency = hit + miss * (emu_load_latency(from_dram) - hit),
        .in_flight = (double)c->tiles_in_flight / fmax(1, (double)c->tiles_ahead),
    };
    if (emu_nvcc_program(l->kernel, &l->loop, &w, warps, to))
        return true;
    if (emu_tensor_operations(c) > 0)
        return false;
    *to = emu_estimate(&l->loop, &w, warps);
    return true;
}

void emu_use_of_program(struct block *b, const struct program *p)
{
    double fmas = 0, pipe = 0;
    for (int i = 0; i < p->n; i++) {
        fmas += p->at[i].unit == UNIT_FMA;
        pipe += p->at[i].unit == UNIT_MATRIX ? 0 : p->at[i].pipe;
    }
    const double all = p->passes * p->warps; /* passes of the block */
    b->issue = all * p->n / SCHEDULERS;
    b->fp32 = all * fmas / SCHEDULERS;
    b->pipe = all * pipe / emu_profile()->l1_wavefronts;
}
