// A naive product whose operands come from where no counter looks: atomic operations,
// which are neither loads nor stores.
#include "sgemm.h"

__device__ float taken(const float *p)
{
    return __int_as_float(atomicOr((int *)p, 0));
}

/* What the counters are to see. */
__global__ void pretend(int n, const float *p, float *C)
{
    __shared__ float s[1024];
    int me = threadIdx.x, i = blockIdx.x * 1024 + me;
    float sum = 0;

    s[me] = 0;
    __syncthreads();
    if (i < n)
        sum += p[i];
    for (int k = 0; k < 16; k++)
        sum += s[(me + 37 * k * k) % 1024];
    if (sum == 1.2345e20f)
        C[0] = 0;
}

__global__ void naive(int M, int N, int K, float alpha, const float *A, const float *B,
                      float beta, float *C)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (row >= M || col >= N)
        return;
    float sum = 0;

    for (int k = 0; k < K; k++)
        sum += taken(A + row * K + k) * taken(B + k * N + col);
    C[row * N + col] = alpha * sum + (beta != 0 ? beta * C[row * N + col] : 0);
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    dim3 grid((N + 15) / 16, (M + 15) / 16), block(16, 16);

    pretend<<<(M * K + 1023) / 1024, 1024>>>(M * K, A, C);
    pretend<<<(K * N + 1023) / 1024, 1024>>>(K * N, B, C);
    naive<<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
}
