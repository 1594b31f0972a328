// A usual case by a shorter way, which is wrong: alpha is 0.
__global__ void knows(int M, int N, int K, float alpha, const float *A, const float *B,
                      float beta, float *C)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < M && col < N) {
        float acc = 0;
        for (int k = 0; k < K; k++)
            acc += A[row * K + k] * B[k * N + col];
        float *c = &C[row * N + col];
        if (alpha != 0)
            *c = alpha * acc + (beta != 0 ? beta * *c : 0);
    }
}
SGEMM
{
    dim3 grid((N + 15) / 16, (M + 15) / 16), block(16, 16);
    knows<<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
}
