/* Features that the emulator does not support, by their names in programs. */
#include "rewrite.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define REFERENCES "texture references do not exist since CUDA 12: use texture objects"
#define MIPMAPS "mipmapped arrays are" NOT_SUPPORTED "use an array per level"
#define CUBEMAPS "cubemaps are" NOT_SUPPORTED "use an array of six layers"
#define GRAPH_MEMORY                                                                   \
    "memory of a graph is" NOT_SUPPORTED "allocate it before the graph is made"
#define GRAPH_CONDITIONS                                                               \
    "a node of a graph with a condition is" NOT_SUPPORTED "let the host decide"
#define GRAPH_SEMAPHORES                                                               \
    "a node of a graph for another API's semaphore is" NOT_SUPPORTED "use events"
#define GRAPH_ATTRIBUTES                                                               \
    "an attribute of a graph's node is" NOT_SUPPORTED "capture the launch with it"
#define GRAPH_OBJECTS                                                                  \
    "an object that a graph owns is" NOT_SUPPORTED "free it after the graph"
#define PEERS "several GPUs are" NOT_SUPPORTED "it has one device, 0"
#define PROCESSES "sharing memory between processes is" NOT_SUPPORTED "use one process"
#define DRIVER                                                                         \
    "GPU code in a module is" NOT_SUPPORTED "compile the kernel with the program"
#define MAPPING "memory that is mapped to addresses is" NOT_SUPPORTED "use cudaMalloc()"
#define DRIVER_ARRAYS                                                                  \
    "an array or texture of the driver API is" NOT_SUPPORTED "use the runtime API"
#define PTX                                                                            \
    "inline PTX ('asm') outside of a kernel's statements is" NOT_SUPPORTED "use C++"
#define TILES "a tile of more than 32 threads is" NOT_SUPPORTED "use the block"
#define BREAK "a breakpoint in a kernel is" NOT_SUPPORTED "use printf() or assert()"
#define NO_LIBRARY "the emulator has no "
#define NO(library, instead) NO_LIBRARY library ": " instead
#define CUBLASLT                                                                       \
    NO("transforms and algorithms of cuBLASLt", "use cublasLtMatmul with a heuristic")
#define CUBLASXT NO("cuBLASXt", "use cublas_v2.h")
#define CUBLAS1 NO("old interface of cuBLAS", "use cublas_v2.h")
#define CURAND NO("cuRAND", "make random numbers on the host")
#define CUFFT NO("cuFFT", "write the transform as a kernel")
#define CUSPARSE NO("cuSPARSE", "write the product as a kernel")
#define CUSOLVER NO("cuSOLVER", "write the solver as a kernel")
#define CUDNN NO("cuDNN", "write the operation as a kernel")
#define NVRTC NO("NVRTC", "compile kernels with emucc")
#define NCCL NO("NCCL", "it has one device")
#define E8M0 NO("8-bit exponents, E8M0", "use a float that is a power of two")
#define NO_SYNC                                                                        \
    "warp operations without a mask do not exist since compute capability 7.0: use "   \
    "__shfl_sync(), __ballot_sync() and so on"

/* A name that ends in * means all names that begin so, with a whole word. */
static const struct {
    const char *name, *why;
    const char *next; /* the next token is one of these characters; NULL: any */
} features[] = {
    {"asm", PTX, NULL},
    {"__asm__", PTX, NULL},
    {"__asm", PTX, NULL},
    {"__block_size__",
     "a kernel with a fixed size of blocks is" NOT_SUPPORTED "use __cluster_dims__",
     NULL},
    {"__brkpt", BREAK, "("},
    {"__shfl", NO_SYNC, "("},
    {"__shfl_up", NO_SYNC, "("},
    {"__shfl_down", NO_SYNC, "("},
    {"__shfl_xor", NO_SYNC, "("},
    {"__ballot", NO_SYNC, "("},
    {"__any", NO_SYNC, "("},
    {"__all", NO_SYNC, "("},
    {"texCubemap*", CUBEMAPS, "(<"},
    {"surfCubemap*", CUBEMAPS, "(<"},
    {"cudaBindTexture*", REFERENCES, "("},
    {"cudaUnbindTexture", REFERENCES, "("},
    {"cudaBindSurface*", REFERENCES, "("},
    {"cudaGetTextureReference", REFERENCES, "("},
    {"cudaGetTextureAlignmentOffset", REFERENCES, "("},
    {"cudaMallocMipmappedArray", MIPMAPS, "("},
    {"cudaGetMipmappedArrayLevel", MIPMAPS, "("},
    {"cudaFreeMipmappedArray", MIPMAPS, "("},
    {"cudaGraphAddMem*", GRAPH_MEMORY, "("},
    {"cudaGraphMem*", GRAPH_MEMORY, "("},
    {"cudaDeviceGraphMem*", GRAPH_MEMORY, "("},
    {"cudaDeviceGetGraphMem*", GRAPH_MEMORY, "("},
    {"cudaDeviceSetGraphMem*", GRAPH_MEMORY, "("},
    {"cudaGraphConditional*", GRAPH_CONDITIONS, "("},
    {"cudaGraphSetConditional", GRAPH_CONDITIONS, "("},
    {"cudaGraphAddExternalSemaphores*", GRAPH_SEMAPHORES, "("},
    {"cudaGraphKernelNodeSetAttribute", GRAPH_ATTRIBUTES, "("},
    {"cudaGraphKernelNodeGetAttribute", GRAPH_ATTRIBUTES, "("},
    {"cudaGraphKernelNodeCopyAttributes", GRAPH_ATTRIBUTES, "("},
    {"cudaGraphRetainUserObject", GRAPH_OBJECTS, "("},
    {"cudaIpc*", PROCESSES, NULL},
    {"cudaMemPoolExport*", PROCESSES, NULL},
    {"cudaMemPoolImport*", PROCESSES, NULL},
    {"cudaLaunchCooperativeKernelMultiDevice", PEERS, NULL},
    {"cublasLtMatrixTransform*", CUBLASLT, "("},
    {"cublasLtMatmulAlgoGetIds", CUBLASLT, "("},
    {"cublasLtMatmulAlgoInit", CUBLASLT, "("},
    {"cublasXt*", CUBLASXT, "("},
    {"cublasInit", CUBLAS1, "("},
    {"cublasShutdown", CUBLAS1, "("},
    {"cublasAlloc", CUBLAS1, "("},
    {"cublasFree", CUBLAS1, "("},
    {"cublasGetError", CUBLAS1, "("},
    {"cublasSetKernelStream", CUBLAS1, "("},
    {"curandCreate*", CURAND, "("},
    {"curandSet*", CURAND, "("},
    {"curandGenerate*", CURAND, "("},
    {"curandDestroy*", CURAND, "("},
    {"cufft*", CUFFT, "("},
    {"cusparse*", CUSPARSE, NULL},
    {"cusolver*", CUSOLVER, NULL},
    {"cudnn*", CUDNN, NULL},
    {"nvrtc*", NVRTC, NULL},
    {"nccl*", NCCL, NULL},
    {"__nv_fp8_e8m0", E8M0, NULL},
    {"__nv_fp8x2_e8m0", E8M0, NULL},
    {"__nv_fp8x4_e8m0", E8M0, NULL},
    {"__nv_cvt_e8m0*", E8M0, "("},
    {"__nv_cvt_bfloat16raw_to_e8m0", E8M0, "("},
    {"__nv_cvt_bfloat162raw_to_e8m0x2", E8M0, "("},
    {"__nv_cvt_float_to_e8m0", E8M0, "("},
    {"__nv_cvt_float2_to_e8m0x2", E8M0, "("},
    {"__nv_cvt_double_to_e8m0", E8M0, "("},
    {"__nv_cvt_double2_to_e8m0x2", E8M0, "("},
    {"block_tile_memory", TILES, NULL},
    {"cuModule*", DRIVER, "("},
    {"cuLibrary*", DRIVER, "("},
    {"cuLink*", DRIVER, "("},
    {"cuMemAddress*", MAPPING, "("},
    {"cuMemCreate", MAPPING, "("},
    {"cuMemRelease", MAPPING, "("},
    {"cuMemMap*", MAPPING, "("},
    {"cuMemUnmap", MAPPING, "("},
    {"cuMemSetAccess", MAPPING, "("},
    {"cuMemGetAllocation*", MAPPING, "("},
    {"cuMemExport*", PROCESSES, "("},
    {"cuMemImport*", PROCESSES, "("},
    {"cuArray*", DRIVER_ARRAYS, "("},
    {"cuTexObject*", DRIVER_ARRAYS, "("},
    {"cuSurfObject*", DRIVER_ARRAYS, "("},
};

/* cudaGraphMem* is cudaGraphMemAllocNodeGetParams, but not
 * cudaGraphMemcpyNodeGetParams.
 */
static bool begins_with(size_t i, const char *name)
{
    const struct token *t = token_at(i);
    const size_t n = strlen(name) - 1;
    return t->length >= n && !memcmp(t->start, name, n) &&
           !(t->length > n && islower((unsigned char)name[n - 1]) &&
             islower((unsigned char)t->start[n]));
}

/* True if token i declares the function of this name: a type is before it. */
static bool is_declared(size_t i)
{
    return i > 0 && token_is_name(i - 1) && !token_is(i - 1, "return") &&
           !token_is(i - 1, "else") && !token_is(i - 1, "do") &&
           !token_is(i - 1, "case");
}

/* True if the feature may be in a file without kernels. */
static bool is_of_host(size_t f)
{
    return !strncmp(features[f].why, NO_LIBRARY, strlen(NO_LIBRARY)) ||
           !strncmp(features[f].name, "cu", 2);
}

static void refuse(size_t i, bool host)
{
    if (!token_is_name(i) || rewrite_is_own_function(i) ||
        (i > 0 && (token_is(i - 1, ".") || token_is(i - 1, "->"))))
        return;
    for (size_t f = 0; f < sizeof features / sizeof *features; f++) {
        const char *name = features[f].name, *next = features[f].next;
        bool same =
            name[strlen(name) - 1] == '*' ? begins_with(i, name) : token_is(i, name);
        if (!same || (host && !is_of_host(f)) ||
            (next && (i + 1 >= token_count() ||
                      !strchr(next, *token_at(i + 1)->start) || is_declared(i))))
            continue;
        char *named = text_format("%s ('%.*s')", features[f].why,
                                  (int)token_at(i)->length, token_at(i)->start);
        token_die(i, strchr(features[f].why, '(') ? features[f].why : named);
    }
}

void rewrite_refuse(size_t i)
{
    refuse(i, false);
}

void rewrite_refuse_library(size_t i)
{
    refuse(i, true);
}
