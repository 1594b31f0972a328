/*
 * Pointers that move along A and down B, an XOR instead of padding, and one-dimensional
 * blocks.
 */
#include "sgemm.h"

#define BM 128
#define BN 128
#define BK 16
#define TM 8
#define TN 8
#define THREADS (BM * BN / (TM * TN))
#define FLOAT4(x) (*reinterpret_cast<float4 *>(&(x)))

// Where row r of column k of the tile of A is kept: float4 of a row of As change
// places, in another way for each four k, so that what a warp stores falls into
// different banks.
__device__ int place(int k, int r)
{
    return k * BM + (r ^ (k / 4 * 8));
}

__global__ void vector(int M, int N, int K, float alpha, const float *A, const float *B,
                       float beta, float *C)
{
    __shared__ __align__(16) float As[BK * BM], Bs[BK * BN];

    const int tx = threadIdx.x % (BN / TN), ty = threadIdx.x / (BN / TN);
    const int rows = M - blockIdx.y * BM; // left in this block's part of C
    const int cols = N - blockIdx.x * BN;
    const bool wide_a = K % 4 == 0, wide_b = N % 4 == 0; // cudaMalloc aligns the rest

    A += (size_t)blockIdx.y * BM * K;
    B += blockIdx.x * BN;
    C += (size_t)blockIdx.y * BM * N + blockIdx.x * BN;

    float acc[TM][TN] = {}, a[TM], b[TN];
    for (int left = K; left > 0; left -= BK) {
        for (int i = threadIdx.x; i < BM * BK / 4; i += THREADS) {
            int r = i / (BK / 4), k = i % (BK / 4) * 4;
            float v[4] = {};
            if (wide_a && r < rows && k < left)
                FLOAT4(v) = *reinterpret_cast<const float4 *>(&A[r * K + k]);
            else
                for (int m = 0; m < 4; m++)
                    v[m] = r < rows && k + m < left ? A[r * K + k + m] : 0.0f;
            for (int m = 0; m < 4; m++)
                As[place(k + m, r)] = v[m];
        }
        for (int i = threadIdx.x; i < BK * BN / 4; i += THREADS) {
            int k = i / (BN / 4), c = i % (BN / 4) * 4;
            if (wide_b && k < left && c < cols)
                FLOAT4(Bs[i * 4]) = *reinterpret_cast<const float4 *>(&B[k * N + c]);
            else
                for (int m = 0; m < 4; m++)
                    Bs[i * 4 + m] = k < left && c + m < cols ? B[k * N + c + m] : 0.0f;
        }
        __syncthreads(); // both tiles are full

        A += BK;
        B += BK * N;
        for (int k = 0; k < BK; k++) {
            FLOAT4(a[0]) = FLOAT4(As[place(k, ty * TM)]);
            FLOAT4(a[4]) = FLOAT4(As[place(k, ty * TM + 4)]);
            FLOAT4(b[0]) = FLOAT4(Bs[k * BN + tx * 4]);
            FLOAT4(b[4]) = FLOAT4(Bs[k * BN + BN / 2 + tx * 4]);
            for (int i = 0; i < TM; i++)
                for (int j = 0; j < TN; j++)
                    acc[i][j] += a[i] * b[j];
        }
        __syncthreads(); // all reads are done
    }

#pragma unroll
    for (int i = 0; i < TM; i++)
#pragma unroll
        for (int j = 0; j < TN; j += 4) {
            int row = ty * TM + i, col = tx * 4 + j / 4 * (BN / 2);
            float *c = &C[row * N + col];
            if (row >= rows || col >= cols)
                continue;
            for (int m = 0; m < 4; m++)
                acc[i][j + m] *= alpha;
            if (!wide_b) {
                for (int m = 0; m < 4 && col + m < cols; m++)
                    c[m] = acc[i][j + m] + (beta == 0.0f ? 0.0f : beta * c[m]);
                continue;
            }
            float4 old = beta == 0.0f ? float4{0, 0, 0, 0} : FLOAT4(*c);
            acc[i][j] += beta * old.x;
            acc[i][j + 1] += beta * old.y;
            acc[i][j + 2] += beta * old.z;
            acc[i][j + 3] += beta * old.w;
            FLOAT4(*c) = FLOAT4(acc[i][j]);
        }
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    dim3 grid((N + BN - 1) / BN, (M + BM - 1) / BM);
    vector<<<grid, THREADS>>>(M, N, K, alpha, A, B, beta, C);
}
