// Reverses a part of an array that the block has just stored. The load is __ldg(),
// whose cache need not see stores of the same kernel; the twin's is an ordinary one.
#include "test.h"

#ifdef TWIN
#define LOAD(p) (*(p))
#else
#define LOAD(p) __ldg(p)
#endif

__global__ void reverse(const float *in, float *out, float *between)
{
    const int i = threadIdx.x;
    between[i] = in[i];
    __syncthreads();
    out[i] = LOAD(&between[N - 1 - i]); // FAULT
}

int main()
{
    float host[N], *in, *out, *between;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMalloc(&between, sizeof host);
    for (int i = 0; i < N; i++)
        host[i] = i;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    reverse<<<1, N>>>(in, out, between);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        if (host[i] != N - 1 - i) {
            printf("wrong\n");
            return 1;
        }
    printf("right\n");
}
