/* The cost of a request to shared memory. */
#ifndef EMU_WAVEFRONTS_H
#define EMU_WAVEFRONTS_H

#include "request.h"

/* The costs of recent requests. The next request of an instruction often has the same
   distances between lanes, and then the same cost. All 0 at first. */
enum { BANK_COSTS = 64 };
struct bank_costs {
    struct bank_cost {
        uintptr_t pc;
        uint32_t size, lanes;
        uint64_t apart[WARP_SIZE]; /* offset[i] - offset[0] */
        int wavefronts, words;
    } of[BANK_COSTS];
};

/* Returns the wavefronts of a request; *words becomes the number of words touched. */
int emu_wavefronts(struct bank_costs *costs, const struct request *r, int *words);

/* How many lanes shared memory serves together with `lane`: the size of its aligned
   group of lanes. */
int emu_lanes_together(const struct request *r, int lane);

#endif
