/*
 * gemm_bias_relu() without fusion: cuBLAS's product, then a kernel that adds b, then
 * one that applies relu. The benchmark times it in turn with a kernel: this is what
 * fusion saves. Each of the two kernels reads and writes Y at nearly the rate of DRAM.
 *
 * cuBLAS stores matrices by columns: see peer_sgemm.cu.
 */
#include "gemm_bias_relu.h"
#include "peer/peer_cublas.cuh"

enum { THREADS = 256, ROWS = 8 /* per thread: its loads are in flight together */ };

__global__ void add_bias(int M, int N, const float *b, float *Y)
{
    int col = blockIdx.x * THREADS + threadIdx.x, row0 = blockIdx.y * ROWS;

    if (col >= N)
        return;
#pragma unroll
    for (int i = 0; i < ROWS; i++)
        if (row0 + i < M)
            Y[(row0 + i) * N + col] += b[col];
}

__global__ void relu(int M, int N, float *Y)
{
    int col = blockIdx.x * THREADS + threadIdx.x, row0 = blockIdx.y * ROWS;

    if (col >= N)
        return;
#pragma unroll
    for (int i = 0; i < ROWS; i++)
        if (row0 + i < M)
            Y[(row0 + i) * N + col] = fmaxf(Y[(row0 + i) * N + col], 0.0f);
}

void gemm_bias_relu(int M, int N, int K, const float *X, const float *W, const float *b,
                    float *Y)
{
    static cublasHandle_t handle; /* made by the first call, used by all: it is slow */
    const float one = 1, zero = 0;
    const dim3 grid((N + THREADS - 1) / THREADS, (M + ROWS - 1) / ROWS);

    if (!handle) {
        stop_on_error(cublasCreate(&handle), "cublasCreate");
        stop_on_error(cublasSetMathMode(handle, CUBLAS_DEFAULT_MATH),
                      "cublasSetMathMode");
    }
    stop_on_error(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, N, M, K, &one, W, N, X,
                              K, &zero, Y, N),
                  "cublasSgemm");
    add_bias<<<grid, THREADS>>>(M, N, b, Y);
    relu<<<grid, THREADS>>>(M, N, Y);
}
