// Reads shared memory that no thread has set; the twin sets all of it.
#include "test.h"

__global__ void reverse(const float *in, float *out)
{
    __shared__ float tile[N];
    int i = threadIdx.x;
#ifdef TWIN
    tile[i] = in[i];
#else
    if (i > 0)
        tile[i] = in[i];
#endif
    __syncthreads();          // tile is full
    out[i] = tile[N - 1 - i]; // FAULT
}

int main()
{
    RUN(reverse, 1, N, N - 1 - i)
}
