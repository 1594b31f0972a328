// Results that are no numbers.
__global__ void nan(int n, float *C)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        C[i] = nanf("");
}
SGEMM
{
    MULTIPLY;
    nan<<<(M * N + 127) / 128, 128>>>(M * N, C);
}
