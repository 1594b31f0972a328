/*
 * Lab 05's kernel for any tile, and two blocks for each tile of C: each sums one half
 * of K, and adds it to what a first launch has left there.
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

enum { THREADS = BM / TM * (BN / TN), PARTS = 2 };

int tile_valid(const struct tile *t)
{
    int threads = t->bm / t->tm * (t->bn / t->tn);

    return t->bm % t->tm == 0 && t->bn % t->tn == 0 && threads <= 512 &&
           t->tm * t->tn <= 64 && t->bk * (t->bm + t->bn) <= 12 * 1024;
}

__global__ void scale(int n, float beta, float *C)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        C[i] = beta == 0.0f ? 0.0f : beta * C[i];
}

__global__ void add_part(int M, int N, int K, float alpha, const float *A,
                         const float *B, float *C)
{
    __shared__ float As[BM][BK];
    __shared__ float Bs[BK][BN];

    int thread = threadIdx.y * (BN / TN) + threadIdx.x;
    int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
    int half = (K + PARTS - 1) / PARTS;
    int begin = blockIdx.z * half, end = begin + half < K ? begin + half : K;
    float acc[TM][TN] = {};

    for (int k0 = begin; k0 < end; k0 += BK) {
        for (int i = thread; i < BM * BK; i += THREADS) {
            int row = row0 + i / BK, k = k0 + i % BK;
            As[i / BK][i % BK] = row < M && k < end ? A[row * K + k] : 0.0f;
        }
        for (int i = thread; i < BK * BN; i += THREADS) {
            int k = k0 + i / BN, col = col0 + i % BN;
            Bs[i / BN][i % BN] = k < end && col < N ? B[k * N + col] : 0.0f;
        }
        __syncthreads();
        for (int k = 0; k < BK; k++)
            for (int i = 0; i < TM; i++)
                for (int j = 0; j < TN; j++)
                    acc[i][j] +=
                        As[threadIdx.y * TM + i][k] * Bs[k][threadIdx.x * TN + j];
        __syncthreads();
    }

    for (int i = 0; i < TM; i++)
        for (int j = 0; j < TN; j++) {
            int row = row0 + threadIdx.y * TM + i, col = col0 + threadIdx.x * TN + j;
            if (row < M && col < N)
                atomicAdd(&C[row * N + col], alpha * acc[i][j]);
        }
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    dim3 block(BN / TN, BM / TM);
    dim3 grid((N + BN - 1) / BN, (M + BM - 1) / BM, PARTS);

    scale<<<(M * N + 255) / 256, 256>>>(M * N, beta, C);
    add_part<<<grid, block>>>(M, N, K, alpha, A, B, C);
}
