/*
 * A grid's loads through the caches of its SMs, and from there through L2: walk.c
 * explains it.
 */
#ifndef EMU_WALK_H
#define EMU_WALK_H

#include <stdint.h>

#include "launch.h"
#include "probe.h"

/* A block's loads that missed its own share of L1, in order. */
struct stream {
    uint64_t *loads; /* one line each: see emu_stream_add() */
    uint32_t n, room;
    uint64_t sectors, left_out; /* sectors recorded, and sectors left out: no room */
    uint64_t time;              /* requests of the block so far */
};

/* A launch begins: forget the streams of the last one. */
void emu_walk_begin(const struct launch *l);
/* The stream of a block that is about to run. */
struct stream *emu_walk_stream(uint64_t block);
/* Record that these sectors of a line (one bit each) are loaded now. */
void emu_stream_add(struct stream *s, uint64_t line, uint32_t sectors);

/* The launch has ended. Add to the counters what its streams loaded from L2, and L2
   from DRAM. An SM held `blocks` at a time and had `l1_bytes` of L1. */
void emu_walk(struct counters *c, int blocks, uint64_t l1_bytes);

#endif
