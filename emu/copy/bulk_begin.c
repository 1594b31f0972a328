/* Where bulk copies begin: what is wrong with them, and what observers get. */
#include <stdio.h>
#include <string.h>

#include "barriers.h"
#include "bulk.h"
#include "cluster.h"
#include "event.h"
#include "memory.h"
#include "note.h"
#include "odd_access.h"
#include "platform.h"
#include "shared.h"

/* Report the bytes [p, p + n) that must not be accessed, or were never set, as if the
   running thread accessed them at pc. */
static void look(uintptr_t p, uint32_t n, bool write, uintptr_t pc)
{
    const struct worker *w = emu_worker();
    const uint64_t in_shared = p - w->shared_base, in_arena = p - emu_arena();
    const bool shared =
        in_shared < emu_shared_bytes() && n <= emu_shared_bytes() - in_shared;
    const bool arena = in_arena < ARENA_BYTES && in_arena + n <= ARENA_BYTES;
    uint8_t *shadow =
        shared ? w->shared_shadow + in_shared / 4 : emu_shadow() + in_arena / 4;
    const uint64_t offset = shared ? SHARED_OFFSET + in_shared : in_arena;
    for (uint32_t at = 0; at < n;) {
        uint32_t log2 = 4;
        uint64_t other;
        while ((p + at) % (1u << log2) || at + (1u << log2) > n)
            log2--;
        const uint64_t kind = log2 | (write ? KEY_WRITE : 0);
        if (shared || arena)
            emu_odd_access(shadow + (offset % 4 + at) / 4, offset + at, kind, pc);
        else /* a variable, or an invalid pointer */
            emu_odd_address(p + at, kind, pc, &other);
        at += 1u << log2;
    }
}

/* What is wrong with a copy, as text; NULL if it is right. */
static const char *wrong(const struct bulk_copy *c)
{
    if (c->map.rank && !tensor_map_valid(&c->map))
        return "begins a tensor copy with a map that cuTensorMapEncodeTiled() has not "
               "made";
    if (c->offset >= emu_shared_bytes() ||
        emu_box_room(c) > emu_shared_bytes() - c->offset)
        return "begins a bulk copy whose place in shared memory is not in it";
    if (!c->map.rank && (c->bytes % 16 || c->bytes == 0))
        return "begins a bulk copy of a number of bytes that is not a multiple of 16";
    return NULL;
}

/* What an H200 ends a kernel for: a first coordinate that is no multiple of 16 bytes,
   or a store to a box that begins before the array. */
static enum fault_kind wrong_place(const struct bulk_copy *c)
{
    if (c->map.rank && (int64_t)c->at[0] * c->map.element % 16)
        return FAULT_MISALIGNED;
    for (int i = 0; c->barrier < 0 && i < c->map.rank; i++)
        if (c->at[i] < 0)
            return FAULT_OUT_OF_BOUNDS;
    return FAULT_NONE;
}

static void read_part(struct worker *w, const struct bulk_copy *c, uint64_t offset,
                      uint32_t bytes)
{
    const struct bulk_access a = {BULK_READS, c->thread, c->pc, offset, bytes, -1};
    look(w->shared_base + offset, bytes, false, c->pc);
    EMU_ASYNC(w, ASYNC_BULK, .bulk = &a);
}

/* Of another block of the cluster. */
static void fill_remote(struct worker *of, const struct bulk_copy *c, uint64_t offset,
                        uint32_t bytes)
{
    struct worker *w = emu_worker();
    const struct remote_access a = {.owner = of,
                                    .offset = offset,
                                    .size = bytes,
                                    .write = true,
                                    .copy = true,
                                    .pc = c->pc};
    emu_cluster_touch(of, &a);
    w->remote = of;
    for (uint32_t at = 0; at < bytes; at += 16)
        emu_odd_access(of->shared_shadow + (offset + at) / 4,
                       SHARED_OFFSET + offset + at, 4 | KEY_WRITE, c->pc);
    w->remote = NULL;
}

static void fill_part(struct worker *w, const struct bulk_copy *c, uint64_t offset,
                      uint32_t bytes)
{
    const uint64_t end = offset + bytes;
    const struct bulk_access a = {BULK_FILLS, c->thread, c->pc,
                                  offset,     bytes,     c->barrier};
    if (w == emu_worker()) {
        look(w->shared_base + offset, bytes, true, c->pc);
        EMU_ASYNC(w, ASYNC_BULK, .bulk = &a);
    } else
        fill_remote(w, c, offset, bytes);
    memset(w->shared_shadow + offset / 4, SHADOW_UNSET, bytes / 4);
    w->shared_low = offset < w->shared_low ? offset : w->shared_low;
    w->shared_high = end > w->shared_high ? end : w->shared_high;
}

/* What is wrong with the copy is a fault of the running thread. */
static void check(const struct bulk_copy *c)
{
    struct worker *w = emu_worker();
    const uint32_t least = c->map.rank ? 128 : 16;
    const bool load = c->barrier >= 0;
    if (wrong(c))
        emu_stop_at(wrong(c), c->pc);
    if (c->offset % least || (!c->map.rank && c->map.start % 16)) {
        struct fault_record f = emu_fault_here(FAULT_MISALIGNED, c->pc);
        f.detail = c->map.rank ? DETAIL_TENSOR : DETAIL_BULK;
        f.offset =
            c->offset % least ? SHARED_OFFSET + c->offset : c->map.start - emu_arena();
        f.size = 16;
        f.write = load == (c->offset % least != 0);
        emu_fault_abandon(w, &f);
    }
    const enum fault_kind kind = wrong_place(c);
    if (kind) {
        struct fault_record f = emu_fault_here(kind, c->pc);
        f.detail = DETAIL_BOX;
        f.offset = SHARED_OFFSET + c->offset;
        f.size = 16;
        emu_fault_abandon(w, &f);
    }
    const uint32_t pattern = c->map.swizzle * 8u;
    if (pattern && (w->shared_base + c->offset - emu_shared_window()) % pattern)
        emu_note(c->pc, "ALIGNMENT",
                 "align the array, or compute the swizzle from the address: the piece "
                 "of 16 bytes is that of the row, xor bits 7 and up of the address",
                 "a tensor copy with a swizzle of %u bytes to an address that is no "
                 "multiple of %u: the pattern of the swizzle begins there",
                 c->map.swizzle, pattern);
}

/* Its bytes in global memory, once for all blocks of the cluster that get them. */
static void access_global(const struct bulk_copy *c)
{
    struct worker *w = emu_worker();
    const bool load = c->barrier >= 0;
    EMU_ASYNC(w, ASYNC_COPIES, .copy = c);
    for (uint32_t i = 0; i < (c->map.rank ? emu_box_runs(c) : 1); i++) {
        struct box_run r = {.n = c->bytes, .from = c->map.start};
        if (c->map.rank)
            r = emu_box_run(c, i);
        const uint32_t n = load || !c->map.rank ? r.n : emu_box_stored(&r);
        const struct bulk_run run = {
            .write = !load,
            .tensor = c->map.rank != 0,
            .offset = r.from + r.skip - emu_arena(),
            .bytes = n,
            .pc = c->pc,
        };
        look(r.from + r.skip, n, !load, c->pc);
        EMU_ASYNC(w, ASYNC_RUN, .run = &run);
    }
}

/* Kernels can read the map: a parameter, which is in a thread's stack; a variable or
   other memory of the device. */
static void look_at_map(const void *map, uintptr_t pc)
{
    const uintptr_t p = (uintptr_t)map;
    if (p - (uintptr_t)emu_worker()->stacks >= (uint64_t)MAX_THREADS * STACK_BYTES)
        look(p, sizeof(struct tensor_map), false, pc);
}

static struct bulk_copy tensor_copy(const void *map, const int at[], int rank,
                                    const void *shared, uintptr_t pc)
{
    struct bulk_copy c = {.offset = (uintptr_t)shared - emu_worker()->shared_base,
                          .pc = pc,
                          .barrier = -1};
    look_at_map(map, pc);
    memcpy(&c.map, map, sizeof c.map);
    if (c.map.magic == TENSOR_MAP_MAGIC && c.map.rank != rank)
        emu_stop_at("begins a tensor copy of another number of dimensions than its map "
                    "has",
                    pc);
    c.map.rank = (uint8_t)rank;
    for (int i = 0; i < rank; i++)
        c.at[i] = at[i];
    if (c.map.magic == TENSOR_MAP_MAGIC)
        c.bytes = tensor_map_bytes(&c.map);
    return c;
}

static struct bulk_copy plain_copy(const void *global, const void *shared,
                                   uint32_t bytes, uintptr_t pc)
{
    return (struct bulk_copy){.map = {.start = (uintptr_t)global},
                              .offset = (uintptr_t)shared - emu_worker()->shared_base,
                              .bytes = bytes,
                              .pc = pc,
                              .barrier = -1};
}

/* The shared memory of one block of the cluster gets the copy; the phase of its
   mbarrier counts the bytes. */
static void fill(struct worker *of, struct bulk_copy *c, struct barrier_place at)
{
    c->thread = of == emu_worker() ? emu_running(of) : MAX_THREADS;
    c->barrier = at.i;
    emu_box_each(of, c, fill_part);
    emu_bulk_add(of, c);
    emu_barrier_fills(at);
}

static void check_ranks(const struct cluster *of, unsigned ranks, uintptr_t pc)
{
    char text[120];
    if (ranks >> of->size == 0)
        return;
    snprintf(text, sizeof text,
             "begins a copy to block %d of its cluster, which has %d block%s",
             31 - __builtin_clz(ranks), of->size, of->size == 1 ? "" : "s");
    emu_stop_at(text, pc);
}

/* ranks: of the blocks that get the copy, one bit each; 0: the one that has `shared`.
 */
static void load(struct bulk_copy *c, const void *shared, void *mbarrier,
                 unsigned ranks)
{
    struct worker *w = emu_worker(), *of = emu_cluster_owner(w, (uintptr_t)shared);
    const struct cluster *cluster = emu_cluster_of(w);
    const bool one = !ranks;
    c->thread = emu_running(w);
    emu_barrier_order(c->pc);
    check_ranks(cluster, ranks, c->pc);
    if (of)
        c->offset = (uintptr_t)shared - of->shared_base;
    if (one)
        ranks = 1u << emu_cluster_rank_of(of ? of : w);
    for (bool first = true; ranks; first = false, ranks &= ranks - 1) {
        const unsigned rank = (unsigned)__builtin_ctz(ranks);
        const struct barrier_place at = emu_mbarrier_of_copy(
            one ? mbarrier : emu_cluster_map(mbarrier, rank), c->pc);
        c->barrier = at.i;
        if (first) {
            check(c);
            access_global(c);
        }
        fill(cluster->member[rank], c, at);
    }
}

static void store(struct bulk_copy *c)
{
    struct worker *w = emu_worker();
    emu_barrier_order(c->pc);
    c->thread = emu_running(w);
    check(c);
    access_global(c);
    emu_box_each(w, c, read_part);
    emu_bulk_add(w, c);
}

void emu_tensor_load(void *shared, const void *map, const int at[], int rank,
                     void *mbarrier, unsigned ranks)
{
    struct bulk_copy c = tensor_copy(map, at, rank, shared, EMU_CALLER());
    load(&c, shared, mbarrier, ranks);
}

void emu_bulk_load(void *shared, const void *global, unsigned bytes, void *mbarrier,
                   unsigned ranks)
{
    struct bulk_copy c = plain_copy(global, shared, bytes, EMU_CALLER());
    load(&c, shared, mbarrier, ranks);
}

void emu_tensor_store(const void *map, const int at[], int rank, const void *shared)
{
    struct bulk_copy c = tensor_copy(map, at, rank, shared, EMU_CALLER());
    store(&c);
}

void emu_bulk_store(void *global, const void *shared, unsigned bytes)
{
    struct bulk_copy c = plain_copy(global, shared, bytes, EMU_CALLER());
    store(&c);
}
