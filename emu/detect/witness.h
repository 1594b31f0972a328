/* What the witness needs of others. */
#ifndef EMU_WITNESS_H
#define EMU_WITNESS_H

/* Read the program's symbols, once. */
void emu_witness_prepare(void);

/* x86_access.c: the bytes of memory that the instruction at `code` reads or writes; 0:
   not known; -1: an instruction that the compiler does not make of a kernel. */
int emu_x86_access(const unsigned char *code);

#endif
