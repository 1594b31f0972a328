/*
 * Flags by which threads of a block order themselves: what a thread did before an
 * operation with .release on an address comes before what a thread does after one with
 * .acquire there. (Which of the released values the other one read is not followed: any
 * earlier release orders.) An atomic operation after a fence releases, and one before a
 * fence acquires, as in a lock.
 */
#include "barriers.h"
#include "event.h"
#include "launch.h"
#include "platform.h"

/* One of FLAGS numbers behind those of barriers. Addresses that share one order too
   much, which hides faults and makes none. */
static int number_of(const void *p)
{
    return BARRIERS + (int)(((uintptr_t)p / 4) % FLAGS);
}

void emu_release(const void *p)
{
    if (!emu_in_kernel())
        return;
    emu_barrier_order(EMU_CALLER());
    struct worker *w = emu_worker();
    EMU_ASYNC(w, ASYNC_ARRIVES, .barrier = number_of(p), .thread = emu_running(w),
              .n = 1);
    EMU_ASYNC(w, ASYNC_COMPLETES, .barrier = number_of(p));
}

void emu_acquire(const void *p)
{
    if (!emu_in_kernel())
        return;
    emu_barrier_order(EMU_CALLER());
    struct worker *w = emu_worker();
    EMU_ASYNC(w, ASYNC_PASSES, .barrier = number_of(p), .thread = emu_running(w));
}

void emu_race_fence(void)
{
    const uintptr_t site = EMU_CALLER();
    if (!emu_in_kernel())
        return;
    struct worker *w = emu_worker();
    w->running->fencing = true;
    emu_barrier_order(site);
    w->running->fencing = false;
    EMU_TELL(w->on, fence, w, site);
}

void emu_thread_fence(void)
{
    if (!emu_in_kernel())
        return;
    struct thread *t = emu_worker()->running;
    t->fenced = t->fencing = true;
    if (t->flag)
        emu_acquire(t->flag);
    t->fencing = false;
    t->flag = NULL;
}
