/*
 * Counters of single arrays. Requests, sectors and bytes are summed over the workers,
 * as count.c does it; array_bits.c knows which bytes were accessed at all,
 * array_readers.c how many blocks load from each column, carry.c what blocks carry to
 * other memory. In a launch of which only the first wave runs (probe_wave), what counts
 * of a block that computes one result after another is its first.
 */
#include "arrays.h"

#include <stdatomic.h>
#include <string.h>

#include "array_bits.h"
#include "array_readers.h"
#include "carry.h"
#include "count.h"
#include "launch.h"
#include "memory.h"
#include "origin.h"
#include "settings.h"
#include "variable.h"

static struct counted counted;
static struct array_counters sum[PROBE_ARRAYS];

static int slot;
struct own {
    struct array_counters counters[PROBE_ARRAYS]; /* of this launch */
    struct carried carried;
    struct readers readers;
    /* The arrays from which the running block has loaded, and to which each of its
       warps has stored, a bit each. */
    uint32_t loaded, stored[MAX_THREADS / WARP_SIZE];
    /* Warps that loaded more after they stored their results, and if there are any. */
    bool next[MAX_THREADS / WARP_SIZE], again;
};
/* A block has loaded from one array and stored to another. */
static atomic_bool computed;

void emu_arrays_count(const uint64_t offset[], const uint64_t bytes[],
                      const uint32_t width[], int n)
{
    memset(sum, 0, sizeof sum);
    counted.n = n;
    for (int i = 0; i < n; i++)
        counted.array[i] = (struct array){offset[i], bytes[i]};
    emu_bits_new(bytes, n);
    emu_readers_new(width, n);
    emu_origin_new(n);
}

/* ---- Origins. */

static void see_constant(struct worker *w, uint32_t bytes)
{
    struct own *own = emu_own(w, slot);
    if (counted.n)
        emu_carry_constant(&counted, &own->carried, own->counters, bytes);
}

/* The offset of a place in device memory or in a __device__ variable, as address.h has
   it; false for others. */
static bool place_of(const void *p, uint64_t *offset)
{
    const uintptr_t a = (uintptr_t)p;
    *offset = a - emu_arena();
    if (*offset < ARENA_BYTES)
        return true;
    *offset = MODULE_OFFSET + emu_variable_offset(a);
    return emu_variable_holds(a, 1) && emu_variable_near(a)->in == EMU_DEVICE;
}

void emu_arrays_copied(const void *to, const void *from, size_t bytes)
{
    uint64_t source, target;
    if (counted.n == 0 || !place_of(from, &source))
        return;
    const bool known = place_of(to, &target);
    const bool constant = !known && emu_variable_holds((uintptr_t)to, 1);
    for (uint64_t at = 0, n; at < bytes; at += n) {
        n = bytes - at < 4 ? bytes - at : 4;
        const origins carried = emu_carry_found(&counted, source + at);
        if (known)
            emu_origin_add(target + at, n, carried);
        if (constant)
            emu_origin_add_to_constants(carried);
        for (int i = 0; i < counted.n; i++)
            sum[i].derived_bytes += carried >> i & 1 ? n : 0;
    }
}

/* ---- Requests. */

static bool holds(const struct array *a, uint64_t offset)
{
    return offset - a->offset < a->bytes;
}

/* Note what the running warp does with array i: what a block loads after its results
   are stored is for its next ones. */
static void mark_turn(struct worker *w, int i, bool stores)
{
    struct own *own = emu_own(w, slot);
    uint32_t *stored = &own->stored[w->first_lane / WARP_SIZE];
    const uint32_t others = ~(1u << i);
    if (stores) {
        *stored |= 1u << i;
        if (own->loaded & others)
            atomic_store_explicit(&computed, true, memory_order_relaxed);
    } else {
        own->loaded |= 1u << i;
        if (*stored & others)
            own->next[w->first_lane / WARP_SIZE] = own->again = true;
    }
}

/* n bytes of array i from offset `from` on are loaded, stored, or both. */
static void mark_accessed(struct worker *w, int i, bool loaded, bool stored,
                          uint64_t from, uint64_t n)
{
    struct own *own = emu_own(w, slot);
    if (emu_settings()->wave && own->next[w->first_lane / WARP_SIZE])
        return;
    from -= counted.array[i].offset;
    if (loaded)
        emu_bits_mark(i, BIT_LOADED, from, n);
    if (stored)
        emu_bits_mark(i, BIT_STORED, from, n);
    if (loaded && !stored)
        emu_readers_mark(&own->readers, i, from, n);
}

/* n lanes, with `different` offsets. */
static void add(struct array_counters *c, const struct request *r, int sectors, int n,
                int different)
{
    struct array_accesses *to = !r->write   ? &c->load
                                : r->atomic ? &c->atomic
                                            : &c->store;
    to->requests++;
    to->sectors += sectors;
    to->bytes += (uint64_t)n * r->size;
    to->different += (uint64_t)different * r->size;
}

/* True if none of the k lanes before lane k has its offset. */
static bool is_new(const struct request *r, int k)
{
    const uint64_t offset = emu_request_offset(r, k);
    for (int i = 0; i < k; i++)
        if (emu_request_offset(r, i) == offset)
            return false;
    return true;
}

/* All lanes access this array. */
static void count_whole(struct worker *w, const struct request *r, int i)
{
    struct own *own = emu_own(w, slot);
    int different = 0;
    mark_turn(w, i, r->write);
    if (r->shape == SHAPE_ROW) {
        mark_accessed(w, i, emu_carry_loads(r), r->write, r->offset[0],
                      (uint64_t)r->n * r->size);
        different = r->n;
    } else {
        for (int k = 0; k < emu_request_spelled(r); k++) {
            mark_accessed(w, i, emu_carry_loads(r), r->write, r->offset[k], r->size);
            different += is_new(r, k);
        }
    }
    add(&own->counters[i], r, emu_count_cost(w), r->n, different);
}

/* Some lanes may access this array. */
static void count_part(struct worker *w, const struct request *r, int i)
{
    struct own *own = emu_own(w, slot);
    uint64_t sector[WARP_SIZE];
    int n = 0, sectors = 0, different = 0;
    for (int k = 0; k < r->n; k++) {
        const uint64_t offset = emu_request_offset(r, k);
        int s = 0;
        if (!holds(&counted.array[i], offset))
            continue;
        n++;
        different += is_new(r, k);
        mark_accessed(w, i, emu_carry_loads(r), r->write, offset, r->size);
        while (s < sectors && sector[s] != offset / SECTOR_BYTES)
            s++;
        if (s == sectors)
            sector[sectors++] = offset / SECTOR_BYTES;
    }
    if (n) {
        add(&own->counters[i], r, sectors, n, different);
        mark_turn(w, i, r->write);
    }
}

static void count(struct worker *w, const struct request *r)
{
    uint64_t low, high;
    if (counted.n == 0)
        return;
    struct own *own = emu_own(w, slot);
    emu_carry_request(&counted, &own->carried, own->counters, w->first_lane, r);
    emu_request_span(r, &low, &high);
    for (int i = 0; i < counted.n; i++) {
        const struct array *a = &counted.array[i];
        if (holds(a, low) && holds(a, high)) {
            count_whole(w, r, i);
            return;
        }
        if (low < a->offset + a->bytes && high >= a->offset)
            count_part(w, r, i);
    }
}

/* A row of a bulk copy counts as one request. */
static void count_bulk(struct worker *w, const struct bulk_run *r)
{
    struct own *own = emu_own(w, slot);
    if (counted.n && r->bytes)
        emu_carry_bulk(&counted, &own->carried, own->counters, r);
    for (int i = 0; i < counted.n; i++) {
        const uint64_t start = counted.array[i].offset,
                       end = start + counted.array[i].bytes;
        const uint64_t from = r->offset < start ? start : r->offset;
        const uint64_t to = r->offset + r->bytes > end ? end : r->offset + r->bytes;
        struct array_accesses *c =
            r->write ? &own->counters[i].store : &own->counters[i].load;
        if (from >= to)
            continue;
        mark_turn(w, i, r->write);
        mark_accessed(w, i, !r->write, r->write, from, to - from);
        c->requests++;
        c->sectors += (to + SECTOR_BYTES - 1) / SECTOR_BYTES - from / SECTOR_BYTES;
        c->bytes += to - from;
        c->different += to - from;
    }
}

/* ---- Blocks. */

/* It begins, or continues after a barrier of the whole grid. */
static void block_begin(struct worker *w)
{
    struct own *own = emu_own(w, slot);
    emu_readers_block(&own->readers, w->block);
    /* What other blocks of its cluster, or it itself before a barrier of the grid, have
       loaded is not followed: it may hold anything. */
    own->carried.holds =
        w->launch->together > 1 || w->launch->cooperative ? (origins)~0 : 0;
    own->loaded = 0;
    memset(own->stored, 0, sizeof own->stored);
    memset(own->next, 0, sizeof own->next);
    own->again = false;
    own->carried.polled.pc = 0;
}

/* All threads are at a barrier. In the first wave alone, a block that computes one
   result after another ends after its first. */
static void meet(struct worker *w)
{
    const struct own *own = emu_own(w, slot);
    w->enough |= own->again && emu_settings()->wave;
}

static void block_end(struct worker *w)
{
    struct own *own = emu_own(w, slot);
    emu_readers_block_end(&own->readers);
}

/* ---- Launches. */

static void launch(const struct launch *l)
{
    emu_readers_launch(l);
    computed = false;
    if (emu_settings()
            ->wave) /* what launches before it have stored is not the wave's */
        emu_bits_clear();
}

bool emu_arrays_computed(void)
{
    return computed;
}

static void begin(struct worker *w)
{
    memset(emu_own(w, slot), 0, sizeof(struct own));
}

/* Counters are scaled, from the blocks that ran to the whole grid; the different bytes
   are not. */
static void add_up(const struct launch *l)
{
    enum { COUNTERS = 3 * sizeof(struct array_accesses) / sizeof(uint64_t) };
    const uint64_t ran = emu_launch_ran(l);
    int n;
    struct worker *const *workers = emu_workers(&n);
    for (int i = 0; i < n; i++) {
        const struct own *own = emu_own(workers[i], slot);
        for (int k = 0; k < counted.n; k++) {
            const uint64_t *from = (const uint64_t *)&own->counters[k];
            uint64_t *to = (uint64_t *)&sum[k];
            for (int c = 0; c < COUNTERS; c++)
                to[c] += (unsigned __int128)from[c] * l->until / ran;
            sum[k].derived_bytes +=
                (unsigned __int128)own->counters[k].derived_bytes * l->until / ran;
        }
    }
    emu_readers_completed();
}

struct array_counters emu_arrays_sum(int i)
{
    if (i < 0 || i >= counted.n)
        return (struct array_counters){0};
    struct array_counters *c = &sum[i];
    const uint32_t columns = emu_readers_columns(i);
    c->bytes_loaded = emu_bits_count(i, BIT_LOADED);
    c->bytes_stored = emu_bits_count(i, BIT_STORED);
    if (emu_settings()->wave && columns)
        emu_bits_stored(i, columns, &c->rows_stored, &c->columns_stored);
    c->least_readers = emu_readers_least(i);
    return *c;
}

static void see_async(struct worker *w, const struct async_event *e)
{
    count_bulk(w, e->run);
}

const struct observer emu_arrays = {.slot = &slot,
                                    .bytes = sizeof(struct own),
                                    .launch = launch,
                                    .completed = add_up,
                                    .begin = begin,
                                    .block = block_begin,
                                    .meet = meet,
                                    .block_end = block_end,
                                    .global = count,
                                    .constant = see_constant,
                                    .async = see_async,
                                    .hears = 1u << ASYNC_RUN};
