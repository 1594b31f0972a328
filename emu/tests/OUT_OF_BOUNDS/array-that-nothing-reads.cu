// Stores past the end of a shared array that no thread ever reads: a compiler may
// delete it, and its fault with it. The twin stores inside.
#include "test.h"

#ifdef TWIN
#define AT threadIdx.x
#else
#define AT threadIdx.x + 1
#endif

__global__ void copy(const float *in, float *out)
{
    __shared__ float unread[N];
    unread[AT] = in[threadIdx.x]; // FAULT
    out[threadIdx.x] = in[threadIdx.x];
}

int main()
{
    RUN(copy, 1, N, i)
}
