/*
 * L1 as one block sees it: its share of its SM's cache, 128-byte lines of four 32-byte
 * sectors, four ways, the least recently used line goes first, and stores pass through
 * to L2. (Jia et al., Dissecting the NVIDIA Volta GPU Architecture via
 * Microbenchmarking, 2018, chapter 3: line, sector and write policy.)
 */
#include "cache.h"

#include <string.h>

#include "param.h"
#include "settings.h"

enum { WAYS = 4, MAX_SETS = 512 }; /* 256 KiB at most */

struct way {
    uint64_t line; /* its number + 1; 0 is empty */
    uint32_t sectors, used;
};

struct cache {
    struct way set[MAX_SETS][WAYS];
    uint32_t sets, clock;
};

struct cache *emu_cache_new(void)
{
    return emu_allocate(1, sizeof(struct cache), "a cache");
}

void emu_cache_reset(struct cache *c, uint64_t bytes)
{
    uint64_t sets = bytes / (WAYS * LINE_BYTES);
    c->sets = sets < 1 ? 1 : sets > MAX_SETS ? MAX_SETS : sets;
    c->clock = 0;
    memset(c->set, 0, c->sets * sizeof *c->set);
}

/* The line's way, or the one that it would take, emptied. */
static struct way *find(struct cache *c, uint64_t line)
{
    /* Rows of a matrix are often a power of two apart: no bit of theirs may be lost. */
    uint64_t hash = line * 0x9e3779b97f4a7c15;
    struct way *set = c->set[(hash >> 40) % c->sets], *oldest = set;
    for (int i = 0; i < WAYS; i++) {
        if (set[i].line == line + 1)
            return &set[i];
        if (set[i].used < oldest->used)
            oldest = &set[i];
    }
    *oldest = (struct way){.line = line + 1};
    return oldest;
}

uint32_t emu_cache_load(struct cache *c, uint64_t line, uint32_t sectors)
{
    struct way *way = find(c, line);
    uint32_t missed = sectors & ~way->sectors;
    way->sectors |= sectors;
    way->used = ++c->clock;
    return missed;
}
