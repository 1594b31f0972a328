/*
 * Threads that wait at barriers beside __syncthreads(). A waiting thread stops; the
 * thread whose arrival completes the phase lets it go on. Where all threads of a block
 * have stopped, those that poll get "not yet" some times, and then it is a deadlock.
 */
#include "barriers.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bulk.h"
#include "copy_async.h"
#include "event.h"
#include "launch.h"
#include "registers.h"

/* How often all threads that poll are answered "not yet", without anything else that
   happens in the block. */
enum { ANSWERS = 1000 };

struct barriers {
    uint64_t block;
    unsigned launch;
    int used; /* of the mbarriers */
    int answers;
    struct registers registers;
    struct barrier at[BARRIERS];
};
static struct barriers *all[EMU_MAX_WORKERS];

static struct barriers *new_barriers(void)
{
    uint64_t *held = emu_hold_on();
    struct barriers *b = calloc(1, sizeof *b);
    emu_go_on(held);
    if (!b)
        emu_stop_at("uses barriers, for which memory is exhausted", 0);
    return b;
}

static struct barriers *of(const struct worker *w)
{
    if (!all[w->number])
        all[w->number] = new_barriers();
    struct barriers *b = all[w->number];
    if (b->block != w->block || b->launch != w->launch->number) {
        memset(b, 0,
               offsetof(struct barriers, at) +
                   (size_t)(NAMED + b->used) * sizeof *b->at);
        b->block = w->block;
        b->launch = w->launch->number;
    }
    return b;
}

struct barrier *emu_barrier_at(const struct worker *w, int i)
{
    return &of(w)->at[i];
}

struct barriers *emu_barriers_take(const struct worker *w)
{
    struct barriers *taken = all[w->number];
    all[w->number] = NULL;
    return taken;
}

void emu_barriers_give(const struct worker *w, struct barriers *b)
{
    free(all[w->number]);
    all[w->number] = b;
}

struct registers *emu_registers_of(const struct worker *w)
{
    return &of(w)->registers;
}

int emu_barriers_add(const struct worker *w, uint64_t offset)
{
    struct barriers *b = of(w);
    int free_at = b->used;
    for (int i = 0; i < b->used; i++)
        if (b->at[NAMED + i].offset == offset)
            return NAMED + i;
        else if (b->at[NAMED + i].offset == UINT64_MAX) /* it is invalidated */
            free_at = i;
    if (free_at >= MBARRIERS)
        emu_stop_at("initialises more mbarriers than the emulator has room for", 0);
    b->used += free_at == b->used;
    return NAMED + free_at;
}

bool emu_barriers_hold(const struct worker *w, uint64_t offset)
{
    const struct barriers *b = all[w->number];
    if (!b || b->block != w->block || b->launch != w->launch->number)
        return false;
    for (int i = 0; i < b->used; i++)
        if (b->at[NAMED + i].offset == offset)
            return true;
    return false;
}

int emu_barriers_find(const struct worker *w, uint64_t offset)
{
    const struct barriers *b = of(w);
    for (int i = 0; i < b->used; i++)
        if (b->at[NAMED + i].used && b->at[NAMED + i].offset == offset)
            return NAMED + i;
    return -1;
}

void emu_barrier_order(uintptr_t site)
{
    const struct worker *w = emu_worker();
    emu_warp_at(EMU_ALONE, 1u << emu_running(w) % WARP_SIZE, 0, 0, site);
}

void emu_barrier_wake(struct worker *w, int i)
{
    for (uint32_t k = 0; k < w->launch->threads; k++)
        if (w->state[k] == THREAD_BLOCKED && w->thread[k].barrier == i)
            w->state[k] = THREAD_READY;
}

static void complete(struct worker *w, int i)
{
    struct barrier *b = emu_barrier_at(w, i);
    b->phase++;
    b->pending = b->expected;
    b->result = b->votes;
    b->votes = 0;
    if (i < NAMED)
        b->used = false;
    EMU_ASYNC(w, ASYNC_COMPLETES, .barrier = i);
    emu_barrier_wake(w, i);
}

/* Something has changed: the phase is complete, or a thread that waits for it can look
   for bytes that have come. */
static void settle(struct worker *w, int i)
{
    const struct barrier *b = emu_barrier_at(w, i);
    of(w)->answers = 0;
    if (b->pending == 0 && b->bytes == 0)
        complete(w, i);
    else if (b->pending == 0)
        emu_barrier_wake(w, i);
}

void emu_barrier_arrive(struct barrier_place b, uint32_t n)
{
    struct worker *w = emu_worker();
    EMU_ASYNC(w, b.of == w ? ASYNC_ARRIVES : ASYNC_ARRIVES_AT, .barrier = b.i,
              .thread = emu_running(w), .n = n, .owner = b.of);
    emu_barrier_at(b.of, b.i)->pending -= n;
    settle(b.of, b.i);
}

void emu_barrier_fills(struct barrier_place b)
{
    if (emu_barrier_at(b.of, b.i)->bytes)
        settle(b.of, b.i);
}

void emu_barrier_expect(struct barrier_place b, int64_t bytes)
{
    emu_barrier_at(b.of, b.i)->bytes += bytes;
    if (bytes < 0)
        settle(b.of, b.i);
}

/* Where only bytes are missing, complete a copy. False if there is none. */
static bool land(struct worker *w, int i)
{
    struct barrier *b = emu_barrier_at(w, i);
    const uint64_t bytes =
        emu_bulk_land && b->pending == 0 && b->bytes ? emu_bulk_land(w, i) : 0;
    b->bytes -= (int64_t)bytes;
    if (bytes)
        settle(w, i);
    return bytes;
}

static bool passed(const struct barrier *b, const struct thread *t)
{
    return t->by_parity ? (b->phase & 1) != t->until : b->phase > t->until;
}

bool emu_barrier_wait(int i, uint64_t until, bool by_parity, bool polls, uintptr_t site)
{
    struct worker *w = emu_worker();
    struct thread *t = w->running;
    struct barrier *b = emu_barrier_at(w, i);
    t->barrier = i;
    t->until = until;
    t->by_parity = by_parity;
    t->polls = polls;
    t->answered = false;
    if (polls && !t->early && !passed(b, t)) {
        t->early = true; /* a wait without a loop goes on, as it may on a GPU */
        return false;
    }
    while (!passed(b, t) && !t->answered)
        if (!land(w, i))
            emu_thread_wait(w, THREAD_BLOCKED, site);
    if (!passed(b, t))
        return false;
    t->early = false;
    b->waited = b->phase;
    if (b->copies)
        b->copies -= emu_copy_complete(w, i, b->phase);
    EMU_ASYNC(w, ASYNC_PASSES, .barrier = i, .thread = emu_running(w));
    return true;
}

_Noreturn void emu_barrier_misused(const char *text, const struct barrier *b,
                                   uintptr_t site)
{
    struct fault_record f = emu_fault_here(FAULT_BARRIER, site);
    f.detail = DETAIL_MISUSED;
    f.other_pc = b ? b->pc : 0;
    f.other_thread = b ? b->thread : 0;
    f.offset = b ? b->offset + SHARED_OFFSET : 0;
    snprintf(f.text, sizeof f.text, "%s", text);
    emu_fault_abandon(emu_worker(), &f);
}

bool emu_barriers_waiting(const struct worker *w)
{
    return memchr(w->state, THREAD_BLOCKED, w->launch->threads) != NULL;
}

/* A barrier for all threads of the block does not wait for those that have ended. */
static bool complete_without_ended(struct worker *w)
{
    uint32_t ended = 0;
    for (uint32_t i = 0; i < w->launch->threads; i++)
        ended += w->state[i] == THREAD_EXITED;
    for (int i = 0; i < NAMED; i++) {
        const struct barrier *b = emu_barrier_at(w, i);
        if (b->used && b->whole && b->pending <= ended) {
            complete(w, i);
            return true;
        }
    }
    return false;
}

bool emu_barriers_poll(const struct worker *w)
{
    for (uint32_t i = 0; i < w->launch->threads; i++)
        if (w->state[i] == THREAD_BLOCKED && w->thread[i].polls)
            return of(w)->answers < ANSWERS;
    return false;
}

bool emu_barriers_go_on(const struct worker *w)
{
    return memchr(w->state, THREAD_READY, w->launch->threads) || emu_barriers_poll(w);
}

static bool answer(struct worker *w)
{
    bool polled = false;
    if (of(w)->answers++ >= ANSWERS)
        return false;
    for (uint32_t i = 0; i < w->launch->threads; i++)
        if (w->state[i] == THREAD_BLOCKED && w->thread[i].polls) {
            w->thread[i].answered = polled = true;
            w->state[i] = THREAD_READY;
        }
    return polled;
}

bool emu_barriers_stuck(struct worker *w)
{
    if (complete_without_ended(w))
        return false;
    if (answer(w))
        return true;
    EMU_TELL(w->on, deadlock, w);
    return false;
}
