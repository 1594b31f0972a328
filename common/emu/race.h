/* The arrays that are searched for races in device memory. Part of the emulator's
   inside: race_regions.c finds the arrays, race_blocks.c what blocks do to each other
   there. */
#ifndef EMU_RACE_H
#define EMU_RACE_H

#include "emu.h"

enum { MAX_REGIONS = 64 };

struct region {
    uint64_t offset, bytes;
    int shift; /* a cell is 1 << shift bytes: 2, or 0 for arrays of bytes */
    uint64_t cells;
    struct chunk *chunks;
    atomic_ullong racing; /* the lowest racing cell + 1; 0: none */
    atomic_bool blind;    /* parts of words are used: neighbours look like one */
    struct own_cells {
        uint64_t *writes, *reads; /* race.c's, of the block that the worker runs */
    } own[EMU_MAX_WORKERS];
};

/* The array that holds offset; NULL if it is not watched. */
struct region *emu_region_find(uint64_t offset);
/* Watch the array that holds offset. NULL if there is no room to. */
struct region *emu_region_watch(uint64_t offset, uint32_t element);
/* Whether a watched array has bytes in [low, high]. */
bool emu_region_between(uint64_t low, uint64_t high);
/* The i-th; NULL if there are no more. */
struct region *emu_region(int i);
/* Cells of the array for races in the block that this worker runs; NULL if there is no
   memory for them. */
struct own_cells *emu_region_own(struct region *g, const struct worker *w);

/* Memory for what blocks do to each other in the array, in *g; false if there is none.
 */
bool emu_blocks_open(struct region *g);
void emu_blocks_close(struct region *g);
/* One lane's access to the cell. */
void emu_blocks_touch(struct worker *w, const struct request *r, int i,
                      struct region *g, uint64_t at);
/* Who wrote the cell last; in which block, of several that did in that launch the
   highest, is known as long as no later launch has touched it. False if nobody did. */
struct writer {
    unsigned launch;
    uintptr_t pc;
    bool block_known;
    uint64_t block;
    uint32_t thread;
};
bool emu_blocks_writer(const struct region *g, uint64_t at, struct writer *writer);

#endif
