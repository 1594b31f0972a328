/* Libraries that have kernels in their headers: Thrust, CUB, libcu++. base/library.c */
#ifndef EMU_LIBRARY_H
#define EMU_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

/* True if the path, of so many bytes, is that of one of their headers, and not of one
   of the emulator's own. A program's own include/cuda looks the same: the caller must
   know that the path is a system's, or that it begins with /usr/. */
bool emu_is_library(const char *path, size_t bytes);

#endif
