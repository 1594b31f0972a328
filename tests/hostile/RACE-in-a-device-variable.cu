// Two threads write one element of a __device__ array.
__device__ float scratch[1 << 16];
__global__ void write(int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        scratch[i / 2] = i;
}
__global__ void use(int n, float *C)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && scratch[i / 2] > n)
        C[i] = 0;
}
SGEMM
{
    int n = M * N, blocks = (n + 127) / 128;
    MULTIPLY;
    write<<<blocks, 128>>>(n);
    use<<<blocks, 128>>>(n, C);
}
