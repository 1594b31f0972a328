/* The CUDA runtime API: pinning existing host memory, such as malloc()'s. */
#include <cuda_runtime.h>

#include "alias.h"
#include "api.h"
#include "runtime_launch.h"

cudaError_t cudaHostRegister(void *host, size_t bytes, unsigned int flags)
{
    EMU_API_LOCK;
    const unsigned int most = cudaHostRegisterPortable | cudaHostRegisterMapped |
                              cudaHostRegisterIoMemory | cudaHostRegisterReadOnly;
    if (!host || bytes == 0 || flags > most)
        return emu_api(cudaErrorInvalidValue);
    if (emu_api_stuck())
        return emu_api(cudaSuccess);
    emu_start();
    if (emu_mapped_type(host) != cudaMemoryTypeUnregistered)
        return emu_api(cudaErrorHostMemoryAlreadyRegistered);
    return emu_api(emu_alias_make(host, bytes, EMU_SITE));
}

cudaError_t cudaHostUnregister(void *host)
{
    EMU_API_LOCK;
    if (!host)
        return emu_api(cudaErrorInvalidValue);
    return emu_api(emu_api_stuck() ? cudaSuccess : emu_alias_end(host, EMU_SITE));
}
