/* Accesses that need a closer check than the hooks make. kind and offset are as in the
   log: log.h. Detectors get the odd ones, and may end the thread. */
#ifndef EMU_ODD_ACCESS_H
#define EMU_ODD_ACCESS_H

#include <stdbool.h>
#include <stdint.h>

/* An access to device or shared memory, whose shadow bytes begin at `shadow`:
   misaligned, out of bounds, unset, or smaller than a word. Written bytes become
   set. */
void emu_odd_access(uint8_t *shadow, uint64_t offset, uint64_t kind, uintptr_t pc);

/* An access outside device memory, shared memory and the thread's own stack: to a
   __device__ variable, or through an invalid pointer. True if it must be logged, with
   *offset. */
bool emu_odd_address(uintptr_t a, uint64_t kind, uintptr_t pc, uint64_t *offset);

#endif
