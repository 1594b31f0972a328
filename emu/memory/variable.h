/* __device__ and __constant__ variables: names, sizes, and checks of accesses. */
#ifndef EMU_VARIABLE_H
#define EMU_VARIABLE_H

#include <stdbool.h>
#include <stdint.h>

struct variable {
    uintptr_t start;
    uint64_t bytes;
    enum { EMU_DEVICE, EMU_CONSTANT, EMU_CONST } in;
    char name[64];
};

enum variable_access {
    VARIABLE_NONE,      /* to no such variable */
    VARIABLE_DEVICE,    /* to a __device__ variable */
    VARIABLE_CONSTANT,  /* a read of a variable that kernels cannot write... */
    VARIABLE_ARRAY,     /* ...which is a __constant__ array */
    VARIABLE_READ_ONLY, /* a write to a variable that kernels cannot write */
    VARIABLE_OUTSIDE    /* past the end of a variable, or before its start */
};

/* The kind of a kernel's access to size bytes at address a. */
enum variable_access emu_variable_look(uintptr_t a, uint32_t size, bool write);

/* The variable at a, or the nearest within 1 KiB; NULL if there is none. */
const struct variable *emu_variable_near(uintptr_t a);

/* True if the bytes are in one variable that is not const. */
bool emu_variable_holds(uintptr_t a, uint64_t bytes);

/* The host's code has a variable of its own for each: the one whose host variable is at
   a; NULL if there is none. What a symbol in a call of the API names: the same address
   in the kernels' variable; `symbol` itself if it is no variable of the host's. */
const struct variable *emu_variable_of_host(uintptr_t a);
const void *emu_variable_of_symbol(const void *symbol);

/* From the address of a __device__ variable to the offset in its section, and back. */
uint64_t emu_variable_offset(uintptr_t a);
uintptr_t emu_variable_address(uint64_t offset);

#endif
