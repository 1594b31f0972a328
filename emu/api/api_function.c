/* The CUDA runtime API: kernels and occupancy. */
#include <cuda_runtime.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api.h"
#include "model.h"
#include "param.h"
#include "profile.h"
#include "runtime_launch.h"
#include "symbols.h"

/* The default limit of dynamic shared memory, in bytes per block. */
enum { USUAL_SHARED = SHARED_STATIC_MAX };

/* ---- Static shared memory of a kernel: variables whose mangled names begin like the
   kernel's, such as _ZZ4smemPKfE2As in _Z4smemPKf. */

static char prefix[1100];
static uint64_t static_bytes;

static void add_array(const char *name, uint64_t offset, uint64_t bytes)
{
    (void)offset;
    if (!strncmp(name, prefix, strlen(prefix)))
        static_bytes += bytes;
}

/* A kernel's data, found once, when it is first needed. */
static struct kernel {
    uintptr_t start;
    uint64_t fixed; /* bytes of static shared memory */
    int64_t opted;  /* of dynamic shared memory, by cudaFuncSetAttribute; -1: not set */
    bool large_clusters;
} * kernels;
static size_t n_kernels;

/* The kernel whose code contains the address; NULL if no function contains it. */
static struct kernel *find(uintptr_t pc)
{
    char name[1024];
    uintptr_t start;
    if (!emu_program_function(pc, &start, name, sizeof name))
        return NULL;
    for (size_t i = 0; i < n_kernels; i++)
        if (kernels[i].start == start)
            return &kernels[i];
    struct kernel *larger = realloc(kernels, (n_kernels + 1) * sizeof *larger);
    if (!larger)
        return NULL;
    kernels = larger;
    if (!strncmp(name, "_Z", 2))
        snprintf(prefix, sizeof prefix, "_ZZ%sE", name + 2);
    else /* extern "C" */
        snprintf(prefix, sizeof prefix, "_ZZ%zu%sE", strlen(name), name);
    static_bytes = 0;
    emu_program_shared(add_array);
    kernels[n_kernels] =
        (struct kernel){.start = start, .fixed = static_bytes, .opted = -1};
    return &kernels[n_kernels++];
}

/* The kernel that starts at the address that the caller of the API passed. */
static struct kernel *kernel_at(const void *pointer)
{
    struct kernel *k = find((uintptr_t)pointer);
    return k && k->start == (uintptr_t)pointer ? k : NULL;
}

static uint64_t dynamic_limit(const struct kernel *k)
{
    if (k->opted >= 0)
        return k->opted;
    return k->fixed < USUAL_SHARED ? USUAL_SHARED - k->fixed : 0;
}

uint64_t emu_kernel_dynamic_limit(uintptr_t pc)
{
    const struct kernel *k = find(pc);
    return k ? dynamic_limit(k) : USUAL_SHARED;
}

uint64_t emu_kernel_static_bytes(uintptr_t pc)
{
    const struct kernel *k = find(pc);
    return k ? k->fixed : 0;
}

bool emu_kernel_large_clusters(uintptr_t pc)
{
    const struct kernel *k = find(pc);
    return k && k->large_clusters;
}

/* ---- Attributes. */

static bool is_carveout(int value)
{
    return value >= cudaSharedmemCarveoutDefault && value <= 100;
}

cudaError_t cudaFuncSetAttribute(const void *kernel, enum cudaFuncAttribute attribute,
                                 int value)
{
    EMU_API_LOCK;
    struct kernel *k = kernel_at(kernel);
    if (!k)
        return emu_api(cudaErrorInvalidDeviceFunction);
    switch (attribute) {
    case cudaFuncAttributeMaxDynamicSharedMemorySize:
        if (value < 0 || value + k->fixed > emu_profile()->shared_bytes_block)
            return emu_refuse(EMU_SITE, cudaErrorInvalidValue,
                              "use less of it: a smaller tile, or fewer stages",
                              "cudaFuncSetAttribute() requests %d bytes of dynamic "
                              "shared memory besides %llu static ones, but a block of "
                              "the %s has at most %g of both",
                              value, (unsigned long long)k->fixed, emu_profile()->name,
                              emu_profile()->shared_bytes_block);
        k->opted = value;
        return emu_api(cudaSuccess);
    case cudaFuncAttributePreferredSharedMemoryCarveout:
        return emu_api(is_carveout(value) ? cudaSuccess : cudaErrorInvalidValue);
    case cudaFuncAttributeNonPortableClusterSizeAllowed:
        k->large_clusters = value != 0;
        return emu_api(cudaSuccess);
    case cudaFuncAttributeClusterSchedulingPolicyPreference:
        return emu_api(cudaSuccess);
    default:
        return emu_api(cudaErrorInvalidValue);
    }
}

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes,
                                  const void *kernel)
{
    EMU_API_LOCK;
    const struct profile *p = emu_profile();
    const struct kernel *k = kernel_at(kernel);
    if (!attributes)
        return emu_api(cudaErrorInvalidValue);
    if (!k)
        return emu_api(cudaErrorInvalidDeviceFunction);
    int version = p->compute_major * 10 + p->compute_minor;
    *attributes =
        (struct cudaFuncAttributes){.sharedSizeBytes = k->fixed,
                                    .maxThreadsPerBlock = MAX_THREADS,
                                    .ptxVersion = version,
                                    .binaryVersion = version,
                                    .maxDynamicSharedSizeBytes = dynamic_limit(k),
                                    .preferredShmemCarveout = -1,
                                    .nonPortableClusterSizeAllowed = k->large_clusters};
    return emu_api(cudaSuccess);
}

cudaError_t cudaFuncSetCacheConfig(const void *kernel, enum cudaFuncCache config)
{
    EMU_API_LOCK;
    if (!kernel || (unsigned)config > cudaFuncCachePreferEqual)
        return emu_api(cudaErrorInvalidValue);
    return emu_api(cudaSuccess);
}

/* ---- Occupancy. */

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, const void *kernel, int threads, size_t dynamic_shared,
    unsigned int flags)
{
    EMU_API_LOCK;
    const struct kernel *k = kernel_at(kernel);
    if (!blocks || threads < 1 || flags > 1)
        return emu_api(cudaErrorInvalidValue);
    if (!k)
        return emu_api(cudaErrorInvalidDeviceFunction);
    bool fits = threads <= MAX_THREADS &&
                dynamic_shared <= emu_profile()->shared_bytes_block - k->fixed;
    struct occupancy o;
    emu_occupancy(&o, threads, dynamic_shared + k->fixed, 0);
    *blocks = fits ? o.blocks : 0;
    return emu_api(cudaSuccess);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks,
                                                          const void *kernel,
                                                          int threads,
                                                          size_t dynamic_shared)
{
    EMU_API_LOCK;
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        blocks, kernel, threads, dynamic_shared, 0);
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, const void *kernel,
                                                      int blocks, int threads)
{
    EMU_API_LOCK;
    const struct profile *p = emu_profile();
    const struct kernel *k = kernel_at(kernel);
    if (!bytes || blocks < 1 || threads < 1 || threads > MAX_THREADS)
        return emu_api(cudaErrorInvalidValue);
    if (!k)
        return emu_api(cudaErrorInvalidDeviceFunction);
    struct occupancy o;
    emu_occupancy(&o, threads, 0, 0);
    if (o.blocks < blocks)
        return emu_api(cudaErrorInvalidValue);
    /* 1 KiB per block is the driver's own; a block's memory is a multiple of 128
       bytes. */
    double share = p->shared_bytes_sm / blocks - 1024;
    double most = share < p->shared_bytes_block ? share : p->shared_bytes_block;
    uint64_t whole = most < k->fixed ? 0 : (uint64_t)(most - k->fixed) / 128 * 128;
    *bytes = whole;
    return emu_api(cudaSuccess);
}
