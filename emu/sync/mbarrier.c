/*
 * mbarrier objects of PTX: barriers in shared memory that threads arrive at, and whose
 * phases they wait for. What a wrong use does on a GPU is undefined; here it is a
 * fault. Phases and counts are kept in barriers.c; the object's 8 bytes hold nothing.
 *
 * A state, which arrive returns, is the phase's number and the pending count.
 */
#include <stdio.h>
#include <string.h>

#include "barriers.h"
#include "cluster.h"
#include "copy_async.h"
#include "event.h"
#include "launch.h"
#include "platform.h"
#include "shared.h"

enum { COUNT_BITS = 20, COUNT_MOST = (1 << COUNT_BITS) - 1, LOG2_OF_SIZE = 3 };

static uint64_t offset_of(const void *p)
{
    return (uintptr_t)p - emu_worker()->shared_base;
}

static const char *const outside =
    "uses an mbarrier that is not in shared memory of its block";

/* That of another block of the cluster. */
static struct barrier_place find_remote(struct worker *of, const void *p, bool copy,
                                        const char *text, uintptr_t site)
{
    const struct remote_access a = {.owner = of,
                                    .offset = (uintptr_t)p - of->shared_base,
                                    .size = MBARRIER_BYTES,
                                    .write = true,
                                    .atomic = true,
                                    .copy = copy,
                                    .pc = site};
    char longer[sizeof((struct fault_record *)0)->text];
    emu_barrier_order(site);
    const int i = emu_barriers_find(of, a.offset);
    if (i < 0 && emu_cluster_of(of)->live[emu_cluster_rank_of(of)]) {
        snprintf(longer, sizeof longer, "%s, in block %u of its cluster", text,
                 emu_cluster_rank_of(of));
        emu_barrier_misused(longer, NULL, site);
    }
    emu_cluster_touch(of, &a);
    return (struct barrier_place){of, i};
}

static struct barrier_place find(const void *p, bool copy, const char *text,
                                 uintptr_t site)
{
    struct worker *w = emu_worker(), *of = emu_cluster_owner(w, (uintptr_t)p);
    if (of)
        return find_remote(of, p, copy, text, site);
    if (offset_of(p) >= emu_shared_bytes())
        emu_stop_at(outside, site);
    const int i = emu_barriers_find(w, offset_of(p));
    if (i < 0)
        emu_barrier_misused(text, &(struct barrier){.offset = offset_of(p)}, site);
    emu_access(p, LOG2_OF_SIZE | KEY_WRITE | KEY_ATOMIC, site);
    emu_barrier_order(site);
    return (struct barrier_place){w, i};
}

struct barrier_place emu_mbarrier_find(const void *p, const char *text, uintptr_t site)
{
    return find(p, false, text, site);
}

struct barrier_place emu_mbarrier_of_copy(const void *p, uintptr_t site)
{
    return find(p, true, "begins a bulk copy with an mbarrier that is not initialised",
                site);
}

/* The mbarrier at p, which must be in the block's own shared memory. */
static int find_own(const void *p, const char *text, uintptr_t site)
{
    const struct barrier_place b = emu_mbarrier_find(p, text, site);
    if (b.of != emu_worker())
        emu_barrier_misused("waits at, or invalidates, an mbarrier of another block of "
                            "its cluster",
                            NULL, site);
    return b.i;
}

void emu_mbarrier_init(void *p, unsigned count)
{
    const uintptr_t site = EMU_CALLER();
    struct worker *w = emu_worker();
    if (offset_of(p) >= emu_shared_bytes())
        emu_stop_at(outside, site);
    if (emu_barriers_find(w, offset_of(p)) < 0)
        emu_barrier_at(w, emu_barriers_add(w, offset_of(p)))->offset = offset_of(p);
    emu_access(p, LOG2_OF_SIZE | KEY_WRITE, site);
    emu_barrier_order(site);
    if (count < 1 || count > COUNT_MOST)
        emu_barrier_misused(
            "initialises an mbarrier with a count that is not from 1 to 1048575", NULL,
            site);
    const int old = emu_barriers_find(w, offset_of(p));
    if (old >= 0)
        emu_barrier_misused("initialises an mbarrier again", emu_barrier_at(w, old),
                            site);
    const int i = emu_barriers_add(w, offset_of(p));
    *emu_barrier_at(w, i) = (struct barrier){.used = true,
                                             .offset = offset_of(p),
                                             .expected = count,
                                             .pending = count,
                                             .pc = site,
                                             .thread = emu_running(w)};
    EMU_ASYNC(w, ASYNC_INITIALISED, .barrier = i);
}

void emu_mbarrier_inval(void *p)
{
    const uintptr_t site = EMU_CALLER();
    const int i = find_own(p, "invalidates an mbarrier that is not initialised", site);
    *emu_barrier_at(emu_worker(), i) = (struct barrier){.offset = UINT64_MAX};
}

/* n arrivals are pending; `take` of them shall be made. */
static struct barrier *check(struct barrier_place at, unsigned take, bool may_complete,
                             uintptr_t site)
{
    struct barrier *b = emu_barrier_at(at.of, at.i);
    char text[sizeof((struct fault_record *)0)->text];
    if (take < 1 || take > b->pending) {
        if (b->pending == 0)
            snprintf(text, sizeof text,
                     "arrives at an mbarrier whose phase needs %u arrival%s and has %s",
                     b->expected, b->expected == 1 ? "" : "s",
                     b->expected == 1 ? "it" : "them");
        else
            snprintf(text, sizeof text,
                     "arrives %u time%s at an mbarrier whose phase waits for %u "
                     "arrival%s",
                     take, take == 1 ? "" : "s", b->pending,
                     b->pending == 1 ? "" : "s");
        emu_barrier_misused(text, b, site);
    }
    if (!may_complete && take == b->pending)
        emu_barrier_misused("completes a phase by mbarrier.arrive.noComplete", b, site);
    return b;
}

uint64_t emu_mbarrier_arrive(void *p, unsigned count, int may_complete, int drops)
{
    const uintptr_t site = EMU_CALLER();
    const struct barrier_place at =
        emu_mbarrier_find(p, "arrives at an mbarrier that is not initialised", site);
    struct barrier *b = check(at, count, may_complete, site);
    const uint64_t state = b->phase << COUNT_BITS | b->pending;
    if (drops)
        b->expected -= count < b->expected ? count : b->expected;
    emu_barrier_arrive(at, count);
    return state;
}

/* The phase completes when all arrivals and all bytes are there. */
void emu_mbarrier_expect(void *p, unsigned bytes)
{
    const uintptr_t site = EMU_CALLER();
    emu_barrier_expect(
        find(p, true, "expects bytes at an mbarrier that is not initialised", site),
        bytes);
}

void emu_mbarrier_complete(void *p, unsigned bytes)
{
    const uintptr_t site = EMU_CALLER();
    const int64_t come = bytes;
    emu_barrier_expect(
        find(p, true, "completes bytes at an mbarrier that is not initialised", site),
        -come);
}

unsigned emu_mbarrier_pending(uint64_t state)
{
    return state & COUNT_MOST;
}

void emu_copy_arrive(void *p, int counts)
{
    const uintptr_t site = EMU_CALLER();
    const struct barrier_place at = {
        emu_worker(),
        find_own(p, "arrives at an mbarrier that is not initialised", site)};
    struct barrier *b = check(at, 1, true, site);
    b->copies += emu_copy_attach(at.i, b->phase);
    b->pending += !counts;
    emu_barrier_arrive(at, 1);
}

int emu_mbarrier_wait(void *p, uint64_t state, int by_parity)
{
    const uintptr_t site = EMU_CALLER();
    const int i = find_own(p, "waits at an mbarrier that is not initialised", site);
    char text[100];
    if (by_parity && state > 1) {
        snprintf(text, sizeof text,
                 "waits for parity %u of an mbarrier, but a parity is 0 "
                 "or 1",
                 (unsigned)state);
        emu_barrier_misused(text, NULL, site);
    }
    return emu_barrier_wait(i, by_parity ? state : state >> COUNT_BITS, by_parity, true,
                            site);
}
