/*
 * Races between blocks. Two blocks of one launch are in no order at all: if both touch
 * one byte, and one of them writes it, other than by an atomic operation, that is a
 * race. Of each word the lowest and the highest access of each kind are kept, which is
 * the same whatever the cores do, and tells two blocks from one. A kernel that calls
 * __threadfence() puts its blocks in an order that cannot be seen here: its blocks are
 * not compared.
 *
 *   an access:   block:29  thread:11  pc:24
 */
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

#include "race.h"

enum {
    WORDS = 1024,
    THREAD_BITS = 11,
    PC_BITS = 24,
    BLOCK_SHIFT = THREAD_BITS + PC_BITS
};
enum kind { READ, WRITE, ATOMIC, KINDS };

/* The cells of some neighbouring words; they count from the launch that `launch` says.
 */
struct chunk {
    atomic_uint launch;
    struct {
        atomic_ullong highest[KINDS];
        atomic_ullong lowest[KINDS]; /* as ~access, so that 0 is none here too */
    } cell[WORDS];
    atomic_ullong writer[WORDS]; /* the last write in any launch: launch:40 pc:24 */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool fenced; /* the launch has called __threadfence() */

static uint64_t bytes_of_chunks(const struct region *g)
{
    return (g->cells + WORDS - 1) / WORDS * sizeof(struct chunk);
}

bool emu_blocks_open(struct region *g)
{
    void *p = mmap(NULL, bytes_of_chunks(g), PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    g->chunks = p == MAP_FAILED ? NULL : p;
    return g->chunks;
}

void emu_blocks_close(struct region *g)
{
    munmap(g->chunks, bytes_of_chunks(g));
}

void emu_race_fence(void)
{
    fenced = true;
}

static void raise_to(atomic_ullong *cell, unsigned long long value)
{
    unsigned long long now = atomic_load(cell);
    while (now < value && !atomic_compare_exchange_weak(cell, &now, value))
        ;
}

static uint64_t highest(const struct chunk *c, uint64_t i, enum kind k)
{
    return c->cell[i].highest[k];
}

static uint64_t lowest(const struct chunk *c, uint64_t i, enum kind k)
{
    return ~c->cell[i].lowest[k];
}

/* Two accesses of the cell, of these kinds, by different blocks: *a by the later one.
 */
static bool pair(const struct chunk *c, uint64_t i, enum kind ka, enum kind kb,
                 uint64_t *a, uint64_t *b)
{
    uint64_t high_a = highest(c, i, ka), high_b = highest(c, i, kb);
    uint64_t low_a = lowest(c, i, ka), low_b = lowest(c, i, kb);
    if (!high_a || !high_b) /* pc is never 0, so no access is */
        return false;
    *a = high_a;
    *b = low_b;
    if (*a >> BLOCK_SHIFT > *b >> BLOCK_SHIFT)
        return true;
    *a = low_a;
    *b = high_b;
    return *b >> BLOCK_SHIFT > *a >> BLOCK_SHIFT;
}

static bool races(const struct chunk *c, uint64_t i, uint64_t *a, enum kind *ka,
                  uint64_t *b, enum kind *kb)
{
    static const enum kind kinds[][2] = {
        {WRITE, WRITE}, {WRITE, READ}, {WRITE, ATOMIC}, {READ, ATOMIC}};
    for (int k = 0; k < 4; k++) {
        *ka = kinds[k][0];
        *kb = kinds[k][1];
        if (pair(c, i, *ka, *kb, a, b))
            return true;
    }
    return false;
}

void emu_blocks_touch(struct worker *w, const struct request *r, int i,
                      struct region *g, uint64_t at)
{
    struct chunk *c = &g->chunks[at / WORDS];
    unsigned number = emu_launch_now.number;
    if (c->launch != number) {
        pthread_mutex_lock(&lock);
        if (c->launch != number) {
            memset(c->cell, 0, sizeof c->cell);
            c->launch = number;
        }
        pthread_mutex_unlock(&lock);
    }
    enum kind kind = r->atomic ? ATOMIC : r->write ? WRITE : READ, ka, kb;
    uint64_t thread = w->first_lane + r->lane[i], a, b;
    uint64_t own =
        w->block << BLOCK_SHIFT | thread << PC_BITS | (r->pc & ((1 << PC_BITS) - 1));
    if (kind != READ)
        atomic_store_explicit(&c->writer[at % WORDS],
                              (uint64_t)number << PC_BITS |
                                  (r->pc & ((1 << PC_BITS) - 1)),
                              memory_order_relaxed);
    raise_to(&c->cell[at % WORDS].highest[kind], own);
    raise_to(&c->cell[at % WORDS].lowest[kind], ~own);
    if (races(c, at % WORDS, &a, &ka, &b, &kb))
        raise_to(&g->racing, ~at);
}

bool emu_blocks_writer(const struct region *g, uint64_t at, struct writer *writer)
{
    const struct chunk *c = &g->chunks[at / WORDS];
    uint64_t last = c->writer[at % WORDS];
    if (!last)
        return false;
    uint64_t write = highest(c, at % WORDS, WRITE),
             atomic = highest(c, at % WORDS, ATOMIC);
    uint64_t access = write > atomic ? write : atomic;
    writer->launch = last >> PC_BITS;
    writer->pc = emu_full_pc(last & ((1 << PC_BITS) - 1));
    writer->block_known = c->launch == writer->launch && access;
    writer->block = access >> BLOCK_SHIFT;
    writer->thread = access >> PC_BITS & ((1 << THREAD_BITS) - 1);
    return true;
}

static void report(struct region *g, struct worker *w)
{
    uint64_t at = ~g->racing, a, b;
    enum kind ka, kb;
    if (!races(&g->chunks[at / WORDS], at % WORDS, &a, &ka, &b, &kb))
        return;
    if (a >> BLOCK_SHIFT < b >> BLOCK_SHIFT) { /* the later block is told first */
        uint64_t access = a;
        enum kind kind = ka;
        a = b, b = access, ka = kb, kb = kind;
    }
    uint32_t threads = (1 << THREAD_BITS) - 1, pcs = (1 << PC_BITS) - 1;
    struct raw_fault f = {.kind = FAULT_RACE,
                          .detail = DETAIL_BLOCKS,
                          .block = a >> BLOCK_SHIFT,
                          .other_block = b >> BLOCK_SHIFT,
                          .pc = emu_full_pc(a & pcs),
                          .other_pc = emu_full_pc(b & pcs),
                          .thread = a >> PC_BITS & threads,
                          .other_thread = b >> PC_BITS & threads,
                          .offset = g->offset + (at << g->shift),
                          .size = 1 << g->shift,
                          .write = ka != READ,
                          .other_write = kb != READ};
    emu_fault_record(w, &f);
}

void emu_race_landed(struct worker *w)
{
    struct region *g;
    for (int i = 0; !fenced && (g = emu_region(i)); i++)
        if (g->racing)
            report(g, w);
    fenced = false;
}
