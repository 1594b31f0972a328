/*
 * Warp operations: __syncwarp, shuffles, votes. A lane that calls one waits until every
 * lane of its mask has called the same; then values are exchanged and all go on.
 */
#include <string.h>

#include "emu.h"

uint64_t emu_warp(enum emu_collective op, uint32_t mask, uint64_t value, int argument)
{
    struct thread *t = emu_fast.thread;
    t->op = op;
    t->mask = mask;
    t->value = value;
    t->argument = argument;
    emu_thread_wait(THREAD_WARP, (uintptr_t)__builtin_return_address(0));
    return t->value;
}

/* The lane whose value `lane` takes; itself where that lies outside its group. */
static int source(const struct thread *t, int lane)
{
    int width = t->argument >> 8, by = t->argument & 0xff;
    int first = width ? lane / width * width : 0, from = lane;
    switch (t->op) {
    case EMU_SHFL_IDX:
        return first + by % width;
    case EMU_SHFL_UP:
        from = lane - by;
        return from < first ? lane : from;
    case EMU_SHFL_DOWN:
        from = lane + by;
        return from >= first + width ? lane : from;
    case EMU_SHFL_XOR:
        from = lane ^ by;
        return from >= first + width ? lane : from;
    default:
        return lane;
    }
}

static void exchange(struct thread *lanes, uint32_t group)
{
    uint64_t given[WARP_SIZE], ballot = 0;
    for (uint32_t rest = group; rest; rest &= rest - 1) {
        int lane = __builtin_ctz(rest);
        given[lane] = lanes[lane].value;
        ballot |= (given[lane] & 1) << lane;
    }
    for (uint32_t rest = group; rest; rest &= rest - 1) {
        int lane = __builtin_ctz(rest);
        struct thread *t = &lanes[lane];
        int from = source(t, lane);
        if (t->op == EMU_BALLOT)
            t->value = ballot;
        else if (from >= 0 && from < WARP_SIZE && group & 1u << from)
            t->value = given[from];
        t->state = THREAD_READY;
    }
}

bool emu_warp_ops(struct worker *w, struct thread *lanes, uint32_t present)
{
    bool moved = false;
    for (int lane = 0; lane < WARP_SIZE; lane++) {
        if (!(present & 1u << lane) || lanes[lane].state != THREAD_WARP)
            continue;
        uint32_t need = lanes[lane].mask & present, group = 0;
        for (uint32_t rest = need; rest; rest &= rest - 1) {
            const struct thread *t = &lanes[__builtin_ctz(rest)];
            if (t->state == THREAD_EXITED)
                need &= ~(rest & -rest); /* lanes that ended are not waited for */
            else if (t->state == THREAD_WARP && t->op == lanes[lane].op &&
                     t->mask == lanes[lane].mask)
                group |= rest & -rest;
        }
        if (group != need || !(group & 1u << lane))
            continue;
        exchange(lanes, group);
        w->warp_epoch[w->first_lane / WARP_SIZE] =
            (w->warp_epoch[w->first_lane / WARP_SIZE] + 1) & 0xff;
        moved = true;
    }
    return moved;
}
