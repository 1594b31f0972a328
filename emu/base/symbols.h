/* From addresses of this program to names, files and lines, by its own debug
   information and symbol table. */
#ifndef EMU_SYMBOLS_H
#define EMU_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Read the symbols. Gives up if the program has more than 16 MiB of code. */
void emu_symbols_init(void);

/* The pc whose low 24 bits these are: the program's code is less than 16 MiB. */
static inline uintptr_t emu_full_pc(uint64_t low)
{
    extern char __executable_start[];
    const uintptr_t text = (uintptr_t)__executable_start;
    return text + ((low - text) & 0xffffff);
}

/* True if the address is in the program's own code, not in a library's. */
bool emu_is_code(uintptr_t pc);

/* True if the address is in the program's constants: string literals, tables. */
bool emu_is_read_only(uintptr_t address);

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

/* The text of a line of a file; false if it cannot be read. */
bool emu_symbols_text(const char *file, int line, char *text, int size);

/* The function that contains this address: its start and mangled name. False if
   none. */
bool emu_symbols_function(uintptr_t pc, uintptr_t *start, char *name, size_t size);

/* The program's thread-local variables, by offset, and its others, by address. */
typedef void emu_symbol_visitor(const char *name, uint64_t at, uint64_t bytes);
void emu_symbols_tls(emu_symbol_visitor *visit);
void emu_symbols_objects(emu_symbol_visitor *visit);

#endif
