/*
 * Warp operations: __syncwarp, shuffles, votes and other collective operations. A lane
 * that calls one waits until every lane of its mask has called the same. Then values
 * are exchanged and all lanes resume.
 *
 * __activemask has no mask of lanes to wait for. A lane that calls it waits until no
 * other lane of its warp can run. The lanes that are then at the same place are the
 * active ones. On a GPU at most these lanes run together.
 */
#include <string.h>

#include "event.h"
#include "launch.h"
#include "platform.h"
#include "symbols.h"

uint64_t emu_warp_at(enum emu_collective op, uint32_t mask, uint64_t value,
                     int argument, uintptr_t site)
{
    struct worker *w = emu_worker();
    struct thread *t = w->running;
    t->op = op;
    t->mask = mask;
    t->value = value;
    t->argument = argument;
    t->patience = 0;
    emu_note_stack(w, __builtin_frame_address(0));
    emu_thread_wait(w, THREAD_WARP, site);
    return t->value;
}

uint64_t emu_warp(enum emu_collective op, uint32_t mask, uint64_t value, int argument)
{
    return emu_warp_at(op, mask, value, argument, EMU_CALLER());
}

/* The lane whose value `lane` takes; `lane` itself if that is outside its group. */
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

/* The value from a lane that gives none, which CUDA leaves undefined. As a float it is
   a NaN, as an index it is out of bounds. */
static const uint64_t nothing = ~0ull;

static void exchange(struct worker *w, uint32_t group)
{
    struct thread *lanes = &w->thread[w->first_lane];
    uint8_t *state = &w->state[w->first_lane];
    uint64_t given[WARP_SIZE], ballot = 0;
    struct emu_together *together[WARP_SIZE] = {0};
    for (uint32_t rest = group; rest; rest &= rest - 1) {
        int lane = __builtin_ctz(rest);
        given[lane] = lanes[lane].value;
        ballot |= (given[lane] & 1) << lane;
        together[lane] = (struct emu_together *)lanes[lane].value;
    }
    int first = __builtin_ctz(group);
    if (lanes[first].op >= EMU_SHFL_IDX && lanes[first].op <= EMU_SHFL_XOR)
        EMU_TELL(w->on, shuffle, w, __builtin_popcount(group));
    if (lanes[first].op == EMU_TOGETHER)
        together[first]->__run(together);
    for (uint32_t rest = group; rest; rest &= rest - 1) {
        int lane = __builtin_ctz(rest);
        struct thread *t = &lanes[lane];
        int from = source(t, lane);
        if (t->op == EMU_BALLOT)
            t->value = ballot;
        else if (t->op == EMU_ACTIVE)
            t->value = group;
        else if (from >= 0 && from < WARP_SIZE && group & 1u << from)
            t->value = given[from];
        else if (from != lane) {
            EMU_TELL(w->on, absent, w, w->first_lane + lane, from);
            t->value = nothing;
        }
        state[lane] = THREAD_READY;
    }
}

/* True if two waiting lanes wait for each other. */
static bool same_call(const struct thread *a, const struct thread *b)
{
    if (a->op != b->op || a->mask != b->mask)
        return false;
    if (a->op == EMU_TOGETHER) {
        const struct emu_together *x = (const struct emu_together *)a->value;
        const struct emu_together *y = (const struct emu_together *)b->value;
        return x->__run == y->__run && x->__aligned == y->__aligned &&
               (!x->__aligned || a->site == b->site ||
                emu_symbols_same_line(a->site, b->site));
    }
    return a->op != EMU_ACTIVE || a->site == b->site;
}

/* The lanes that wait for each other with this one; 0 if some are still missing. */
static uint32_t complete_group(const struct thread *lanes, const uint8_t *state,
                               uint32_t present, int lane)
{
    bool named = lanes[lane].op != EMU_ACTIVE;
    uint32_t need = present & (named ? lanes[lane].mask : 0xffffffff), group = 0;
    for (uint32_t rest = need; rest; rest &= rest - 1) {
        int other = __builtin_ctz(rest);
        if (state[other] == THREAD_WARP && same_call(&lanes[other], &lanes[lane]))
            group |= rest & -rest;
        else if (state[other] == THREAD_EXITED || !named)
            need &= ~(rest & -rest); /* no lane waits for lanes that have ended */
    }
    return group == need && group & 1u << lane ? group : 0;
}

/* The operations after which lanes see the earlier stores of the others. */
static bool orders_memory(enum emu_collective op)
{
    return op != EMU_ACTIVE && op != EMU_TOGETHER && op != EMU_ALONE;
}

bool emu_warp_complete(const struct worker *w, uint32_t first)
{
    const uint32_t rest = w->launch->threads - first;
    const uint32_t present = rest < WARP_SIZE ? (1u << rest) - 1 : 0xffffffff;
    for (int lane = 0; lane < WARP_SIZE; lane++)
        if (present & 1u << lane && w->state[first + lane] == THREAD_WARP &&
            complete_group(&w->thread[first], &w->state[first], present, lane))
            return true;
    return false;
}

bool emu_warp_alone(struct worker *w, uint32_t present)
{
    enum { PATIENCE = 2 }; /* logs that the other lanes fill */
    uint32_t alone = 0;
    for (uint32_t rest = present; rest; rest &= rest - 1) {
        const uint32_t i = w->first_lane + (uint32_t)__builtin_ctz(rest);
        if (w->state[i] == THREAD_WARP && w->thread[i].op == EMU_ALONE &&
            w->thread[i].fencing && ++w->thread[i].patience > PATIENCE)
            alone |= rest & -rest;
    }
    if (alone)
        emu_warp_merge(w, 0);
    for (uint32_t rest = alone; rest; rest &= rest - 1)
        exchange(w, rest & -rest);
    return alone;
}

bool emu_warp_ops(struct worker *w, uint32_t present)
{
    struct thread *lanes = &w->thread[w->first_lane];
    uint8_t *state = &w->state[w->first_lane];
    bool moved = false;
    int asks = -1; /* the lowest place of a lane that called __activemask */
    for (int lane = 0; lane < WARP_SIZE; lane++) {
        const struct thread *t = &lanes[lane];
        if (!(present & 1u << lane) || state[lane] != THREAD_WARP)
            continue;
        if (t->op == EMU_ACTIVE) {
            if (asks < 0 || t->site < lanes[asks].site)
                asks = lane;
            continue;
        }
        uint32_t group = complete_group(lanes, state, present, lane);
        if (!group)
            continue;
        if (orders_memory(t->op))
            EMU_TELL(w->on, warp_sync, w);
        exchange(w, group);
        moved = true;
    }
    if (moved || asks < 0)
        return moved;
    exchange(w, complete_group(lanes, state, present, asks));
    return true;
}
