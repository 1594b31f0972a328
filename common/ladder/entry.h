/*
 * The kernels of several labs in one program. Each lab brings an object with what calls
 * its kernel, under a name of its own, and an entry in the section "ladder", compiled
 * from entry.c: nobody keeps a list.
 */
#ifndef LADDER_ENTRY_H
#define LADDER_ENTRY_H

#include "operation/call.h"

struct ladder_entry {
    const char *lab; /* such as "03_smem" */
    operation_function *fn;
};

#endif
