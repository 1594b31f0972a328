/* Forgets alpha. */
#include "sgemm.h"

enum { BM = 128, BN = 128, BK = 8, TM = 8, TN = 8, THREADS = BM / TM * (BN / TN) };

__global__ void tile2d(int M, int N, int K, float alpha, const float *A, const float *B,
                       float beta, float *C)
{
    __shared__ float As[BM][BK];
    __shared__ float Bs[BK][BN];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
    int row = row0 + ty * TM, col = col0 + tx * TN;
    float acc[TM][TN] = {};

    for (int k0 = 0; k0 < K; k0 += BK) {
        int thread = ty * (BN / TN) + tx;
        for (int i = 0; i < BM * BK; i += THREADS) {
            int r = (thread + i) / BK, k = (thread + i) % BK;
            bool inside = row0 + r < M && k0 + k < K;
            As[r][k] = inside ? A[(row0 + r) * K + k0 + k] : 0.0f;
        }
        for (int i = 0; i < BK * BN; i += THREADS) {
            int k = (thread + i) / BN, c = (thread + i) % BN;
            bool inside = k0 + k < K && col0 + c < N;
            Bs[k][c] = inside ? B[(k0 + k) * N + col0 + c] : 0.0f;
        }

        __syncthreads();
        for (int k = 0; k < BK; k++) {
            float a[TM], b[TN];
            for (int i = 0; i < TM; i++)
                a[i] = As[ty * TM + i][k];
            for (int j = 0; j < TN; j++)
                b[j] = Bs[k][tx * TN + j];
            for (int i = 0; i < TM; i++)
                for (int j = 0; j < TN; j++)
                    acc[i][j] += a[i] * b[j];
        }
        __syncthreads();
    }

    for (int i = 0; i < TM; i++)
        for (int j = 0; j < TN; j++)
            if (row + i < M && col + j < N) {
                int at = (row + i) * N + col + j;
                float old = beta == 0.0f ? 0.0f : beta * C[at];
                C[at] = acc[i][j] + old;
            }
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    dim3 block(BN / TN, BM / TM);
    dim3 grid((N + BN - 1) / BN, (M + BM - 1) / BM);
    tile2d<<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
}
