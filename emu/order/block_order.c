/* Vector clocks of blocks and flags; block_order.h states the contract. */
#define _GNU_SOURCE /* tdestroy() */
#include "block_order.h"

#include <pthread.h>
#include <search.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "event.h"
#include "mix.h"
#include "settings.h"

/* The function that a kernel's fences call: NULL if the program has none. */
extern __typeof__(emu_thread_fence) emu_thread_fence __attribute__((weak));

/* A vector clock: for each warp of the grid, what it did at this clock and before is
   known. Warps are many, but most have equal clocks: so it is a list of runs of them,
   in order. A warp of no run has clock 0: nothing is known. */
struct known {
    uint32_t n, room;
    struct run {
        uint64_t first, last;
        uint32_t clock;
    } * run;
};

struct block_order {
    uint32_t warps;
    struct warp {
        uint32_t clock;  /* from 1; goes on at a fence, and where threads meet... */
        bool used;       /* ...if it has accessed memory at this clock */
        uint32_t met;    /* before this clock, and with it, it has met the others... */
        uint32_t fenced; /* ...and a fence orders what it did; 0: nothing */
    } warp[MAX_WARPS];
    bool fences;              /* a thread has executed one... */
    bool met;                 /* ...and then all have met */
    bool thread[MAX_THREADS]; /* has executed a fence */
    uint64_t flags[16];       /* one bit for each flag that it has accessed, by hash */
    struct known knows, fenced, sum;
};

struct flag {
    uintptr_t at;
    struct known knows;
};

/* The flags that blocks have written: a tree of struct flag. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *flags;
static atomic_bool any; /* there is a flag */
static const char what[] = "the order of blocks";

bool emu_block_order_used(void)
{
    return emu_thread_fence;
}

struct block_order *emu_block_order_new(void)
{
    return emu_allocate(1, sizeof(struct block_order), what);
}

void emu_block_order_begin(struct block_order *o, uint32_t threads)
{
    o->warps = (threads + WARP_SIZE - 1) / WARP_SIZE;
    for (uint32_t i = 0; i < o->warps; i++)
        o->warp[i] = (struct warp){.clock = 1};
    o->fences = o->met = false;
    memset(o->thread, 0, sizeof o->thread);
    memset(o->flags, 0, sizeof o->flags);
    o->knows.n = 0;
}

/* The last clock at which the warp has accessed memory, before what it does next. */
static uint32_t last_clock(struct warp *w)
{
    if (w->used)
        w->clock++;
    w->used = false;
    return w->clock - 1;
}

void emu_block_order_meet(struct block_order *o)
{
    o->met = o->fences;
    for (uint32_t i = 0; i < o->warps; i++)
        o->warp[i].met = last_clock(&o->warp[i]);
}

void emu_block_order_fence(struct block_order *o, uint32_t thread)
{
    struct warp *const own = &o->warp[thread / WARP_SIZE];
    o->fences = o->thread[thread] = true;
    for (uint32_t i = 0; i < o->warps; i++)
        if (o->warp[i].fenced < o->warp[i].met)
            o->warp[i].fenced = o->warp[i].met;
    own->fenced = last_clock(own);
}

/* ---- Runs. */

/* Add a run behind the others; warps next to them with the same clock join them. */
static void append(struct known *k, uint64_t first, uint64_t last, uint32_t clock)
{
    struct run *const before = k->n ? &k->run[k->n - 1] : NULL;
    if (before && before->clock == clock && before->last + 1 == first) {
        before->last = last;
        return;
    }
    if (k->n == k->room) {
        k->room = k->room ? 2 * k->room : 8;
        struct run *const more = emu_allocate(k->room, sizeof *more, what);
        if (k->n)
            memcpy(more, k->run, k->n * sizeof *more);
        free(k->run);
        k->run = more;
    }
    k->run[k->n++] = (struct run){first, last, clock};
}

/* For each warp the higher clock of the two: *sum. */
static void join(struct known *sum, const struct known *a, const struct known *b)
{
    uint64_t at = 0; /* warps below are done */
    sum->n = 0;
    for (uint32_t i = 0, j = 0;;) {
        for (; i < a->n && a->run[i].last < at; i++)
            ;
        for (; j < b->n && b->run[j].last < at; j++)
            ;
        const struct run *const x = i < a->n ? &a->run[i] : NULL;
        const struct run *const y = j < b->n ? &b->run[j] : NULL;
        if (!x && !y)
            return;
        const uint64_t from_x = !x ? UINT64_MAX : x->first > at ? x->first : at;
        const uint64_t from_y = !y ? UINT64_MAX : y->first > at ? y->first : at;
        const uint64_t from = from_x < from_y ? from_x : from_y;
        uint64_t to = UINT64_MAX;
        uint32_t clock = 0;
        if (x && from_x == from) {
            clock = x->clock;
            to = x->last;
        } else if (x) {
            to = x->first - 1;
        }
        if (y && from_y == from) {
            clock = y->clock > clock ? y->clock : clock;
            to = y->last < to ? y->last : to;
        } else if (y) {
            to = y->first - 1 < to ? y->first - 1 : to;
        }
        append(sum, from, to, clock);
        at = to + 1;
    }
}

/* *k, and what is known besides. */
static void add(struct known *k, const struct known *more, struct known *scratch)
{
    join(scratch, k, more);
    const struct known sum = *scratch;
    *scratch = *k;
    *k = sum;
}

bool emu_block_order_covers(const struct block_order *o, uint64_t block,
                            uint32_t thread, uint32_t clock)
{
    const uint64_t warp = block * o->warps + thread / WARP_SIZE;
    uint32_t low = 0, high = o->knows.n;
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        const struct run *const r = &o->knows.run[middle];
        if (warp < r->first)
            high = middle;
        else if (warp > r->last)
            low = middle + 1;
        else
            return clock <= r->clock;
    }
    return false;
}

uint32_t emu_block_order_clock(struct block_order *o, uint32_t thread)
{
    struct warp *const w = &o->warp[thread / WARP_SIZE];
    w->used = true;
    return w->clock;
}

/* ---- Flags. */

static int by_place(const void *a, const void *b)
{
    const struct flag *const x = a, *const y = b;
    return (x->at > y->at) - (x->at < y->at);
}

/* The flag there; NULL if it is not known. */
static struct flag *find(uintptr_t at)
{
    const struct flag key = {.at = at};
    struct flag **const found = tfind(&key, &flags, by_place);
    return found ? *found : NULL;
}

static struct flag *find_or_make(uintptr_t at)
{
    struct flag *f = find(at);
    if (f)
        return f;
    f = emu_allocate(1, sizeof *f, what);
    f->at = at;
    tsearch(f, &flags, by_place);
    any = true;
    return f;
}

static uint32_t hash(uintptr_t flag)
{
    return (uint32_t)(emu_mix(flag) % (64 * 16));
}

bool emu_block_order_used_flag(const struct block_order *o, uintptr_t flag)
{
    const uint32_t bit = hash(flag);
    return o->flags[bit / 64] >> bit % 64 & 1;
}

void emu_block_order_tell(struct block_order *o, uint64_t block, uint32_t thread,
                          uintptr_t flag)
{
    if (!o->thread[thread] && !o->met)
        return;
    const uint64_t first = block * o->warps;
    pthread_mutex_lock(&lock);
    struct flag *const f = find_or_make(flag);
    add(&f->knows, &o->knows, &o->sum);
    o->fenced.n = 0;
    for (uint32_t i = 0; i < o->warps; i++)
        if (o->warp[i].fenced)
            append(&o->fenced, first + i, first + i, o->warp[i].fenced);
    add(&f->knows, &o->fenced, &o->sum);
    pthread_mutex_unlock(&lock);
}

void emu_block_order_learn(struct block_order *o, uintptr_t flag)
{
    const uint32_t bit = hash(flag);
    o->flags[bit / 64] |= 1ull << bit % 64;
    if (!any)
        return;
    pthread_mutex_lock(&lock);
    const struct flag *const f = find(flag);
    if (f)
        add(&o->knows, &f->knows, &o->sum);
    pthread_mutex_unlock(&lock);
}

static void drop(void *p)
{
    struct flag *const f = p;
    free(f->knows.run);
    free(f);
}

void emu_block_order_forget(void)
{
    tdestroy(flags, drop);
    flags = NULL;
    any = false;
}
