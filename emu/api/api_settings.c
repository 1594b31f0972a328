/* The CUDA runtime API: settings that are stored and returned, without an effect. */
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>

#include "api.h"
#include "heap.h"

static unsigned int flags_now;
static enum cudaFuncCache cache_now;
static size_t limits[] = {[cudaLimitStackSize] = 1024,
                          [cudaLimitPrintfFifoSize] = 1 << 20,
                          [cudaLimitMallocHeapSize] = 8 << 20};
enum { N_LIMITS = sizeof limits / sizeof *limits };

cudaError_t cudaSetDeviceFlags(unsigned int flags)
{
    EMU_API_LOCK;
    if (flags > 31)
        return emu_api(cudaErrorInvalidValue);
    flags_now = flags;
    return emu_api(cudaSuccess);
}

cudaError_t cudaGetDeviceFlags(unsigned int *flags)
{
    EMU_API_LOCK;
    if (!flags)
        return emu_api(cudaErrorInvalidValue);
    *flags = flags_now;
    return emu_api(cudaSuccess);
}

cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value)
{
    EMU_API_LOCK;
    if ((unsigned)limit >= N_LIMITS)
        return emu_api(cudaErrorUnsupportedLimit);
    if (limit == cudaLimitMallocHeapSize && !emu_heap_set_limit(value))
        return emu_api(cudaErrorInvalidValue);
    limits[limit] = value;
    return emu_api(cudaSuccess);
}

cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit)
{
    EMU_API_LOCK;
    if (!value)
        return emu_api(cudaErrorInvalidValue);
    if ((unsigned)limit >= N_LIMITS)
        return emu_api(cudaErrorUnsupportedLimit);
    *value = limits[limit];
    return emu_api(cudaSuccess);
}

cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config)
{
    EMU_API_LOCK;
    if ((unsigned)config > cudaFuncCachePreferEqual)
        return emu_api(cudaErrorInvalidValue);
    cache_now = config;
    return emu_api(cudaSuccess);
}

cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config)
{
    EMU_API_LOCK;
    if (!config)
        return emu_api(cudaErrorInvalidValue);
    *config = cache_now;
    return emu_api(cudaSuccess);
}

/* The banks of shared memory have 4 bytes, whatever is asked for: as on every GPU since
   compute capability 5.0. */
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config)
{
    EMU_API_LOCK;
    return emu_api((unsigned)config > cudaSharedMemBankSizeEightByte
                       ? cudaErrorInvalidValue
                       : cudaSuccess);
}

cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config)
{
    EMU_API_LOCK;
    if (!config)
        return emu_api(cudaErrorInvalidValue);
    *config = cudaSharedMemBankSizeFourByte;
    return emu_api(cudaSuccess);
}

/* ---- Marks for a profiler. */

cudaError_t cudaProfilerStart(void)
{
    EMU_API_LOCK;
    return emu_api(cudaSuccess);
}

cudaError_t cudaProfilerStop(void)
{
    EMU_API_LOCK;
    return emu_api(cudaSuccess);
}
