/*
 * Named barriers: bar.sync, bar.arrive and bar.red of PTX, for all threads of a block
 * or for a number of them. Each arriving thread counts; on a GPU each warp counts 32,
 * also the last one, if it has fewer threads.
 */
#include <stdio.h>

#include "barriers.h"
#include "event.h"
#include "launch.h"
#include "platform.h"

/* Threads that count as one: of the last warp, its first thread counts for those that
   are missing. */
static uint32_t weight(const struct worker *w)
{
    const uint32_t thread = emu_running(w);
    const uint32_t rest = w->launch->threads % WARP_SIZE;
    return rest && thread == w->launch->threads - rest ? 1 + WARP_SIZE - rest : 1;
}

int emu_bar(enum emu_bar_kind kind, unsigned id, unsigned threads, int predicate)
{
    const uintptr_t site = EMU_CALLER();
    struct worker *w = emu_worker();
    char text[sizeof((struct fault_record *)0)->text];
    if (id >= CLUSTER) {
        snprintf(text, sizeof text, "uses barrier %u; there are barriers 0 to 15", id);
        emu_barrier_misused(text, NULL, site);
    }
    if (threads % WARP_SIZE) {
        snprintf(text, sizeof text,
                 "arrives at barrier %u with a count of %u, which is no multiple of 32",
                 id, threads);
        emu_barrier_misused(text, NULL, site);
    }
    emu_barrier_order(site);
    struct barrier *b = emu_barrier_at(w, (int)id);
    const uint32_t whole = (w->launch->threads + WARP_SIZE - 1) / WARP_SIZE * WARP_SIZE;
    const uint32_t expected = threads ? threads : whole;
    if (!b->used) {
        b->used = true;
        b->whole = !threads;
        b->expected = b->pending = expected;
        b->pc = site;
        b->thread = emu_running(w);
    } else if (b->expected != expected) {
        snprintf(text, sizeof text,
                 "arrives at barrier %u with a count of %u, but another thread with a "
                 "count of %u",
                 id, expected, b->expected);
        emu_barrier_misused(text, b, site);
    }
    const uint64_t phase = b->phase;
    b->votes += predicate != 0;
    emu_barrier_arrive((struct barrier_place){w, (int)id},
                       weight(w) > b->pending ? b->pending : weight(w));
    if (kind == EMU_BAR_ARRIVE)
        return 0;
    emu_barrier_wait((int)id, phase, false, false, site);
    return b->result;
}
