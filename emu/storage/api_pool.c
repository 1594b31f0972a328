/*
 * The CUDA runtime API: memory pools. An allocation from a pool is like any other. A
 * pool has its settings, and the number of bytes in use.
 */
#include <cuda_runtime.h>

#include <stdlib.h>

#include "api.h"
#include "memory.h"

struct emu_pool {
    struct emu_pool *next;
    uint64_t threshold; /* bytes, cudaMemPoolAttrReleaseThreshold */
    int reuse[3];       /* cudaMemPoolReuse*, of which all are on at first */
    uint64_t high;      /* the most bytes that were used */
};

static struct emu_pool first = {.reuse = {1, 1, 1}};
static struct emu_pool *current = &first;

static bool known(cudaMemPool_t pool)
{
    for (struct emu_pool *p = &first; p; p = p->next)
        if (p == pool)
            return true;
    return false;
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device)
{
    EMU_API_LOCK;
    if (!pool)
        return emu_api(cudaErrorInvalidValue);
    *pool = &first;
    return emu_api(device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device)
{
    EMU_API_LOCK;
    if (!pool)
        return emu_api(cudaErrorInvalidValue);
    *pool = current;
    return emu_api(device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool)
{
    EMU_API_LOCK;
    if (!known(pool))
        return emu_api(cudaErrorInvalidValue);
    if (device == 0)
        current = pool;
    return emu_api(device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *props)
{
    EMU_API_LOCK;
    if (!pool || !props || props->allocType != cudaMemAllocationTypePinned ||
        props->location.type != cudaMemLocationTypeDevice || props->location.id != 0)
        return emu_api(cudaErrorInvalidValue);
    *pool = malloc(sizeof **pool);
    if (!*pool)
        return emu_api(cudaErrorMemoryAllocation);
    **pool = (struct emu_pool){.next = first.next, .reuse = {1, 1, 1}};
    first.next = *pool;
    return emu_api(cudaSuccess);
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool)
{
    EMU_API_LOCK;
    if (!known(pool) || pool == &first)
        return emu_api(cudaErrorInvalidValue);
    struct emu_pool *p = &first;
    while (p->next != pool)
        p = p->next;
    p->next = pool->next;
    if (current == pool)
        current = &first;
    free(pool);
    return emu_api(cudaSuccess);
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attr,
                                    void *value)
{
    EMU_API_LOCK;
    if (!known(pool) || !value)
        return emu_api(cudaErrorInvalidValue);
    switch (attr) {
    case cudaMemPoolReuseFollowEventDependencies:
    case cudaMemPoolReuseAllowOpportunistic:
    case cudaMemPoolReuseAllowInternalDependencies:
        pool->reuse[attr - 1] = *(int *)value;
        return emu_api(cudaSuccess);
    case cudaMemPoolAttrReleaseThreshold:
        pool->threshold = *(uint64_t *)value;
        return emu_api(cudaSuccess);
    case cudaMemPoolAttrReservedMemHigh:
    case cudaMemPoolAttrUsedMemHigh: /* it can only be reset to the current value */
        pool->high = 0;
        return emu_api(*(uint64_t *)value ? cudaErrorInvalidValue : cudaSuccess);
    default:
        return emu_api(cudaErrorInvalidValue);
    }
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attr,
                                    void *value)
{
    EMU_API_LOCK;
    if (!known(pool) || !value)
        return emu_api(cudaErrorInvalidValue);
    const uint64_t used = emu_allocated_bytes();
    pool->high = used > pool->high ? used : pool->high;
    switch (attr) {
    case cudaMemPoolReuseFollowEventDependencies:
    case cudaMemPoolReuseAllowOpportunistic:
    case cudaMemPoolReuseAllowInternalDependencies:
        *(int *)value = pool->reuse[attr - 1];
        return emu_api(cudaSuccess);
    case cudaMemPoolAttrReleaseThreshold:
        *(uint64_t *)value = pool->threshold;
        return emu_api(cudaSuccess);
    case cudaMemPoolAttrReservedMemCurrent:
    case cudaMemPoolAttrUsedMemCurrent:
        *(uint64_t *)value = used;
        return emu_api(cudaSuccess);
    case cudaMemPoolAttrReservedMemHigh:
    case cudaMemPoolAttrUsedMemHigh:
        *(uint64_t *)value = pool->high;
        return emu_api(cudaSuccess);
    }
    return emu_api(cudaErrorInvalidValue);
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes)
{
    EMU_API_LOCK;
    (void)bytes;
    return emu_api(known(pool) ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool,
                                 const struct cudaMemAccessDesc *map, size_t n)
{
    EMU_API_LOCK;
    if (!known(pool) || (n > 0 && !map))
        return emu_api(cudaErrorInvalidValue);
    for (size_t i = 0; i < n; i++)
        if (map[i].location.id != 0)
            return emu_api(cudaErrorInvalidDevice);
    return emu_api(cudaSuccess);
}

cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t pool,
                                 struct cudaMemLocation *location)
{
    EMU_API_LOCK;
    if (!flags || !known(pool) || !location)
        return emu_api(cudaErrorInvalidValue);
    *flags = cudaMemAccessFlagsProtReadWrite;
    return emu_api(location->id == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}

/* In api_memory.c, so that the call's line is known: cudaMallocFromPoolAsync(). */
bool emu_pool_valid(cudaMemPool_t pool)
{
    return known(pool);
}
