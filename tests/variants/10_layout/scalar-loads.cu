// A lane per k: a warp loads 32 neighbouring floats of a row, and stores them down a
// column of the transposed tile. Rows of 65 floats, so that 32 of a column are in 32
// banks.
#include "sgemm_nt.h"

enum { B = 64, BK = 32, T = 4, THREADS = 256 };

__global__ void scalar(int M, int N, int K, const float *H, int ldh, const float *W,
                       int ldw, float *O, int ldo)
{
    __shared__ float Ht[BK][B + 1], Wt[BK][B + 1];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    int row0 = blockIdx.y * B, col0 = blockIdx.x * B;
    float acc[T][T] = {};

    for (int k0 = 0; k0 < K; k0 += BK) {
        int k = k0 + lane;
        for (int r = warp; r < B; r += THREADS / 32) {
            Ht[lane][r] =
                row0 + r < M && k < K ? H[(size_t)(row0 + r) * ldh + k] : 0.0f;
            Wt[lane][r] =
                col0 + r < N && k < K ? W[(size_t)(col0 + r) * ldw + k] : 0.0f;
        }
        __syncthreads();
        for (int i = 0; i < BK; i++) {
            float h[T], w[T];
            for (int n = 0; n < T; n++) {
                h[n] = Ht[i][ty + 16 * n];
                w[n] = Wt[i][tx + 16 * n];
            }
            for (int m = 0; m < T; m++)
                for (int n = 0; n < T; n++)
                    acc[m][n] += h[m] * w[n];
        }
        __syncthreads();
    }
    for (int m = 0; m < T; m++)
        for (int n = 0; n < T; n++)
            if (row0 + ty + 16 * m < M && col0 + tx + 16 * n < N)
                O[(size_t)(row0 + ty + 16 * m) * ldo + col0 + tx + 16 * n] = acc[m][n];
}

void sgemm_nt(int M, int N, int K, const float *H, int ldh, const float *W, int ldw,
              float *O, int ldo)
{
    dim3 grid((N + B - 1) / B, (M + B - 1) / B);
    scalar<<<grid, THREADS>>>(M, N, K, H, ldh, W, ldw, O, ldo);
}
