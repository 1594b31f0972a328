/*
 * Tiles in dynamic shared memory, as deep as the caller says, and blocks that are no
 * multiple of a warp.
 */
#include "sgemm.h"

enum { TM = 6, TN = 4 };

__global__ void tile2d(int M, int N, int K, float alpha, const float *A, const float *B,
                       float beta, float *C, int BK)
{
    extern __shared__ float tiles[];
    const int BM = blockDim.y * TM, BN = blockDim.x * TN;
    float *As = tiles, *Bs = tiles + BM * BK;

    int tx = threadIdx.x, ty = threadIdx.y;
    int thread = ty * blockDim.x + tx, threads = blockDim.x * blockDim.y;
    int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
    int row = row0 + ty * TM, col = col0 + tx * TN;
    float acc[TM][TN] = {};

    for (int k0 = 0; k0 < K; k0 += BK) {
        for (int i = thread; i < BM * BK; i += threads) {
            int r = row0 + i / BK, k = k0 + i % BK;
            As[i] = r < M && k < K ? A[r * K + k] : 0.0f;
        }
        for (int i = thread; i < BK * BN; i += threads) {
            int k = k0 + i / BN, c = col0 + i % BN;
            Bs[i] = k < K && c < N ? B[k * N + c] : 0.0f;
        }
        __syncthreads(); // both tiles are full
        for (int k = 0; k < BK; k++) {
            float a[TM], b[TN];
            for (int i = 0; i < TM; i++)
                a[i] = As[(ty * TM + i) * BK + k];
            for (int j = 0; j < TN; j++)
                b[j] = Bs[k * BN + tx * TN + j];
            for (int i = 0; i < TM; i++)
                for (int j = 0; j < TN; j++)
                    acc[i][j] += a[i] * b[j];
        }
        __syncthreads(); // all reads are done
    }

    for (int i = 0; i < TM && row + i < M; i++)
        for (int j = 0; j < TN && col + j < N; j++) {
            float *c = &C[(row + i) * N + col + j];
            *c = alpha * acc[i][j] + (beta == 0.0f ? 0.0f : beta * *c);
        }
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    const int BM = 11 * TM, BN = 18 * TN, BK = 10;
    const size_t bytes = (BM * BK + BK * BN) * sizeof(float);
    dim3 grid((N + BN - 1) / BN, (M + BM - 1) / BM);
    tile2d<<<grid, dim3(BN / TN, BM / TM), bytes>>>(M, N, K, alpha, A, B, beta, C, BK);
}
