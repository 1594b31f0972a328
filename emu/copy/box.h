/* The bytes of a bulk copy: a box of an array that a tensor map describes, or bytes in
   a row. box.c finds and moves them; it checks nothing. */
#ifndef EMU_BOX_H
#define EMU_BOX_H

#include "tensor_map.h"
#include "worker.h"

/* Bytes in a row: map.rank is 0, and map.start their address in global memory. */
struct bulk_copy {
    struct tensor_map map;
    int32_t at[TENSOR_DIMENSIONS]; /* the box's first element */
    uint64_t offset;               /* of shared memory */
    uint32_t bytes;                /* there */
    uintptr_t pc;
    uint32_t thread; /* that begins it; MAX_THREADS: of another block of the cluster */
    int barrier;     /* of a load; -1: a store... */
    uint32_t group;  /* ...of this group of the thread */
    bool moved;      /* the store's source was read; its result is not yet seen */
};

/* Call `what` for the bytes of the copy in shared memory: for all, or if there are gaps
   between them, for each 16. */
void emu_box_each(struct worker *w, const struct bulk_copy *c,
                  void (*what)(struct worker *w, const struct bulk_copy *c,
                               uint64_t offset, uint32_t bytes));
/* From its first byte in shared memory to the last. */
uint32_t emu_box_room(const struct bulk_copy *c);

/* A run of a box along dimension 0: where it is in shared memory, and the part of it
   that lies in the array: `skip` bytes after its start, `n` bytes; n = 0: none. */
struct box_run {
    uint64_t offset;
    uint32_t bytes, skip, n;
    uintptr_t from;
};

/* How many a box has; the i-th. */
uint32_t emu_box_runs(const struct bulk_copy *c);
struct box_run emu_box_run(const struct bulk_copy *c, uint32_t i);
/* The copy engine stores whole pieces of 16 bytes: at the end of a row of the array, up
   to 15 more bytes. Of a run, so many in all. */
uint32_t emu_box_stored(const struct box_run *r);

/* True if it stores to some of these bytes of global memory. */
bool emu_box_stores_to(const struct bulk_copy *c, uintptr_t p, uint32_t bytes);

/* Move all bytes: to shared memory if the copy has a barrier, else from it. */
void emu_box_move(struct worker *w, const struct bulk_copy *c);

#endif
