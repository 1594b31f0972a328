// Every operand comes by a call that has no hook: traits of characters.
#include <string>
__global__ void blind(int M, int N, int K, float alpha, const float *A, const float *B,
                      float beta, float *C, int one)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= M || col >= N)
        return;
    float sum = 0;
    for (int k = 0; k < K; k++) {
        float a, b;
        std::char_traits<char>::copy((char *)&a, (const char *)(A + row * K + k),
                                     4 * one);
        std::char_traits<char>::copy((char *)&b, (const char *)(B + k * N + col),
                                     4 * one);
        sum += a * b;
    }
    C[row * N + col] = alpha * sum + (beta != 0 ? beta * C[row * N + col] : 0);
}
SGEMM
{
    dim3 grid((N + 15) / 16, (M + 15) / 16), block(16, 16);
    blind<<<grid, block>>>(M, N, K, alpha, A, B, beta, C, 1);
}
