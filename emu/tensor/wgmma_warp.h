/* What wgmma.c and wgmma_begin.c keep of each warp. */
#ifndef EMU_WGMMA_WARP_H
#define EMU_WGMMA_WARP_H

#include "wgmma_product.h"

enum { MOST_SETS = 8 };

/* The products of a warp. */
struct wgmma_warp {
    unsigned launch;
    uint64_t block;
    uint32_t committed; /* groups */
    uint64_t begun_in;  /* a number of its own for each block */
    uint32_t products;  /* that it has begun; the last one at... */
    uintptr_t pc;
    bool fenced; /* since registers that are accumulators were accessed */
    size_t n, room;
    struct wgmma_product *product;
    struct wgmma_sums *sums[MOST_SETS];
};

/* Warp i of the running block; the running one. */
struct wgmma_warp *emu_wgmma_warp(const struct worker *w, uint32_t i);
struct wgmma_warp *emu_wgmma_mine(void);

/* More memory; without it, the running thread crashes. */
void *emu_wgmma_reserve(void *old, size_t bytes);

/* The running thread has met only some lanes of its warp: ends the block. */
_Noreturn void emu_wgmma_alone(const char *text, uintptr_t pc);

#endif
