/* A cache of 128-byte lines with four 32-byte sectors each. */
#ifndef EMU_CACHE_H
#define EMU_CACHE_H

#include <stdint.h>

enum { WAYS = 4, EIGHT = 8, TURN_BY = 0x9e3779b1 >> 4 };

struct way {
    uint64_t line; /* its number + 1; 0 is empty */
    uint16_t sectors;
    uint16_t known; /* the struct hits that expect this line here: one bit each */
    uint32_t used;
};
struct cache {
    struct way (*set)[WAYS];
    uint32_t sets, room; /* in use, and allocated */
    uint32_t clock;
    uint16_t valid; /* the struct hits whose lines are all here: one bit each */
};

/* Make it empty, with `bytes` bytes. Gives up if memory is exhausted. */
void emu_cache_reset(struct cache *c, uint64_t bytes);

/* The set of a line. Eight consecutive lines are in eight sets. Groups of eight fill
   the cache in order. Each pass over the cache begins at another set, so that matrix
   rows a power of two apart do not share a few sets. */
static inline struct way *emu_cache_set(const struct cache *c, uint64_t line)
{
    const uint32_t row = line / EIGHT, rows = c->sets / EIGHT, time = row / rows;
    return c->set[line % EIGHT + EIGHT * ((row + time * TURN_BY) % rows)];
}

/* A hash of the line's number: neighbouring lines get unrelated values. */
static inline uint64_t emu_cache_hash(uint64_t line)
{
    return line * 0x9e3779b97f4a7c15 >> 8;
}

/* Load these sectors of the line (one bit each) and return its way. *missed becomes
   the sectors that were not in the cache. */
static inline struct way *emu_cache_find(struct cache *c, uint64_t line,
                                         uint32_t sectors, uint32_t *missed)
{
    struct way *set = emu_cache_set(c, line), *way = set;
    c->clock++;
    for (int i = 0; i < WAYS; i++) {
        if (set[i].line == line + 1) {
            *missed = sectors & ~set[i].sectors;
            set[i].sectors |= sectors;
            set[i].used = c->clock;
            return &set[i];
        }
        if (set[i].used < way->used)
            way = &set[i];
    }
    c->valid &= ~way->known;
    *way = (struct way){.line = line + 1, .sectors = sectors, .used = c->clock};
    *missed = sectors;
    return way;
}

/* Load these sectors of the line and return those that missed. */
static inline uint32_t emu_cache_load(struct cache *c, uint64_t line, uint32_t sectors)
{
    uint32_t missed;
    emu_cache_find(c, line, sectors, &missed);
    return missed;
}

#endif
