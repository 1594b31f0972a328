// Launches blocks of 33 x 32 threads; the twin uses 32 x 32, the maximum.
#include "test.h"

#ifdef TWIN
enum { WIDTH = 32 };
#else
enum { WIDTH = 33 };
#endif

__global__ void copy(const float *in, float *out)
{
    if (threadIdx.y == 0 && threadIdx.x < N)
        out[threadIdx.x + 32 * blockIdx.x] = in[threadIdx.x + 32 * blockIdx.x];
}

int main()
{
    RUN(copy, N / 32, dim3(WIDTH, 32), i) // FAULT
}
