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
#include "param.h"
#include "profile.h"
#include "settings.h"
#include "tensor.h"

/* Values that are not counted. They are from Nsight Compute on an H200, for the kernels
   of the seven labs, compiled by nvcc 13. */
static const double beside_load_of_tile = 8; /* instructions: index, limits, jump */
static const double beside_other_load = 0.8; /* instructions, in an unrolled loop */
static const double ahead_at = 0.5; /* of a phase's work: when prefetching loads are
                                       issued; bulk copies are at its beginning */
static const double written_per_read = 0.4; /* bytes that L2 writes to DRAM per byte
                                               read, as long as it holds written ones */
static const double cycles_per_line_stored =
    2; /* of an SM: 64 half sectors of each warp and row, after lab 14's products */
static const double cycles_per_line_copied =
    4; /* of an SM, for results that bulk copies store: 128 x 256 in lab 15, until all
          of its stores have begun */
static const double beginning = 2400; /* cycles from a block's start to its loop, and
                                         from its results to its end, beside the
                                         latencies: instructions come from L2, too */
/* Exponentials between two products are not all hidden by those of other warps: this
   share of their time adds up. Fitted on lab 18. */
static const double special_seen = 0.6;
static const double steps = 8; /* of loads and FMAs, from one barrier to the next */

enum { MOST_AT_ONCE = 32 /* blocks of an SM */ };

/* The needs of one block, in cycles of an otherwise idle SM. */
struct block {
    double warps;
    double issue, fp32; /* of all schedulers together; fp32 is a part of issue */
    double pipe;        /* lines and wavefronts */
    double tensor;      /* of the tensor cores */
    double delay;       /* of one warp, independent of the others */
    double edge;        /* of work that does not overlap with other work of the block */
    double tiles, ahead; /* tiles that it copies and waits for, or prefetches */
    double in_flight;    /* tiles, when it begins to work on a prefetched one */
    double ahead_at;     /* of a phase: when these are issued */
    double
        tile_latency; /* from issuing the loads until all its threads have the values */
    double rounds;    /* other waits for global loads */
    double round_latency; /* per wait */
};

/*
 * Cycles from start to end of `blocks` blocks that run at the same time. Their warps
 * share the schedulers, the pipe and the tensor cores: mean value analysis of a closed
 * network (Reiser and Lavenberg 1980), in which four schedulers are one that is four
 * times as fast, and a delay of three quarters of the service (Seidmann, Schweitzer and
 * Shalev-Oren 1987); so are four tensor cores. These multiply while their warp loads
 * its next operands: of the two, the longer counts.
 */
static double working(const struct block *b, int blocks)
{
    double issue = b->issue / b->warps, pipe = b->pipe / b->warps;
    double tensor = b->tensor / b->warps;
    /* Warps at each; cycles of one warp. */
    double at_issue = 0, at_pipe = 0, at_tensor = 0, all = 0;
    for (int n = 1; n <= blocks * b->warps; n++) {
        double in_issue = issue * (1 + at_issue), in_pipe = pipe * (1 + at_pipe);
        double in_tensor = tensor * (1 + at_tensor);
        all = b->delay + fmax(in_issue + (SCHEDULERS - 1) * issue + in_pipe,
                              in_tensor + (SCHEDULERS - 1) * tensor);
        at_issue = n * in_issue / all;
        at_pipe = n * in_pipe / all;
        at_tensor = n * in_tensor / all;
    }
    return all;
}

/* Cycles that a block waits when it is alone on an SM. */
static double waiting(const struct block *b)
{
    double phase = working(b, 1) / fmax(1, b->tiles + b->ahead);
    double seen = fmax(0, b->tile_latency - (1 - b->ahead_at + b->in_flight) * phase);
    return b->tiles * b->tile_latency + b->ahead * seen + b->rounds * b->round_latency +
           b->edge;
}

/* How long blocks of a launch take. */
struct pace {
    double wait; /* cycles that a block waits when it is alone on an SM */
    double work[MOST_AT_ONCE + 1]; /* cycles of m blocks that work at the same time */
};

/*
 * Cycles from one block's end to the next on an SM that holds `blocks` at one time,
 * each of which works or waits: a closed network, of a delay and one server whose
 * speed depends on the number of its customers (Chandy, Herzog and Woo 1975). With m of
 * n at work, Little's law gives the state the weight waiting^(n - m) / (n - m)!  *
 * product of working(j) / j for j up to m.
 */
static double clocks_a_block(const struct pace *p, int blocks)
{
    double weight = 1, weights = 0, done = 0;
    for (int m = blocks; m >= 0; m--) {
        double work = m ? p->work[m] : 1;
        weights += weight;
        done += weight * m / work;
        weight *= p->wait * m / ((blocks - m + 1) * work);
    }
    return weights / done;
}

/* Cycles of the whole grid: full waves, and a last one with less work. */
static double clocks_of_grid(const struct pace *p, double blocks, int at_a_time)
{
    const double sms = emu_profile()->sms, full = floor(blocks / (at_a_time * sms));
    const int last = (int)ceil((blocks - full * at_a_time * sms) / sms);
    return full * at_a_time * clocks_a_block(p, at_a_time) +
           (last ? last * clocks_a_block(p, last) : 0);
}

/* The pace of blocks that run a program: simulated for some numbers of blocks, and for
   those between them on a line. */
static void pace_of_program(struct pace *to, const struct program *p, int most)
{
    static const int simulated[] = {1, 2, 3, 4, 6, 8, 12, 16, 24, 32};
    int before = 0;
    for (size_t k = 0; k < sizeof simulated / sizeof *simulated && before < most; k++) {
        const int m = simulated[k] < most ? simulated[k] : most;
        to->work[m] = p->passes * emu_sm_cycles(p, m);
        for (int i = before + 1; i < m; i++)
            to->work[i] = to->work[before] + (to->work[m] - to->work[before]) *
                                                 (i - before) / (m - before);
        before = m;
    }
}

static void pace_of_counts(struct pace *to, const struct block *b, int most)
{
    to->wait = waiting(b);
    for (int m = 1; m <= most; m++)
        to->work[m] = working(b, m);
}

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
 * Bytes from and to DRAM. The blocks of a wave read rows and columns of the grid's
 * tiles at the same time, so that each is loaded to L2 once. What L2 cannot keep from
 * wave to wave is loaded again. *share is the part of the waves' data that is not in L2
 * yet.
 */
static double dram_bytes(const struct launched *l, double blocks, double *share)
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

double emu_arithmetic(const struct counters *c, double flops)
{
    return fmax(0, flops - emu_tensor_operations(c)) / 2 /
               emu_profile()->outer_product +
           emu_tensor_cycles(c);
}

/* True if bulk copies bring most of what is loaded. */
static bool by_bulk(const struct counters *c)
{
    return c->bulk_load_bytes > c->global_load_bytes && emu_profile()->bulk_l2_gbs > 0;
}

/* Cycles until a tile has come. A tile of bulk copies is large, so that its bytes take
   their time, too. */
static double tile_latency(const struct counters *c, double from_dram)
{
    const struct profile *p = emu_profile();
    const bool bulk = by_bulk(c);
    const double near = bulk ? p->bulk_round : p->l2_round;
    const double far = bulk ? p->bulk_dram_round : p->dram_round;
    const double per_cycle = p->bulk_sm_gbs * 1e3 / p->clock_mhz; /* bytes */
    const double bytes =
        (double)c->bulk_load_bytes / fmax(1, c->tiles + c->tiles_ahead);
    return near + from_dram * (far - near) + (bulk ? bytes / per_cycle : 0);
}

static struct block block_of(const struct launched *l, double blocks, double from_dram)
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
        .ahead_at = by_bulk(c) ? 0 : ahead_at,
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

/* Cycles of a tile's loads: those of L2, or of DRAM for the share from there. */
static double load_latency(double from_dram)
{
    const struct profile *p = emu_profile();
    return p->l2_latency + from_dram * (p->dram_round - p->l2_round);
}

/* The program of a warp: nvcc's, or an estimate of it, which has no matrix
   instructions. False if there is neither. */
static bool program_of(const struct launched *l, double blocks, double from_dram,
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
        .latency = hit + miss * (load_latency(from_dram) - hit),
        .in_flight = (double)c->tiles_in_flight / fmax(1, (double)c->tiles_ahead),
    };
    if (emu_nvcc_program(l->kernel, &l->loop, &w, warps, to))
        return true;
    if (emu_tensor_operations(c) > 0)
        return false;
    *to = emu_estimate(&l->loop, &w, warps);
    return true;
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

/* What a program takes of the units, for a block. */
static void use_of_program(struct block *b, const struct program *p)
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
    return dram_bytes(l, fmax(l->counters->blocks, 1), &share);
}

struct modelled emu_model(const struct launched *l)
{
    const struct profile *p = emu_profile();
    const struct counters *c = l->counters;
    double blocks = fmax(c->blocks, 1), clock = p->clock_mhz * 1e6, from_dram;
    struct modelled m = {.dram_bytes = dram_bytes(l, blocks, &from_dram)};
    m.written_back =
        fmin(l->l2_written,
             written_per_read * (m.dram_bytes - (double)c->global_store_bytes));
    struct block b = block_of(l, blocks, from_dram);
    struct pace pace = {0};
    const int most = (int)fmin(MOST_AT_ONCE, l->occupancy.blocks);
    struct program program;
    if (program_of(l, blocks, from_dram, &program)) {
        pace.wait = beginning + load_latency(from_dram) +
                    (double)c->updates / blocks * load_latency(1);
        pace_of_program(&pace, &program, most);
        use_of_program(&b, &program);
        free(program.at);
    } else {
        pace_of_counts(&pace, &b, most);
    }
    double l2_sectors = (double)c->l2_read_sectors + c->l2_write_sectors;
    double l2_gbs = by_bulk(c) ? p->bulk_l2_gbs : p->l2_gbs;
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
    const double grid = clocks_of_grid(&pace, blocks, most) / clock;
    const double seconds = fmax(units[busiest].seconds, grid);
    const double launch = (l->next ? p->launch_next_us : p->launch_us) * 1e-6;
    /* Of the grid's time, what whole waves would not need. */
    const double whole = blocks / p->sms * clocks_a_block(&pace, most) / clock;
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
