/*
 * attention() without fusion, as a user of cuBLAS writes it: S = scale Q K', in FP32; a
 * kernel that makes P of each row; O = P V. The benchmark times it in turn with a
 * kernel: this is what it costs that S and P go through memory.
 *
 * As many heads at a time as fit into ROOM elements. cuBLAS stores matrices by columns:
 * see peer_bgemm.cu.
 */
#include <math.h>

#include "attention.h"
#include "peer/peer_cublas.cuh"

enum { THREADS = 256, ROOM = 1 << 28 };

/* The larger, or the sum, of x over the block's threads. */
__device__ float over_block(float x, bool largest)
{
    __shared__ float of_warp[THREADS / 32];

    for (int i = 16; i > 0; i /= 2) {
        float y = __shfl_xor_sync(0xffffffff, x, i);
        x = largest ? fmaxf(x, y) : x + y;
    }
    __syncthreads(); // all have read what was there
    of_warp[threadIdx.x / 32] = x;
    __syncthreads();
    x = of_warp[0];
    for (int i = 1; i < THREADS / 32; i++)
        x = largest ? fmaxf(x, of_warp[i]) : x + of_warp[i];
    return x;
}

/* A block has a row of S. */
__global__ void softmax(int N, int causal, const float *S, __nv_bfloat16 *P)
{
    size_t row = (size_t)blockIdx.y * N + blockIdx.x;
    int keys = causal ? blockIdx.x + 1 : N;
    float largest = -INFINITY, sum = 0;

    for (int j = threadIdx.x; j < keys; j += THREADS)
        largest = fmaxf(largest, S[row * N + j]);
    largest = over_block(largest, true);
    for (int j = threadIdx.x; j < keys; j += THREADS)
        sum += __expf(S[row * N + j] - largest);
    sum = over_block(sum, false);
    for (int j = threadIdx.x; j < N; j += THREADS)
        P[row * N + j] =
            __float2bfloat16(j < keys ? __expf(S[row * N + j] - largest) / sum : 0);
}

/* `heads` products. */
static void product(cublasHandle_t handle, cublasOperation_t a, int rows, int cols,
                    int sums, float alpha, const __nv_bfloat16 *A, int lda,
                    const __nv_bfloat16 *B, int ldb, void *C, cudaDataType type,
                    int heads, long long step_a, long long step_b, long long step_c)
{
    const float zero = 0;

    stop_on_error(cublasGemmStridedBatchedEx(
                      handle, a, CUBLAS_OP_N, rows, cols, sums, &alpha, A, CUDA_R_16BF,
                      lda, step_a, B, CUDA_R_16BF, ldb, step_b, &zero, C, type, rows,
                      step_c, heads, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT),
                  "cublasGemmStridedBatchedEx");
}

void attention(int heads, int N, int d, float scale, int causal, const __nv_bfloat16 *Q,
               const __nv_bfloat16 *K, const __nv_bfloat16 *V, __nv_bfloat16 *O)
{
    static cublasHandle_t handle; /* made by the first call, used by all: it is slow */
    static float *S;              /* likewise, as large as any call needed */
    static __nv_bfloat16 *P;
    static size_t room;
    const long long square = (long long)N * N, of_head = (long long)N * d;
    const int fit = (int)(ROOM / square), most = fit < 1       ? 1
                                                 : fit > heads ? heads
                                                               : fit;

    if (!handle)
        stop_on_error(cublasCreate(&handle), "cublasCreate");
    if ((size_t)(most * square) > room) {
        room = (size_t)(most * square);
        cudaFree(S);
        cudaFree(P);
        if (cudaMalloc(&S, room * sizeof *S) != cudaSuccess ||
            cudaMalloc(&P, room * sizeof *P) != cudaSuccess)
            stop("cudaMalloc", "no memory for S and P");
    }
    for (int h = 0; h < heads; h += most) {
        const int n = heads - h < most ? heads - h : most;
        const size_t at = (size_t)h * of_head;

        product(handle, CUBLAS_OP_T, N, N, d, scale, K + at, d, Q + at, d, S,
                CUDA_R_32F, n, of_head, of_head, square);
        softmax<<<dim3(N, n), THREADS>>>(N, causal, S, P);
        product(handle, CUBLAS_OP_N, d, N, N, 1, V + at, d, P, N, O + at, CUDA_R_16BF,
                n, of_head, square, of_head);
    }
}
