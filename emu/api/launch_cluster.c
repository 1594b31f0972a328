/* Clusters of a launch: what the kernel and the launch say, and which a GPU refuses. */
#include <stdio.h>

#include "api.h"
#include "cluster.h"
#include "model.h"
#include "profile.h"
#include "runtime_launch.h"

enum { PORTABLE = 8 /* blocks of a cluster, on every GPU that has clusters */ };

static unsigned blocks_of(struct uint3 d)
{
    return d.x * d.y * d.z;
}

/* Those of the launch, or of the kernel, which must agree. */
static cudaError_t agree(struct emu_config *c, struct uint3 of_kernel,
                         const char *kernel, uintptr_t site)
{
    const struct uint3 one = {1, 1, 1};
    if (c->__cluster.x && of_kernel.x &&
        (c->__cluster.x != of_kernel.x || c->__cluster.y != of_kernel.y ||
         c->__cluster.z != of_kernel.z))
        return emu_refuse(
            site, cudaErrorInvalidClusterSize, "let one of them say it",
            "%s is launched with clusters of %u x %u x %u blocks, but its "
            "__cluster_dims__ say %u x %u x %u",
            kernel, c->__cluster.x, c->__cluster.y, c->__cluster.z, of_kernel.x,
            of_kernel.y, of_kernel.z);
    if (!c->__cluster.x)
        c->__cluster = of_kernel.x ? of_kernel : one;
    return cudaSuccess;
}

cudaError_t emu_launch_clusters(struct emu_config *c, const struct called *called,
                                const char *kernel, uintptr_t site)
{
    const struct profile *p = emu_profile();
    const cudaError_t error = agree(c, called->cluster, kernel, site);
    const struct uint3 d = c->__cluster;
    const struct dim3 g = c->__grid;
    const unsigned most =
        emu_kernel_large_clusters(called->pc) ? CLUSTER_MOST : PORTABLE;
    if (error || blocks_of(d) == 1)
        return error;
    if (p->compute_major < 9)
        return emu_refuse(
            site, cudaErrorNotSupported,
            "launch plain blocks, or model a GPU with clusters, such as h200",
            "%s is launched with clusters of %u blocks, but the %s has none", kernel,
            blocks_of(d), p->name);
    if (blocks_of(d) > most)
        return emu_refuse(site, cudaErrorInvalidClusterSize,
                          most == PORTABLE
                              ? "use at most 8 blocks; up to 16 need "
                                "cudaFuncAttributeNonPortableClusterSizeAllowed"
                              : "use at most 16 blocks",
                          "%s is launched with clusters of %u x %u x %u = %u blocks, "
                          "but they have at "
                          "most %u",
                          kernel, d.x, d.y, d.z, blocks_of(d), most);
    if (g.x % d.x || g.y % d.y || g.z % d.z)
        return emu_refuse(site, cudaErrorInvalidValue,
                          "round the grid up to a multiple of the cluster",
                          "%s is launched with a grid of %u x %u x %u blocks, which is "
                          "no multiple of its clusters of %u x %u x %u",
                          kernel, g.x, g.y, g.z, d.x, d.y, d.z);
    if (c->cooperative)
        return emu_refuse(site, cudaErrorNotSupported, "launch it without clusters",
                          "%s is launched cooperatively, with clusters: the emulator "
                          "has not both",
                          kernel);
    return cudaSuccess;
}

/* ---- Occupancy. */

/* As many clusters as the SMs hold blocks for, if no SM is left out because of the
   groups (GPC) that they come in, whose sizes differ from GPU to GPU. */
cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, const void *kernel,
                                           const cudaLaunchConfig_t *config)
{
    EMU_API_LOCK;
    struct emu_config c;
    int blocks = 0;
    if (!clusters || !config)
        return emu_api(cudaErrorInvalidValue);
    cudaError_t error = emu_launch_config(config, "the kernel", EMU_SITE, &c);
    if (!error)
        error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(
            &blocks, kernel, (int)(c.__block.x * c.__block.y * c.__block.z),
            c.__shared);
    if (error)
        return error;
    const unsigned size = c.__cluster.x ? blocks_of(c.__cluster) : 1;
    *clusters = (int)(blocks * (unsigned)emu_profile()->sms / size);
    return emu_api(cudaSuccess);
}

cudaError_t cudaOccupancyMaxPotentialClusterSize(int *size, const void *kernel,
                                                 const cudaLaunchConfig_t *config)
{
    EMU_API_LOCK;
    if (!size || !config)
        return emu_api(cudaErrorInvalidValue);
    *size = emu_profile()->compute_major < 9               ? 1
            : emu_kernel_large_clusters((uintptr_t)kernel) ? CLUSTER_MOST
                                                           : PORTABLE;
    return emu_api(cudaSuccess);
}
