__global__ void branch()
{
    if (threadIdx.x < 16)
        __syncthreads();
}
SGEMM
{
    branch<<<1, 64>>>();
    MULTIPLY;
}
