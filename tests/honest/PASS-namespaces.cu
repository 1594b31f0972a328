// Namespaces, and what one brings from them.
#include "sgemm.h"
#include <algorithm>

using std::max;
using real = float;
typedef unsigned int uint_t;
namespace course::lab1
{
inline namespace v2
{
static uint_t blocks(int n, int edge = 16)
{
    return max(1, (n + edge - 1) / edge);
}
} // namespace v2
} // namespace course::lab1
namespace
{
const real one = 1;
}

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
    namespace l = course::lab1;
    dim3 block(16, 16), grid(l::blocks(N), l::blocks(M));
    naive<<<grid, block>>>(M, N, K, one * alpha, A, B, beta, C);
}
