/*
 * The configuration of cudaLaunchKernelEx(): what its attributes ask for. Hints change
 * nothing: launches run one after the other, each to its end.
 */
#include "api.h"
#include "emu_launch.h"
#include "runtime_launch.h"

static cudaError_t take_cluster(const char *kernel, const cudaLaunchAttributeValue *v,
                                uintptr_t site, struct emu_config *to)
{
    const unsigned x = v->clusterDim.x, y = v->clusterDim.y, z = v->clusterDim.z;
    if (!x || !y || !z)
        return emu_refuse(
            site, cudaErrorInvalidValue, "each dimension of a cluster is at least 1",
            "%s is launched with clusters of %u x %u x %u blocks", kernel, x, y, z);
    to->__cluster = (struct uint3){x, y, z};
    return cudaSuccess;
}

static cudaError_t take(const cudaLaunchAttribute *a, const char *kernel,
                        uintptr_t site, struct emu_config *to)
{
    switch (a->id) {
    case cudaLaunchAttributeCooperative:
        to->cooperative = a->val.cooperative != 0;
        return cudaSuccess;
    case cudaLaunchAttributeClusterDimension:
        return take_cluster(kernel, &a->val, site, to);
    case cudaLaunchAttributeProgrammaticStreamSerialization:
        to->__overlaps = a->val.programmaticStreamSerializationAllowed != 0;
        return cudaSuccess;
    case cudaLaunchAttributePreferredClusterDimension: /* a larger one, where it fits */
    case cudaLaunchAttributeIgnore:
    case cudaLaunchAttributeAccessPolicyWindow:
    case cudaLaunchAttributeClusterSchedulingPolicyPreference:
    case cudaLaunchAttributePriority:
    case cudaLaunchAttributeMemSyncDomainMap:
    case cudaLaunchAttributeMemSyncDomain:
    case cudaLaunchAttributePreferredSharedMemoryCarveout:
    case cudaLaunchAttributeNvlinkUtilCentricScheduling:
        return cudaSuccess;
    default:
        return emu_refuse(site, cudaErrorNotSupported,
                          "leave it out: the emulator has clusters, cooperative "
                          "launches, and hints",
                          "%s is launched with the attribute %d", kernel, (int)a->id);
    }
}

cudaError_t emu_launch_config(const cudaLaunchConfig_t *config, const char *kernel,
                              uintptr_t site, struct emu_config *to)
{
    EMU_API_LOCK;
    if (!config || (config->numAttrs && !config->attrs))
        return emu_api(cudaErrorInvalidValue);
    *to = (struct emu_config){.__grid = config->gridDim,
                              .__block = config->blockDim,
                              .__shared = config->dynamicSmemBytes,
                              .stream = config->stream,
                              .__site = site};
    for (unsigned i = 0; i < config->numAttrs; i++) {
        const cudaError_t error =
            take(&config->attrs[i], kernel, emu_call_site(site), to);
        if (error)
            return error;
    }
    return cudaSuccess;
}
