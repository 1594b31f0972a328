/*
 * One-dimensional blocks, tiles stored flat, and pointers that move along A and down B.
 */
#include "sgemm.h"

#define BM 64
#define BN 64
#define BK 8
#define TM 8

__global__ void __launch_bounds__(BM *BN / TM)
    tile1d(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    __shared__ float As[BM * BK];
    __shared__ float Bs[BK * BN];

    const uint threadCol = threadIdx.x % BN;
    const uint threadRow = threadIdx.x / BN;
    const uint innerColA = threadIdx.x % BK;
    const uint innerRowA = threadIdx.x / BK;
    const int rows = M - blockIdx.y * BM; // left in this block's part of C
    const int cols = N - blockIdx.x * BN;

    A += blockIdx.y * BM * K;
    B += blockIdx.x * BN;
    C += blockIdx.y * BM * N + blockIdx.x * BN;

    float results[TM] = {0.0f};
    for (int left = K; left > 0; left -= BK) {
        float a = 0.0f, b = 0.0f;
        if ((int)innerRowA < rows && (int)innerColA < left)
            a = A[innerRowA * K + innerColA];
        if ((int)threadRow < left && (int)threadCol < cols)
            b = B[threadRow * N + threadCol];
        As[innerRowA * BK + innerColA] = a;
        Bs[threadRow * BN + threadCol] = b;
        __syncthreads(); // both tiles are full

        A += BK;
        B += BK * N;
        for (uint k = 0; k < BK; ++k) {
            float b = Bs[k * BN + threadCol];
            for (uint i = 0; i < TM; ++i)
                results[i] += As[(threadRow * TM + i) * BK + k] * b;
        }
        __syncthreads(); // all reads are done
    }

    for (int i = 0; i < TM; ++i) {
        int row = threadRow * TM + i;
        if (row >= rows || (int)threadCol >= cols)
            break;
        float *c = &C[row * N + threadCol];
        *c = beta == 0.0f ? alpha * results[i] : alpha * results[i] + beta * *c;
    }
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    dim3 grid((N + BN - 1) / BN, (M + BM - 1) / BM);
    tile1d<<<grid, BM * BN / TM>>>(M, N, K, alpha, A, B, beta, C);
}
