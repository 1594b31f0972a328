/* nvcc's machine code: the kernels of a cubin, which EMU_CUBIN names. */
#ifndef EMU_CUBIN_H
#define EMU_CUBIN_H

#include <stdint.h>

struct machine_code {
    const uint64_t (*at)[2]; /* instructions of 128 bits, the lower half first */
    int n;
    int registers; /* per thread; 0: not known */
};

/* The kernels of this name, which may have template arguments: one for each
   instantiation; all kernels if none has it, since a pointer to a kernel has a name of
   its own. Returns how many; 0: there is no cubin. */
int emu_cubin_kernels(const char *name, struct machine_code *to, int room);

/* Registers per thread of the one that has the most; 0: not known. */
int emu_cubin_registers(const char *name);

#endif
