// Two threads write one byte; the twin's write neighbouring bytes of one word.
#include "test.h"

__global__ void bytes(const float *in, float *out)
{
    __shared__ unsigned char tile[N];
    int i = threadIdx.x;
#ifdef TWIN
    int to = i;
#else
    int to = i & ~1;
#endif
    tile[to] = (unsigned char)in[i]; // FAULT
    __syncthreads();                 // tile is full
    out[i] = tile[to];
}

int main()
{
    RUN(bytes, 1, N, i)
}
