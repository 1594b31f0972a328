/*
 * A cell of race_rule.c: one access to a word or a byte, in 64 bits.
 *
 *   pc:24  epoch:16  clock:12  thread:11  atomic:1
 *
 * The clock is that of the thread's warp. The "thread" of a copy that an mbarrier
 * completes is that barrier: emu_agent().
 */
#ifndef EMU_RACE_CELL_H
#define EMU_RACE_CELL_H

#include <stdbool.h>
#include <stdint.h>

#include "barriers.h"
#include "param.h"

enum {
    ATOMIC_BIT = 1,
    THREAD_SHIFT = 1,
    CLOCK_SHIFT = 12,
    EPOCH_SHIFT = 24,
    PC_SHIFT = 40,
    CLOCK_BITS = 12,
    CLOCK_LIMIT = 1 << CLOCK_BITS,
    EPOCH_LIMIT = 1 << 16,
    /* In a read's thread field, above any thread's number, which is < MAX_THREADS: */
    SEVERAL_OF_WARP = MAX_THREADS, /* plus the warp: several threads of that warp */
    SEVERAL = 0x7ff,               /* threads of several warps */
    /* In a write's, above any thread and warp: the first mbarrier. */
    AGENTS = MAX_THREADS + MAX_WARPS
};
_Static_assert(AGENTS + MBARRIERS <= SEVERAL, "11 bits are too few for an agent");

static inline uint32_t emu_agent(int barrier)
{
    return AGENTS + (uint32_t)(barrier - NAMED);
}

#define SEVERAL_MASK ((uint64_t)SEVERAL << THREAD_SHIFT)

#define FIELD(x, shift, bits) (((x) >> (shift)) & ((1u << (bits)) - 1))
#define THREAD_FIELD(thread) ((uint64_t)(thread) << THREAD_SHIFT)
#define EPOCH_MASK ((EPOCH_LIMIT - 1ull) << EPOCH_SHIFT)

static inline uint32_t emu_cell_warp(uint32_t thread) /* or what a thread field holds */
{
    return thread < MAX_THREADS ? thread / WARP_SIZE : thread - SEVERAL_OF_WARP;
}

static inline uint32_t emu_cell_clock(uint64_t cell)
{
    return FIELD(cell, CLOCK_SHIFT, CLOCK_BITS);
}

/* True if the cell's access and that of `own`, also a cell, have no defined order,
   unless order.h knows one. The lanes of own's warp were last synchronized when its
   clock became `synced`. */
static inline bool emu_cells_conflict(uint64_t cell, uint64_t own, uint32_t synced)
{
    uint32_t thread = FIELD(own, THREAD_SHIFT, 11),
             other = FIELD(cell, THREAD_SHIFT, 11);
    if ((cell ^ own) & EPOCH_MASK || other == thread)
        return false;
    if (cell & own & ATOMIC_BIT)
        return false;
    /* Two accesses of one warp are ordered by a __syncwarp() or shuffle in between. */
    return emu_cell_warp(other) != thread / WARP_SIZE || emu_cell_clock(cell) >= synced;
}

/* The new value of a cell of reads after the read `own`. */
static inline uint64_t emu_cells_merge(uint64_t cell, uint64_t own, uint32_t synced)
{
    uint32_t thread = FIELD(own, THREAD_SHIFT, 11),
             other = FIELD(cell, THREAD_SHIFT, 11);
    uint64_t no_thread = own & ~THREAD_FIELD(SEVERAL);
    uint64_t of_warp = no_thread | THREAD_FIELD(SEVERAL_OF_WARP + thread / WARP_SIZE);
    bool later = emu_cell_clock(cell) < synced;
    uint64_t merged = emu_cell_warp(other) != thread / WARP_SIZE
                          ? no_thread | THREAD_FIELD(SEVERAL)
                      : later ? own
                              : of_warp;
    bool first = (cell ^ own) & EPOCH_MASK;
    return first || other == thread ? own : merged;
}

#endif
