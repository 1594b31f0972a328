/*
 * The kernels that are linked into a runner, one for each tile. Each object brings its
 * own entry in the section "tune_tiles", and the linker collects them: there is no
 * list to maintain. In the program lab these functions are about the runner that is
 * asked: rpc/tiles.c.
 */
#ifndef TUNE_LINKED_H
#define TUNE_LINKED_H

#include <stdbool.h>
#include <stddef.h>

#include "tile.h"
#include "call/call.h"
#include "finding/verdict.h"

struct tune_entry {
    struct tile tile;
    operation_function *call; /* of the kernel compiled for it */
};

/* What calls the kernel for a tile, or NULL if none is linked in. */
operation_function *linked_kernel(const struct tile *t);

/* What follows is there in the program lab alone. */

/* What calls the kernel as it is, compiled for its default tile. */
operation_function *linked_default(const struct operation *of);

/*
 * Why a tile has no object: the first error of what the compiler said when it was
 * built, in the folder that TILE_FOLDER in the environment names. Fills *f:
 * COMPILE_ERROR, the message as what, and the place that it names. Returns false if no
 * error is known. (In grading that folder is not trusted, and TILE_FOLDER is
 * not set: then there always was an error.)
 */
bool linked_error(const struct tile *t, struct finding *f);

/* Read the file `key` of that folder: a number that changes with the kernel's code, the
   compilers, and the runner. "unknown" if there is none. */
void linked_key(char *key, size_t size);

#endif
