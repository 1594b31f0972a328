/*
 * latent() without fusion: cuBLAS's product for c, another one for r, in FP32, and a
 * kernel that rotates. The benchmark times it in turn with a kernel: this is what
 * fusion saves. H is read twice; r is stored and read again, in memory of its own.
 *
 * cuBLAS stores matrices by columns: see peer_bgemm.cu.
 */
#include "latent.h"
#include "peer/peer_cublas.cuh"

enum { THREADS = 256 };

/* A thread has a pair. */
__global__ void rotate(int tokens, int half, const float2 *r, const float *cos,
                       const float *sin, const int *position, __nv_bfloat162 *k)
{
    int at = blockIdx.x * THREADS + threadIdx.x, t = at / half, i = at % half;

    if (t >= tokens)
        return;
    float x = cos[position[t] * half + i], y = sin[position[t] * half + i];
    float2 pair = r[at];
    k[at] = __floats2bfloat162_rn(pair.x * x - pair.y * y, pair.x * y + pair.y * x);
}

/* out = H W^T: tokens x cols. */
static void product(cublasHandle_t handle, int tokens, int D, int cols,
                    const __nv_bfloat16 *H, const __nv_bfloat16 *W, void *out,
                    cudaDataType type)
{
    const float one = 1, zero = 0;

    stop_on_error(cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, cols, tokens, D, &one,
                               W, CUDA_R_16BF, D, H, CUDA_R_16BF, D, &zero, out, type,
                               cols, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT),
                  "cublasGemmEx");
}

void latent(int tokens, int D, int dc, int dr, const __nv_bfloat16 *H,
            const __nv_bfloat16 *Wc, const __nv_bfloat16 *Wr, const float *cos,
            const float *sin, const int *position, __nv_bfloat16 *c, __nv_bfloat16 *k)
{
    static cublasHandle_t handle; /* made by the first call, used by all: it is slow */
    static float *r;              /* likewise, as large as any call needed */
    static size_t room;
    const size_t elements = (size_t)tokens * dr;

    if (!handle)
        stop_on_error(cublasCreate(&handle), "cublasCreate");
    if (elements > room) {
        cudaFree(r);
        if (cudaMalloc(&r, elements * sizeof *r) != cudaSuccess)
            stop("cudaMalloc", "no memory for r");
        room = elements;
    }
    product(handle, tokens, D, dc, H, Wc, c, CUDA_R_16BF);
    product(handle, tokens, D, dr, H, Wr, r, CUDA_R_32F);
    rotate<<<(elements / 2 + THREADS - 1) / THREADS, THREADS>>>(
        tokens, dr / 2, (const float2 *)r, cos, sin, position, (__nv_bfloat162 *)k);
}
