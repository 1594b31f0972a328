/* When each request of a block is issued, if the block is alone on an SM. */
#ifndef EMU_TIMELINE_H
#define EMU_TIMELINE_H

#include <stddef.h>

#include "moment.h"

/* Set begin, end, waited and why of the n moments of a block, which are in order for
   each warp. `arithmetic` is what the block's arithmetic takes, in cycles of an SM, 0
   if it is not known. why is "memory", "pipe", "arithmetic", "barrier", "mbarrier",
   "tensor" or "-". timeline.c explains the rules. */
void emu_timeline(struct moment *m, size_t n, double arithmetic);

#endif
