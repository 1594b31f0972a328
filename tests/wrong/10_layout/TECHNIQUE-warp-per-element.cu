// The lanes of a warp share a sum: whole sectors, but no word that is loaded is used
// twice.
#include "sgemm_nt.h"

__global__ void dot(int M, int N, int K, const float *H, int ldh, const float *W,
                    int ldw, float *O, int ldo)
{
    int row = blockIdx.y, col = blockIdx.x * 8 + threadIdx.x / 32,
        lane = threadIdx.x % 32;
    float sum = 0.0f;

    for (int k = lane; k < K && col < N; k += 32)
        sum += H[(size_t)row * ldh + k] * W[(size_t)col * ldw + k];
    for (int away = 16; away > 0; away /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, away);
    if (lane == 0 && col < N)
        O[(size_t)row * ldo + col] = sum;
}

void sgemm_nt(int M, int N, int K, const float *H, int ldh, const float *W, int ldw,
              float *O, int ldo)
{
    dim3 grid((N + 7) / 8, M);
    dot<<<grid, 256>>>(M, N, K, H, ldh, W, ldw, O, ldo);
}
