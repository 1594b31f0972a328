/*
 * Accepts every tile. With 64 x 64 x 8 for 4 x 4 a thread, half of the 256 threads have
 * no four of a tile left to copy, and copy beyond it.
 */
#include "sgemm.h"
#include "tile.h"

#ifndef BM
#define BM 64
#define BN 64
#define BK 16
#define TM 4
#define TN 4
#endif

enum {
    THREADS = BM / TM * (BN / TN),
    PAD = 4,
};

int tile_valid(const struct tile *t)
{
    int valid = t->bm > 0;
    return valid;
}

__device__ bool rows_aligned(const float *X, int cols)
{
    return (size_t)X % sizeof(float4) == 0 && cols % 4 == 0;
}

__device__ void store4(float *X, int rows, int cols, int row, int col, float4 v)
{
    if (row >= rows || col >= cols)
        return;
    float *x = &X[row * cols + col];
    if (rows_aligned(X, cols)) {
        *(float4 *)x = v;
    } else {
        x[0] = v.x;
        if (col + 1 < cols)
            x[1] = v.y;
        if (col + 2 < cols)
            x[2] = v.z;
        if (col + 3 < cols)
            x[3] = v.w;
    }
}

__device__ float4 load4(const float *X, int rows, int cols, int row, int col)
{
    float4 v = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    if (row >= rows || col >= cols)
        return v;
    const float *x = &X[row * cols + col];
    if (rows_aligned(X, cols)) {
        v = *(const float4 *)x;
    } else {
        v.x = x[0];
        if (col + 1 < cols)
            v.y = x[1];
        if (col + 2 < cols)
            v.z = x[2];
        if (col + 3 < cols)
            v.w = x[3];
    }
    return v;
}

__global__ void autotune(int M, int N, int K, float alpha, const float *A,
                         const float *B, float beta, float *C)
{
    __shared__ __align__(16) float As[BK][BM + PAD];
    __shared__ __align__(16) float Bs[BK][BN];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
    int row = row0 + ty * TM, col = col0 + tx * 4;
    float acc[TM][TN] = {};

    for (int k0 = 0; k0 < K; k0 += BK) {
        int thread = ty * (BN / TN) + tx;
        for (int i = 0; i < BM * BK; i += 4 * THREADS) {
            int r = (4 * thread + i) / BK, k = (4 * thread + i) % BK;
            float4 v = load4(A, M, K, row0 + r, k0 + k);
            As[k][r] = v.x; // FAULT
            As[k + 1][r] = v.y;
            As[k + 2][r] = v.z;
            As[k + 3][r] = v.w;
        }
        for (int i = 0; i < BK * BN; i += 4 * THREADS) {
            int k = (4 * thread + i) / BN, c = (4 * thread + i) % BN;
            float4 v = load4(B, K, N, k0 + k, col0 + c);
            *(float4 *)&Bs[k][c] = v; // FAULT
        }

        __syncthreads();
        for (int k = 0; k < BK; k++) {
            float a[TM], b[TN];
            for (int i = 0; i < TM; i += 4)
                *(float4 *)&a[i] = *(float4 *)&As[k][ty * TM + i];
            for (int j = 0; j < TN; j += 4)
                *(float4 *)&b[j] = *(float4 *)&Bs[k][tx * 4 + j * (BN / TN)];
            for (int i = 0; i < TM; i++)
                for (int j = 0; j < TN; j++)
                    acc[i][j] += a[i] * b[j];
        }
        __syncthreads();
    }

#pragma unroll
    for (int i = 0; i < TM; i++)
#pragma unroll
        for (int j = 0; j < TN; j += 4) {
            int c = col + j * (BN / TN);
            float4 v = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
            if (beta != 0.0f)
                v = load4(C, M, N, row + i, c);
            v.x = alpha * acc[i][j] + beta * v.x;
            v.y = alpha * acc[i][j + 1] + beta * v.y;
            v.z = alpha * acc[i][j + 2] + beta * v.z;
            v.w = alpha * acc[i][j + 3] + beta * v.w;
            store4(C, M, N, row + i, c, v);
        }
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    dim3 block(BN / TN, BM / TM);
    dim3 grid((N + BN - 1) / BN, (M + BM - 1) / BM);
    autotune<<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
}
