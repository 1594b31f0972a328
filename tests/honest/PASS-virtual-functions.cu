// Classes with virtual functions.
#include "sgemm.h"
#include <memory>

struct shape {
    virtual ~shape() = default;
    virtual int edge() const = 0;
};
struct small_shape : shape {
    int edge() const override
    {
        return 8;
    }
};
struct large_shape : shape {
    int edge() const override
    {
        return 16;
    }
};

__global__ void naive(int M, int N, int K, float alpha, const float *A, const float *B,
                      float beta, float *C)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (row < M && col < N) {
        float acc = 0;
        for (int k = 0; k < K; k++)
            acc += A[row * K + k] * B[k * N + col];
        C[row * N + col] = alpha * acc + (beta != 0 ? beta * C[row * N + col] : 0);
    }
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    std::unique_ptr<shape> s;
    if (M * N > 1000)
        s.reset(new large_shape);
    else
        s.reset(new small_shape);
    int n = s->edge();
    dim3 block(n, n), grid((N + n - 1) / n, (M + n - 1) / n);
    naive<<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
}
