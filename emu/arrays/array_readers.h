/* How many blocks share the loads of each column of the counted arrays. Of the running
   block each worker counts the loads; when it ends, they are added to the column's. */
#ifndef EMU_ARRAY_READERS_H
#define EMU_ARRAY_READERS_H

#include "probe.h"

#include "array_bits.h"
#include "launch.h"

/* How often a block has loaded from each column. */
typedef uint32_t columns[PROBE_ARRAYS][MOST_COLUMNS];
/* A worker's: of the running block. */
struct readers {
    columns one;
    columns *running; /* `one`, or in a cooperative launch the block's own */
};

/* From now on there are n arrays; a row of array i has width[i] bytes. If that is 0, or
   more than PROBE_WIDEST, it has no columns. */
void emu_readers_new(const uint32_t width[], int n);
/* Columns in a row of array i; 0: none. */
uint32_t emu_readers_columns(int i);

/* A launch begins, and ends. */
void emu_readers_launch(const struct launch *l);
void emu_readers_completed(void);
/* Block `block` begins, or continues after a barrier of the whole grid; it ends. */
void emu_readers_block(struct readers *own, uint64_t block);
void emu_readers_block_end(struct readers *own);
/* It loads the n bytes of array i from `from` on. */
void emu_readers_mark(struct readers *own, int i, uint64_t from, uint64_t n);

/* Loads of a column of array i, per load of the block that loads the most from it: of
   the column where that is least, and of each column in the launch where it is most. */
double emu_readers_least(int i);

#endif
