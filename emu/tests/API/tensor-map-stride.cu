// A tensor map of an array whose rows are 136 bytes apart, no multiple of 16.
#include "hopper.h"
#include "test.h"

__global__ void copy(const __grid_constant__ CUtensorMap map, const float *in,
                     float *out)
{
    out[threadIdx.x] = in[threadIdx.x];
}

#ifdef TWIN
#define COLUMNS 72
#else
#define COLUMNS 68
#endif
#define SWIZZLE CU_TENSOR_MAP_SWIZZLE_128B

int main()
{
    float host[N], *in, *out;
    cudaMalloc(&in, 4096);
    cudaMalloc(&out, sizeof host);
    for (int i = 0; i < N; i++)
        host[i] = i;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    CUtensorMap map = map_of(in, COLUMNS, 8, 8, SWIZZLE); // FAULT
    copy<<<1, N>>>(map, in, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        if (host[i] != i)
            return printf("out[%d] is %g\n", i, host[i]);
    printf("right\n");
}
