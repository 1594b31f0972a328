/*
 * Bulk copies between global and shared memory, by the copy engine: of bytes in a row,
 * or of a box of an array that a tensor map describes. bulk.c runs them.
 *
 * A copy to shared memory is complete when some thread has waited for the phase of the
 * mbarrier that counts its bytes; one to global memory, when the thread that began it
 * has waited for its group. It reads and writes as late as that.
 *
 * A program whose kernels make no such copies is linked without bulk.c: then these
 * functions are NULL.
 */
#ifndef EMU_BULK_H
#define EMU_BULK_H

#include <stdbool.h>
#include <stdint.h>

#include "box.h"

/* The running thread has begun this copy, to or from the shared memory of worker w's
   block. */
void emu_bulk_add(const struct worker *w, struct bulk_copy *c);

/* Complete the first copy whose bytes barrier i counts. Returns its bytes; 0: there is
   none. */
uint64_t emu_bulk_land(struct worker *w, int i) __attribute__((weak));

/* The block ends: what it stores is complete. */
void emu_bulk_end(struct worker *w) __attribute__((weak));

/* True if a copy to the byte at `offset` of shared memory is in flight; then the thread
   that has begun it, and where. */
bool emu_bulk_in_flight(const struct worker *w, uint64_t offset, uint32_t *thread,
                        uintptr_t *pc) __attribute__((weak));

/* True if a copy from shared memory to some of these bytes of global memory is in
   flight; then the thread that has begun it, and where. */
bool emu_bulk_stores(const struct worker *w, uintptr_t p, uint32_t bytes,
                     uint32_t *thread, uintptr_t *pc) __attribute__((weak));

#endif
