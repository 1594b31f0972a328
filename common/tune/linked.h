/*
 * The kernels that are linked into a runner, one for each tile. Each object brings its
 * own entry in the section "tune_tiles", and the linker collects them: there is no
 * list to maintain (runner/runner_tiles.c). In the program lab these functions are
 * about the runner that is asked (rpc/rpc_tiles.c, pick.c).
 */
#ifndef TUNE_LINKED_H
#define TUNE_LINKED_H

#include "tile.h"
#include "call/call.h"

struct tune_entry {
    struct tile tile;
    operation_function *call; /* of the kernel compiled for it */
};

/* What calls the kernel for a tile, or NULL if none is linked in. */
operation_function *linked_kernel(const struct tile *t);

/* What follows is there in the program lab alone. */

/* What calls the kernel as it is, compiled for its default tile. */
operation_function *linked_default(void);

/*
 * Where a kernel may have tiles, operation_kernel() calls the one whose tile has won,
 * by the tuner's cache, on this GPU and the shape nearest to the call's
 * (cache_nearest()). The cache is the file of the runner that is asked: rpc_tuned().
 * Where there is none, or no winner in it, or that is not linked in, the kernel's own
 * default is called.
 *
 * From now on the kernel is fn; NULL: the nearest winner again.
 */
void pick_use(operation_function *fn);

#endif
