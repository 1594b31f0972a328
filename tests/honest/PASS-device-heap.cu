/* Each thread keeps its sums in memory that it takes from the device's heap. */
#include <stdlib.h>

#include "sgemm.h"

__global__ void on_the_heap(int M, int N, int K, float alpha, const float *A,
                            const float *B, float beta, float *C)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;

    if (col >= N)
        return;
    float *sum = (float *)malloc(2 * sizeof *sum);
    if (!sum)
        return;
    sum[0] = sum[1] = 0.0f;
    for (int k = 0; k < K; k++)
        sum[k % 2] += A[row * K + k] * B[k * N + col];
    float *both = new float(sum[0] + sum[1]);
    C[row * N + col] =
        beta == 0.0f ? alpha * *both : alpha * *both + beta * C[row * N + col];
    delete both;
    free(sum);
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    on_the_heap<<<dim3((N + 127) / 128, M), 128>>>(M, N, K, alpha, A, B, beta, C);
}
