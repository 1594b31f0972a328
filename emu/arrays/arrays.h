/* Counters of single arrays: probe_arrays() of probe.h. */
#ifndef EMU_ARRAYS_H
#define EMU_ARRAYS_H

#include "event.h"
#include "probe.h"

extern const struct observer emu_arrays; /* after emu_count, whose costs it uses */

/* From now on count for n arrays, at most PROBE_ARRAYS, array i of bytes[i] bytes at
   offset[i] in device memory, with width[i] bytes from row to row; n may be 0. Forgets
   what was counted. Gives up if memory is exhausted. */
void emu_arrays_count(const uint64_t offset[], const uint64_t bytes[],
                      const uint32_t width[], int n);

/* The counters of array i; all zero if there is none. */
struct array_counters emu_arrays_sum(int i);

/* The host has copied bytes from one place to another. */
void emu_arrays_copied(const void *to, const void *from, size_t bytes);

/* True if, in the launch so far, a block has loaded from one array and stored to
 * another.
 */
bool emu_arrays_computed(void);

#endif
