/*
 * One-dimensional blocks, tiles stored flat, and pointers that move along A and down B.
 */
#include "sgemm.h"

#define BM 128
#define BN 128
#define BK 8
#define TM 8
#define TN 8
#define THREADS (BM * BN / (TM * TN))

__global__ void __launch_bounds__(THREADS)
    tile2d(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    __shared__ float As[BM * BK];
    __shared__ float Bs[BK * BN];

    const int threadCol = threadIdx.x % (BN / TN);
    const int threadRow = threadIdx.x / (BN / TN);
    const int innerColA = threadIdx.x % BK, innerRowA = threadIdx.x / BK;
    const int innerColB = threadIdx.x % BN, innerRowB = threadIdx.x / BN;
    const int strideA = THREADS / BK, strideB = THREADS / BN;
    const int rows = M - blockIdx.y * BM; // left in this block's part of C
    const int cols = N - blockIdx.x * BN;

    A += blockIdx.y * BM * K;
    B += blockIdx.x * BN;
    C += blockIdx.y * BM * N + blockIdx.x * BN;

    float results[TM * TN] = {0.0f}, regM[TM], regN[TN];
    for (int left = K; left > 0; left -= BK) {
        for (int offset = 0; offset < BM; offset += strideA) {
            int r = innerRowA + offset;
            As[r * BK + innerColA] =
                r < rows && innerColA < left ? A[r * K + innerColA] : 0.0f;
        }
        for (int offset = 0; offset < BK; offset += strideB) {
            int k = innerRowB + offset;
            Bs[k * BN + innerColB] =
                k < left && innerColB < cols ? B[k * N + innerColB] : 0.0f;
        }
        __syncthreads(); // both tiles are full

        A += BK;
        B += BK * N;
        for (int k = 0; k < BK; ++k) {
            for (int i = 0; i < TM; ++i)
                regM[i] = As[(threadRow * TM + i) * BK + k];
            for (int j = 0; j < TN; ++j)
                regN[j] = Bs[k * BN + threadCol * TN + j];
            for (int i = 0; i < TM; ++i)
                for (int j = 0; j < TN; ++j)
                    results[i * TN + j] += regM[i] * regN[j];
        }
        __syncthreads(); // all reads are done
    }

    for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j) {
            int row = threadRow * TM + i, col = threadCol * TN + j;
            if (row >= rows || col >= cols)
                continue;
            float sum = alpha * results[i * TN + j];
            C[row * N + col] = beta == 0.0f ? sum : sum + beta * C[row * N + col];
        }
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    dim3 grid((N + BN - 1) / BN, (M + BM - 1) / BM);
    tile2d<<<grid, THREADS>>>(M, N, K, alpha, A, B, beta, C);
}
