/* The cost of a request to global memory. */
#ifndef EMU_GLOBAL_H
#define EMU_GLOBAL_H

#include <stdint.h>

#include "cache.h"
#include "param.h"
#include "probe.h"
#include "request.h"
#include "walk.h"

/* The last request of an instruction: global.c. */
enum { HITS = 16 };
struct hits {
    uintptr_t pc;
    uint32_t lanes, size;
    int sectors, lines;
    uint64_t offset[WARP_SIZE]; /* of the request */
    struct way *way[WARP_SIZE]; /* of each line */
};

/* The running block's share of an L1. */
struct l1 {
    struct cache cache;
    struct hits hits[HITS];
};

/* Count the request, and add the sectors that missed L1 to the stream. Returns the
   sectors that the request touches. */
int emu_count_global(struct counters *c, struct l1 *l1, struct stream *stream,
                     const struct request *r);

/* Add the sectors [first, end), which a bulk copy loads, to the stream. */
void emu_count_row(struct stream *stream, uint64_t first, uint64_t end);

#endif
