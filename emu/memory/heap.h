/* The heap of kernels: what malloc() and new give there. One allocation of device
   memory, of which each object is opened in the shadow on its own. */
#ifndef EMU_HEAP_H
#define EMU_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Set the limit, cudaLimitMallocHeapSize, in bytes; false once the heap is there. */
bool emu_heap_set_limit(size_t bytes);

/* Before a launch of a program whose kernels use the heap: make it, and allow that
   memory which was freed is given again. False if there is no room for it. */
bool emu_heap_open(void);
/* It was freed with all of device memory. */
void emu_heap_forget(void);

/* In kernels: NULL if the limit is reached; false if no object starts at p. */
void *emu_heap_take(size_t bytes);
bool emu_heap_give(void *p);

/* True if the offset in device memory is in the heap; then *start and *bytes are those
   of the object that it is in or behind, bytes 0 if there was none. */
bool emu_heap_object(uint64_t offset, uint64_t *start, uint64_t *bytes, bool *freed);

#endif
