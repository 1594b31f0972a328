/* Eight blocks walk over all of C together, neighbouring threads on neighbours. */
#include "sgemm.h"

__global__ void coalesce(int M, int N, int K, float alpha, const float *A,
                         const float *B, float beta, float *C)
{
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < M * N; i += stride) {
        const float *a = A + i / N * K;
        const float *b = B + i % N;
        float acc = 0.0f;
        for (int k = 0; k < K; k++)
            acc += a[k] * b[k * N];
        C[i] = alpha * acc + (beta == 0.0f ? 0.0f : beta * C[i]);
    }
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    coalesce<<<8, 256>>>(M, N, K, alpha, A, B, beta, C);
}
