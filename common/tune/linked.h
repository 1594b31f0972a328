/*
 * The kernels that are linked into this program, one a tile. Each object brings its own
 * entry in the section "tune_tiles", and the linker lays them side by side: nobody
 * keeps a list.
 */
#ifndef TUNE_LINKED_H
#define TUNE_LINKED_H

#include <stdbool.h>
#include <stddef.h>

#include "tile.h"
#include "operation/call.h"
#include "verdict.h"

struct tune_entry {
    struct tile tile;
    operation_function *call; /* of the kernel compiled for it */
};

/* What calls the kernel for a tile, or NULL if none is linked in. */
operation_function *linked_kernel(const struct tile *t);

/* What calls the kernel as it is, compiled for its default tile. */
operation_function *linked_default(const struct operation *of);

/*
 * Why a tile has no object: the first error of what the compiler said when it was
 * built, in the folder tiles/ beside this program. Fills *f: COMPILE_ERROR, the message
 * as what, and the place that it names. Returns false if no error is known.
 */
bool linked_error(const struct tile *t, struct finding *f);

/* Read tiles/key: a number that changes with the kernel's code, the compilers, and all
   that this program is made of beside the tiles. "unknown" if there is none. */
void linked_key(char *key, size_t size);

#endif
