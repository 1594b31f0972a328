/* The edges of the block as template parameters, and the dot product in a function. */
#include "sgemm.h"

__device__ float dot(int n, const float *x, const float *y, int stride)
{
    float sum = 0.0f;
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i * stride];
    return sum;
}

template <int BM, int BN>
__global__ void naive(int M, int N, int K, float alpha, const float *A, const float *B,
                      float beta, float *C)
{
    int row = blockIdx.x * BM + threadIdx.x;
    int col = blockIdx.y * BN + threadIdx.y;
    if (row < M && col < N) {
        float &c = C[row * N + col];
        float product = alpha * dot(K, A + row * K, B + col, N);
        c = beta == 0.0f ? product : product + beta * c;
    }
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    enum { BM = 64, BN = 4 };
    naive<BM, BN><<<dim3((M + BM - 1) / BM, (N + BN - 1) / BN), dim3(BM, BN)>>>(
        M, N, K, alpha, A, B, beta, C);
}
