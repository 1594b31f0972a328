/*
 * setmaxnreg: a warpgroup returns registers to the pool of its block, or waits until it
 * can take some. The pool holds what the threads have returned.
 *
 * A launch has the registers that ptxas gives it: of __maxnreg__(n), n; of
 * __launch_bounds__(threads, blocks), what so many blocks leave of an SM's, which warps
 * get four at a time. If the highest .inc is less than that, ptxas takes as many. Then
 * no .inc can wait: it suffices that a warp's first .inc may be to less.
 */
#include "registers.h"

#include <stdio.h>

#include "barriers.h"
#include "event.h"
#include "launch.h"
#include "note.h"
#include "platform.h"
#include "settings.h"

enum {
    SM_REGISTERS = 65536, /* since compute capability 3.0 */
    MOST = 256,           /* per thread, with setmaxnreg */
    UNIT = 8,             /* registers per thread are a multiple of it */
    GROUP_THREADS = WARPGROUP * WARP_SIZE
};

struct step {
    struct emu_together head;
    bool complete;
    struct resizing to;
};

void emu_note_bounds(unsigned threads, unsigned blocks, unsigned registers)
{
    struct worker *w = emu_worker();
    w->bounds.threads = threads;
    w->bounds.blocks = blocks;
    w->bounds.registers = registers;
}

static uint32_t round_up(uint32_t n, uint32_t unit)
{
    return (n + unit - 1) / unit * unit;
}

/* Registers per thread at the start of the block; 0: nvcc does not know them either,
   and ignores setmaxnreg. */
static uint32_t at_start(const struct worker *w)
{
    const uint32_t blocks = w->bounds.blocks, said = w->bounds.registers;
    if (!blocks && !said)
        return 0;
    uint32_t n = (uint32_t)emu_settings()->registers;
    if (!n)
        n = said ? said
                 : SM_REGISTERS / UNIT /
                       (round_up(w->bounds.threads, GROUP_THREADS) * blocks) * UNIT;
    n = round_up(n, UNIT);
    return n < MOST ? n : MOST;
}

_Noreturn static void misused(const char *text, uintptr_t pc, uint32_t thread)
{
    struct fault_record f = emu_fault_here(FAULT_BARRIER, pc);
    f.detail = DETAIL_COUNT;
    f.thread = thread;
    snprintf(f.text, sizeof f.text, "%s", text);
    emu_fault_abandon(emu_worker(), &f);
}

_Noreturn static void wrong_count(const struct resizing *to, uint32_t has,
                                  uint32_t thread)
{
    char text[sizeof((struct fault_record *)0)->text];
    snprintf(text, sizeof text,
             "executes setmaxnreg.%s with %u registers per thread, but has %u",
             to->inc ? "inc" : "dec", to->n, has);
    misused(text, to->pc, thread);
}

/* The warps of a warpgroup execute the same setmaxnreg. */
static void check_group(struct registers *r, uint32_t warp, const struct resizing *to)
{
    const uint32_t group = warp / WARPGROUP, i = r->warp[warp].done++;
    r->warp[warp].pc = to->pc;
    if (i >= RESIZINGS)
        return;
    struct resizing *first = &r->nth[group][i];
    if (!first->n)
        *first = *to;
    else if (first->n != to->n || first->inc != to->inc)
        misused("executes another setmaxnreg than a warp of its warpgroup", to->pc,
                warp * WARP_SIZE);
}

/* Warps that can get the registers that they wait for, get them. */
static void hand_out(struct worker *w, struct registers *r)
{
    for (uint32_t i = 0; i * WARP_SIZE < w->launch->threads; i++) {
        const uint32_t has = r->warp[i].has ? r->warp[i].has : r->each,
                       wants = r->warp[i].wants;
        if (!wants || (wants - has) * WARP_SIZE > r->free)
            continue;
        r->free -= (wants - has) * WARP_SIZE;
        r->warp[i].has = wants;
        r->warp[i].wants = 0;
        for (uint32_t k = i * WARP_SIZE; k < (i + 1) * WARP_SIZE; k++)
            if (w->state[k] == THREAD_BLOCKED)
                w->state[k] = THREAD_READY;
    }
}

/* Of a warp that is as at the start. */
static void note_inc(struct registers *r, uint32_t warp, const struct resizing *to)
{
    if (!r->warp[warp].has && to->n < r->each &&
        (!r->lowest.n || to->n < r->lowest.n)) {
        r->lowest = *to;
        r->lowest_thread = warp * WARP_SIZE;
    }
    r->highest = to->n > r->highest ? to->n : r->highest;
    const uint32_t started = r->highest < r->each ? r->highest : r->each;
    if (r->lowest.n && r->lowest.n < started)
        wrong_count(&r->lowest, started, r->lowest_thread);
}

static void resize(struct worker *w, struct registers *r, uint32_t warp,
                   const struct resizing *to)
{
    const bool started = !r->warp[warp].has;
    const uint32_t has = started ? r->each : r->warp[warp].has;
    if (to->inc)
        note_inc(r, warp, to);
    if (to->inc ? to->n < has && !started : to->n > has)
        wrong_count(to, has, warp * WARP_SIZE);
    if (to->inc && to->n > has) {
        r->warp[warp].wants = to->n;
    } else {
        r->warp[warp].has = to->n;
        r->free += to->inc ? 0 : (has - to->n) * WARP_SIZE;
    }
    hand_out(w, r);
}

static void run(struct emu_together *const *of_lanes)
{
    struct step *const *lanes = (struct step *const *)of_lanes;
    struct worker *w = emu_worker();
    struct registers *r = emu_registers_of(w);
    const uint32_t warp = w->first_lane / WARP_SIZE;
    for (int lane = 0; lane < WARP_SIZE; lane++)
        if (!lanes[lane])
            return;
    if (!r->each) {
        r->each = at_start(w);
        r->total = r->each * round_up(w->launch->threads, WARP_SIZE);
    }
    check_group(r, warp, &lanes[0]->to);
    resize(w, r, warp, &lanes[0]->to);
    for (int lane = 0; lane < WARP_SIZE; lane++)
        lanes[lane]->complete = true;
}

void emu_setmaxnreg(int inc, unsigned n)
{
    const uintptr_t pc = EMU_CALLER();
    struct worker *w = emu_worker();
    if (!at_start(w)) {
        emu_note(
            pc, "IGNORED",
            "write __launch_bounds__(threads, 1) for the kernel, or __maxnreg__(n)",
            "nvcc ignores setmaxnreg in a kernel without a second number in its "
            "__launch_bounds__: it cannot know the registers at the start");
        return;
    }
    struct step mine = {{run, 1 | (uint64_t)(inc != 0) << 1 | (uint64_t)n << 2},
                        false,
                        {pc, n, inc != 0}};
    emu_warp_at(EMU_TOGETHER, 0xffffffff, (uint64_t)&mine, 0, pc);
    if (!mine.complete)
        misused("executes setmaxnreg without all 32 lanes of its warp", pc,
                emu_running(w));
    struct thread *t = w->running;
    t->barrier = POOL;
    t->by_parity = t->polls = false;
    while (emu_registers_of(w)->warp[emu_running(w) / WARP_SIZE].wants)
        emu_thread_wait(w, THREAD_BLOCKED, pc);
}

void emu_registers_end(struct worker *w)
{
    const struct registers *r = emu_registers_of(w);
    for (uint32_t i = 0; r->each && i < w->launch->threads / WARP_SIZE; i++) {
        const uint32_t leader = i / WARPGROUP * WARPGROUP;
        const bool fewer = r->warp[i].done < r->warp[leader].done;
        if (r->warp[i].done == r->warp[leader].done)
            continue;
        const struct fault_record f = {
            .kind = FAULT_BARRIER,
            .detail = DETAIL_COUNT,
            .block = w->block,
            .pc = r->warp[fewer ? leader : i].pc,
            .thread = (fewer ? leader : i) * WARP_SIZE,
            .text = "executes setmaxnreg without all four warps of its warpgroup"};
        emu_fault_record(w, &f);
        return;
    }
}
