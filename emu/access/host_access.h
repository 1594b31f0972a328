/*
 * Accesses of host code. In a graded program, host code may access its own variables,
 * its stack and the heap. An access to device variables, shared memory or the
 * emulator's own memory ends the program by emu_beyond_fence(). In other programs
 * nothing is checked: on Linux, closed pages are; on WebAssembly, this is.
 */
#ifndef EMU_HOST_ACCESS_H
#define EMU_HOST_ACCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void emu_host_access(uintptr_t a, bool write, uintptr_t pc);

/* Host code of a graded program calls these instead of the C library's functions:
   grade/ replaces the names. */
void *emu_host_memcpy(void *to, const void *from, size_t n);
void *emu_host_memmove(void *to, const void *from, size_t n);
void *emu_host_memset(void *to, int byte, size_t n);

#endif
