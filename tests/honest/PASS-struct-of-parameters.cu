// All arguments in one struct.
#include "sgemm.h"

struct matrix {
    const float *data;
    int rows, cols;
    __device__ float operator()(int row, int col) const
    {
        return data[row * cols + col];
    }
};
struct problem {
    matrix A, B;
    float alpha, beta, *C;
};

__global__ void naive(problem p)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int M = p.A.rows, N = p.B.cols;

    if (row < M && col < N) {
        float acc = 0;
        for (int k = 0; k < p.A.cols; k++)
            acc += p.A(row, k) * p.B(k, col);
        float *c = &p.C[row * N + col];
        *c = p.alpha * acc + (p.beta != 0 ? p.beta * *c : 0);
    }
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    dim3 block(16, 16), grid((N + 15) / 16, (M + 15) / 16);
    naive<<<grid, block>>>(problem{{A, M, K}, {B, K, N}, alpha, beta, C});
}
