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
        bool tile;              /* counts the bytes of tiles */
        bool filling, complete; /* the tile */
        uint32_t seen;          /* when its first copy began */
        uint32_t number;        /* of the last one that was seen, from 1 on */
        /* Of an mbarrier without bytes: the last tile with which those that arrive have
           done, in this phase, and in the last one that is complete. */
        uint32_t arriving, arrived;
    } of[BARRIERS];
    struct {
        uint32_t begun, done; /* groups of wgmma */
        uint32_t tile;  /* the last one that it has waited for, or with which those
                           have done that it has waited for... */
        bool by_others; /* ...last */
    } warp[MAX_THREADS / WARP_SIZE];
};

/* A block begins. */
void emu_bulk_tiles_reset(struct bulk_tiles *t);

/* The warp begins a copy whose bytes this barrier counts; a phase is complete. */
void emu_bulk_tiles_fill(struct bulk_tiles *t, uint32_t warp, int barrier);
void emu_bulk_tiles_complete(struct bulk_tiles *t, int barrier);

/* A thread of the warp arrives at a barrier of the block that `owner` is of. */
void emu_bulk_tiles_arrive(const struct bulk_tiles *t, uint32_t warp,
                           struct bulk_tiles *owner, int barrier);

/* It has waited for this barrier. If it is the first that sees a tile, count it among
   tiles, tiles_ahead and tiles_in_flight. */
void emu_bulk_tiles_pass(struct bulk_tiles *t, uint32_t warp, int barrier,
                         struct counters *c);

/* A warp begins a product of this group; it has waited for groups up to this one. */
void emu_bulk_tiles_multiply(struct bulk_tiles *t, uint32_t warp, uint32_t group);
void emu_bulk_tiles_multiplied(struct bulk_tiles *t, uint32_t warp, uint32_t group);

#endif
