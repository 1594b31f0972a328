/* The tile as template parameters: instantiated with the one that it is compiled for.
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

enum { PAD = 4 };

int tile_valid(const struct tile *t)
{
    int valid = 0;
    if (t->bm % t->tm == 0 && t->bn % t->tn == 0) {
        int threads = t->bm / t->tm * (t->bn / t->tn);
        int registers = threads * (t->tm * t->tn + t->tm + t->tn + 40);
        int shared = t->bk * (t->bm + PAD + t->bn) * (int)sizeof(float);

        valid = threads >= 32 && threads <= 1024 && registers <= 65536 &&
                shared <= 48 * 1024 && t->tm % 4 == 0 && t->tn % 4 == 0 &&
                t->bk % 4 == 0 && t->bm * t->bk % (4 * threads) == 0 &&
                t->bk * t->bn % (4 * threads) == 0;
    }
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

template <int BM_, int BN_, int BK_, int TM_, int TN_>
__global__ void autotune(int M, int N, int K, float alpha, const float *A,
                         const float *B, float beta, float *C)
{
    constexpr int THREADS_ = BM_ / TM_ * (BN_ / TN_);
    __shared__ __align__(16) float As[BK_][BM_ + PAD];
    __shared__ __align__(16) float Bs[BK_][BN_];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row0 = blockIdx.y * BM_, col0 = blockIdx.x * BN_;
    int row = row0 + ty * TM_, col = col0 + tx * 4;
    float acc[TM_][TN_] = {};

    for (int k0 = 0; k0 < K; k0 += BK_) {
        int thread = ty * (BN_ / TN_) + tx;
        for (int i = 0; i < BM_ * BK_; i += 4 * THREADS_) {
            int r = (4 * thread + i) / BK_, k = (4 * thread + i) % BK_;
            float4 v = load4(A, M, K, row0 + r, k0 + k);
            As[k][r] = v.x;
            As[k + 1][r] = v.y;
            As[k + 2][r] = v.z;
            As[k + 3][r] = v.w;
        }
        for (int i = 0; i < BK_ * BN_; i += 4 * THREADS_) {
            int k = (4 * thread + i) / BN_, c = (4 * thread + i) % BN_;
            float4 v = load4(B, K, N, k0 + k, col0 + c);
            *(float4 *)&Bs[k][c] = v;
        }

        __syncthreads();
        for (int k = 0; k < BK_; k++) {
            float a[TM_], b[TN_];
            for (int i = 0; i < TM_; i += 4)
                *(float4 *)&a[i] = *(float4 *)&As[k][ty * TM_ + i];
            for (int j = 0; j < TN_; j += 4)
                *(float4 *)&b[j] = *(float4 *)&Bs[k][tx * 4 + j * (BN_ / TN_)];
            for (int i = 0; i < TM_; i++)
                for (int j = 0; j < TN_; j++)
                    acc[i][j] += a[i] * b[j];
        }
        __syncthreads();
    }

#pragma unroll
    for (int i = 0; i < TM_; i++)
#pragma unroll
        for (int j = 0; j < TN_; j += 4) {
            int c = col + j * (BN_ / TN_);
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
    autotune<BM, BN, BK, TM, TN><<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
}
