// The C library reads device memory for a kernel, by a function for both sides.
#include <cstring>
__host__ __device__ static size_t length(const float *p, size_t n)
{
    return strnlen((const char *)p, n);
}
__global__ void look(int n, const float *A, float *C)
{
    if (length(A, n) == (size_t)-1)
        C[0] = 0;
}
SGEMM
{
    MULTIPLY;
    look<<<1, 1>>>(4 * M * K, A, C);
}
