// Half a warp waits at a barrier that the other half never reaches.
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
