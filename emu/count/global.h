/* What a request to global memory costs. */
#ifndef EMU_GLOBAL_H
#define EMU_GLOBAL_H

#include <stdint.h>

#include "probe.h"
#include "request.h"

enum { WAYS = 4, MAX_SETS = 512 }; /* 256 KiB at most */

struct way {
    uint64_t line; /* its number + 1; 0 is empty */
    uint32_t sectors, used;
};
/* The L1 cache of one SM, as one block sees it. */
struct cache {
    _Alignas(64) struct way set[MAX_SETS][WAYS];
    uint32_t sets, clock;
};

/* Make it empty, of so many bytes. */
void emu_cache_reset(struct cache *c, uint64_t bytes);
/* Count the request, of which the cache has some: the sectors that it touches. */
int emu_count_global(struct counters *c, struct cache *l1, const struct request *r);

#endif
