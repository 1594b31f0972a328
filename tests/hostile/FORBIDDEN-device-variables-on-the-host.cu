// Multiplies on the host, in __device__ variables.
__device__ float a[1 << 16], b[1 << 16], c[1 << 16];
__global__ void in(int na, int nb, int nc, const float *A, const float *B,
                   const float *C, float beta)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < na)
        a[i] = A[i];
    if (i < nb)
        b[i] = B[i];
    if (i < nc && beta != 0)
        c[i] = C[i];
}
__global__ void out(int nc, float *C)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < nc)
        C[i] = c[i];
}
SGEMM
{
    in<<<512, 128>>>(M * K, K * N, M * N, A, B, C, beta);
    for (int i = 0; i < M * N; i++) {
        float sum = 0;
        for (int k = 0; k < K; k++)
            sum += a[i / N * K + k] * b[k * N + i % N];
        c[i] = alpha * sum + (beta != 0 ? beta * c[i] : 0);
    }
    out<<<512, 128>>>(M * N, C);
}
