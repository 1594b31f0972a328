/*
 * The order of the blocks of a launch. Blocks have none, unless the kernel makes one: a
 * thread stores, executes a fence, and then writes a flag by a strong operation: an
 * atomic one, or one on a volatile variable. A block that has accessed the flag after
 * that, by a strong operation too, comes after what was done before the fence. (PTX
 * ISA, memory consistency model: release and acquire patterns. A second fence, after
 * the flag was read, is not asked for: no known GPU needs it after an atomic
 * operation.)
 *
 * A fence orders what its warp did before, and what the others did before they met: at
 * __syncthreads(), or a thread waited at another barrier. Vector clocks of warps keep
 * it, as order.h does in a block, with two simplifications, which hide faults and make
 * none: a thread may write the flag for a fence of another thread of its block, and
 * what one thread has read in a flag, its whole block knows.
 */
#ifndef EMU_BLOCK_ORDER_H
#define EMU_BLOCK_ORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "worker.h"

/* True if the program has fences. If not, nothing below is called. */
bool emu_block_order_used(void);

struct block_order; /* of the block that a worker runs */
struct block_order *emu_block_order_new(void);
/* A block begins, of so many threads; its threads have met. */
void emu_block_order_begin(struct block_order *o, uint32_t threads);
void emu_block_order_meet(struct block_order *o);
void emu_block_order_fence(struct block_order *o, uint32_t thread);
/* The thread will access a flag by a strong operation that writes; the block has
   accessed one. */
void emu_block_order_tell(struct block_order *o, uint64_t block, uint32_t thread,
                          uintptr_t flag);
void emu_block_order_learn(struct block_order *o, uintptr_t flag);
/* True if the block may have accessed the flag so; false if it has not. */
bool emu_block_order_used_flag(const struct block_order *o, uintptr_t flag);
/* All blocks have met, or the launch has ended: no flag has been written. */
void emu_block_order_forget(void);

/* The thread accesses device memory: the clock of its warp. */
uint32_t emu_block_order_clock(struct block_order *o, uint32_t thread);
/* True if what a thread of another block did at this clock comes before what the block
   does now. */
bool emu_block_order_covers(const struct block_order *o, uint64_t block,
                            uint32_t thread, uint32_t clock);

#endif
