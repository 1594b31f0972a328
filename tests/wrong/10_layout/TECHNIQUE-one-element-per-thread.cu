// Lab 03: whole sectors, and no bank conflicts, but each FMA reads two words of shared
// memory.
#include "sgemm_nt.h"

enum { T = 32 };

__global__ void tile(int M, int N, int K, const float *H, int ldh, const float *W,
                     int ldw, float *O, int ldo)
{
    __shared__ float Hs[T][T], Wt[T][T + 1];
    int x = threadIdx.x, y = threadIdx.y;
    int row0 = blockIdx.y * T, col0 = blockIdx.x * T;
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += T) {
        bool inside = k0 + x < K;
        Hs[y][x] = inside && row0 + y < M ? H[(size_t)(row0 + y) * ldh + k0 + x] : 0.0f;
        Wt[x][y] = inside && col0 + y < N ? W[(size_t)(col0 + y) * ldw + k0 + x] : 0.0f;
        __syncthreads();
        for (int k = 0; k < T; k++)
            sum += Hs[y][k] * Wt[k][x];
        __syncthreads();
    }
    if (row0 + y < M && col0 + x < N)
        O[(size_t)(row0 + y) * ldo + col0 + x] = sum;
}

void sgemm_nt(int M, int N, int K, const float *H, int ldh, const float *W, int ldw,
              float *O, int ldo)
{
    dim3 block(T, T), grid((N + T - 1) / T, (M + T - 1) / T);
    tile<<<grid, block>>>(M, N, K, H, ldh, W, ldw, O, ldo);
}
