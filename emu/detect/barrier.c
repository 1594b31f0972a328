/*
 * Barriers that some thread never reaches. When every thread of a block waits or has
 * ended, the waiting threads may resume if
 *   - no thread waits in a warp operation, for lanes that never arrive;
 *   - no warp has both waiting and ended threads;
 *   - the lanes of each warp wait at one __syncthreads().
 *
 * Whole warps that wait at different __syncthreads() do resume: the hardware counts
 * warps, not places (seen on an H200). That is a note, since CUDA does not guarantee
 * it. It becomes a fault if the warps reach different numbers of barriers.
 */
#include "detectors.h"
#include "launch.h"
#include "note.h"
#include "symbols.h"

static int slot;
struct mixed {
    struct fault_record
        fault; /* the first time that whole warps did this; kind FAULT_NONE: none */
};

/* Thread `waits` waits for thread `other`, which never arrives. */
static struct fault_record in_vain(const struct worker *w, uint32_t waits,
                                   uint32_t other, enum detail detail)
{
    const bool exited = w->state[other] == THREAD_EXITED;
    return (struct fault_record){.kind = FAULT_BARRIER,
                                 .detail = detail,
                                 .block = w->block,
                                 .epoch = w->epoch,
                                 .pc = w->thread[waits].site,
                                 .thread = waits,
                                 .other_thread = other,
                                 .other_pc = exited ? 0 : w->thread[other].site};
}

static _Noreturn void end(struct worker *w, uint32_t waits, uint32_t other,
                          enum detail detail)
{
    const struct fault_record f = in_vain(w, waits, other, detail);
    emu_fault_abandon(w, &f);
}

/* The first thread that has not ended. */
static uint32_t first_waiting(const struct worker *w)
{
    uint32_t i = 0;
    while (i < w->launch->threads && w->state[i] == THREAD_EXITED)
        i++;
    return i;
}

/* Some threads wait for the whole grid, and others for their block. */
static void check_grid(struct worker *w)
{
    const uint32_t threads = w->launch->threads, first = first_waiting(w);
    uint32_t waiting = 0, other = first;
    for (uint32_t i = first; i < threads; i++)
        waiting += w->state[i] != THREAD_EXITED;
    if (w->at_grid == 0 || w->at_grid == waiting)
        return;
    while (w->state[other] == THREAD_EXITED ||
           w->thread[other].site == w->thread[first].site)
        other++;
    end(w, first, other, DETAIL_ELSEWHERE);
}

static void check_warp_operations(struct worker *w)
{
    for (uint32_t i = 0; i < w->launch->threads; i++)
        if (w->state[i] == THREAD_WARP && w->thread[i].op == EMU_TOGETHER)
            end(w, i, i, DETAIL_ALIGNED);
        else if (w->state[i] == THREAD_WARP)
            end(w, first_waiting(w), i, DETAIL_WARP);
}

/* Threads wait at different places. */
static void check_sites(struct worker *w, struct mixed *m)
{
    const uint32_t first = first_waiting(w);
    uint32_t of_warp = first; /* the first of its warp that waits */
    for (uint32_t i = first; i < w->launch->threads; i++) {
        if (w->state[i] == THREAD_EXITED)
            continue;
        if (i / WARP_SIZE != of_warp / WARP_SIZE)
            of_warp = i;
        if (!emu_symbols_same_line(w->thread[of_warp].site, w->thread[i].site))
            end(w, of_warp, i, DETAIL_ELSEWHERE);
        if (!m->fault.kind &&
            !emu_symbols_same_line(w->thread[first].site, w->thread[i].site))
            m->fault = in_vain(w, first, i, DETAIL_ELSEWHERE);
    }
}

/* Threads have ended: none may be missing from a warp that waits. */
static void check_ended(struct worker *w)
{
    const uint32_t threads = w->launch->threads;
    for (uint32_t first = 0; first < threads; first += WARP_SIZE) {
        uint32_t n = threads - first < WARP_SIZE ? threads - first : WARP_SIZE;
        uint32_t ended = emu_lanes_in(&w->state[first], n, THREAD_EXITED),
                 waits = emu_lanes_in(&w->state[first], n, THREAD_BARRIER);
        if (ended && waits)
            end(w, first + __builtin_ctz(waits), first + __builtin_ctz(ended),
                DETAIL_EXITED);
    }
}

static void check(struct worker *w)
{
    struct mixed *m = emu_own(w, slot);
    bool ended = false, waiting = false;
    for (uint32_t i = 0; i < w->launch->threads; i++) {
        ended |= w->state[i] == THREAD_EXITED;
        waiting |= w->state[i] != THREAD_EXITED;
    }
    if (!waiting)
        return;
    check_warp_operations(w);
    check_grid(w);
    if (ended)
        check_ended(w);
    if (ended && m->fault.kind) /* some warps have ended, and others wait again */
        emu_fault_abandon(w, &m->fault);
    if (w->elsewhere)
        check_sites(w, m);
}

static void forget(struct worker *w)
{
    struct mixed *m = emu_own(w, slot);
    m->fault.kind = FAULT_NONE;
}

static void tell(struct worker *w)
{
    const struct mixed *m = emu_own(w, slot);
    char file[256];
    int line = 0;
    if (!m->fault.kind)
        return;
    emu_symbols_line(m->fault.other_pc, file, sizeof file, &line);
    emu_note(
        m->fault.pc, "PORTABILITY",
        "let all warps reach the same barrier: present GPUs let whole warps pass, but "
        "CUDA does not guarantee it",
        "warps of one block wait at different __syncthreads(): here and on line %d",
        line);
}

const struct observer emu_barrier = {.slot = &slot,
                                     .bytes = sizeof(struct mixed),
                                     .block = forget,
                                     .block_end = tell,
                                     .meet = check};
