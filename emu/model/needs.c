/* The needs of a launch, and of one of its blocks; needs.h states the contract. */
#include <math.h>

#include "needs.h"
#include "param.h"
#include "profile.h"
#include "tensor.h"

/* Values that are not counted. They are from Nsight Compute on an H200, for the kernels
   of the seven labs, compiled by nvcc 13. */
static const double beside_load_of_tile = 8; /* instructions: index, limits, jump */
static const double beside_other_load = 0.8; /* instructions, in an unrolled loop */
static const double ahead_at = 0.5; /* of a phase's work: when prefetching loads are
                                       issued; bulk copies are at its beginning */
static const double cycles_per_line_stored =
    2; /* of an SM: 64 half sectors of each warp and row, after lab 14's products */
static const double cycles_per_line_copied =
    4; /* of an SM, for results that bulk copies store: 128 x 256 in lab 15, until all
          of its stores have begun */
/* Exponentials between two products are not all hidden by those of other warps: this
   share of their time adds up. Fitted on lab 18. */
static const double special_seen = 0.6;
static const double steps = 8; /* of loads and FMAs, from one barrier to the next */

/*
 * The share of a block's bytes that the other blocks in its row of the grid read as
 * well; the rest is shared by its column. All rows and columns together are the arrays.
 * That determines the share, unless the grid is about square: then it is a half.
 */
static double row_bytes(const struct launched *l, double rows, double of_block)
{
    double arrays = l->argument_bytes - l->counters->global_store_bytes;
    double columns = l->columns;
    if (rows < 1.25 * columns && columns < 1.25 * rows)
        return of_block / 2;
    return fmin(fmax(0, (arrays - columns * of_block) / (rows - columns)), of_block);
}

/*
 * The blocks of a wave read rows and columns of the grid's tiles at the same time, so
 * that each is loaded to L2 once. What L2 cannot keep from wave to wave is loaded
 * again.
 */
double emu_bytes_of_dram(const struct launched *l, double blocks, double *share)
{
    const struct profile *p = emu_profile();
    double at_a_time = fmin(blocks, l->occupancy.blocks * p->sms);
    double waves = ceil(blocks / at_a_time);
    double of_block = (double)l->counters->l2_read_sectors * SECTOR_BYTES / blocks;
    double of_row = row_bytes(l, ceil(blocks / l->columns), of_block);
    double of_wave = of_row * ceil(at_a_time / l->columns) +
                     (of_block - of_row) * fmin(at_a_time, l->columns);
    of_wave = fmin(of_wave, l->argument_bytes);
    double lost = of_wave > p->l2_bytes ? 1 - p->l2_bytes / of_wave : 0;
    double bytes =
        l->argument_bytes + lost * fmax(0, waves * of_wave - l->argument_bytes);
    *share = of_wave > 0 ? fmin(1, bytes / (waves * of_wave)) : 0;
    if (l->counters->dram_read_bytes)
        bytes = l->counters->dram_read_bytes;
    return bytes + l->counters->global_store_bytes;
}

bool emu_by_bulk(const struct counters *c)
{
    return c->bulk_load_bytes > c->global_load_bytes && emu_profile()->bulk_l2_gbs > 0;
}

/* Cycles until a tile has come. A tile of bulk copies is large, so that its bytes take
   their time, too. */
static double tile_latency(const struct counters *c, double from_dram)
{
    const struct profile *p = emu_profile();
    const bool bulk = emu_by_bulk(c);
    const double near = bulk ? p->bulk_round : p->l2_round;
    const double far = bulk ? p->bulk_dram_round : p->dram_round;
    const double per_cycle = p->bulk_sm_gbs * 1e3 / p->clock_mhz; /* bytes */
    const double bytes =
        (double)c->bulk_load_bytes / fmax(1, c->tiles + c->tiles_ahead);
    return near + from_dram * (far - near) + (bulk ? bytes / per_cycle : 0);
}

struct block emu_needs_of_block(const struct launched *l, double blocks,
                                double from_dram)
{
    const struct profile *p = emu_profile();
    const struct counters *c = l->counters;
    double warps = (l->threads + WARP_SIZE - 1) / WARP_SIZE;
    double scalar = fmax(0, l->flops - emu_tensor_operations(c));
    double madds = scalar / 2 / WARP_SIZE, loads = c->global_load_requests;
    double requests = loads + c->global_store_requests + c->shared_load_requests +
                      c->shared_store_requests + c->matrix_instructions;
    double beside =
        loads * (c->shared_store_requests ? beside_load_of_tile : beside_other_load);
    /* Registers are in two banks: an FMA takes more than its own issue slot. */
    double slots = p->fp32_lanes / p->outer_product;
    double lanes = SCHEDULERS * WARP_SIZE / p->fp32_lanes;
    struct block b = {
        .warps = warps,
        .fp32 = madds * lanes * slots / SCHEDULERS,
        .pipe = c->l1_lines + c->shared_load_wavefronts + c->shared_store_wavefronts,
        .tensor = emu_tensor_cycles(c),
        .tiles = c->tiles,
        .ahead = c->tiles_ahead,
        .in_flight = (double)c->tiles_in_flight / fmax(1, c->tiles_ahead),
        .ahead_at = emu_by_bulk(c) ? 0 : ahead_at,
        .rounds = c->rounds,
    };
    if (b.tensor > 0)
        b.pipe -= c->l1_lines_stored; /* which comes after the products */
    b.pipe /= p->l1_wavefronts;
    b.issue = b.fp32 + (requests + beside) / SCHEDULERS;
    b.delay = (p->lone_fma - lanes * slots) * madds + (p->dependent - 1) * beside;
    b.delay = b.delay / warps + c->shared_rounds * p->shared_latency;
    if (c->barriers) {
        b.delay += c->barriers / warps * (p->barrier + p->barrier_warp * warps);
        b.edge = (b.issue + b.pipe + b.tensor) / steps;
    }
    if (b.tensor > 0)
        b.edge += special_seen * (double)c->specials / p->specials +
                  cycles_per_line_stored * c->l1_lines_stored +
                  cycles_per_line_copied * c->bulk_store_bytes / LINE_BYTES;
    double *const each[] = {&b.fp32, &b.issue, &b.pipe,  &b.tensor, &b.delay,
                            &b.edge, &b.tiles, &b.ahead, &b.rounds};
    for (size_t i = 0; i < sizeof each / sizeof *each; i++)
        *each[i] /= blocks;
    b.tile_latency = tile_latency(c, from_dram);
    b.round_latency = p->l2_latency + from_dram * (p->dram_latency - p->l2_latency);
    return b;
}
