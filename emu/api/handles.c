/* Handles of the runtime API; handles.h has the contract. */
#include "handles.h"

#include <stdlib.h>

#include "api.h"

static size_t find(const struct handles *h, const void *handle)
{
    size_t i = 0;
    while (i < h->n && h->live[i] != handle)
        i++;
    return i;
}

bool emu_handle_known(const struct handles *h, const void *handle)
{
    return find(h, handle) < h->n;
}

void *emu_handle_make(struct handles *h, size_t bytes)
{
    const void **larger = realloc(h->live, (h->n + 1) * sizeof *larger);
    void *handle = calloc(1, bytes);
    if (larger)
        h->live = larger;
    if (!larger || !handle) {
        free(handle);
        return NULL;
    }
    h->live[h->n++] = handle;
    return handle;
}

cudaError_t emu_handle_destroy(struct handles *h, void *handle)
{
    size_t i = find(h, handle);
    if (i == h->n)
        return emu_api(cudaErrorInvalidResourceHandle);
    h->live[i] = h->live[--h->n];
    free(handle);
    return emu_api(cudaSuccess);
}
