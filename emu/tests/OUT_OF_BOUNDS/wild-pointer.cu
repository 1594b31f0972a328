// Follows a pointer made of a number; the twin follows the one it was given.
#include "test.h"

__global__ void store(const float *in, float *out)
{
#ifdef TWIN
    float *to = out;
#else
    float *to = (float *)(0x123456789000 + (size_t)in[0]);
#endif
    to[threadIdx.x] = in[threadIdx.x]; // FAULT
}

int main()
{
    RUN(store, 1, N, i)
}
