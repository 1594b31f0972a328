/* The witness: what it exports, and what it needs. */
#ifndef EMU_WITNESS_H
#define EMU_WITNESS_H

/* Read the program's symbols, once. */
void emu_witness_prepare(void);

/* x86_access.c: the bytes of memory that the instruction at `code` reads or writes. 0
   if not known; -1 for an instruction that the compiler does not use in a kernel. */
int emu_x86_access(const unsigned char *code);

#endif
