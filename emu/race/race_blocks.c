/*
 * Races between blocks. Two blocks of one launch have no defined order. If both access
 * one byte, and one of them writes it without an atomic operation, that is a race. For
 * each word the lowest and the highest access of each kind are kept. They do not depend
 * on the order of the run, and they show if more than one block accessed the word. For
 * a kernel that orders its blocks by fences, race_ordered.c decides.
 *
 *   an access:   block:29  thread:11  pc:24
 */
#include <pthread.h>
#include <string.h>

#include "launch.h"
#include "note.h"
#include "platform.h"
#include "race_cells.h"
#include "symbols.h"

enum {
    CELLS = 1024, /* per chunk */
    THREAD_BITS = 11,
    PC_BITS = 24,
    BLOCK_SHIFT = THREAD_BITS + PC_BITS
};
/* STRONG: a load by an atomic operation, or of a volatile variable. A store to one is
   ATOMIC, too: both are relaxed, not weak (PTX ISA, memory consistency model). */
enum kind { READ, WRITE, ATOMIC, STRONG, KINDS };

/* The cells of some neighbouring words, or bytes. They are valid for phase `phase` of
   launch `launch`. */
struct chunk {
    atomic_uint phase;
    unsigned launch;
    struct cell {
        atomic_ullong highest[KINDS];
        atomic_ullong lowest[KINDS]; /* as ~access, so that 0 means none here too */
        atomic_uint stored;          /* by the first write; 0: none yet... */
        atomic_bool differ;          /* ...and another write stored something else */
    } cell[CELLS];
    atomic_ullong writer[CELLS]; /* the last write in any launch: launch:40 pc:24 */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool fenced;  /* the launch has executed a __threadfence() */
static atomic_uint counted; /* the last launch with an atomic operation */

static uint64_t bytes_of_chunks(const struct region *g, enum grain grain)
{
    return (emu_cells(g, grain) + CELLS - 1) / CELLS * sizeof(struct chunk);
}

bool emu_blocks_open(struct region *g, enum grain grain)
{
    if (g->chunks[grain])
        return true;
    pthread_mutex_lock(&lock);
    if (!g->chunks[grain])
        g->chunks[grain] = emu_region_cells(bytes_of_chunks(g, grain));
    pthread_mutex_unlock(&lock);
    return g->chunks[grain];
}

void emu_blocks_close(struct region *g)
{
    for (enum grain k = WORDS; k < GRAINS; k++)
        if (g->chunks[k])
            emu_pages_free(g->chunks[k], bytes_of_chunks(g, k),
                           g->chunks_used[k] * sizeof(struct chunk));
    emu_ordered_close(g);
}

/* True if the order that the launch's fences give is known: race_ordered.c. A fence of
   host code's library is not, and blocks of a cluster have more ways. */
static bool is_followed(const struct worker *w)
{
    return emu_race_cells(w)->blocks && w->launch->together == 1;
}

void emu_race_fenced(struct worker *w, uintptr_t pc)
{
    const struct dim3 grid = w->launch->config.__grid;
    if (emu_race_cells(w)->blocks)
        emu_block_order_fence(emu_race_cells(w)->blocks, emu_running(w));
    if (!fenced && !is_followed(w) && (grid.x > 1 || grid.y > 1 || grid.z > 1))
        emu_note(
            pc, "UNSEEN",
            "before a thread reads what another block stored, it must see the flag or "
            "counter that the other block set after its fence",
            "%s orders its blocks by a fence: races between blocks are not checked",
            w->launch->kernel);
    fenced = true;
}

static void raise_to(atomic_ullong *cell, unsigned long long value)
{
    unsigned long long now = atomic_load(cell);
    while (now < value && !atomic_compare_exchange_weak(cell, &now, value))
        ;
}

/* The cell, if any block has touched it in this phase (launch.h). */
static const struct cell *touched(const struct region *g, unsigned phase,
                                  enum grain grain, uint64_t at)
{
    const struct chunk *c = g->chunks[grain] ? &g->chunks[grain][at / CELLS] : NULL;
    return c && c->phase == phase ? &c->cell[at % CELLS] : NULL;
}

/* The highest and the lowest access of a kind in either of two cells, NULL for none.
   False if there is no such access. */
static bool extremes(const struct cell *const of[2], enum kind k, uint64_t *high,
                     uint64_t *low)
{
    uint64_t not_low = *high = 0;
    for (int i = 0; i < 2; i++)
        if (of[i]) {
            *high = of[i]->highest[k] > *high ? of[i]->highest[k] : *high;
            not_low = of[i]->lowest[k] > not_low ? of[i]->lowest[k] : not_low;
        }
    *low = ~not_low;
    return *high; /* pc is never 0, so no access is */
}

/* Two accesses of these kinds by different blocks: *a by the later one. */
static bool pair(const struct cell *const of[2], enum kind ka, enum kind kb,
                 uint64_t *a, uint64_t *b)
{
    uint64_t high_a, low_a, high_b, low_b;
    if (!extremes(of, ka, &high_a, &low_a) || !extremes(of, kb, &high_b, &low_b))
        return false;
    *a = high_a;
    *b = low_b;
    if (*a >> BLOCK_SHIFT > *b >> BLOCK_SHIFT)
        return true;
    *a = low_a;
    *b = high_b;
    return *b >> BLOCK_SHIFT > *a >> BLOCK_SHIFT;
}

struct clash {
    uint64_t a, b; /* accesses */
    enum kind ka, kb;
};

/* True if all writes to these cells stored equal values. */
static bool all_equal(const struct cell *const of[2])
{
    const bool first = of[0] && of[0]->highest[WRITE],
               second = of[1] && of[1]->highest[WRITE];
    const struct cell *const c = first ? of[0] : of[1];
    return first != second && c->stored && !c->differ;
}

bool emu_blocks_differ(const struct region *g, unsigned phase, uint64_t byte)
{
    const struct cell *const of[2] = {touched(g, phase, WORDS, byte / 4),
                                      touched(g, phase, BYTES, byte)};
    return (of[0] && of[0]->differ) || (of[1] && of[1]->differ);
}

/* If blocks race for this byte of the array, or for its whole word. */
enum verdict { RACES_NOT, RACES_EQUAL /* by equal values only */, RACES };
static enum verdict races(const struct region *g, unsigned phase, uint64_t byte,
                          bool whole, struct clash *found)
{
    static const enum kind kinds[][2] = {{WRITE, WRITE},
                                         {WRITE, READ},
                                         {WRITE, ATOMIC},
                                         {READ, ATOMIC},
                                         {WRITE, STRONG}};
    const struct cell *const of[2] = {touched(g, phase, WORDS, byte / 4),
                                      whole ? NULL : touched(g, phase, BYTES, byte)};
    const bool equal = all_equal(of);
    for (size_t k = equal; k < sizeof kinds / sizeof *kinds; k++) {
        found->ka = kinds[k][0];
        found->kb = kinds[k][1];
        if (pair(of, found->ka, found->kb, &found->a, &found->b))
            return RACES;
    }
    found->ka = found->kb = WRITE;
    return equal && pair(of, WRITE, WRITE, &found->a, &found->b) ? RACES_EQUAL
                                                                 : RACES_NOT;
}

/* True if no block but that of this access has accessed the cell. */
static bool is_alone(const struct cell *c, uint64_t access)
{
    uint64_t differ = 0;
    for (enum kind k = READ; k < KINDS; k++)
        if (c->highest[k])
            differ |= (c->highest[k] ^ access) | (~c->lowest[k] ^ access);
    return differ >> BLOCK_SHIFT == 0;
}

static void note_stored(struct cell *c, unsigned stored)
{
    unsigned first = 0;
    if (stored && atomic_compare_exchange_strong(&c->stored, &first, stored))
        return;
    if (first != stored || !stored)
        c->differ = true;
}

void emu_blocks_touch(struct worker *w, const struct request *r, int i,
                      struct region *g, enum grain grain, uint64_t at)
{
    struct chunk *c = &g->chunks[grain][at / CELLS];
    const unsigned phase = w->launch->phase;
    emu_ordered_touch(w, r, i, g, grain, at);
    if (c->phase != phase) {
        pthread_mutex_lock(&lock);
        if (c->phase != phase) {
            /* The first time it is all 0, but a page that is first written costs far
               less than one that is read before. */
            memset(c->cell, 0, sizeof c->cell);
            c->launch = w->launch->number;
            c->phase = phase;
            if (g->chunks_used[grain] <= at / CELLS)
                g->chunks_used[grain] = at / CELLS + 1;
        }
        pthread_mutex_unlock(&lock);
    }
    const bool strong = r->atomic || r->compared || emu_is_volatile(r->pc);
    const enum kind kind = r->write ? strong ? ATOMIC : WRITE : strong ? STRONG : READ;
    if (kind == WRITE)
        atomic_store_explicit(&g->written, w->launch->number, memory_order_relaxed);
    if (r->atomic && counted != w->launch->number)
        counted = w->launch->number;
    uint64_t thread = w->first_lane + r->lane[i];
    uint64_t own =
        w->block << BLOCK_SHIFT | thread << PC_BITS | (r->pc & ((1 << PC_BITS) - 1));
    if (r->write && !r->async)
        atomic_store_explicit(&c->writer[at % CELLS],
                              (uint64_t)w->launch->number << PC_BITS |
                                  (r->pc & ((1 << PC_BITS) - 1)),
                              memory_order_relaxed);
    if (kind == WRITE)
        note_stored(&c->cell[at % CELLS], emu_race_stored(r, i));
    raise_to(&c->cell[at % CELLS].highest[kind], own);
    raise_to(&c->cell[at % CELLS].lowest[kind], ~own);
    bool apart = g->chunks[BYTES];
    if (!apart && is_alone(&c->cell[at % CELLS], own))
        return;
    uint64_t byte = grain == WORDS ? 4 * at : at, n = grain == WORDS && apart ? 4 : 1;
    struct clash found;
    for (uint64_t b = byte; b < byte + n; b++) {
        const enum verdict verdict = races(g, phase, b, !apart, &found);
        if (verdict != RACES_NOT)
            raise_to(verdict == RACES ? &g->racing : &g->equal, ~b);
    }
}

bool emu_blocks_writer(const struct region *g, uint64_t word, struct writer *writer)
{
    const uint32_t pcs = (1 << PC_BITS) - 1, threads = (1 << THREAD_BITS) - 1;
    const struct chunk *found = NULL;
    uint64_t last = 0, access = 0;
    for (int i = 0; i < 5; i++) { /* the word itself, and its bytes */
        enum grain grain = i == 0 ? WORDS : BYTES;
        uint64_t at = i == 0 ? word : 4 * word + i - 1;
        const struct chunk *c = g->chunks[grain] ? &g->chunks[grain][at / CELLS] : NULL;
        if (!c || c->writer[at % CELLS] <= last)
            continue;
        const struct cell *cell = &c->cell[at % CELLS];
        uint64_t write = cell->highest[WRITE], atomic = cell->highest[ATOMIC];
        found = c;
        last = c->writer[at % CELLS];
        access = write > atomic ? write : atomic;
    }
    if (!found)
        return false;
    writer->launch = last >> PC_BITS;
    writer->pc = emu_full_pc(last & pcs);
    writer->block_known = writer->launch == found->launch && access;
    writer->block = access >> BLOCK_SHIFT;
    writer->thread = access >> PC_BITS & threads;
    return true;
}

struct fault_record emu_blocks_fault(const struct block_access *a,
                                     const struct block_access *b, uint64_t offset,
                                     uint32_t size)
{
    const bool swapped = !b->write || (a->write && a->block < b->block);
    const struct block_access *const first = swapped ? b : a, *const other =
                                                                  swapped ? a : b;
    return (struct fault_record){.kind = FAULT_RACE,
                                 .detail = DETAIL_BLOCKS,
                                 .block = first->block,
                                 .other_block = other->block,
                                 .pc = first->pc,
                                 .other_pc = other->pc,
                                 .thread = first->thread,
                                 .other_thread = other->thread,
                                 .offset = offset,
                                 .size = size,
                                 .write = first->write,
                                 .other_write = other->write,
                                 .with_atomic = a->atomic || b->atomic};
}

static struct block_access access_of(uint64_t access, enum kind kind)
{
    return (struct block_access){.block = access >> BLOCK_SHIFT,
                                 .pc = emu_full_pc(access & ((1 << PC_BITS) - 1)),
                                 .thread = access >> PC_BITS & ((1 << THREAD_BITS) - 1),
                                 .write = kind == WRITE || kind == ATOMIC,
                                 .atomic = kind == ATOMIC};
}

/* The race for this byte of the array. */
static void report(struct region *g, struct worker *w, uint64_t byte)
{
    bool whole = true;
    struct clash c;
    enum verdict verdict = races(g, w->launch->phase, byte, whole, &c);
    if (verdict == RACES_NOT) {
        whole = false;
        verdict = races(g, w->launch->phase, byte, whole, &c);
        if (verdict == RACES_NOT)
            return;
    }
    const struct block_access a = access_of(c.a, c.ka), b = access_of(c.b, c.kb);
    const struct fault_record f = emu_blocks_fault(
        &a, &b, g->offset + (whole ? byte & ~3ull : byte), whole ? 4 : 1);
    if (verdict == RACES)
        emu_fault_record(w, &f);
    else
        emu_race_equal(w, &f);
}

void emu_race_read_only(struct worker *w, const void *p, size_t n, uintptr_t pc)
{
    const uint64_t offset = (uintptr_t)p - emu_arena();
    const struct region *const g = emu_region_find(offset);
    for (uint64_t at = offset; g && at < offset + n; at += 4) {
        const uint64_t word = (at - g->offset) / 4;
        const struct cell *const c = touched(g, w->launch->phase, WORDS, word);
        const uint64_t write = c ? c->highest[WRITE] : 0;
        if (!write)
            continue;
        const struct block_access store = access_of(write, WRITE);
        struct fault_record f = emu_fault_here(FAULT_RACE, pc);
        f.detail = DETAIL_CACHED;
        f.other_block = store.block;
        f.other_thread = store.thread;
        f.other_pc = store.pc;
        f.other_write = true;
        f.offset = g->offset + 4 * word;
        f.size = 4;
        emu_fault_record(w, &f);
        return;
    }
}

void emu_race_phase(struct worker *w)
{
    struct region *g;
    /* A fault within a block may be the cause of a race between blocks. */
    const bool explained = emu_faults();
    for (int i = 0; (g = emu_region(i)); i++) {
        if (g->racing && !fenced && !explained)
            report(g, w, ~g->racing);
        else if (g->equal && !fenced && !explained)
            report(g, w, ~g->equal);
        g->racing = g->equal = 0;
    }
    emu_ordered_report(w, fenced && is_followed(w) && !explained);
}

bool emu_race_has_atomics(void)
{
    return counted && counted == emu_launch_last()->number;
}

void emu_race_completed(const struct launch *l)
{
    int n;
    (void)l;
    emu_race_equal_check();
    emu_race_phase(emu_workers(&n)[0]);
    fenced = false;
    emu_race_equal_tell();
}
