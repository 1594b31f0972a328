/*
 * Requests into counters, as Nsight Compute has them: sectors are the 32-byte pieces of
 * global memory that the lanes touch; wavefronts.c has those of shared memory.
 */
#include "count.h"

#include <string.h>

#include "cache.h"
#include "launch.h"
#include "wavefronts.h"
#include "widen.h"

static int slot;
struct own {
    struct counters counters; /* of this launch */
    struct prices prices;
    struct widen widen;
    struct cache *l1;
    int cost; /* of the request that was counted last */
};

struct counters *emu_counters(const struct worker *w)
{
    struct own *own = emu_own(w, slot);
    return &own->counters;
}

int emu_count_cost(const struct worker *w)
{
    const struct own *own = emu_own(w, slot);
    return own->cost;
}

struct widen *emu_count_widen(const struct worker *w)
{
    struct own *own = emu_own(w, slot);
    return &own->widen;
}

/* The sectors that the request touches, in ascending order: how many. Most requests
   are in ascending order, too. */
static int sectors_of(const struct request *r, uint64_t *values)
{
    int n = 0;
    if (r->shape != SHAPE_ANY) {
        uint64_t last = emu_request_offset(r, r->n - 1) / SECTOR_BYTES;
        for (uint64_t value = r->offset[0] / SECTOR_BYTES; value <= last; value++)
            values[n++] = value;
        return n;
    }
    for (int i = 0; i < r->n; i++) {
        uint64_t value = r->offset[i] / SECTOR_BYTES;
        int k = n;
        if (n == 0 || value > values[n - 1]) {
            values[n++] = value;
            continue;
        }
        while (k > 0 && values[k - 1] > value)
            k--;
        if (k > 0 && values[k - 1] == value)
            continue;
        for (int m = n++; m > k; m--)
            values[m] = values[m - 1];
        values[k] = value;
    }
    return n;
}

static void count_global(struct worker *w, const struct request *r)
{
    static const uint8_t bits[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    uint64_t sectors[WARP_SIZE];
    int n = sectors_of(r, sectors);
    struct own *own = emu_own(w, slot);
    struct counters *c = &own->counters;
    own->cost = n;
    c->accesses += r->n;
    if (r->atomic) {
        c->atomic_requests++;
        c->atomic_sectors += n;
        c->atomic_bytes += (uint64_t)r->n * r->size;
    } else if (r->write) {
        c->global_store_requests++;
        c->global_store_sectors += n;
        c->global_store_bytes += (uint64_t)r->n * r->size;
    } else {
        c->global_load_requests++;
        c->global_load_sectors += n;
        c->global_load_bytes += (uint64_t)r->n * r->size;
    }
    if (r->size == 16)
        c->global_bytes_in_16 += (uint64_t)r->n * r->size;

    for (int i = 0; i < n;) { /* sectors of one line are looked up together */
        uint64_t line = sectors[i] / (LINE_BYTES / SECTOR_BYTES);
        uint32_t wanted = 0;
        for (; i < n && sectors[i] / (LINE_BYTES / SECTOR_BYTES) == line; i++)
            wanted |= 1u << sectors[i] % (LINE_BYTES / SECTOR_BYTES);
        c->l1_lines++;
        if (r->write) {
            c->l2_write_sectors += bits[wanted];
        } else {
            uint32_t missed =
                r->atomic ? wanted : emu_cache_load(own->l1, line, wanted);
            c->l2_read_sectors += bits[missed];
        }
    }
}

static void count_shared(struct worker *w, const struct request *r)
{
    struct own *own = emu_own(w, slot);
    struct counters *c = &own->counters;
    int words;
    own->cost = 0;
    c->accesses += r->n;
    if (r->lands || (!r->write && emu_widen_again(&own->widen, r)))
        return;
    const int wavefronts = own->cost = emu_wavefronts(&own->prices, r, &words);
    if (r->write) {
        c->shared_store_requests++;
        c->shared_store_wavefronts += wavefronts;
        c->shared_store_bytes += (uint64_t)r->n * r->size;
        emu_widen_reset(&own->widen);
    } else {
        c->shared_load_requests++;
        c->shared_load_wavefronts += wavefronts;
        c->shared_load_bytes += (uint64_t)r->n * r->size;
        emu_widen_load(&own->widen, &own->prices, r, wavefronts);
    }
    c->shared_ideal_wavefronts += (words + WARP_SIZE - 1) / WARP_SIZE;
}

static void count_constant(struct worker *w, uint32_t bytes)
{
    emu_counters(w)->constant_bytes += bytes;
}

/* ---- Launches, blocks, barriers. */

static void prepare(struct worker *w)
{
    struct own *own = emu_own(w, slot);
    own->l1 = emu_cache_new();
}

static void begin(struct worker *w)
{
    struct own *own = emu_own(w, slot);
    memset(&own->counters, 0, sizeof own->counters);
    emu_widen_forget(&own->widen);
}

static void begin_block(struct worker *w)
{
    const struct own *own = emu_own(w, slot);
    emu_cache_reset(own->l1, w->launch->l1_bytes);
}

static void begin_turn(struct worker *w)
{
    struct own *own = emu_own(w, slot);
    emu_widen_reset(&own->widen);
}

static void count_barrier(struct worker *w)
{
    for (uint32_t i = 0; i < w->launch->threads; i += WARP_SIZE)
        emu_counters(w)->barriers += w->state[i] == THREAD_BARRIER;
}

static void count_block(struct worker *w)
{
    struct counters *c = emu_counters(w);
    c->blocks++;
    c->threads += w->launch->threads;
}

/* struct counters is nothing but uint64_t. */
enum { N_COUNTERS = sizeof(struct counters) / sizeof(uint64_t) };

static struct counters sum;

static void add_up(const struct launch *l)
{
    struct widen *widens[EMU_MAX_WORKERS];
    uint64_t *to = (uint64_t *)&sum;
    int n;
    struct worker *const *workers = emu_workers(&n);
    memset(&sum, 0, sizeof sum);
    for (int i = 0; i < n; i++) {
        const struct counters *c = emu_counters(workers[i]);
        for (int k = 0; k < N_COUNTERS; k++)
            to[k] += ((const uint64_t *)c)[k];
        widens[i] = emu_count_widen(workers[i]);
    }
    emu_widen_settle(widens, n, &sum);
    const uint64_t ran = sum.blocks, all = l->blocks;
    for (int k = 0; ran && ran != all && k < N_COUNTERS; k++)
        to[k] = (unsigned __int128)to[k] * all / ran;
    sum.launches = 1;
}

struct counters emu_count_sum(void)
{
    return sum;
}

const struct observer emu_count = {.slot = &slot,
                                   .bytes = sizeof(struct own),
                                   .prepare = prepare,
                                   .landed = add_up,
                                   .begin = begin,
                                   .block = begin_block,
                                   .block_end = count_block,
                                   .turn = begin_turn,
                                   .global = count_global,
                                   .shared = count_shared,
                                   .constant = count_constant,
                                   .barrier = count_barrier};
