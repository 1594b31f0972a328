/*
 * One-dimensional blocks, tiles in dynamic shared memory and stored flat, and a warp
 * that covers 4 x 8 threads.
 */
#include "sgemm.h"

enum { BM = 128, BN = 64, BK = 16, TM = 8, TN = 8, PITCH = BM + 4 };
enum { THREADS = BM * BN / (TM * TN) };

__device__ float4 get(const float *X, int rows, int cols, int row, int col)
{
    const float *x = X + (size_t)row * cols + col;
    int left = row < rows ? cols - col : 0;
    if (left >= 4 && ((size_t)x & 15) == 0)
        return __ldg(reinterpret_cast<const float4 *>(x));
    return make_float4(left > 0 ? x[0] : 0, left > 1 ? x[1] : 0, left > 2 ? x[2] : 0,
                       left > 3 ? x[3] : 0);
}

__device__ float mix(float alpha, float sum, float beta, float old)
{
    return beta == 0.0f ? alpha * sum : alpha * sum + beta * old;
}

__global__ void __launch_bounds__(THREADS)
    vector(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    extern __shared__ float4 tiles[];
    float *As = reinterpret_cast<float *>(tiles), *Bs = As + BK * PITCH;

    int tx = threadIdx.x % 8, ty = threadIdx.x / 8;
    int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
    float acc[TM][TN] = {}, a[TM], b[TN];

    for (int k0 = 0; k0 < K; k0 += BK) {
        for (int i = threadIdx.x; i < BM * BK / 4; i += THREADS) {
            int r = i / (BK / 4), k = i % (BK / 4) * 4;
            float4 v = get(A, M, K, row0 + r, k0 + k);
            As[k * PITCH + r] = v.x;
            As[(k + 1) * PITCH + r] = v.y;
            As[(k + 2) * PITCH + r] = v.z;
            As[(k + 3) * PITCH + r] = v.w;
        }
        for (int i = threadIdx.x; i < BK * BN / 4; i += THREADS) {
            float4 v = get(B, K, N, k0 + i / (BN / 4), col0 + i % (BN / 4) * 4);
            reinterpret_cast<float4 *>(Bs)[i] = v;
        }
        __syncthreads(); // both tiles are full
        for (int k = 0; k < BK; k++) {
            for (int half = 0; half < 2; half++) {
                float4 u = *(float4 *)&As[k * PITCH + half * BM / 2 + ty * 4];
                float4 v = *(float4 *)&Bs[k * BN + half * BN / 2 + tx * 4];
                a[half * 4] = u.x, a[half * 4 + 1] = u.y;
                a[half * 4 + 2] = u.z, a[half * 4 + 3] = u.w;
                b[half * 4] = v.x, b[half * 4 + 1] = v.y;
                b[half * 4 + 2] = v.z, b[half * 4 + 3] = v.w;
            }
            for (int i = 0; i < TM; i++)
                for (int j = 0; j < TN; j++)
                    acc[i][j] += a[i] * b[j];
        }
        __syncthreads(); // all reads are done
    }

#pragma unroll
    for (int i = 0; i < TM; i++)
#pragma unroll
        for (int half = 0; half < 2; half++) {
            int row = row0 + i / 4 * BM / 2 + ty * 4 + i % 4;
            int col = col0 + half * BN / 2 + tx * 4;
            const float *sum = &acc[i][half * 4];
            if (row >= M)
                continue;
            float *c = C + (size_t)row * N + col;
            if (col + 3 < N && ((size_t)c & 15) == 0) {
                float4 v = make_float4(0, 0, 0, 0);
                if (beta != 0.0f)
                    v = *(float4 *)c;
                v.x = mix(alpha, sum[0], beta, v.x);
                v.y = mix(alpha, sum[1], beta, v.y);
                v.z = mix(alpha, sum[2], beta, v.z);
                v.w = mix(alpha, sum[3], beta, v.w);
                *(float4 *)c = v;
            } else {
                for (int j = 0; j < 4 && col + j < N; j++)
                    c[j] = mix(alpha, sum[j], beta, beta == 0.0f ? 0.0f : c[j]);
            }
        }
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    const size_t bytes = (BK * PITCH + BK * BN) * sizeof(float);
    dim3 grid((N + BN - 1) / BN, (M + BM - 1) / BM);
    vector<<<grid, THREADS, bytes>>>(M, N, K, alpha, A, B, beta, C);
}
