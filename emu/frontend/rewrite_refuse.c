/* Features that the emulator has not, by the names that programs use of them. */
#include "rewrite.h"

#include <stdlib.h>
#include <string.h>

#define TEXTURES "textures are" NOT_SUPPORTED "read plain memory"
#define SURFACES "surfaces are" NOT_SUPPORTED "write to plain memory"
#define GRAPHS "graphs are" NOT_SUPPORTED "launch the kernels one by one"
#define BOXES                                                                          \
    "three-dimensional allocations are" NOT_SUPPORTED "use cudaMalloc and cudaMemcpy"
#define PEERS "several GPUs are" NOT_SUPPORTED "it has one device, 0"
#define POOLS "memory pools are" NOT_SUPPORTED "use cudaMallocAsync or cudaMalloc"
#define PROCESSES "sharing memory between processes is" NOT_SUPPORTED "use one process"
#define GRID                                                                           \
    "a barrier of the whole grid is" NOT_SUPPORTED "end the kernel and launch another"
#define LAUNCHES "launch attributes are" NOT_SUPPORTED "write kernel<<<grid, block>>>"
#define REGISTER "pinning memory from malloc() is" NOT_SUPPORTED "use cudaMallocHost"
#define DRIVER                                                                         \
    "the driver API is" NOT_SUPPORTED "use the runtime API, cudaMalloc() etc."
#define PTX "inline PTX ('asm') is" NOT_SUPPORTED "use the CUDA C intrinsic"
#define CLUSTERS "a cluster of thread blocks is" NOT_SUPPORTED "launch plain blocks"
#define MBARRIER                                                                       \
    "a barrier in shared memory is" NOT_SUPPORTED "use __pipeline_wait_prior()"
#define BREAK "a break point in a kernel is" NOT_SUPPORTED "use printf() or assert()"
#define NO_SYNC                                                                        \
    "warp operations without a mask are gone since compute capability 7.0: use "       \
    "__shfl_sync(), __ballot_sync() and so on"

/* A name that ends in * is the beginning of names. */
static const struct {
    const char *name, *why;
    const char *next; /* the token behind it is one of these characters; NULL: any */
} features[] = {
    {"asm", PTX, NULL},
    {"__asm__", PTX, NULL},
    {"__cluster_dims__", CLUSTERS, NULL},
    {"__block_size__", CLUSTERS, NULL},
    {"__brkpt", BREAK, "("},
    {"__mbarrier_*", MBARRIER, NULL},
    {"__pipeline_arrive_on", MBARRIER, "("},
    {"__shfl", NO_SYNC, "("},
    {"__shfl_up", NO_SYNC, "("},
    {"__shfl_down", NO_SYNC, "("},
    {"__shfl_xor", NO_SYNC, "("},
    {"__ballot", NO_SYNC, "("},
    {"__any", NO_SYNC, "("},
    {"__all", NO_SYNC, "("},
    {"tex1D*", TEXTURES, "(<"},
    {"tex2D*", TEXTURES, "(<"},
    {"tex3D*", TEXTURES, "(<"},
    {"texCubemap*", TEXTURES, "(<"},
    {"surf1D*", SURFACES, "(<"},
    {"surf2D*", SURFACES, "(<"},
    {"surf3D*", SURFACES, "(<"},
    {"cudaTexture*", TEXTURES, NULL},
    {"cudaCreateTextureObject", TEXTURES, NULL},
    {"cudaCreateChannelDesc", TEXTURES, NULL},
    {"cudaChannelFormat*", TEXTURES, NULL},
    {"cudaResourceDesc", TEXTURES, NULL},
    {"cudaArray*", TEXTURES, NULL},
    {"cudaMallocArray", TEXTURES, NULL},
    {"cudaMalloc3DArray", TEXTURES, NULL},
    {"cudaSurface*", SURFACES, NULL},
    {"cudaCreateSurfaceObject", SURFACES, NULL},
    {"cudaGraph*", GRAPHS, NULL},
    {"cudaStreamBeginCapture*", GRAPHS, NULL},
    {"cudaMalloc3D", BOXES, NULL},
    {"cudaMemcpy3D*", BOXES, NULL},
    {"cudaMemset3D*", BOXES, NULL},
    {"cudaPitchedPtr", BOXES, NULL},
    {"cudaExtent", BOXES, NULL},
    {"make_cudaExtent", BOXES, NULL},
    {"cudaDeviceCanAccessPeer", PEERS, NULL},
    {"cudaDeviceEnablePeerAccess", PEERS, NULL},
    {"cudaMemcpyPeer*", PEERS, NULL},
    {"cudaMemPool*", POOLS, NULL},
    {"cudaMallocFromPoolAsync", POOLS, NULL},
    {"cudaIpc*", PROCESSES, NULL},
    {"cudaLaunchCooperativeKernel*", GRID, NULL},
    {"cudaLaunchKernelEx*", LAUNCHES, NULL},
    {"cudaLaunchConfig_t", LAUNCHES, NULL},
    {"cudaHostRegister", REGISTER, NULL},
    {"cuInit", DRIVER, "("},
    {"cuDeviceGet*", DRIVER, "("},
    {"cuCtx*", DRIVER, "("},
    {"cuModule*", DRIVER, "("},
    {"cuMemAlloc*", DRIVER, "("},
    {"cuMemcpy*", DRIVER, "("},
    {"cuLaunchKernel*", DRIVER, "("},
    {"CUdevice", DRIVER, NULL},
    {"CUdeviceptr", DRIVER, NULL},
    {"CUcontext", DRIVER, NULL},
    {"CUmodule", DRIVER, NULL},
    {"CUfunction", DRIVER, NULL},
    {"CUresult", DRIVER, NULL},
};

static bool begins_with(size_t i, const char *name)
{
    size_t n = strlen(name) - 1;
    return token_at(i)->length >= n && !memcmp(token_at(i)->start, name, n);
}

/* Whether the function's name at token i is being declared: a type is before it. */
static bool is_declared(size_t i)
{
    return i > 0 && token_is_name(i - 1) && !token_is(i - 1, "return") &&
           !token_is(i - 1, "else") && !token_is(i - 1, "do") &&
           !token_is(i - 1, "case");
}

void rewrite_refuse(size_t i)
{
    if (!token_is_name(i) || (i > 0 && (token_is(i - 1, ".") || token_is(i - 1, "->"))))
        return;
    for (size_t f = 0; f < sizeof features / sizeof *features; f++) {
        const char *name = features[f].name, *next = features[f].next;
        bool same =
            name[strlen(name) - 1] == '*' ? begins_with(i, name) : token_is(i, name);
        if (!same ||
            (next && (i + 1 >= token_count() ||
                      !strchr(next, *token_at(i + 1)->start) || is_declared(i))))
            continue;
        char *named = text_format("%s ('%.*s')", features[f].why,
                                  (int)token_at(i)->length, token_at(i)->start);
        token_die(i, strchr(features[f].why, '(') ? features[f].why : named);
    }
}
