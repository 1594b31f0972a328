// The C library reads device memory for a kernel: memchr() has no hook.
#include <cstring>
__global__ void look(int n, const float *A, float *C)
{
    if (memchr(A, 'x', n) == C)
        C[0] = 0;
}
SGEMM
{
    MULTIPLY;
    look<<<1, 1>>>(4 * M * K, A, C);
}
