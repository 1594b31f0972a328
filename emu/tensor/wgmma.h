/* wgmma: what other files tell wgmma.c. A program whose kernels have none is linked
   without it: then these functions are NULL. */
#ifndef EMU_WGMMA_H
#define EMU_WGMMA_H

#include <stdint.h>

struct worker;

/* The block ends: all warps of a warpgroup must have begun as many products. */
void emu_wgmma_end(struct worker *w) __attribute__((weak));

/* The running thread accesses its own stack at this address. If that is an accumulator
   of a product in flight, it is a fault. */
void emu_wgmma_touched(uintptr_t a, uintptr_t pc) __attribute__((weak));

#endif
