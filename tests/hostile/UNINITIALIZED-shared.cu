// Reads shared memory that nothing has set.
__global__ void unset(float *C)
{
    __shared__ float s[32];
    if (threadIdx.x < 16)
        s[threadIdx.x] = 1;
    __syncthreads();
    if (s[threadIdx.x] == 1.5f)
        C[0] = 0;
}
SGEMM
{
    unset<<<1, 32>>>(C);
    MULTIPLY;
}
