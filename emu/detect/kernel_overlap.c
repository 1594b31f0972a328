/*
 * Accesses to device memory by a kernel that may start before the one before it has
 * ended (cudaLaunchAttributeProgrammaticStreamSerialization), from threads that do not
 * know that it has: they have not executed griddepcontrol.wait, and have not waited for
 * a thread that has.
 *
 * What the kernel before accesses is not kept. With EMU_KERNEL_BEFORE=1, and in a
 * check, it is taken to use all device memory: the caller of a function may have
 * launched any kernel before. Else nothing is looked for.
 */
#include <string.h>

#include "barriers.h"
#include "cluster.h"
#include "detectors.h"
#include "launch.h"
#include "memory.h"
#include "settings.h"

static int slot;
struct own { /* of the block that a worker runs */
    bool knows[MAX_THREADS];
    bool arrived[POOL], passed[POOL]; /* a thread that knows has arrived at the barrier,
                                         in this phase, or in one before */
};

static bool is_on(const struct worker *w)
{
    return w->launch->config.__overlaps && emu_settings()->kernel_before;
}

static struct own *of(const struct worker *w)
{
    return emu_own(w, slot);
}

static void block(struct worker *w)
{
    if (is_on(w))
        memset(of(w), 0, sizeof(struct own));
}

/* Each of these threads knows what one of them knows. */
static void share(struct own *o, uint32_t first, uint32_t n)
{
    if (memchr(&o->knows[first], 1, n))
        memset(&o->knows[first], 1, n);
}

static void meet(struct worker *w)
{
    if (is_on(w))
        share(of(w), 0, w->launch->threads);
}

static void warp_sync(struct worker *w)
{
    const uint32_t first = emu_running(w) / WARP_SIZE * WARP_SIZE;
    const uint32_t left = w->launch->threads - first;
    if (is_on(w))
        share(of(w), first, left < WARP_SIZE ? left : WARP_SIZE);
}

static void arrive(struct worker *w, uint32_t thread, int i)
{
    const struct cluster *c = emu_cluster_of(w);
    if (!of(w)->knows[thread])
        return;
    of(w)->arrived[i] = true;
    for (int k = 0; i == CLUSTER && k < c->size; k++)
        of(c->member[k])->arrived[i] = true;
}

static void record(struct worker *w, uint32_t thread, uint64_t offset, uint32_t size,
                   bool write, uintptr_t pc)
{
    const struct fault_record f = {.kind = FAULT_RACE,
                                   .detail = DETAIL_BEFORE,
                                   .block = w->block,
                                   .pc = pc,
                                   .thread = thread,
                                   .other_thread = thread,
                                   .offset = offset,
                                   .size = size,
                                   .write = write};
    emu_fault_record(w, &f);
}

static void see(struct worker *w, const struct request *r)
{
    if (!is_on(w))
        return;
    for (int i = 0; i < r->n; i++) {
        const uint32_t thread = w->first_lane + r->lane[i];
        const uint64_t offset = emu_request_offset(r, i);
        if (offset >= ARENA_BYTES || of(w)->knows[thread])
            continue;
        record(w, thread, offset, r->size, r->write, r->pc);
        return;
    }
}

static void see_copy(struct worker *w, const struct bulk_run *r)
{
    if (r->bytes && r->offset < ARENA_BYTES && !of(w)->knows[emu_running(w)])
        record(w, emu_running(w), r->offset, 4, r->write, r->pc);
}

static void see_async(struct worker *w, const struct async_event *e)
{
    if (!is_on(w))
        return;
    switch (e->what) {
    case ASYNC_KERNEL_ENDED:
        of(w)->knows[emu_running(w)] = true;
        break;
    case ASYNC_ARRIVES:
        arrive(w, e->thread, e->barrier);
        break;
    case ASYNC_ARRIVES_AT:
        of(e->owner)->arrived[e->barrier] |= of(w)->knows[e->thread];
        break;
    case ASYNC_COMPLETES:
        of(w)->passed[e->barrier] |= of(w)->arrived[e->barrier];
        break;
    case ASYNC_PASSES:
        of(w)->knows[e->thread] |= of(w)->passed[e->barrier];
        break;
    case ASYNC_RUN:
        see_copy(w, e->run);
        break;
    default:
        break;
    }
}

const struct observer emu_kernel_before = {.name = "race",
                                           .slot = &slot,
                                           .bytes = sizeof(struct own),
                                           .block = block,
                                           .barrier = meet,
                                           .warp_sync = warp_sync,
                                           .global = see,
                                           .async = see_async};
