/* Two pairs of tiles: while one is read, the next is in flight through registers. */
#include "sgemm.h"

enum { BM = 128, BN = 128, BK = 8, TM = 8, TN = 8, THREADS = BM / TM * (BN / TN) };

__global__ void tile2d(int M, int N, int K, float alpha, const float *A, const float *B,
                       float beta, float *C)
{
    __shared__ float As[2][BM * BK];
    __shared__ float Bs[2][BK * BN];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
    int row = row0 + ty * TM, col = col0 + tx * TN;
    float acc[TM][TN] = {};

    int thread = ty * (BN / TN) + tx;
    float next_a[BM * BK / THREADS], next_b[BK * BN / THREADS];
    int now = 0;

    for (int k0 = -BK; k0 < K; k0 += BK, now ^= 1) {
        for (int i = 0; i < BM * BK / THREADS; i++) {
            int r = row0 + (thread + i * THREADS) / BK;
            int k = k0 + BK + (thread + i * THREADS) % BK;
            next_a[i] = r < M && k < K ? A[r * K + k] : 0.0f;
        }
        for (int i = 0; i < BK * BN / THREADS; i++) {
            int k = k0 + BK + (thread + i * THREADS) / BN;
            int c = col0 + (thread + i * THREADS) % BN;
            next_b[i] = k < K && c < N ? B[k * N + c] : 0.0f;
        }
        if (k0 >= 0)
            for (int k = 0; k < BK; k++) {
                float a[TM], b[TN];
                for (int i = 0; i < TM; i++)
                    a[i] = As[now][(ty * TM + i) * BK + k];
                for (int j = 0; j < TN; j++)
                    b[j] = Bs[now][k * BN + tx * TN + j];
                for (int i = 0; i < TM; i++)
                    for (int j = 0; j < TN; j++)
                        acc[i][j] += a[i] * b[j];
            }
        for (int i = 0; i < BM * BK / THREADS; i++)
            As[now ^ 1][thread + i * THREADS] = next_a[i];
        for (int i = 0; i < BK * BN / THREADS; i++)
            Bs[now ^ 1][thread + i * THREADS] = next_b[i];
        __syncthreads(); // the other pair is full, and all reads of this one are done
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
    dim3 block(BN / TN, BM / TM);
    dim3 grid((N + BN - 1) / BN, (M + BM - 1) / BM);
    tile2d<<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
}
