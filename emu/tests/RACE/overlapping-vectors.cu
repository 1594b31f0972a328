// Each thread stores four floats, two apart, so that neighbours overlap; the twin's are
// four apart.
#include "test.h"

#ifdef TWIN
#define STEP 4
#else
#define STEP 2
#endif

__global__ void spread(const float *in, float *out)
{
    __shared__ __align__(16) float tile[4 * N];
    int i = threadIdx.x;
    for (int k = 0; k < 4; k++)
        tile[4 * i + k] = 0;
    __syncthreads(); // tile is zero
    *(float2 *)&tile[STEP * i] = make_float2(in[i], in[i]);
    *(float2 *)&tile[STEP * i + 2] = make_float2(in[i], in[i]); // FAULT
    __syncthreads(); // and full, where it is to be
    out[i] = tile[4 * i / (4 / STEP)] + 0 * tile[0];
}

int main()
{
    RUN(spread, 1, N, i)
}
