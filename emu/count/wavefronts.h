/* What a request to shared memory costs. */
#ifndef EMU_WAVEFRONTS_H
#define EMU_WAVEFRONTS_H

#include "request.h"

/* The same instruction's next request often has its lanes as far apart, and then costs
   the same: what the last ones cost. All 0 at first. */
enum { BANK_COSTS = 64 };
struct bank_costs {
    struct bank_cost {
        uintptr_t pc;
        uint32_t size, lanes;
        uint64_t apart[WARP_SIZE]; /* offset[i] - offset[0] */
        int wavefronts, words;
    } of[BANK_COSTS];
};

/* Passes through the banks; *words becomes how many words are touched. */
int emu_wavefronts(struct bank_costs *costs, const struct request *r, int *words);

/* How many lanes, the one called `lane` among them, shared memory serves together: the
   lanes of an aligned group of so many. */
int emu_lanes_together(const struct request *r, int lane);

#endif
