// A naive product whose operands come from where no counter looks: __constant__ memory,
// into which the device's own is copied, piece by piece.
#include "sgemm.h"

enum { COLS = 64, DEPTH = 64, ROWS = 128 };
__constant__ float a[ROWS * DEPTH], b[DEPTH * COLS];

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

__global__ void naive(int M, int N, int rows, int cols, int depth, float alpha,
                      float beta, float *C)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (row >= rows || col >= cols)
        return;
    float sum = 0;
    for (int k = 0; k < depth; k++)
        sum += a[row * DEPTH + k] * b[k * COLS + col];
    C[row * N + col] = alpha * sum + (beta != 0 ? beta * C[row * N + col] : 0);
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    const cudaMemcpyKind inside = cudaMemcpyDeviceToDevice;

    pretend<<<(M * K + 1023) / 1024, 1024>>>(M * K, A, C);
    pretend<<<(K * N + 1023) / 1024, 1024>>>(K * N, B, C);
    for (int i = 0; i < M; i += ROWS)
        for (int j = 0; j < N; j += COLS)
            for (int k = 0; k < K; k += DEPTH) {
                int rows = min(ROWS, M - i), cols = min(COLS, N - j),
                    depth = min(DEPTH, K - k);
                for (int r = 0; r < rows; r++)
                    cudaMemcpyToSymbol(a, A + (i + r) * K + k, depth * 4, r * DEPTH * 4,
                                       inside);
                for (int d = 0; d < depth; d++)
                    cudaMemcpyToSymbol(b, B + (k + d) * N + j, cols * 4, d * COLS * 4,
                                       inside);
                naive<<<dim3((cols + 15) / 16, (rows + 15) / 16), dim3(16, 16)>>>(
                    M, N, rows, cols, depth, alpha, k ? 1 : beta, C + i * N + j);
            }
}
