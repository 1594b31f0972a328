/*
 * Races between the blocks of a launch that orders them by fences (block_order.h). Of
 * each word, or byte, the last accesses are kept: the write, the write by a strong
 * operation, and two reads. Each access is compared with them when it is made.
 */
#include <pthread.h>
#include <string.h>

#include "block_order.h"
#include "launch.h"
#include "log.h"
#include "memory.h"
#include "platform.h"
#include "race_cells.h"
#include "symbols.h"
#include "variable.h"

enum { CELLS = 1024, LOCKS = 64, WRITE = 0, STRONG_WRITE, READS, KEPT = READS + 2 };

/* One lane's access. */
struct touch {
    uint64_t block : 40, pc : 24; /* pc 0: none */
    uint32_t clock, stored;       /* stored: as in race_equal.c */
    uint16_t thread;
    bool write, strong, atomic;
    bool late; /* the block had accessed it by a strong operation before */
};

struct ordered {
    atomic_uint phase;
    struct touch last[CELLS][KEPT];
};

static pthread_mutex_t locks[LOCKS] = {[0 ... LOCKS - 1] = PTHREAD_MUTEX_INITIALIZER};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    bool is;
    struct fault_record fault; /* at the lowest place */
} found;

static uint64_t bytes_of(const struct region *g, enum grain grain)
{
    return (emu_cells(g, grain) + CELLS - 1) / CELLS * sizeof(struct ordered);
}

static struct ordered *open_cells(struct region *g, enum grain grain)
{
    if (g->ordered[grain])
        return g->ordered[grain];
    pthread_mutex_lock(&lock);
    if (!g->ordered[grain])
        g->ordered[grain] = emu_region_cells(bytes_of(g, grain));
    pthread_mutex_unlock(&lock);
    return g->ordered[grain];
}

void emu_ordered_close(struct region *g)
{
    for (enum grain k = WORDS; k < GRAINS; k++)
        if (g->ordered[k])
            emu_pages_free(g->ordered[k], bytes_of(g, k), bytes_of(g, k));
}

/* The order of strong operations on one flag is that in which blocks have seen them. So
   the last block may reset a counter by a store. */
static bool compete(const struct touch *a, const struct touch *b)
{
    return (a->write || b->write) && !(a->strong && (b->strong || b->late)) &&
           !(b->strong && a->late);
}

static bool races(const struct block_order *o, const struct touch *before,
                  const struct touch *now)
{
    return before->pc && before->block != now->block && compete(before, now) &&
           !(before->write && now->write && now->stored &&
             before->stored == now->stored) &&
           !emu_block_order_covers(o, before->block, before->thread, before->clock);
}

static struct block_access access_of(const struct touch *t)
{
    return (struct block_access){.block = t->block,
                                 .pc = emu_full_pc(t->pc),
                                 .thread = t->thread,
                                 .write = t->write,
                                 .atomic = t->atomic};
}

static void keep(const struct region *g, uint64_t byte, uint32_t size,
                 const struct touch *before, const struct touch *now)
{
    const struct block_access a = access_of(before), b = access_of(now);
    struct fault_record f = emu_blocks_fault(&a, &b, g->offset + byte, size);
    f.fenced = true;
    pthread_mutex_lock(&lock);
    if (!found.is || f.offset < found.fault.offset) {
        found.is = true;
        found.fault = f;
    }
    pthread_mutex_unlock(&lock);
}

/* Compare with the accesses of a cell; a cell of an earlier phase has none. */
static void compare(const struct worker *w, const struct region *g, enum grain grain,
                    uint64_t at, const struct touch *now)
{
    const struct ordered *const c =
        g->ordered[grain] ? &g->ordered[grain][at / CELLS] : NULL;
    const uint32_t size = grain == WORDS ? 4 : 1;
    if (!c || c->phase != w->launch->phase)
        return;
    for (int i = 0; i < KEPT; i++)
        if (races(emu_race_cells(w)->blocks, &c->last[at % CELLS][i], now))
            keep(g, at * size, size, &c->last[at % CELLS][i], now);
}

/* Where to keep a read: over one of this block, or over one that comes before this one;
   else over the last. */
static int place_of_read(const struct block_order *o, const struct touch last[KEPT],
                         const struct touch *now)
{
    for (int i = READS; i < KEPT; i++)
        if (!last[i].pc || last[i].block == now->block)
            return i;
    const struct touch *const first = &last[READS];
    return emu_block_order_covers(o, first->block, first->thread, first->clock)
               ? READS
               : KEPT - 1;
}

static void enter(const struct worker *w, struct ordered *c, uint64_t at,
                  const struct touch *now)
{
    struct touch *const last = c->last[at % CELLS];
    if (c->phase != w->launch->phase) {
        memset(c->last, 0, sizeof c->last);
        c->phase = w->launch->phase;
    }
    last[now->write ? now->strong ? STRONG_WRITE : WRITE
                    : place_of_read(emu_race_cells(w)->blocks, last, now)] = *now;
}

/* The address of byte `at` of the array. */
static uintptr_t address(const struct region *g, uint64_t at)
{
    return g->offset >= MODULE_OFFSET
               ? emu_variable_address(g->offset + at - MODULE_OFFSET)
               : emu_arena() + g->offset + at;
}

void emu_ordered_touch(struct worker *w, const struct request *r, int i,
                       struct region *g, enum grain grain, uint64_t at)
{
    struct block_order *const o = emu_race_cells(w)->blocks;
    struct ordered *const c = o ? open_cells(g, grain) : NULL;
    if (!c)
        return;
    const bool is_volatile = emu_is_volatile(r->pc);
    const uintptr_t place = address(g, grain == WORDS ? 4 * at : at);
    if (is_volatile && !r->write)
        emu_block_order_learn(o, place);
    const uint32_t thread = w->first_lane + r->lane[i];
    const struct touch now = {.block = w->block,
                              .pc = r->pc & 0xffffff,
                              .clock = emu_block_order_clock(o, thread),
                              .stored = r->write ? emu_race_stored(r, i) : 0,
                              .thread = (uint16_t)thread,
                              .write = r->write,
                              .strong = r->atomic || r->compared || is_volatile,
                              .atomic = r->atomic,
                              .late = emu_block_order_used_flag(o, place)};
    const uint64_t word = grain == WORDS ? at : at / 4;
    pthread_mutex_t *const own = &locks[word / CELLS % LOCKS];
    pthread_mutex_lock(own);
    compare(w, g, grain, at, &now);
    if (grain == BYTES)
        compare(w, g, WORDS, word, &now);
    for (uint64_t b = 4 * at; grain == WORDS && g->ordered[BYTES] && b < 4 * at + 4;
         b++)
        compare(w, g, BYTES, b, &now);
    enter(w, &c[at / CELLS], at, &now);
    pthread_mutex_unlock(own);
}

void emu_ordered_report(struct worker *w, bool wanted)
{
    if (found.is && wanted)
        emu_fault_record(w, &found.fault);
    found.is = false;
    emu_block_order_forget();
}
