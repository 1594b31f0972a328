/* The heap of kernels, for malloc() and new. It is one allocation of device memory; the
   shadow allows access to its objects only. */
#ifndef EMU_HEAP_H
#define EMU_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Set the limit, cudaLimitMallocHeapSize, in bytes; false if the heap exists
   already. */
bool emu_heap_set_limit(size_t bytes);
size_t emu_heap_limit(void);

/* Before a launch of a program whose kernels use the heap: create the heap, and let it
   reuse freed memory. False if there is no room for it. */
bool emu_heap_open(void);
/* All of device memory was freed, and the heap with it. */
void emu_heap_forget(void);

/* In kernels: NULL if the limit is reached; false if no object starts at p. */
void *emu_heap_take(size_t bytes);
bool emu_heap_give(void *p);

/* True if the offset in device memory is in the heap. Then *start and *bytes are those
   of the object that contains it or precedes it; *bytes is 0 if there was none. */
bool emu_heap_object(uint64_t offset, uint64_t *start, uint64_t *bytes, bool *freed);

#endif
