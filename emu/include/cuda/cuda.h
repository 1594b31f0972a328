/* The driver API: tensor maps, errors, and in emu_driver.h what a program does with its
   own kernels. Modules are not supported: see rewrite_refuse.c. */
#ifndef EMU_CUDA_H
#define EMU_CUDA_H

#include <stdint.h>

#include "cuda_runtime_api.h"

#define CUDA_VERSION CUDART_VERSION
#define CUDAAPI
#define __cuda_cuda_h__ /* programs ask whether it was included */

typedef uint32_t cuuint32_t;
typedef uint64_t cuuint64_t;

typedef enum cudaError_enum {
    CUDA_SUCCESS = 0,
    CUDA_ERROR_INVALID_VALUE = 1,
    CUDA_ERROR_OUT_OF_MEMORY = 2,
    CUDA_ERROR_NOT_INITIALIZED = 3,
    CUDA_ERROR_DEINITIALIZED = 4,
    CUDA_ERROR_NO_DEVICE = 100,
    CUDA_ERROR_INVALID_DEVICE = 101,
    CUDA_ERROR_INVALID_IMAGE = 200,
    CUDA_ERROR_INVALID_CONTEXT = 201,
    CUDA_ERROR_INVALID_SOURCE = 300,
    CUDA_ERROR_FILE_NOT_FOUND = 301,
    CUDA_ERROR_INVALID_HANDLE = 400,
    CUDA_ERROR_NOT_FOUND = 500,
    CUDA_ERROR_NOT_READY = 600,
    CUDA_ERROR_ILLEGAL_ADDRESS = 700,
    CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES = 701,
    CUDA_ERROR_LAUNCH_TIMEOUT = 702,
    CUDA_ERROR_ASSERT = 710,
    CUDA_ERROR_MISALIGNED_ADDRESS = 716,
    CUDA_ERROR_LAUNCH_FAILED = 719,
    CUDA_ERROR_NOT_PERMITTED = 800,
    CUDA_ERROR_NOT_SUPPORTED = 801,
    CUDA_ERROR_UNKNOWN = 999
} CUresult;

typedef enum CUtensorMapDataType_enum {
    CU_TENSOR_MAP_DATA_TYPE_UINT8,
    CU_TENSOR_MAP_DATA_TYPE_UINT16,
    CU_TENSOR_MAP_DATA_TYPE_UINT32,
    CU_TENSOR_MAP_DATA_TYPE_INT32,
    CU_TENSOR_MAP_DATA_TYPE_UINT64,
    CU_TENSOR_MAP_DATA_TYPE_INT64,
    CU_TENSOR_MAP_DATA_TYPE_FLOAT16,
    CU_TENSOR_MAP_DATA_TYPE_FLOAT32,
    CU_TENSOR_MAP_DATA_TYPE_FLOAT64,
    CU_TENSOR_MAP_DATA_TYPE_BFLOAT16,
    CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ,
    CU_TENSOR_MAP_DATA_TYPE_TFLOAT32,
    CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ
} CUtensorMapDataType;

typedef enum CUtensorMapInterleave_enum {
    CU_TENSOR_MAP_INTERLEAVE_NONE,
    CU_TENSOR_MAP_INTERLEAVE_16B,
    CU_TENSOR_MAP_INTERLEAVE_32B
} CUtensorMapInterleave;

typedef enum CUtensorMapSwizzle_enum {
    CU_TENSOR_MAP_SWIZZLE_NONE,
    CU_TENSOR_MAP_SWIZZLE_32B,
    CU_TENSOR_MAP_SWIZZLE_64B,
    CU_TENSOR_MAP_SWIZZLE_128B
} CUtensorMapSwizzle;

typedef enum CUtensorMapL2promotion_enum {
    CU_TENSOR_MAP_L2_PROMOTION_NONE,
    CU_TENSOR_MAP_L2_PROMOTION_L2_64B,
    CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
    CU_TENSOR_MAP_L2_PROMOTION_L2_256B
} CUtensorMapL2promotion;

typedef enum CUtensorMapFloatOOBfill_enum {
    CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE,
    CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA
} CUtensorMapFloatOOBfill;

#define CU_TENSOR_MAP_NUM_QWORDS 16
typedef struct CUtensorMap_st {
    cuuint64_t opaque[CU_TENSOR_MAP_NUM_QWORDS] __attribute__((__aligned__(64)));
} CUtensorMap;

#ifdef __cplusplus
extern "C" {
#endif

/* A map of an array of `rank` dimensions, the first of which is contiguous. stride has
   rank - 1 numbers, in bytes. CUDA_ERROR_INVALID_VALUE as from NVIDIA's driver; with
   EMU_NOTES the reason is printed. Interleaved layouts: CUDA_ERROR_NOT_SUPPORTED. */
CUresult cuTensorMapEncodeTiled(CUtensorMap *__map, CUtensorMapDataType type,
                                cuuint32_t __rank, void *__start,
                                const cuuint64_t *size, const cuuint64_t *__stride,
                                const cuuint32_t *__box, const cuuint32_t *__step,
                                CUtensorMapInterleave __interleave,
                                CUtensorMapSwizzle __swizzle,
                                CUtensorMapL2promotion __promotion,
                                CUtensorMapFloatOOBfill __fill);
/* The same map at another place. */
CUresult cuTensorMapReplaceAddress(CUtensorMap *__map, void *__start);
/* There is nothing to initialise. CUDA_ERROR_INVALID_VALUE if flags is not 0. */
CUresult cuInit(unsigned int flags);
/* A description of an error, and the name of its constant. CUDA_ERROR_INVALID_VALUE,
   and NULL, if there is no such error. */
CUresult cuGetErrorString(CUresult __error, const char **__text);
CUresult cuGetErrorName(CUresult __error, const char **name);

#ifdef __cplusplus
}
#endif

#include "../emu/emu_driver.h"

#endif
