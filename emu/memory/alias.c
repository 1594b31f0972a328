/* Host memory that kernels may access; alias.h has the contract. */
#include "alias.h"

#include <stdlib.h>

#include "memory.h"

static struct alias {
    struct alias *next;
    uintptr_t host, device;
    size_t bytes;
} * all;

cudaError_t emu_alias_make(void *host, size_t bytes, uintptr_t site)
{
    const uintptr_t start = (uintptr_t)host;
    for (const struct alias *a = all; a; a = a->next)
        if (start < a->host + a->bytes && a->host < start + bytes)
            return cudaErrorHostMemoryAlreadyRegistered;
    struct alias *a = malloc(sizeof *a);
    void *device;
    if (!a || emu_memory_take_like(&device, bytes, start, site)) {
        free(a);
        return cudaErrorMemoryAllocation;
    }
    emu_memory_copied(device, NULL, bytes); /* the host's stores are not tracked */
    *a = (struct alias){all, start, (uintptr_t)device, bytes};
    all = a;
    return cudaSuccess;
}

cudaError_t emu_alias_end(void *host, uintptr_t site)
{
    for (struct alias **link = &all; *link; link = &(*link)->next)
        if ((*link)->host == (uintptr_t)host) {
            struct alias *a = *link;
            *link = a->next;
            emu_memory_give((void *)a->device, site);
            free(a);
            return cudaSuccess;
        }
    return cudaErrorHostMemoryNotRegistered;
}

void emu_alias_reset(void)
{
    while (all)
        emu_alias_end((void *)all->host, 0);
}

bool emu_alias(uintptr_t host, uint64_t *offset)
{
    for (const struct alias *a = all; a; a = a->next)
        if (host - a->host < a->bytes) {
            *offset = a->device - emu_arena() + (host - a->host);
            return true;
        }
    return false;
}
