// Constants of every kind.
#include "sgemm.h"

enum class edge : int { small = 8, large = 16 };
constexpr int threads(edge e)
{
    return static_cast<int>(e) * static_cast<int>(e);
}
static_assert(threads(edge::large) == 256, "a block");
inline constexpr int EDGE = static_cast<int>(edge::large);
const float zero = 0.0f;

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
    dim3 block(EDGE, EDGE), grid((N + EDGE - 1) / EDGE, (M + EDGE - 1) / EDGE);
    naive<<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
}
