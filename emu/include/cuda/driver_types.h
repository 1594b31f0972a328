/* Types and constants of the CUDA runtime API, for C and C++: names and values are
   NVIDIA's (CUDA Runtime API reference, release 13.0). */
#ifndef DRIVER_TYPES_H
#define DRIVER_TYPES_H

#include <stddef.h>

#include "vector_types.h"

/* Every error that the emulator gives, and those that programs ask for by name:
   E(name, value, what cudaGetErrorString() says). */
#define EMU_CUDA_ERRORS(E)                                                             \
    E(cudaSuccess, 0, "no error")                                                      \
    E(cudaErrorInvalidValue, 1, "invalid argument")                                    \
    E(cudaErrorMemoryAllocation, 2, "out of memory")                                   \
    E(cudaErrorInitializationError, 3, "initialization error")                         \
    E(cudaErrorCudartUnloading, 4, "driver shutting down")                             \
    E(cudaErrorInvalidConfiguration, 9, "invalid configuration argument")              \
    E(cudaErrorInvalidPitchValue, 12, "invalid pitch argument")                        \
    E(cudaErrorInvalidSymbol, 13, "invalid device symbol")                             \
    E(cudaErrorInvalidHostPointer, 16, "invalid host pointer")                         \
    E(cudaErrorInvalidDevicePointer, 17, "invalid device pointer")                     \
    E(cudaErrorInvalidMemcpyDirection, 21, "invalid copy direction for memcpy")        \
    E(cudaErrorInsufficientDriver, 35,                                                 \
      "CUDA driver version is insufficient for CUDA runtime version")                  \
    E(cudaErrorMissingConfiguration, 52, "__global__ function call is not configured") \
    E(cudaErrorInvalidDeviceFunction, 98, "invalid device function")                   \
    E(cudaErrorNoDevice, 100, "no CUDA-capable device is detected")                    \
    E(cudaErrorInvalidDevice, 101, "invalid device ordinal")                           \
    E(cudaErrorNoKernelImageForDevice, 209,                                            \
      "no kernel image is available for execution on the device")                      \
    E(cudaErrorUnsupportedLimit, 215, "limit is not supported on this architecture")   \
    E(cudaErrorInvalidResourceHandle, 400, "invalid resource handle")                  \
    E(cudaErrorNotReady, 600, "device not ready")                                      \
    E(cudaErrorIllegalAddress, 700, "an illegal memory access was encountered")        \
    E(cudaErrorLaunchOutOfResources, 701, "too many resources requested for launch")   \
    E(cudaErrorLaunchTimeout, 702, "the launch timed out and was terminated")          \
    E(cudaErrorAssert, 710, "device-side assert triggered")                            \
    E(cudaErrorHostMemoryAlreadyRegistered, 712,                                       \
      "part or all of the requested memory range is already mapped")                   \
    E(cudaErrorHostMemoryNotRegistered, 713,                                           \
      "pointer does not correspond to a registered memory region")                     \
    E(cudaErrorIllegalInstruction, 715, "an illegal instruction was encountered")      \
    E(cudaErrorMisalignedAddress, 716, "misaligned address")                           \
    E(cudaErrorInvalidAddressSpace, 717,                                               \
      "operation not supported on global/shared address space")                        \
    E(cudaErrorLaunchFailure, 719, "unspecified launch failure")                       \
    E(cudaErrorCooperativeLaunchTooLarge, 720,                                         \
      "too many blocks in cooperative launch")                                         \
    E(cudaErrorNotPermitted, 800, "operation not permitted")                           \
    E(cudaErrorNotSupported, 801, "operation not supported")                           \
    E(cudaErrorUnknown, 999, "unknown error")

#define EMU_ENUMERATOR(name, value, text) name = value,
typedef enum cudaError { EMU_CUDA_ERRORS(EMU_ENUMERATOR) } cudaError_t;
#undef EMU_ENUMERATOR

enum cudaMemcpyKind {
    cudaMemcpyHostToHost = 0,
    cudaMemcpyHostToDevice = 1,
    cudaMemcpyDeviceToHost = 2,
    cudaMemcpyDeviceToDevice = 3,
    cudaMemcpyDefault = 4
};

/* What is known of the device; the rest of NVIDIA's fields are not there. */
struct cudaDeviceProp {
    char name[256];
    size_t totalGlobalMem;
    size_t sharedMemPerBlock;
    int regsPerBlock;
    int warpSize;
    size_t memPitch;
    int maxThreadsPerBlock;
    int maxThreadsDim[3];
    int maxGridSize[3];
    size_t totalConstMem;
    int major, minor;
    size_t textureAlignment;
    int multiProcessorCount;
    int integrated;
    int canMapHostMemory;
    int concurrentKernels;
    int ECCEnabled;
    int pciBusID, pciDeviceID, pciDomainID;
    int asyncEngineCount;
    int unifiedAddressing;
    int l2CacheSize;
    int maxThreadsPerMultiProcessor;
    int streamPrioritiesSupported;
    int globalL1CacheSupported, localL1CacheSupported;
    size_t sharedMemPerMultiprocessor;
    int regsPerMultiprocessor;
    int managedMemory;
    int concurrentManagedAccess;
    int computePreemptionSupported;
    int cooperativeLaunch;
    size_t sharedMemPerBlockOptin;
    int maxBlocksPerMultiProcessor;
    size_t reservedSharedMemPerBlock;
    int memoryPoolsSupported;
    int clusterLaunch;
};

enum cudaDeviceAttr {
    cudaDevAttrMaxThreadsPerBlock = 1,
    cudaDevAttrMaxBlockDimX = 2,
    cudaDevAttrMaxBlockDimY = 3,
    cudaDevAttrMaxBlockDimZ = 4,
    cudaDevAttrMaxGridDimX = 5,
    cudaDevAttrMaxGridDimY = 6,
    cudaDevAttrMaxGridDimZ = 7,
    cudaDevAttrMaxSharedMemoryPerBlock = 8,
    cudaDevAttrTotalConstantMemory = 9,
    cudaDevAttrWarpSize = 10,
    cudaDevAttrMaxPitch = 11,
    cudaDevAttrMaxRegistersPerBlock = 12,
    cudaDevAttrClockRate = 13,
    cudaDevAttrMultiProcessorCount = 16,
    cudaDevAttrIntegrated = 18,
    cudaDevAttrCanMapHostMemory = 19,
    cudaDevAttrConcurrentKernels = 31,
    cudaDevAttrMemoryClockRate = 36,
    cudaDevAttrL2CacheSize = 38,
    cudaDevAttrMaxThreadsPerMultiProcessor = 39,
    cudaDevAttrAsyncEngineCount = 40,
    cudaDevAttrUnifiedAddressing = 41,
    cudaDevAttrComputeCapabilityMajor = 75,
    cudaDevAttrComputeCapabilityMinor = 76,
    cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81,
    cudaDevAttrMaxRegistersPerMultiprocessor = 82,
    cudaDevAttrManagedMemory = 83,
    cudaDevAttrConcurrentManagedAccess = 89,
    cudaDevAttrCooperativeLaunch = 95,
    cudaDevAttrMaxSharedMemoryPerBlockOptin = 97,
    cudaDevAttrMaxBlocksPerMultiprocessor = 106,
    cudaDevAttrReservedSharedMemoryPerBlock = 111,
    cudaDevAttrMemoryPoolsSupported = 115,
    cudaDevAttrClusterLaunch = 120
};

enum cudaLimit {
    cudaLimitStackSize = 0,
    cudaLimitPrintfFifoSize = 1,
    cudaLimitMallocHeapSize = 2
};

/* What is known of a kernel; numRegs and localSizeBytes are 0, which is not known. */
struct cudaFuncAttributes {
    size_t sharedSizeBytes; /* of the arrays declared in the kernel itself */
    size_t constSizeBytes;
    size_t localSizeBytes;
    int maxThreadsPerBlock;
    int numRegs;
    int ptxVersion, binaryVersion;
    int maxDynamicSharedSizeBytes;
    int preferredShmemCarveout;
};

enum cudaFuncAttribute {
    cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
    cudaFuncAttributePreferredSharedMemoryCarveout = 9
};

enum cudaFuncCache {
    cudaFuncCachePreferNone = 0,
    cudaFuncCachePreferShared = 1,
    cudaFuncCachePreferL1 = 2,
    cudaFuncCachePreferEqual = 3
};

enum cudaSharedCarveout {
    cudaSharedmemCarveoutDefault = -1,
    cudaSharedmemCarveoutMaxL1 = 0,
    cudaSharedmemCarveoutMaxShared = 100
};

enum cudaMemoryType {
    cudaMemoryTypeUnregistered = 0,
    cudaMemoryTypeHost = 1,
    cudaMemoryTypeDevice = 2,
    cudaMemoryTypeManaged = 3
};

struct cudaPointerAttributes {
    enum cudaMemoryType type;
    int device;
    void *devicePointer, *hostPointer;
};

enum cudaMemLocationType {
    cudaMemLocationTypeInvalid = 0,
    cudaMemLocationTypeDevice = 1,
    cudaMemLocationTypeHost = 2
};

struct cudaMemLocation {
    enum cudaMemLocationType type;
    int id;
};

enum cudaMemoryAdvise {
    cudaMemAdviseSetReadMostly = 1,
    cudaMemAdviseUnsetReadMostly = 2,
    cudaMemAdviseSetPreferredLocation = 3,
    cudaMemAdviseUnsetPreferredLocation = 4,
    cudaMemAdviseSetAccessedBy = 5,
    cudaMemAdviseUnsetAccessedBy = 6
};

typedef struct emu_stream *cudaStream_t;
typedef struct emu_event *cudaEvent_t;
typedef void (*cudaHostFn_t)(void *data);
typedef void (*cudaStreamCallback_t)(cudaStream_t stream, cudaError_t status,
                                     void *data);

#define cudaStreamLegacy ((cudaStream_t)1)
#define cudaStreamPerThread ((cudaStream_t)2)
enum { cudaStreamDefault = 0, cudaStreamNonBlocking = 1 };
enum {
    cudaEventDefault = 0,
    cudaEventBlockingSync = 1,
    cudaEventDisableTiming = 2,
    cudaEventInterprocess = 4
};
enum { cudaEventRecordDefault = 0, cudaEventWaitDefault = 0 };
enum {
    cudaHostAllocDefault = 0,
    cudaHostAllocPortable = 1,
    cudaHostAllocMapped = 2,
    cudaHostAllocWriteCombined = 4
};
enum { cudaMemAttachGlobal = 1, cudaMemAttachHost = 2 };
enum {
    cudaDeviceScheduleAuto = 0,
    cudaDeviceScheduleSpin = 1,
    cudaDeviceScheduleYield = 2,
    cudaDeviceScheduleBlockingSync = 4,
    cudaDeviceMapHost = 8
};
enum { cudaOccupancyDefault = 0 };
enum { cudaCpuDeviceId = -1, cudaInvalidDeviceId = -2 };

#endif
