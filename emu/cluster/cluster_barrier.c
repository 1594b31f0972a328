/* barrier.cluster: a barrier for all threads of a cluster that have not ended. */
#include "barriers.h"
#include "cluster.h"
#include "event.h"
#include "platform.h"

void emu_cluster_arrive(int relaxed)
{
    const uintptr_t site = EMU_CALLER();
    struct worker *w = emu_worker();
    struct cluster *c = emu_cluster_of(w);
    emu_barrier_order(site);
    if (w->running->arrived)
        emu_barrier_misused("arrives at the barrier of the cluster again, without "
                            "having waited for the phase before",
                            NULL, site);
    w->running->arrived = c->phase + 1;
    c->arrived = true;
    w->running->relaxed = relaxed;
    EMU_ASYNC(w, ASYNC_ARRIVES, .barrier = CLUSTER, .thread = emu_running(w), .n = 1);
    w->running->relaxed = false;
}

void emu_cluster_wait(void)
{
    const uintptr_t site = EMU_CALLER();
    struct worker *w = emu_worker();
    struct thread *t = w->running;
    if (!t->arrived)
        emu_barrier_misused(
            "waits at the barrier of the cluster without having arrived "
            "at it",
            NULL, site);
    t->barrier = CLUSTER;
    t->by_parity = t->polls = t->answered = false;
    while (emu_cluster_of(w)->phase < t->arrived)
        emu_thread_wait(w, THREAD_BLOCKED, site);
    t->arrived = 0;
    EMU_ASYNC(w, ASYNC_PASSES, .barrier = CLUSTER, .thread = emu_running(w));
}
