/*
 * gemm_bias_relu_backward() without fusion: a kernel writes dZ, then cuBLAS computes
 * two products with it, and its column sums as a product with a vector of ones.
 *
 * cuBLAS stores matrices by columns, so that it finds a transposed matrix in each
 * array: dX' = W dZ', dW' = dZ' X, db = dZ' 1.
 */
#include "gemm_bias_relu.h"
#include "peer/peer_cublas.cuh"

enum { THREADS = 256, ELEMENTS = 8 /* per thread: its loads are in flight together */ };

__global__ void mask(size_t n, const float *Y, const float *dY, float *dZ)
{
    size_t first = (size_t)blockIdx.x * THREADS * ELEMENTS + threadIdx.x;

#pragma unroll
    for (int i = 0; i < ELEMENTS; i++) {
        size_t at = first + i * THREADS;
        if (at < n)
            dZ[at] = Y[at] > 0.0f ? dY[at] : 0.0f;
    }
}

__global__ void set_to_one(int n, float *x)
{
    int i = blockIdx.x * THREADS + threadIdx.x;

    if (i < n)
        x[i] = 1.0f;
}

/* Memory for dZ and for M ones, which are kept from call to call. */
static void reserve(int M, int N, float **dZ, float **ones)
{
    static float *memory;
    static size_t room;
    const size_t n = (size_t)M * N;

    if (n + M > room) {
        cudaFree(memory);
        if (cudaMalloc(&memory, (n + M) * sizeof *memory) != cudaSuccess)
            stop("cudaMalloc", "no memory for dZ");
        room = n + M;
    }
    *dZ = memory;
    *ones = memory + n;
}

void gemm_bias_relu_backward(int M, int N, int K, const float *X, const float *W,
                             const float *Y, const float *dY, float *dX, float *dW,
                             float *db)
{
    static cublasHandle_t handle; /* made by the first call, used by all: it is slow */
    const float one = 1, zero = 0;
    const size_t n = (size_t)M * N, per_block = THREADS * ELEMENTS;
    float *dZ, *ones;

    if (!handle) {
        stop_on_error(cublasCreate(&handle), "cublasCreate");
        stop_on_error(cublasSetMathMode(handle, CUBLAS_DEFAULT_MATH),
                      "cublasSetMathMode");
    }
    reserve(M, N, &dZ, &ones);
    mask<<<(unsigned)((n + per_block - 1) / per_block), THREADS>>>(n, Y, dY, dZ);
    set_to_one<<<(M + THREADS - 1) / THREADS, THREADS>>>(M, ones);
    stop_on_error(cublasSgemm(handle, CUBLAS_OP_T, CUBLAS_OP_N, K, M, N, &one, W, N, dZ,
                              N, &zero, dX, K),
                  "cublasSgemm");
    stop_on_error(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, N, K, M, &one, dZ, N, X,
                              K, &zero, dW, N),
                  "cublasSgemm");
    stop_on_error(
        cublasSgemv(handle, CUBLAS_OP_N, N, M, &one, dZ, N, ones, 1, &zero, db, 1),
        "cublasSgemv");
}
