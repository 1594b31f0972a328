// One product per thread; the index and the sum by inline PTX.
#include "sgemm.h"

__global__ void naive(int M, int N, int K, float alpha, const float *A, const float *B,
                      float beta, float *C)
{
    int row, col;
    asm("{\n\t"
        ".reg .u32 block, size, thread;\n\t"
        "mov.u32 block, %%ctaid.x;\n\t"
        "mov.u32 size, %%ntid.x;\n\t"
        "mov.u32 thread, %%tid.x;\n\t"
        "mad.lo.u32 %0, block, size, thread;\n\t"
        "}"
        : "=r"(row));
    col = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= M || col >= N)
        return;
    float sum = 0.0f;
    for (int k = 0; k < K; k++)
        asm("fma.rn.f32 %0, %1, %2, %0;"
            : "+f"(sum)
            : "f"(A[row * K + k]), "f"(B[k * N + col]));
    C[row * N + col] = alpha * sum + (beta != 0.0f ? beta * C[row * N + col] : 0.0f);
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    dim3 block(16, 16), grid((M + 15) / 16, (N + 15) / 16);
    naive<<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
}
