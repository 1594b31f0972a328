/*
 * From requests to the counters of Nsight Compute. Sectors are the 32-byte pieces of
 * global memory that the lanes access; wavefronts.c counts for shared memory.
 */
#include "count.h"

#include <string.h>

#include "address.h"
#include "box.h"
#include "bulk_tiles.h"
#include "copy_async.h"
#include "element_kind.h"
#include "global.h"
#include "launch.h"
#include "latency_hints.h"
#include "sequences.h"
#include "wavefronts.h"
#include "widen.h"

static int slot;
struct own {
    struct counters counters; /* of this launch */
    struct bank_costs costs;
    struct widen widen;
    struct latency_hints hints;
    struct bulk_tiles bulk_tiles;
    struct l1 l1;          /* the running block's share of L1... */
    struct stream *stream; /* ...and its misses there */
    int cost;              /* of the request that was counted last */
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

static void count_global(struct worker *w, const struct request *r)
{
    struct own *own = emu_own(w, slot);
    own->counters.accesses += r->n;
    if (w->first_lane == 0)
        emu_latency_request(&own->hints, r);
    own->counters.async_bytes += r->async ? (uint64_t)r->n * r->size : 0;
    own->stream->time++;
    own->cost = emu_count_global(&own->counters, &own->l1, own->stream, r);
    emu_sequence_request(w, r, NULL);
}

static void count_shared(struct worker *w, const struct request *r)
{
    struct own *own = emu_own(w, slot);
    struct counters *c = &own->counters;
    int words;
    own->cost = 0;
    c->accesses += r->n;
    if (r->write && r->size == MBARRIER_BYTES &&
        emu_barriers_hold(w, emu_request_offset(r, 0))) {
        own->cost = 1; /* for a trace: no store, but the work of another unit */
        return;
    }
    if (w->first_lane == 0)
        emu_latency_request(&own->hints, r);
    if (r->lands || (!r->write && emu_widen_again(&own->widen, r)))
        return;
    const int wavefronts = own->cost = emu_wavefronts(&own->costs, r, &words);
    if (r->write) {
        c->shared_store_requests++;
        c->shared_store_wavefronts += wavefronts;
        c->shared_store_bytes += (uint64_t)r->n * r->size;
        c->async_requests += r->async;
        c->async_wavefronts += r->async ? wavefronts : 0;
        emu_widen_store(&own->widen);
        emu_sequence_request(w, r, NULL);
    } else {
        c->shared_load_requests++;
        c->shared_load_wavefronts += wavefronts;
        c->shared_load_bytes += (uint64_t)r->n * r->size;
        emu_widen_load(&own->widen, &own->costs, r, wavefronts);
        emu_sequence_request(w, r, &own->widen.link);
    }
    c->shared_ideal_wavefronts += (words + WARP_SIZE - 1) / WARP_SIZE;
}

/* Shared memory of another block of the cluster: each access on its own. */
static void count_remote(struct worker *w, const struct remote_access *a)
{
    struct counters *c = emu_counters(w);
    if (a->copy ||
        (a->size == MBARRIER_BYTES && emu_barriers_hold(a->owner, a->offset)))
        return;
    c->accesses++;
    *(a->write ? &c->shared_store_requests : &c->shared_load_requests) += 1;
    *(a->write ? &c->shared_store_wavefronts : &c->shared_load_wavefronts) += 1;
    *(a->write ? &c->shared_store_bytes : &c->shared_load_bytes) += a->size;
    *(a->write ? &c->remote_store_requests : &c->remote_load_requests) += 1;
    *(a->write ? &c->remote_store_bytes : &c->remote_load_bytes) += a->size;
}

static void count_shuffle(struct worker *w, int lanes)
{
    emu_counters(w)->shuffled_words += (uint64_t)lanes;
}

static void count_constant(struct worker *w, uint32_t bytes)
{
    emu_counters(w)->constant_bytes += bytes;
}

static void count_copy(struct worker *w, const struct bulk_copy *copy)
{
    struct own *own = emu_own(w, slot);
    own->counters.bulk_requests++;
    own->stream->time++;
    if (copy->barrier >= 0)
        emu_bulk_tiles_fill(&own->bulk_tiles, emu_running(w) / WARP_SIZE,
                            copy->barrier);
}

static void count_bulk(struct worker *w, const struct bulk_run *r)
{
    const struct own *own = emu_own(w, slot);
    struct counters *c = emu_counters(w);
    const uint64_t first = r->offset / SECTOR_BYTES;
    const uint64_t end = (r->offset + r->bytes + SECTOR_BYTES - 1) / SECTOR_BYTES;
    if (r->bytes == 0 || r->offset >= ARENA_BYTES) /* none, or a variable */
        return;
    if (r->write) {
        c->bulk_store_bytes += (end - first) * SECTOR_BYTES;
        c->l2_write_sectors += end - first;
        return;
    }
    c->bulk_load_bytes += (end - first) * SECTOR_BYTES;
    c->tensor_load_bytes += r->tensor ? (end - first) * SECTOR_BYTES : 0;
    emu_count_row(own->stream, first, end);
}

enum { WAVEFRONT = 128 /* bytes that pass at most */ };

static void count_matrix(struct worker *w, const struct matrix_work *m)
{
    struct counters *c = emu_counters(w);
    c->ldmatrix_requests += m->loaded != 0;
    c->ldmatrix_bytes += m->loaded;
    c->matrix_instructions += m->instructions;
    c->wgmma_wavefronts += (m->read + WAVEFRONT - 1) / WAVEFRONT;
    c->matrix_ops[m->of] += m->operations;
    c->wgmma_instructions += m->wgmma ? m->instructions : 0;
    c->wgmma_ops[m->of] += m->wgmma ? m->operations : 0;
    if (m->of == EMU_E4M3 || m->of == EMU_E5M2)
        c->wgmma_ops_unpromoted += m->products > PROBE_PROMOTED ? m->operations : 0;
    c->matrix_ops_narrow += emu_element(m->sums)->bits < 32 ? m->operations : 0;
    if (m->instructions)
        emu_sequence_step(w, STEP_MATRIX);
}

/* ---- Launches, blocks, barriers. */

static void begin(struct worker *w)
{
    struct own *own = emu_own(w, slot);
    memset(&own->counters, 0, sizeof own->counters);
    emu_widen_forget(&own->widen);
}

static void begin_block(struct worker *w)
{
    struct own *own = emu_own(w, slot);
    emu_cache_reset(&own->l1.cache, w->launch->l1_bytes);
    own->stream = emu_walk_stream(w->block);
    emu_latency_barrier(&own->hints, &own->counters, (struct hint_tiles){0});
    emu_widen_barrier(&own->widen);
    emu_bulk_tiles_reset(&own->bulk_tiles);
}

static void begin_turn(struct worker *w)
{
    struct own *own = emu_own(w, slot);
    emu_widen_turn(&own->widen, w->first_lane / WARP_SIZE);
}

/* Those of the block's first thread. */
static struct hint_tiles tiles_of(const struct worker *w)
{
    struct copy_progress p;
    if (!emu_copy_progress(w, 0, &p) || p.complete == 0)
        return (struct hint_tiles){0};
    return (struct hint_tiles){p.tiles, (uint32_t)(p.in_flight * p.tiles / p.complete)};
}

static void count_barrier(struct worker *w)
{
    struct own *own = emu_own(w, slot);
    const uint64_t before = own->counters.barriers;
    for (uint32_t i = 0; i < w->launch->threads; i += WARP_SIZE)
        own->counters.barriers += w->state[i] == THREAD_BARRIER;
    emu_latency_barrier(&own->hints, &own->counters, tiles_of(w));
    if (own->counters.barriers > before) /* else all threads have ended */
        emu_sequence_step(w, STEP_BARRIER);
    emu_widen_barrier(&own->widen);
}

static void complete_phase(struct worker *w, int i)
{
    struct own *own = emu_own(w, slot);
    if (i < BARRIERS)
        emu_bulk_tiles_complete(&own->bulk_tiles, i);
}

static void pass_barrier(struct worker *w, uint32_t thread, int i)
{
    struct own *own = emu_own(w, slot);
    if (i < BARRIERS)
        emu_bulk_tiles_pass(&own->bulk_tiles, thread / WARP_SIZE, i, &own->counters);
}

/* owner: whose barrier it is; NULL: a barrier of all blocks. */
static void arrive(struct worker *w, struct worker *owner, uint32_t thread, int i)
{
    struct own *own = emu_own(w, slot), *other = emu_own(owner ? owner : w, slot);
    if (i < BARRIERS && own->bulk_tiles.used)
        emu_bulk_tiles_arrive(&own->bulk_tiles, thread / WARP_SIZE, &other->bulk_tiles,
                              i);
}

static void count_block(struct worker *w)
{
    struct counters *c = emu_counters(w);
    c->blocks++;
    c->threads += w->launch->threads;
}

/* struct counters has only members of type uint64_t. */
enum { N_COUNTERS = sizeof(struct counters) / sizeof(uint64_t) };

static struct counters sum;
static struct sequence sequence;

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
    emu_widen_settle(l, widens, n, &sum);
    sequence = emu_sequence_settle();
    const uint64_t ran = sum.blocks, all = l->until;
    for (int k = 0; ran && ran != all && k < N_COUNTERS; k++)
        to[k] = (unsigned __int128)to[k] * all / ran;
    sum.launches = 1;
}

struct counters emu_count_sum(void)
{
    return sum;
}

struct sequence emu_count_sequence(void)
{
    return sequence;
}

static void begin_launch(const struct launch *l)
{
    emu_walk_begin(l);
    emu_sequence_begin(l);
}

static void see_async(struct worker *w, const struct async_event *e)
{
    struct bulk_tiles *tiles = &((struct own *)emu_own(w, slot))->bulk_tiles;
    switch (e->what) {
    case ASYNC_COPIES:
        count_copy(w, e->copy);
        break;
    case ASYNC_RUN:
        count_bulk(w, e->run);
        break;
    case ASYNC_ARRIVES:
    case ASYNC_ARRIVES_AT:
        arrive(w, e->owner, e->thread, e->barrier);
        break;
    case ASYNC_COMPLETES:
        complete_phase(w, e->barrier);
        break;
    case ASYNC_PASSES:
        pass_barrier(w, e->thread, e->barrier);
        break;
    case ASYNC_MULTIPLIES:
        emu_bulk_tiles_multiply(tiles, e->product->warp, e->product->group);
        break;
    case ASYNC_MULTIPLIED:
        emu_bulk_tiles_multiplied(tiles, e->warp, e->group);
        break;
    default:
        break;
    }
}

const struct observer emu_count = {.slot = &slot,
                                   .bytes = sizeof(struct own),
                                   .launch = begin_launch,
                                   .completed = add_up,
                                   .begin = begin,
                                   .block = begin_block,
                                   .block_end = count_block,
                                   .turn = begin_turn,
                                   .global = count_global,
                                   .shared = count_shared,
                                   .remote = count_remote,
                                   .constant = count_constant,
                                   .shuffle = count_shuffle,
                                   .matrix = count_matrix,
                                   .barrier = count_barrier,
                                   .async = see_async};
