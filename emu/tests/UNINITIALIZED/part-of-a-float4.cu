// Sets three of a float4's elements and reads all four; the twin sets all.
#include "test.h"

__global__ void spread(const float *in, float *out)
{
    __shared__ float4 tile[N];
    int i = threadIdx.x;
    tile[i].x = in[i];
    tile[i].y = in[i];
    tile[i].z = in[i];
#ifdef TWIN
    tile[i].w = in[i];
#endif
    __syncthreads();            // tile is full
    float4 v = tile[N - 1 - i]; // FAULT
    out[i] = (v.x + v.y + v.z + v.w) / 4;
}

int main()
{
    RUN(spread, 1, N, N - 1 - i)
}
