// One thread per element, as in lab 02: the lanes of a warp read 32 rows of W, each in
// a sector of its own.
#include "sgemm_nt.h"

__global__ void naive(int M, int N, int K, const float *H, int ldh, const float *W,
                      int ldw, float *O, int ldo)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;

    if (row < M && col < N) {
        float sum = 0.0f;
        for (int k = 0; k < K; k++)
            sum += H[(size_t)row * ldh + k] * W[(size_t)col * ldw + k];
        O[(size_t)row * ldo + col] = sum;
    }
}

void sgemm_nt(int M, int N, int K, const float *H, int ldh, const float *W, int ldw,
              float *O, int ldo)
{
    dim3 block(32, 8), grid((N + 31) / 32, (M + 7) / 8);
    naive<<<grid, block>>>(M, N, K, H, ldh, W, ldw, O, ldo);
}
