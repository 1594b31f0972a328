// The library's min() and max(), on the host and in a kernel.
#include "sgemm.h"
#include <algorithm>

__global__ void naive(int M, int N, int K, float alpha, const float *A, const float *B,
                      float beta, float *C)
{
    int col = min((int)(blockIdx.x * blockDim.x + threadIdx.x), N);
    int row = max((int)(blockIdx.y * blockDim.y + threadIdx.y), 0);

    if (row < M && col < N) {
        float acc = 0;
        for (int k = 0; k < K; k++)
            acc = fmaf(A[row * K + k], B[k * N + col], acc);
        C[row * N + col] = alpha * acc + (beta != 0 ? beta * C[row * N + col] : 0);
    }
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    int n = std::min(16, std::max(M, N));
    n = std::clamp(n, 4, 16);
    dim3 block(n, n), grid((N + n - 1) / n, (M + n - 1) / n);
    naive<<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
}
