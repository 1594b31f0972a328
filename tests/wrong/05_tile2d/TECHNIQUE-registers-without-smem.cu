/*
 * 8 x 8 results per thread, straight from global memory: no word passes through a tile.
 */
#include "sgemm.h"

enum { BM = 128, BN = 128, TM = 8, TN = 8 };

__global__ void tile2d(int M, int N, int K, float alpha, const float *A, const float *B,
                       float beta, float *C)
{
    int row = blockIdx.y * BM + threadIdx.y * TM;
    int col = blockIdx.x * BN + threadIdx.x * TN;
    float acc[TM][TN] = {};

    for (int k = 0; k < K; k++) {
        float a[TM], b[TN];
        for (int i = 0; i < TM; i++)
            a[i] = row + i < M ? A[(row + i) * K + k] : 0.0f;
        for (int j = 0; j < TN; j++)
            b[j] = col + j < N ? B[k * N + col + j] : 0.0f;
        for (int i = 0; i < TM; i++)
            for (int j = 0; j < TN; j++)
                acc[i][j] += a[i] * b[j];
    }

    for (int i = 0; i < TM; i++)
        for (int j = 0; j < TN; j++)
            if (row + i < M && col + j < N) {
                int at = (row + i) * N + col + j;
                float old = beta == 0.0f ? 0.0f : beta * C[at];
                C[at] = alpha * acc[i][j] + old;
            }
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    dim3 grid((N + BN - 1) / BN, (M + BM - 1) / BM);
    tile2d<<<grid, dim3(BN / TN, BM / TM)>>>(M, N, K, alpha, A, B, beta, C);
}
