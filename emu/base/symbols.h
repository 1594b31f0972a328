/* From addresses of this program to names, files and lines, by its own debug
   information and symbol table. */
#ifndef EMU_SYMBOLS_H
#define EMU_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "platform.h"

/* File and line of the code before pc, a call's return address: a line of the learner,
   not of the emulator's own headers; if a function of a header was inlined into a .cu
   file, the line there. False, with "" and 0, if they are not known. */
bool emu_symbols_line(uintptr_t pc, char *file, size_t size, int *line);

/* File and line of the code before pc, but false unless the file is a .cu or .cuh file
   of the program. */
bool emu_symbols_kernel_line(uintptr_t pc, char *file, size_t size, int *line);

/* If the line at pc is in a function that was inlined into another one of its .cu file:
   the line of that call; else 0. */
int emu_symbols_caller(uintptr_t pc);

/* True if two such addresses have the same file and line. */
bool emu_symbols_same_line(uintptr_t pc, uintptr_t other);

/* True if the file is a header of Thrust, CUB or libcu++. */
bool emu_symbols_is_library(const char *file);

/* The host is in a call from `site`, a return address. If that is in such a library:
   the address of the program's own call that led there; else, or if that is not known,
   site.
 */
uintptr_t emu_symbols_own(uintptr_t site);

/* The text of a line of a file; false if it cannot be read. */
bool emu_symbols_text(const char *file, int line, char *text, int size);

#endif
