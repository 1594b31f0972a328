/*
 * Tiles in dynamic shared memory, of a size that is known when the kernel starts, and
 * copied in strides.
 */
#include "sgemm.h"

enum { TM = 8 };

__global__ void tile1d(int M, int N, int K, float alpha, const float *A, const float *B,
                       float beta, float *C, int BK)
{
    extern __shared__ float tiles[];
    const int BN = blockDim.x, BM = blockDim.y * TM;
    float *As = tiles, *Bs = tiles + BM * BK;

    int tx = threadIdx.x, ty = threadIdx.y, threads = blockDim.x * blockDim.y;
    int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
    int row = row0 + ty * TM, col = col0 + tx;
    float acc[TM] = {};

    for (int k0 = 0; k0 < K; k0 += BK) {
        for (int i = ty * BN + tx; i < BM * BK; i += threads) {
            int r = row0 + i / BK, k = k0 + i % BK;
            As[i] = r < M && k < K ? A[r * K + k] : 0.0f;
        }
        for (int i = ty * BN + tx; i < BK * BN; i += threads) {
            int k = k0 + i / BN, c = col0 + i % BN;
            Bs[i] = k < K && c < N ? B[k * N + c] : 0.0f;
        }
        __syncthreads(); // both tiles are full
        for (int k = 0; k < BK; k++) {
            float b = Bs[k * BN + tx];
            for (int i = 0; i < TM; i++)
                acc[i] += As[(ty * TM + i) * BK + k] * b;
        }
        __syncthreads(); // all reads are done
    }

    for (int i = 0; i < TM && row + i < M && col < N; i++) {
        float *c = &C[(row + i) * N + col];
        *c = alpha * acc[i] + (beta == 0.0f ? 0.0f : beta * *c);
    }
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    const int BN = 32, BM = 6 * TM, BK = 16;
    const size_t bytes = (BM * BK + BK * BN) * sizeof(float);
    dim3 grid((N + BN - 1) / BN, (M + BM - 1) / BM);
    tile1d<<<grid, dim3(BN, BM / TM), bytes>>>(M, N, K, alpha, A, B, beta, C, BK);
}
