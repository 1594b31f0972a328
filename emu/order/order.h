/*
 * What is ordered between two __syncthreads(): an access before a thread arrives at a
 * barrier comes before each access of a thread that has waited for that phase. Vector
 * clocks keep it (Fidge 1988, Mattern 1989; as FastTrack does, Flanagan and Freund,
 * PLDI 2009): each warp has a clock, which advances when one of its threads arrives, or
 * when its lanes are synchronized. race_rule.c stamps accesses with it.
 */
#ifndef EMU_ORDER_H
#define EMU_ORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "race_cell.h"
#include "worker.h"

/* True if the program has such barriers. If not, nothing below is called. */
bool emu_order_used(void);
/* ... of them, barriers and mbarriers, and not only flags. */
bool emu_order_by_barriers(void);

struct order; /* of a worker */
struct order *emu_order_new(void);

/* All threads of the block have met: nothing is left to order. */
void emu_order_forget(struct order *o);
/* Before a warp's clock advances from `clock`, since its lanes were synchronized. */
void emu_order_lanes(struct order *o, uint32_t warp);
/* Before it advances since `thread` arrives at barrier i. Accesses of the warp's other
   lanes count if they have a clock below `synced`. */
void emu_order_arrive(struct order *o, uint32_t thread, int i, uint32_t clock,
                      uint32_t synced);
void emu_order_complete(struct order *o, int i);
void emu_order_pass(struct order *o, uint32_t thread, int i);
/* Copies that barrier i completes are complete, before the next thread passes it.
   Returns the clock of the barrier as an agent; CLOCK_LIMIT: there are no more. */
uint32_t emu_order_land(struct order *o, int i);

/* True if what thread or agent `other` did at this clock comes before what `thread`
 * does now. */
bool emu_order_covers(const struct order *o, uint32_t thread, uint32_t other,
                      uint32_t clock);

/* True if what all lanes of `warp` did together at this clock comes before what
   `thread` does now. */
bool emu_order_covers_warp(const struct order *o, uint32_t thread, uint32_t warp,
                           uint32_t clock);

/* True if the thread has waited at a barrier since all threads met. */
bool emu_order_knows(const struct order *o, uint32_t thread);

/* A warp's lanes read this word of shared memory at this clock. */
void emu_order_read(struct order *o, uint64_t word, uint32_t warp, uint32_t lanes,
                    uint32_t clock);
/* The first thread that has read the word, and whose read has no order with what
   `thread` does now; -1 if there is none. */
int emu_order_reader(const struct order *o, uint64_t word, uint32_t thread,
                     uint32_t synced);

#endif
