/*
 * What a grid's loads find in the caches of its SMs, and what these load from L2:
 * walk.c says how.
 */
#ifndef EMU_WALK_H
#define EMU_WALK_H

#include <stdint.h>

#include "launch.h"
#include "probe.h"

/* A block's loads that its own share of L1 lacked, in their order. */
struct stream {
    uint64_t *loads; /* of a line each: see emu_stream_add() */
    uint32_t n, room;
    uint64_t sectors, left_out; /* that it has, and for which there was no room */
    uint64_t time;              /* requests that the block has made */
};

/* A launch begins: forget the streams of the last one. */
void emu_walk_begin(const struct launch *l);
/* The stream of a block that is about to run. */
struct stream *emu_walk_stream(uint64_t block);
/* Sectors of a line (a bit each), loaded now. */
void emu_stream_add(struct stream *s, uint64_t line, uint32_t sectors);

/* The launch has ended, in which an SM had `blocks` at a time and so many bytes of L1:
   what its streams loaded from L2, and L2 from DRAM, goes into the counters. */
void emu_walk(struct counters *c, int blocks, uint64_t l1_bytes);

#endif
