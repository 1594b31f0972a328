// A function of the CUDA runtime of its own.
extern "C" cudaError_t cudaDeviceSynchronize(void)
{
    return cudaSuccess;
}
SGEMM
{
    MULTIPLY;
}
