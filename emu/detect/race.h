/* The arrays that are searched for races in device memory. Part of the emulator's
   inside: race_regions.c finds the arrays, race_blocks.c what blocks do to each other
   there. */
#ifndef EMU_RACE_H
#define EMU_RACE_H

#include "emu.h"

/* Room for more than device memory can hold: allocations.c. */
enum { MAX_REGIONS = 1 << 19 };

/* Accesses of whole words have a cell a word; smaller ones a cell a byte, of memory
   that is there from the first of them on. */
enum grain { WORDS, BYTES, GRAINS };

/* race.c's cells of an array, for the block that a worker runs. */
struct own_cells {
    uint64_t *writes, *reads; /* NULL: none yet */
};

struct region {
    uint64_t offset, bytes;
    struct chunk *_Atomic chunks[GRAINS]; /* race_blocks.c's cells */
    atomic_ullong racing;                 /* ~ the lowest racing byte; 0: none */
    struct own_cells own[EMU_MAX_WORKERS][GRAINS];
};

static inline uint64_t emu_cells(const struct region *g, enum grain grain)
{
    return grain == WORDS ? g->bytes / 4 + 1 : g->bytes + 1;
}

/* The array that holds offset; NULL if it is not watched. */
struct region *emu_region_find(uint64_t offset);
/* Watch the array or __device__ variable that holds offset. NULL if there is no memory
   to. */
struct region *emu_region_watch(uint64_t offset);
/* Whether a watched array has bytes in [low, high]. */
bool emu_region_between(uint64_t low, uint64_t high);
/* The i-th; NULL if there are no more. */
struct region *emu_region(int i);
/* Cells of the array for races in the block that this worker runs; NULL if there is no
   memory for them. */
struct own_cells *emu_region_own(struct region *g, const struct worker *w,
                                 enum grain grain);

/* Memory for what blocks do to each other in the array; false if there is none. */
bool emu_blocks_open(struct region *g, enum grain grain);
void emu_blocks_close(struct region *g);
/* One lane's access to the cell `at`. */
void emu_blocks_touch(struct worker *w, const struct request *r, int i,
                      struct region *g, enum grain grain, uint64_t at);
/* Who wrote to the word last; in which block, of several that did in that launch the
   highest, is known as long as no later launch has touched it. False if nobody did. */
struct writer {
    unsigned launch;
    uintptr_t pc;
    bool block_known;
    uint64_t block;
    uint32_t thread;
};
bool emu_blocks_writer(const struct region *g, uint64_t word, struct writer *writer);

#endif
