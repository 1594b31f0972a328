/* Streams and events that exist. The API refuses all other handles. */
#ifndef EMU_HANDLES_H
#define EMU_HANDLES_H

#include <cuda_runtime.h>
#include <stdbool.h>
#include <stddef.h>

/* All handles of one kind that exist; {0} at first. */
struct handles {
    const void **live;
    size_t n;
};

bool emu_handle_known(const struct handles *h, const void *handle);
/* Create a handle of `bytes` bytes, all 0; NULL if memory is exhausted. */
void *emu_handle_make(struct handles *h, size_t bytes);
/* Free the handle; cudaErrorInvalidResourceHandle if it is not known. */
cudaError_t emu_handle_destroy(struct handles *h, void *handle);

#endif
