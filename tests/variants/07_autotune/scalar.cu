/*
 * The kernel of lab 05 for any tile: float by float, so that a tile needs no multiples
 * of four, and copies that stop where a tile ends, so that they need not come out even.
 */
#include "sgemm.h"
#include "tile.h"

#ifndef BM
#define BM 64
#define BN 64
#define BK 8
#define TM 4
#define TN 4
#endif

enum { THREADS = BM / TM * (BN / TN) };

int tile_valid(const struct tile *t)
{
    int threads = t->bm / t->tm * (t->bn / t->tn);

    return t->bm % t->tm == 0 && t->bn % t->tn == 0 && threads <= 512 &&
           t->tm * t->tn <= 128 && t->bk * (t->bm + t->bn) <= 12 * 1024;
}

__global__ void scalar(int M, int N, int K, float alpha, const float *A, const float *B,
                       float beta, float *C)
{
    __shared__ float As[BM][BK];
    __shared__ float Bs[BK][BN];

    int tx = threadIdx.x, ty = threadIdx.y;
    int thread = ty * (BN / TN) + tx;
    int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
    float acc[TM][TN] = {};

    for (int k0 = 0; k0 < K; k0 += BK) {
        for (int i = thread; i < BM * BK; i += THREADS) {
            int row = row0 + i / BK, k = k0 + i % BK;
            As[i / BK][i % BK] = row < M && k < K ? A[row * K + k] : 0.0f;
        }
        for (int i = thread; i < BK * BN; i += THREADS) {
            int k = k0 + i / BN, col = col0 + i % BN;
            Bs[i / BN][i % BN] = k < K && col < N ? B[k * N + col] : 0.0f;
        }
        __syncthreads();
        for (int k = 0; k < BK; k++)
            for (int i = 0; i < TM; i++) {
                float a = As[ty * TM + i][k];
                for (int j = 0; j < TN; j++)
                    acc[i][j] += a * Bs[k][tx * TN + j];
            }
        __syncthreads();
    }

    for (int i = 0; i < TM; i++)
        for (int j = 0; j < TN; j++) {
            int row = row0 + ty * TM + i, col = col0 + tx * TN + j;
            if (row < M && col < N)
                C[row * N + col] =
                    alpha * acc[i][j] + (beta == 0.0f ? 0.0f : beta * C[row * N + col]);
        }
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    dim3 block(BN / TN, BM / TM);
    dim3 grid((N + BN - 1) / BN, (M + BM - 1) / BM);
    scalar<<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
}
