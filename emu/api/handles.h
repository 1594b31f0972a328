/* Streams and events that were given out and not taken back: others are refused. */
#ifndef EMU_HANDLES_H
#define EMU_HANDLES_H

#include <cuda_runtime.h>
#include <stdbool.h>
#include <stddef.h>

/* All that live of one kind; {0} at first. */
struct handles {
    const void **live;
    size_t n;
};

bool emu_handle_known(const struct handles *h, const void *handle);
/* A new one, of so many bytes, all 0; NULL without memory. */
void *emu_handle_make(struct handles *h, size_t bytes);
/* It is freed; cudaErrorInvalidResourceHandle if it is not known. */
cudaError_t emu_handle_destroy(struct handles *h, void *handle);

#endif
