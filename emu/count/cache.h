/* The L1 cache of one SM, as one block sees it. */
#ifndef EMU_CACHE_H
#define EMU_CACHE_H

#include <stdint.h>

/* An empty one; gives up if there is no memory for it. */
struct cache *emu_cache_new(void);
void emu_cache_reset(struct cache *c, uint64_t bytes);
/* Sectors of the line that missed, given the sectors asked for (a bit each). */
uint32_t emu_cache_load(struct cache *c, uint64_t line, uint32_t sectors);

#endif
