// The C library reads device memory for a kernel: strnlen(), by a method of the host.
#include <cstring>
struct measure {
    size_t operator()(const float *p, size_t n) const
    {
        return strnlen((const char *)p, n);
    }
};
__global__ void look(int n, const float *A, float *C)
{
    if (measure()(A, n) == (size_t)-1)
        C[0] = 0;
}
SGEMM
{
    MULTIPLY;
    look<<<1, 1>>>(4 * M * K, A, C);
}
