/* The results of a thread lie in one row: an element of As serves all of them. */
#include "sgemm.h"

enum { BM = 64, BN = 64, BK = 8, TN = 8, THREADS = BM * (BN / TN) };

__global__ void tile1d(int M, int N, int K, float alpha, const float *A, const float *B,
                       float beta, float *C)
{
    __shared__ float As[BM][BK];
    __shared__ float Bs[BK][BN];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
    int row = row0 + ty, col = col0 + tx;
    float acc[TN] = {};

    for (int k0 = 0; k0 < K; k0 += BK) {
        int thread = ty * (BN / TN) + tx, r = thread / BN, c = thread % BN;
        As[ty][tx] = row < M && k0 + tx < K ? A[row * K + k0 + tx] : 0.0f;
        Bs[r][c] = k0 + r < K && col0 + c < N ? B[(k0 + r) * N + col0 + c] : 0.0f;

        __syncthreads();
        for (int k = 0; k < BK; k++) {
            float a = As[ty][k];
            for (int j = 0; j < TN; j++)
                acc[j] += a * Bs[k][tx + j * (BN / TN)];
        }
        __syncthreads();
    }

    for (int j = 0; j < TN; j++) {
        int c = col + j * (BN / TN);
        if (row < M && c < N) {
            float old = beta == 0.0f ? 0.0f : beta * C[row * N + c];
            C[row * N + c] = alpha * acc[j] + old;
        }
    }
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    dim3 block(BN / TN, BM);
    dim3 grid((N + BN - 1) / BN, (M + BM - 1) / BM);
    tile1d<<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
}
