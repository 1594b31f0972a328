/* Bulk copies; bulk.h states the contract. */
#include "bulk.h"

#include <stdlib.h>
#include <string.h>

#include "barriers.h"
#include "event.h"
#include "launch.h"
#include "memory.h"
#include "note.h"
#include "odd_access.h"
#include "shared.h"
#include "tensor_map.h"

/* A row of bytes is a box of one dimension. */
struct copy {
    struct tensor_map map;
    int32_t at[TENSOR_DIMENSIONS]; /* the box's first element */
    uint64_t offset;               /* of shared memory */
    uint32_t bytes;                /* there */
    uintptr_t pc;
    uint32_t thread;
    int barrier;    /* of a load; -1: a store... */
    uint32_t group; /* ...of this group of the thread */
};

struct bulks {
    unsigned launch;
    uint64_t block;
    size_t n, room;
    struct copy *copy;
    uint32_t group[MAX_THREADS]; /* committed */
};
static struct bulks *all[EMU_MAX_WORKERS];

/* Those of the running block; NULL if it has begun none. */
static struct bulks *of(const struct worker *w)
{
    struct bulks *b = all[w->number];
    return b && b->launch == w->launch->number && b->block == w->block ? b : NULL;
}

static struct bulks *need(const struct worker *w)
{
    struct bulks *b = all[w->number];
    uint64_t *log_end = emu_hold_on();
    if (!b)
        b = all[w->number] = calloc(1, sizeof *b);
    if (b && (b->launch != w->launch->number || b->block != w->block)) {
        b->launch = w->launch->number;
        b->block = w->block;
        b->n = 0;
        memset(b->group, 0, sizeof b->group);
    }
    if (b && b->n == b->room) {
        const size_t room = 2 * b->room + 16;
        void *more = realloc(b->copy, room * sizeof *b->copy);
        if (more) {
            b->copy = more;
            b->room = room;
        }
    }
    emu_go_on(log_end);
    if (!b || b->n == b->room)
        emu_stop_at("begins too many bulk copies: memory is exhausted", 0);
    return b;
}

/* ---- The bytes. */

/* Report the bytes [p, p + n) that must not be accessed, or were never set, as if the
   running thread accessed them at pc. */
static void look(uintptr_t p, uint32_t n, bool write, uintptr_t pc)
{
    const struct worker *w = emu_worker();
    const uint64_t in_shared = p - w->shared_base;
    const bool shared = in_shared < emu_shared_bytes();
    uint8_t *shadow = shared ? w->shared_shadow + in_shared / 4
                             : emu_shadow() + (p - emu_arena()) / 4;
    const uint64_t offset = shared ? SHARED_OFFSET + in_shared : p - emu_arena();
    for (uint32_t at = 0; at < n;) {
        uint32_t log2 = 4;
        while ((offset + at) % (1u << log2) || at + (1u << log2) > n)
            log2--;
        emu_odd_access(shadow + (offset % 4 + at) / 4, offset + at,
                       log2 | (write ? KEY_WRITE : 0), pc);
        at += 1u << log2;
    }
}

/* The swizzle permutes the 16-byte pieces of each row of 32, 64 or 128 bytes, by bits 7
   and up of the address in shared memory. */
static uint64_t swizzled(uint64_t offset, uint32_t bytes)
{
    const uint64_t window = emu_worker()->shared_base - emu_shared_window();
    const uint64_t address = offset + window;
    return bytes ? (address ^ ((address >> 7 & (bytes / 16 - 1)) << 4)) - window
                 : offset;
}

/* Bytes of a row of a box, and from row to row: with a swizzle, as many as it
   permutes. */
static uint32_t row_bytes(const struct tensor_map *m)
{
    return tensor_map_count(m, 0) * m->element;
}
static uint32_t pitch_of(const struct tensor_map *m)
{
    return m->swizzle ? m->swizzle : row_bytes(m);
}

/* Call `what` for the bytes of the copy in shared memory: for all, or if there are gaps
   between them, for each 16. */
static void each_part(struct worker *w, const struct copy *c,
                      void (*what)(struct worker *w, const struct copy *c,
                                   uint64_t offset, uint32_t bytes))
{
    const uint32_t row = c->map.rank ? row_bytes(&c->map) : c->bytes;
    if (!c->map.rank || row == pitch_of(&c->map)) {
        what(w, c, c->offset, c->bytes);
        return;
    }
    for (uint32_t at = 0; at < c->bytes; at += 16)
        what(w, c,
             swizzled(c->offset + (uint64_t)(at / row) * pitch_of(&c->map) + at % row,
                      c->map.swizzle),
             16);
}

/* A run of a box along dimension 0: where it is in shared memory, and the part of it
   that lies in the array: `skip` bytes after its start, `n` bytes; n = 0: none. */
struct run {
    uint64_t offset;
    uint32_t bytes, skip, n;
    uintptr_t from;
};

/* Run number `number` of a box. */
static struct run run_of(const struct copy *c, uint32_t number)
{
    const struct tensor_map *m = &c->map;
    const uint32_t width = tensor_map_count(m, 0);
    struct run r = {.bytes = row_bytes(m), .from = m->start};
    bool inside = true;
    r.offset = c->offset + (uint64_t)number * pitch_of(m);
    for (int i = 1; i < m->rank; i++) {
        const uint32_t count = tensor_map_count(m, i);
        const int64_t at = c->at[i] + (int64_t)(number % count) * m->step[i];
        number /= count;
        inside &= at >= 0 && at <= m->size[i];
        r.from += (uint64_t)at * m->stride[i - 1];
    }
    const int64_t first = c->at[0] < 0 ? -(int64_t)c->at[0] : 0;
    const int64_t left = (int64_t)m->size[0] + 1 - c->at[0];
    const int64_t end = left < width ? left : width;
    r.from += (uint64_t)(int64_t)c->at[0] * m->element;
    if (inside && first < end) {
        r.skip = (uint32_t)first * m->element;
        r.n = (uint32_t)(end - first) * m->element;
    }
    return r;
}

static uint32_t runs_of(const struct copy *c)
{
    uint32_t n = 1;
    for (int i = 1; i < c->map.rank; i++)
        n *= tensor_map_count(&c->map, i);
    return n;
}

/* What lies outside of the array is 0, or a NaN: on an H200 one of these bits. */
static void fill_outside(char *to, uint32_t n, const struct tensor_map *m)
{
    static const char nan[] = {(char)0xf7, 0x7f};
    for (uint32_t i = 0; i < n; i++)
        to[i] = m->fill == FILL_NAN ? nan[i % 2] : 0;
}

/* Floats as the map's type has them. */
static void convert(char *floats, uint32_t n, const struct tensor_map *m)
{
    const uint32_t exponent = 0x7f800000, below = 0x1fff; /* the bits that tf32 lacks */
    for (uint32_t i = 0; (m->rounds || m->flushes) && i < n; i += 4) {
        uint32_t bits;
        memcpy(&bits, floats + i, sizeof bits);
        if (m->flushes && !(bits & exponent))
            bits &= 0x80000000;
        if (m->rounds && (bits & exponent) != exponent)
            bits = (bits + (below + 1) / 2) & ~below;
        memcpy(floats + i, &bits, sizeof bits);
    }
}

static void load_run(const struct worker *w, const struct copy *c, const struct run *r)
{
    char row[256 * 8];
    fill_outside(row, r->bytes, &c->map);
    memcpy(row + r->skip, (const char *)r->from + r->skip, r->n);
    convert(row + r->skip, r->n, &c->map);
    for (uint32_t i = 0; i < r->bytes; i += 16)
        memcpy((char *)w->shared_base + swizzled(r->offset + i, c->map.swizzle),
               row + i, 16);
}

/* The copy engine stores whole pieces of 16 bytes: at the end of a row of the array, up
   to 15 more bytes. */
static uint32_t stored(const struct run *r)
{
    const uint32_t end = (r->skip + r->n + 15) / 16 * 16;
    return r->n ? end - r->skip : 0;
}

static void store_run(const struct worker *w, const struct copy *c, const struct run *r)
{
    char row[256 * 8];
    for (uint32_t i = 0; i < r->bytes; i += 16)
        memcpy(row + i,
               (const char *)w->shared_base + swizzled(r->offset + i, c->map.swizzle),
               16);
    memcpy((char *)r->from + r->skip, row + r->skip, stored(r));
}

/* Move all bytes of a copy. */
static void move(struct worker *w, const struct copy *c)
{
    const uint32_t runs = c->map.rank ? runs_of(c) : 0;
    char *shared = (char *)w->shared_base + c->offset;
    EMU_TELL(w->on, inside, true);
    for (uint32_t i = 0; i < runs; i++) {
        const struct run r = run_of(c, i);
        if (c->barrier >= 0)
            load_run(w, c, &r);
        else
            store_run(w, c, &r);
    }
    if (runs == 0 && c->barrier >= 0)
        memcpy(shared, (const char *)c->map.start, c->bytes);
    else if (runs == 0)
        memcpy((char *)c->map.start, shared, c->bytes);
    EMU_TELL(w->on, inside, false);
}

/* ---- Beginning. */

/* What is wrong with a copy, as text; NULL if it is right. */
static const char *wrong(const struct copy *c)
{
    if (c->offset >= emu_shared_bytes())
        return "begins a bulk copy whose place in shared memory is not in it";
    if (c->map.rank && c->map.magic != TENSOR_MAP_MAGIC)
        return "begins a tensor copy with a map that cuTensorMapEncodeTiled() has not "
               "made";
    if (!c->map.rank && (c->bytes % 16 || c->bytes == 0))
        return "begins a bulk copy of a number of bytes that is not a multiple of 16";
    return NULL;
}

/* What an H200 ends a kernel for: a first coordinate that is no multiple of 16 bytes,
   or a store to a box that begins before the array. */
static enum fault_kind wrong_place(const struct copy *c)
{
    if (c->map.rank && (int64_t)c->at[0] * c->map.element % 16)
        return FAULT_MISALIGNED;
    for (int i = 0; c->barrier < 0 && i < c->map.rank; i++)
        if (c->at[i] < 0)
            return FAULT_OUT_OF_BOUNDS;
    return FAULT_NONE;
}

static void read_part(struct worker *w, const struct copy *c, uint64_t offset,
                      uint32_t bytes)
{
    const struct bulk_access a = {BULK_READS, c->thread, c->pc, offset, bytes};
    look(w->shared_base + offset, bytes, false, c->pc);
    EMU_TELL(w->on, bulk, w, &a);
}

static void fill_part(struct worker *w, const struct copy *c, uint64_t offset,
                      uint32_t bytes)
{
    enum { UNSET = 0x0f }; /* a byte of the shadow is a word */
    const uint64_t end = offset + bytes;
    const struct bulk_access a = {BULK_FILLS, c->thread, c->pc, offset, bytes};
    look(w->shared_base + offset, bytes, true, c->pc);
    EMU_TELL(w->on, bulk, w, &a);
    memset(w->shared_shadow + offset / 4, UNSET, bytes / 4);
    w->shared_low = offset < w->shared_low ? offset : w->shared_low;
    w->shared_high = end > w->shared_high ? end : w->shared_high;
}

static void land_part(struct worker *w, const struct copy *c, uint64_t offset,
                      uint32_t bytes)
{
    const struct landing l = {.barrier = c->barrier,
                              .thread = c->thread,
                              .pc = c->pc,
                              .offset = offset,
                              .bytes = bytes,
                              .bulk = true,
                              .swizzle = c->map.swizzle};
    memset(w->shared_shadow + offset / 4, 0xff, bytes / 4);
    EMU_TELL(w->on, landed, w, &l);
}

static void finish_part(struct worker *w, const struct copy *c, uint64_t offset,
                        uint32_t bytes)
{
    const struct bulk_access a = {BULK_DONE, c->thread, c->pc, offset, bytes};
    EMU_TELL(w->on, bulk, w, &a);
}

/* Check the copy as the running thread's, and remember it. */
static void begin(struct copy *c)
{
    struct worker *w = emu_worker();
    const uint32_t least = c->map.rank ? 128 : 16;
    const bool load = c->barrier >= 0;
    c->thread = emu_running(w);
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
    for (uint32_t i = 0; i < (c->map.rank ? runs_of(c) : 1); i++) {
        struct run r = {.n = c->bytes, .from = c->map.start};
        if (c->map.rank)
            r = run_of(c, i);
        const uint32_t n = load || !c->map.rank ? r.n : stored(&r);
        const struct bulk_run run = {
            .first = i == 0,
            .write = !load,
            .offset = r.from + r.skip - emu_arena(),
            .bytes = n,
        };
        look(r.from + r.skip, n, !load, c->pc);
        EMU_TELL(w->on, bulk_run, w, &run);
    }
    each_part(w, c, load ? fill_part : read_part);
    struct bulks *b = need(w);
    c->group = b->group[c->thread];
    b->copy[b->n++] = *c;
}

static struct copy tensor_copy(const void *map, const int at[], int rank,
                               const void *shared, uintptr_t pc)
{
    struct copy c = {.offset = (uintptr_t)shared - emu_worker()->shared_base,
                     .pc = pc,
                     .barrier = -1};
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

static struct copy plain_copy(const void *global, const void *shared, uint32_t bytes,
                              uintptr_t pc)
{
    return (struct copy){.map = {.start = (uintptr_t)global},
                         .offset = (uintptr_t)shared - emu_worker()->shared_base,
                         .bytes = bytes,
                         .pc = pc,
                         .barrier = -1};
}

/* The mbarrier's phase counts the copy's bytes. */
static void load(struct copy *c, void *mbarrier)
{
    emu_barrier_order(c->pc);
    c->barrier = emu_mbarrier_find(
        mbarrier, "begins a bulk copy with an mbarrier that is not initialised", c->pc);
    begin(c);
    emu_barrier_fills(c->barrier);
}

void emu_tensor_load(void *shared, const void *map, const int at[], int rank,
                     void *mbarrier)
{
    struct copy c =
        tensor_copy(map, at, rank, shared, (uintptr_t)__builtin_return_address(0));
    load(&c, mbarrier);
}

void emu_bulk_load(void *shared, const void *global, unsigned bytes, void *mbarrier)
{
    struct copy c =
        plain_copy(global, shared, bytes, (uintptr_t)__builtin_return_address(0));
    load(&c, mbarrier);
}

void emu_tensor_store(const void *map, const int at[], int rank, const void *shared)
{
    struct copy c =
        tensor_copy(map, at, rank, shared, (uintptr_t)__builtin_return_address(0));
    emu_barrier_order(c.pc);
    begin(&c);
}

void emu_bulk_store(void *global, const void *shared, unsigned bytes)
{
    struct copy c =
        plain_copy(global, shared, bytes, (uintptr_t)__builtin_return_address(0));
    emu_barrier_order(c.pc);
    begin(&c);
}

/* ---- Completion. */

uint64_t emu_bulk_land(struct worker *w, int i)
{
    struct bulks *b = of(w);
    for (size_t k = 0; b && k < b->n; k++) {
        const struct copy c = b->copy[k];
        if (c.barrier != i)
            continue;
        move(w, &c);
        each_part(w, &c, land_part);
        b->n--;
        memmove(&b->copy[k], &b->copy[k + 1], (b->n - k) * sizeof c);
        return c.bytes;
    }
    return 0;
}

/* Complete the stores of the thread in groups before this one. */
static void complete_stores(struct worker *w, uint32_t thread, uint32_t group)
{
    struct bulks *b = of(w);
    size_t kept = 0;
    for (size_t k = 0; b && k < b->n; k++) {
        const struct copy c = b->copy[k];
        if (c.barrier >= 0 || c.thread != thread || c.group >= group) {
            b->copy[kept++] = c;
            continue;
        }
        move(w, &c);
        each_part(w, &c, finish_part);
    }
    if (b)
        b->n = kept;
}

void emu_bulk_commit(void)
{
    const struct worker *w = emu_worker();
    need(w)->group[emu_running(w)]++;
}

void emu_bulk_wait(unsigned prior)
{
    struct worker *w = emu_worker();
    const struct bulks *b = of(w);
    const uint32_t thread = emu_running(w);
    emu_barrier_order((uintptr_t)__builtin_return_address(0));
    if (b && b->group[thread] > prior)
        complete_stores(w, thread, b->group[thread] - prior);
}

void emu_bulk_end(struct worker *w)
{
    const struct bulks *b = of(w);
    for (size_t k = 0; b && k < b->n; k++)
        if (b->copy[k].barrier < 0)
            move(w, &b->copy[k]);
    if (b)
        all[w->number]->n = 0;
}

/* From the first byte in shared memory to the last. */
static uint32_t room_of(const struct copy *c)
{
    return c->map.rank ? c->bytes / row_bytes(&c->map) * pitch_of(&c->map) : c->bytes;
}

bool emu_bulk_in_flight(const struct worker *w, uint64_t offset, uint32_t *thread,
                        uintptr_t *pc)
{
    const struct bulks *b = of(w);
    const uint64_t at = offset - SHARED_OFFSET;
    for (size_t k = 0; b && k < b->n; k++)
        if (b->copy[k].barrier >= 0 && at - b->copy[k].offset < room_of(&b->copy[k])) {
            *thread = b->copy[k].thread;
            *pc = b->copy[k].pc;
            return true;
        }
    return false;
}
