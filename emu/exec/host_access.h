/*
 * Accesses of host code. In a program that is graded it gets no further than its own
 * variables, its stack and the heap: an access to device variables, shared memory or
 * the emulator's own memory ends it by emu_beyond_fence(). In others nothing is looked
 * at.
 */
#ifndef EMU_HOST_ACCESS_H
#define EMU_HOST_ACCESS_H

#include <stddef.h>
#include <stdint.h>

void emu_host_access(uintptr_t a);

/* What host code of a graded program calls in the place of the C library's:
   grade sees to that. */
void *emu_host_memcpy(void *to, const void *from, size_t n);
void *emu_host_memmove(void *to, const void *from, size_t n);
void *emu_host_memset(void *to, int byte, size_t n);

#endif
