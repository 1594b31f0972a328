/*
 * The L1 model: 128-byte lines of four 32-byte sectors, four ways; the least recently
 * used line is replaced. (Jia et al., Dissecting the NVIDIA Volta GPU Architecture via
 * Microbenchmarking, 2018, chapter 3: line, sector and write policy.)
 */
#include "cache.h"

#include <stdlib.h>
#include <string.h>

#include "param.h"
#include "settings.h"

void emu_cache_reset(struct cache *c, uint64_t bytes)
{
    const uint64_t sets = bytes / (WAYS * LINE_BYTES) / EIGHT * EIGHT;
    c->sets = sets < EIGHT ? EIGHT : sets;
    c->clock = 0;
    c->valid = 0;
    if (c->sets > c->room) {
        free(c->set);
        c->set = emu_allocate(c->sets, sizeof *c->set, "a cache");
        c->room = c->sets;
    } else {
        memset(c->set, 0, c->sets * sizeof *c->set);
    }
}
