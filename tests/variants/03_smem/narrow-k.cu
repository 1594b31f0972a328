/* Tiles that are not square: 32 x 8 of A and 8 x 32 of B, filled in strides. */
#include "sgemm.h"

enum { BM = 32, BN = 32, BK = 8 };

__global__ void smem(int M, int N, int K, float alpha, const float *A, const float *B,
                     float beta, float *C)
{
    __shared__ float As[BM][BK], Bs[BK][BN];

    int thread = threadIdx.y * BN + threadIdx.x;
    int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
    int row = row0 + threadIdx.y, col = col0 + threadIdx.x;
    float acc = 0.0f;

    for (int k0 = 0; k0 < K; k0 += BK) {
        for (int i = thread; i < BM * BK; i += BM * BN) {
            int r = row0 + i / BK, k = k0 + i % BK;
            As[i / BK][i % BK] = r < M && k < K ? A[r * K + k] : 0.0f;
        }
        for (int i = thread; i < BK * BN; i += BM * BN) {
            int k = k0 + i / BN, c = col0 + i % BN;
            Bs[i / BN][i % BN] = k < K && c < N ? B[k * N + c] : 0.0f;
        }
        __syncthreads(); // both tiles are full
        for (int k = 0; k < BK; k++)
            acc += As[threadIdx.y][k] * Bs[k][threadIdx.x];
        __syncthreads(); // all reads are done
    }

    if (row < M && col < N)
        C[row * N + col] =
            alpha * acc + (beta == 0.0f ? 0.0f : beta * C[row * N + col]);
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    dim3 grid((N + BN - 1) / BN, (M + BM - 1) / BM);
    smem<<<grid, dim3(BN, BM)>>>(M, N, K, alpha, A, B, beta, C);
}
