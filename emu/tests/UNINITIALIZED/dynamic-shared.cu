// Sums dynamic shared memory of which the last part was never set; the twin sets it.
#include "test.h"

__global__ void sum(const float *in, float *out)
{
    extern __shared__ float tile[];
    int i = threadIdx.x;
#ifdef TWIN
    tile[i] = in[i];
#else
    if (i < N - 8)
        tile[i] = in[i];
#endif
    __syncthreads(); // tile is full
    float total = 0;
    for (int k = 0; k < N; k++)
        total += tile[k]; // FAULT
    out[i] = total;
}

int main()
{
    float host[N], *in, *out;
    for (int i = 0; i < N; i++)
        host[i] = 1;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    sum<<<1, N, sizeof host>>>(in, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%s\n", host[0] == N ? "right" : "wrong");
    return 0;
}
