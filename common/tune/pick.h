/*
 * operation_kernel() where a kernel may have tiles. It calls the one whose tile has
 * won, by the tuner's cache, on this GPU and the shape nearest to M, N and K (see
 * cache_nearest). The cache is the file of the runner that is asked: rpc_tuned(). Where
 * there is none, or no winner in it, or that is not linked in, the kernel's own default
 * is called.
 */
#ifndef TUNE_PICK_H
#define TUNE_PICK_H

#include "operation/operation.h"

/* From now on the kernel is fn; NULL: the nearest winner again. */
void pick_use(operation_function *fn);

#endif
