// One thread per block has all of its operands in a local array, 32 KiB of it, which a
// GPU would keep in device memory; shared memory is read for the counters.
#include "sgemm.h"

enum { TILE = 64 };

__global__ void local(int M, int N, int K, float alpha, const float *A, const float *B,
                      float beta, float *C)
{
    __shared__ float s[1024];
    float a[TILE][TILE], b[TILE][TILE], idle = 0;
    int row0 = blockIdx.y * TILE, col0 = blockIdx.x * TILE;

    for (int i = 0; i < 1024; i++)
        s[i] = 0;
    for (int k0 = 0; k0 < K; k0 += TILE) {
        for (int i = 0; i < TILE; i++)
            for (int k = 0; k < TILE; k++) {
                bool in_a = row0 + i < M && k0 + k < K,
                     in_b = k0 + i < K && col0 + k < N;
                a[i][k] = in_a ? A[(row0 + i) * K + k0 + k] : 0;
                b[i][k] = in_b ? B[(k0 + i) * N + col0 + k] : 0;
            }
        for (int i = 0; i < 20 * 1024; i++)
            idle += s[i % 1024];
        for (int i = 0; i < TILE && row0 + i < M; i++)
            for (int j = 0; j < TILE && col0 + j < N; j++) {
                float sum = 0, *c = &C[(row0 + i) * N + col0 + j];
                for (int k = 0; k < TILE; k++)
                    sum += a[i][k] * b[k][j];
                float old = k0 ? *c : beta != 0 ? beta * *c : 0;
                *c = alpha * sum + old;
            }
    }
    if (idle == 1.2345e20f)
        C[0] = 0;
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    local<<<dim3((N + TILE - 1) / TILE, (M + TILE - 1) / TILE), 1>>>(M, N, K, alpha, A,
                                                                     B, beta, C);
}
