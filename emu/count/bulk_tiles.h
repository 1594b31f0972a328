/* How far ahead of its wait a block begins to fill each tile by bulk copies. A tile is
   what one phase of an mbarrier completes. */
#ifndef EMU_BULK_TILES_H
#define EMU_BULK_TILES_H

#include <stdbool.h>
#include <stdint.h>

#include "barriers.h"
#include "param.h"
#include "probe.h"

struct bulk_tiles {
    bool used;     /* by this block: else all is 0, as for most kernels */
    uint32_t seen; /* tiles that a thread has waited for */
    struct {
        bool filling, complete;
        uint32_t seen; /* when its first copy began */
    } of[BARRIERS];
    /* Groups of wgmma of each warp, begun and complete. */
    uint32_t begun[MAX_THREADS / WARP_SIZE], done[MAX_THREADS / WARP_SIZE];
};

/* A block begins. */
void emu_bulk_tiles_reset(struct bulk_tiles *t);

/* A copy begins, whose bytes this barrier counts; a phase is complete. */
void emu_bulk_tiles_fill(struct bulk_tiles *t, int barrier);
void emu_bulk_tiles_complete(struct bulk_tiles *t, int barrier);

/* A thread has waited for this barrier. If it is the first that sees a tile, count it
   among tiles, tiles_ahead and tiles_in_flight. */
void emu_bulk_tiles_pass(struct bulk_tiles *t, int barrier, struct counters *c);

/* A warp begins a product of this group; it has waited for groups up to this one. */
void emu_bulk_tiles_multiply(struct bulk_tiles *t, uint32_t warp, uint32_t group);
void emu_bulk_tiles_multiplied(struct bulk_tiles *t, uint32_t warp, uint32_t group);

#endif
