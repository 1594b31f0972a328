/* A cache of 128-byte lines with four 32-byte sectors each. */
#ifndef EMU_CACHE_H
#define EMU_CACHE_H

#include <stdint.h>

enum { WAYS = 4, EIGHT = 8, TURN_BY = 0x9e3779b1 >> 4 };

struct way {
    uint64_t line; /* its number + 1; 0 is empty */
    uint16_t sectors;
    uint16_t known; /* those who count on this line being here: a bit each */
    uint32_t used;
};
struct cache {
    struct way (*set)[WAYS];
    uint32_t sets, room; /* in use, and allocated */
    uint32_t clock;
    uint16_t valid; /* those of whom every line is here: a bit each */
};

/* Make it empty, of so many bytes. Gives up without memory. */
void emu_cache_reset(struct cache *c, uint64_t bytes);

/* Where a line may be. Eight lines in a row lie in eight sets; the rows of eight fill
   the cache one after the other, and each time begin elsewhere, so that rows of a
   matrix that are a power of two apart do not meet in a few sets. */
static inline struct way *emu_cache_set(const struct cache *c, uint64_t line)
{
    const uint32_t row = line / EIGHT, rows = c->sets / EIGHT, time = row / rows;
    return c->set[line % EIGHT + EIGHT * ((row + time * TURN_BY) % rows)];
}

/* A number for the line that leaves nothing of the order that lines have. */
static inline uint64_t emu_cache_hash(uint64_t line)
{
    return line * 0x9e3779b97f4a7c15 >> 8;
}

/* The line's way, once these sectors of it (a bit each) are loaded: *missed of them
   were not there. */
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

/* Sectors of the line that missed, given the sectors asked for. */
static inline uint32_t emu_cache_load(struct cache *c, uint64_t line, uint32_t sectors)
{
    uint32_t missed;
    emu_cache_find(c, line, sectors, &missed);
    return missed;
}

#endif
