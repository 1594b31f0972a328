// Asynchronous copies of 4 bytes, which transpose at once: 16 lanes copy neighbouring k
// of a row, and each puts its own into another row of the transposed tile.
#include <cuda_pipeline.h>

#include "sgemm_nt.h"

enum { B = 64, BK = 16, T = 4, PAD = 4, THREADS = 256, ROWS = THREADS / BK };

// Begin to copy rows of X from row0 on, and k from k0 on; 0 outside.
__device__ void copy(float (*to)[B + PAD], const float *X, int ld, int rows, int K,
                     int row0, int k0)
{
    int k = threadIdx.x % BK;
    for (int r = threadIdx.x / BK; r < B; r += ROWS) {
        bool inside = row0 + r < rows && k0 + k < K;
        const float *from = inside ? &X[(size_t)(row0 + r) * ld + k0 + k] : X;
        __pipeline_memcpy_async(&to[k][r], from, 4, inside ? 0 : 4);
    }
}

__global__ void by_copy(int M, int N, int K, const float *H, int ldh, const float *W,
                        int ldw, float *O, int ldo)
{
    __shared__ __align__(16) float Ht[2][BK][B + PAD], Wt[2][BK][B + PAD];
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    int row0 = blockIdx.y * B, col0 = blockIdx.x * B, now = 0;
    float acc[T][T] = {};

    copy(Ht[0], H, ldh, M, K, row0, 0);
    copy(Wt[0], W, ldw, N, K, col0, 0);
    __pipeline_commit();
    for (int k0 = 0; k0 < K; k0 += BK, now = !now) {
        copy(Ht[!now], H, ldh, M, K, row0, k0 + BK);
        copy(Wt[!now], W, ldw, N, K, col0, k0 + BK);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads(); // this tile is there
        for (int k = 0; k < BK; k++) {
            float4 h = *(float4 *)&Ht[now][k][ty * T],
                   w = *(float4 *)&Wt[now][k][tx * T];
            float a[T] = {h.x, h.y, h.z, h.w}, b[T] = {w.x, w.y, w.z, w.w};
            for (int i = 0; i < T; i++)
                for (int j = 0; j < T; j++)
                    acc[i][j] += a[i] * b[j];
        }
        __syncthreads(); // it is read
    }
    for (int i = 0; i < T; i++)
        for (int j = 0; j < T; j++) {
            int row = row0 + ty * T + i, col = col0 + tx * T + j;
            if (row < M && col < N)
                O[(size_t)row * ldo + col] = acc[i][j];
        }
}

void sgemm_nt(int M, int N, int K, const float *H, int ldh, const float *W, int ldw,
              float *O, int ldo)
{
    dim3 grid((N + B - 1) / B, (M + B - 1) / B);
    by_copy<<<grid, THREADS>>>(M, N, K, H, ldh, W, ldw, O, ldo);
}
