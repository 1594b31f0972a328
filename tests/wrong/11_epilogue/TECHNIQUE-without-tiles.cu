/* Fused, but without tiles: each FMA loads its elements from global memory. */
#include "gemm_bias_relu.h"

__global__ void layer(int M, int N, int K, const float *X, const float *W,
                      const float *b, float *Y)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    float sum = 0;

    if (col >= N)
        return;
    for (int k = 0; k < K; k++)
        sum += X[row * K + k] * W[k * N + col];
    Y[row * N + col] = fmaxf(sum + b[col], 0);
}

__device__ float dz(const float *Y, const float *dY, int at)
{
    return Y[at] > 0 ? dY[at] : 0;
}

__global__ void gradient_x(int M, int N, int K, const float *W, const float *Y,
                           const float *dY, float *dX)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    float sum = 0;

    if (k >= K)
        return;
    for (int n = 0; n < N; n++)
        sum += dz(Y, dY, row * N + n) * W[k * N + n];
    dX[row * K + k] = sum;
}

__global__ void gradient_w(int M, int N, int K, const float *X, const float *Y,
                           const float *dY, float *dW, float *db)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, k = blockIdx.y;
    float sum = 0, bias = 0;

    if (col >= N)
        return;
    for (int row = 0; row < M; row++) {
        sum += X[row * K + k] * dz(Y, dY, row * N + col);
        bias += dz(Y, dY, row * N + col);
    }
    dW[k * N + col] = sum;
    if (k == 0)
        db[col] = bias;
}

void gemm_bias_relu(int M, int N, int K, const float *X, const float *W, const float *b,
                    float *Y)
{
    layer<<<dim3((N + 127) / 128, M), 128>>>(M, N, K, X, W, b, Y);
}

void gemm_bias_relu_backward(int M, int N, int K, const float *X, const float *W,
                             const float *Y, const float *dY, float *dX, float *dW,
                             float *db)
{
    gradient_x<<<dim3((K + 127) / 128, M), 128>>>(M, N, K, W, Y, dY, dX);
    gradient_w<<<dim3((N + 127) / 128, K), 128>>>(M, N, K, X, Y, dY, dW, db);
}
