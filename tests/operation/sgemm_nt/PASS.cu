#include "sgemm_nt.h"

#ifdef PADDING
#define BETWEEN 0
#else
#define BETWEEN *(volatile float *)&O[row * ldo + col] /* what it holds before */
#endif

__global__ void kernel(int M, int N, int K, const float *H, int ldh, const float *W,
                       int ldw, float *O, int ldo)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

#if defined PADDING || defined SAME
    if (row < M && col >= N && col < ldo)
        O[row * ldo + col] = BETWEEN; // FAULT
#endif
    if (row >= M || col >= N)
        return;
#ifdef TRANSPOSED
    for (int k = 0; k < K; k++)
        sum += k < N ? H[row * ldh + k] * W[k * ldw + col % K] : 0;
#elif defined CONTIGUOUS
    for (int k = 0; k < K; k++)
        sum += H[row * K + k] * W[col * K + k];
#else
    for (int k = 0; k < K; k++)
        sum += H[row * ldh + k] * W[col * ldw + k];
#endif
    O[row * ldo + col] = sum;
}

void sgemm_nt(int M, int N, int K, const float *H, int ldh, const float *W, int ldw,
              float *O, int ldo)
{
    dim3 block(16, 16), grid((ldo + 15) / 16, (M + 15) / 16);
    kernel<<<grid, block>>>(M, N, K, H, ldh, W, ldw, O, ldo);
}
