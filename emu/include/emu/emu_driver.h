/* The driver API for functions of the program itself: each is the runtime's function of
   that kind, and so has its checks. There is one device and one context. Modules, which
   hold GPU code, do not exist: their functions are refused by name
   (frontend/rewrite_refuse.c). Part of cuda.h; names and values are NVIDIA's. */
#ifndef EMU_DRIVER_H
#define EMU_DRIVER_H

#define EMU_DRIVER static inline __attribute__((__always_inline__, __unused__))

typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef cudaStream_t CUstream;
typedef cudaEvent_t CUevent;

typedef enum CUdevice_attribute_enum {
    CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1,
    CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X = 2,
    CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y = 3,
    CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z = 4,
    CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X = 5,
    CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y = 6,
    CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z = 7,
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK = 8,
    CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY = 9,
    CU_DEVICE_ATTRIBUTE_WARP_SIZE = 10,
    CU_DEVICE_ATTRIBUTE_MAX_PITCH = 11,
    CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK = 12,
    CU_DEVICE_ATTRIBUTE_CLOCK_RATE = 13,
    CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT = 14,
    CU_DEVICE_ATTRIBUTE_GPU_OVERLAP = 15,
    CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
    CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT = 17,
    CU_DEVICE_ATTRIBUTE_INTEGRATED = 18,
    CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY = 19,
    CU_DEVICE_ATTRIBUTE_COMPUTE_MODE = 20,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH = 21,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH = 22,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT = 23,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH = 24,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT = 25,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH = 26,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH = 27,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_HEIGHT = 28,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS = 29,
    CU_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT = 30,
    CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS = 31,
    CU_DEVICE_ATTRIBUTE_ECC_ENABLED = 32,
    CU_DEVICE_ATTRIBUTE_PCI_BUS_ID = 33,
    CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID = 34,
    CU_DEVICE_ATTRIBUTE_TCC_DRIVER = 35,
    CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE = 36,
    CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH = 37,
    CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE = 38,
    CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR = 39,
    CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT = 40,
    CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING = 41,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH = 42,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_LAYERS = 43,
    CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID = 50,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR = 81,
    CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR = 82,
    CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY = 83,
    CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD = 84,
    CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS = 89,
    CU_DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED = 90,
    CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH = 95,
    CU_DEVICE_ATTRIBUTE_COOPERATIVE_MULTI_DEVICE_LAUNCH = 96,
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,
    CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED = 102,
    CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR = 106,
    CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED = 115,
    CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH = 120
} CUdevice_attribute;
typedef enum CUcomputemode_enum {
    CU_COMPUTEMODE_DEFAULT = 0,
    CU_COMPUTEMODE_PROHIBITED = 2,
    CU_COMPUTEMODE_EXCLUSIVE_PROCESS = 3
} CUcomputemode;
typedef enum CUctx_flags_enum {
    CU_CTX_SCHED_AUTO = 0,
    CU_CTX_SCHED_SPIN = 1,
    CU_CTX_SCHED_YIELD = 2,
    CU_CTX_SCHED_BLOCKING_SYNC = 4,
    CU_CTX_MAP_HOST = 8
} CUctx_flags;
typedef enum CUstream_flags_enum {
    CU_STREAM_DEFAULT = 0,
    CU_STREAM_NON_BLOCKING = 1
} CUstream_flags;
typedef enum CUevent_flags_enum {
    CU_EVENT_DEFAULT = 0,
    CU_EVENT_BLOCKING_SYNC = 1,
    CU_EVENT_DISABLE_TIMING = 2
} CUevent_flags;
typedef enum CUfunction_attribute_enum {
    CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,
    CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT = 9
} CUfunction_attribute;

/* ---- The device and its context. */

EMU_DRIVER CUresult cuDriverGetVersion(int *__version)
{
    return (CUresult)cudaDriverGetVersion(__version);
}
EMU_DRIVER CUresult cuDeviceGetCount(int *__count)
{
    return (CUresult)cudaGetDeviceCount(__count);
}
EMU_DRIVER CUresult cuDeviceGet(CUdevice *__device, int __number)
{
    int __n = 0;
    cudaGetDeviceCount(&__n);
    *__device = __number;
    return __number >= 0 && __number < __n ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}
EMU_DRIVER CUresult cuDeviceGetAttribute(int *__value, CUdevice_attribute __which,
                                         CUdevice __device)
{
    return (CUresult)cudaDeviceGetAttribute(__value, (enum cudaDeviceAttr)__which,
                                            __device);
}
EMU_DRIVER CUresult cuDeviceCanAccessPeer(int *__can, CUdevice __device,
                                          CUdevice __peer)
{
    return (CUresult)cudaDeviceCanAccessPeer(__can, __device, __peer);
}
EMU_DRIVER CUresult cuDeviceGetName(char *__name, int __room, CUdevice __device)
{
    struct cudaDeviceProp __p;
    const CUresult __error = (CUresult)cudaGetDeviceProperties(&__p, __device);
    for (int __i = 0; !__error && __i < __room; __i++) {
        __name[__i] = __i + 1 < __room ? __p.name[__i] : 0;
        if (!__name[__i])
            break;
    }
    return __error;
}
EMU_DRIVER CUresult cuDeviceTotalMem(size_t *__bytes, CUdevice __device)
{
    struct cudaDeviceProp __p;
    const CUresult __error = (CUresult)cudaGetDeviceProperties(&__p, __device);
    *__bytes = __error ? 0 : __p.totalGlobalMem;
    return __error;
}
EMU_DRIVER CUresult cuDeviceComputeCapability(int *__major, int *__minor,
                                              CUdevice __device)
{
    cudaDeviceGetAttribute(__minor, cudaDevAttrComputeCapabilityMinor, __device);
    return (CUresult)cudaDeviceGetAttribute(__major, cudaDevAttrComputeCapabilityMajor,
                                            __device);
}

/* Any address but 0. */
EMU_DRIVER CUcontext emu_driver_context(void)
{
    return (CUcontext)(void *)1;
}
EMU_DRIVER CUresult cuDevicePrimaryCtxRetain(CUcontext *__context, CUdevice __device)
{
    *__context = emu_driver_context();
    return (CUresult)cudaSetDevice(__device);
}
EMU_DRIVER CUresult cuDevicePrimaryCtxRelease(CUdevice __device)
{
    (void)__device;
    return CUDA_SUCCESS;
}
EMU_DRIVER CUresult emu_driver_context_create(CUcontext *__context, CUdevice __device)
{
    return cuDevicePrimaryCtxRetain(__context, __device);
}
/* With flags and a device; since release 13 with parameters before them. */
#ifdef __cplusplus
EMU_DRIVER CUresult cuCtxCreate(CUcontext *__context, unsigned int __flags,
                                CUdevice __device)
{
    (void)__flags;
    return emu_driver_context_create(__context, __device);
}
EMU_DRIVER CUresult cuCtxCreate(CUcontext *__context, void *__parameters,
                                unsigned int __flags, CUdevice __device)
{
    (void)__parameters, (void)__flags;
    return emu_driver_context_create(__context, __device);
}
#else
#define cuCtxCreate(__context, __flags, __device)                                      \
    ((void)(__flags), emu_driver_context_create(__context, __device))
#endif
EMU_DRIVER CUresult cuCtxDestroy(CUcontext __context)
{
    return __context ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}
EMU_DRIVER CUresult cuCtxSetCurrent(CUcontext __context)
{
    (void)__context;
    return CUDA_SUCCESS;
}
EMU_DRIVER CUresult cuCtxGetCurrent(CUcontext *__context)
{
    *__context = emu_driver_context();
    return CUDA_SUCCESS;
}
EMU_DRIVER CUresult cuCtxPushCurrent(CUcontext __context)
{
    (void)__context;
    return CUDA_SUCCESS;
}
EMU_DRIVER CUresult cuCtxPopCurrent(CUcontext *__context)
{
    if (__context)
        *__context = emu_driver_context();
    return CUDA_SUCCESS;
}
EMU_DRIVER CUresult cuCtxGetDevice(CUdevice *__device)
{
    return (CUresult)cudaGetDevice(__device);
}
EMU_DRIVER CUresult cuCtxSynchronize(void)
{
    return (CUresult)cudaDeviceSynchronize();
}

/* ---- Memory. */

EMU_DRIVER CUresult cuMemAlloc(CUdeviceptr *__pointer, size_t __bytes)
{
    void *__p = 0;
    const CUresult __error = (CUresult)cudaMalloc(&__p, __bytes);
    *__pointer = (CUdeviceptr)(size_t)__p;
    return __error;
}
EMU_DRIVER CUresult cuMemFree(CUdeviceptr __pointer)
{
    return (CUresult)cudaFree((void *)(size_t)__pointer);
}
EMU_DRIVER CUresult cuMemGetInfo(size_t *__free, size_t *__total)
{
    return (CUresult)cudaMemGetInfo(__free, __total);
}
/* The allocation around an address: where it starts, and its size. Either may be NULL.
   CUDA_ERROR_NOT_FOUND if there is none. */
#ifdef __cplusplus
extern "C"
#endif
    CUresult
    cuMemGetAddressRange(CUdeviceptr *__start, size_t *__bytes, CUdeviceptr __pointer);
EMU_DRIVER CUresult cuMemAllocHost(void **__pointer, size_t __bytes)
{
    return (CUresult)cudaHostAlloc(__pointer, __bytes, 0);
}
EMU_DRIVER CUresult cuMemFreeHost(void *__pointer)
{
    return (CUresult)cudaFreeHost(__pointer);
}
EMU_DRIVER CUresult cuMemcpyHtoD(CUdeviceptr __to, const void *__from, size_t __bytes)
{
    return (CUresult)cudaMemcpy((void *)(size_t)__to, __from, __bytes,
                                cudaMemcpyHostToDevice);
}
EMU_DRIVER CUresult cuMemcpyDtoH(void *__to, CUdeviceptr __from, size_t __bytes)
{
    return (CUresult)cudaMemcpy(__to, (const void *)(size_t)__from, __bytes,
                                cudaMemcpyDeviceToHost);
}
EMU_DRIVER CUresult cuMemcpyDtoD(CUdeviceptr __to, CUdeviceptr __from, size_t __bytes)
{
    return (CUresult)cudaMemcpy((void *)(size_t)__to, (const void *)(size_t)__from,
                                __bytes, cudaMemcpyDeviceToDevice);
}
EMU_DRIVER CUresult cuMemcpyHtoDAsync(CUdeviceptr __to, const void *__from,
                                      size_t __bytes, CUstream __stream)
{
    return (CUresult)cudaMemcpyAsync((void *)(size_t)__to, __from, __bytes,
                                     cudaMemcpyHostToDevice, __stream);
}
EMU_DRIVER CUresult cuMemcpyDtoHAsync(void *__to, CUdeviceptr __from, size_t __bytes,
                                      CUstream __stream)
{
    return (CUresult)cudaMemcpyAsync(__to, (const void *)(size_t)__from, __bytes,
                                     cudaMemcpyDeviceToHost, __stream);
}
EMU_DRIVER CUresult cuMemsetD8(CUdeviceptr __to, unsigned char __value, size_t __bytes)
{
    return (CUresult)cudaMemset((void *)(size_t)__to, __value, __bytes);
}

/* ---- Streams and events. */

EMU_DRIVER CUresult cuStreamCreate(CUstream *__stream, unsigned int __flags)
{
    return (CUresult)cudaStreamCreateWithFlags(__stream, __flags);
}
EMU_DRIVER CUresult cuStreamDestroy(CUstream __stream)
{
    return (CUresult)cudaStreamDestroy(__stream);
}
EMU_DRIVER CUresult cuStreamSynchronize(CUstream __stream)
{
    return (CUresult)cudaStreamSynchronize(__stream);
}
EMU_DRIVER CUresult cuStreamQuery(CUstream __stream)
{
    return (CUresult)cudaStreamQuery(__stream);
}
EMU_DRIVER CUresult cuStreamWaitEvent(CUstream __stream, CUevent __event,
                                      unsigned int __flags)
{
    return (CUresult)cudaStreamWaitEvent(__stream, __event, __flags);
}
EMU_DRIVER CUresult cuEventCreate(CUevent *__event, unsigned int __flags)
{
    return (CUresult)cudaEventCreateWithFlags(__event, __flags);
}
EMU_DRIVER CUresult cuEventDestroy(CUevent __event)
{
    return (CUresult)cudaEventDestroy(__event);
}
EMU_DRIVER CUresult cuEventRecord(CUevent __event, CUstream __stream)
{
    return (CUresult)cudaEventRecord(__event, __stream);
}
EMU_DRIVER CUresult cuEventSynchronize(CUevent __event)
{
    return (CUresult)cudaEventSynchronize(__event);
}
EMU_DRIVER CUresult cuEventElapsedTime(float *__ms, CUevent __start, CUevent __end)
{
    return (CUresult)cudaEventElapsedTime(__ms, __start, __end);
}

/* ---- Kernels of the program: a CUfunction is the address of one. */

typedef CUfunction cudaFunction_t;

#ifdef __CUDACC__ /* only .cu files have kernels */

EMU_DRIVER cudaError_t cudaGetFuncBySymbol(cudaFunction_t *__function,
                                           const void *__symbol)
{
    *__function = (cudaFunction_t)(void *)(size_t)__symbol;
    return __symbol ? cudaSuccess : cudaErrorInvalidValue;
}
EMU_DRIVER CUresult cuLaunchKernel(CUfunction __f, unsigned int __gx, unsigned int __gy,
                                   unsigned int __gz, unsigned int __bx,
                                   unsigned int __by, unsigned int __bz,
                                   unsigned int __shared, CUstream __stream,
                                   void **__parameters, void **__extra)
{
    const dim3 __grid = {__gx, __gy, __gz}, __block = {__bx, __by, __bz};
    if (__extra)
        return CUDA_ERROR_NOT_SUPPORTED;
    return (CUresult)cudaLaunchKernel((const void *)__f, __grid, __block, __parameters,
                                      __shared, __stream);
}
EMU_DRIVER CUresult cuFuncSetAttribute(CUfunction __f, CUfunction_attribute __which,
                                       int __value)
{
    return (CUresult)cudaFuncSetAttribute((const void *)__f,
                                          (enum cudaFuncAttribute)__which, __value);
}
#endif

/* NVIDIA's names of the versions of these functions. */
#define cuMemAlloc_v2 cuMemAlloc
#define cuMemGetAddressRange_v2 cuMemGetAddressRange
#define cuMemFree_v2 cuMemFree
#define cuMemcpyHtoD_v2 cuMemcpyHtoD
#define cuMemcpyDtoH_v2 cuMemcpyDtoH
#define cuMemcpyDtoD_v2 cuMemcpyDtoD
#define cuCtxDestroy_v2 cuCtxDestroy
#define cuStreamDestroy_v2 cuStreamDestroy
#define cuEventDestroy_v2 cuEventDestroy

#undef EMU_DRIVER

#endif
