/* Accesses that the hooks do not pass at first sight. kind and offset are as in the
   log: log.h. Detectors are told of what is odd, and may end the thread. */
#ifndef EMU_ODD_ACCESS_H
#define EMU_ODD_ACCESS_H

#include <stdbool.h>
#include <stdint.h>

/* To device or shared memory, whose shadow bytes begin at `shadow`: misaligned, out of
   bounds, unset, or smaller than a word. What is written is set from here on. */
void emu_odd_access(uint8_t *shadow, uint64_t offset, uint64_t kind, uintptr_t pc);

/* Neither to device nor to shared memory, nor to the thread's own stack: to a
   __device__ variable, or through a pointer that no kernel may follow. True if it is to
   be logged, with *offset. */
bool emu_odd_address(uintptr_t a, uint64_t kind, uintptr_t pc, uint64_t *offset);

#endif
