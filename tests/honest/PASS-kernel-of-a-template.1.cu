// A template of a kernel.
#include "sgemm.h"

template <int BM, int BN, typename T>
__global__ void naive(int M, int N, int K, T alpha, const T *A, const T *B, T beta,
                      T *C)
{
    int col = blockIdx.x * BN + threadIdx.x;
    int row = blockIdx.y * BM + threadIdx.y;

    if (row < M && col < N) {
        T acc = 0;
        for (int k = 0; k < K; k++)
            acc += A[row * K + k] * B[k * N + col];
        C[row * N + col] = alpha * acc + (beta != 0 ? beta * C[row * N + col] : 0);
    }
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    dim3 block(32, 8), grid((N + 31) / 32, (M + 7) / 8);
    naive<8, 32, float><<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
}
