// A warp for each element, by shuffles.
#include "sgemm.h"

__global__ void warps(int M, int N, int K, float alpha, const float *A, const float *B,
                      float beta, float *C)
{
    int at = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;

    if (at >= M * N)
        return;
    float acc = 0;
    for (int k = lane; k < K; k += warpSize)
        acc += __ldg(&A[at / N * K + k]) * __ldg(&B[k * N + at % N]);
    for (int by = 16; by > 0; by /= 2)
        acc += __shfl_down_sync(0xffffffff, acc, by);
    if (lane == 0)
        C[at] = alpha * acc + (beta != 0 ? beta * C[at] : 0);
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    warps<<<(M * N + 3) / 4, dim3(32, 4)>>>(M, N, K, alpha, A, B, beta, C);
}
