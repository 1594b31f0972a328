// cudaMemcpy() does not wait for a stream that does not block; for the twin's it does.
#include "test.h"

__global__ void pass(const float *in, float *out)
{
    out[threadIdx.x] = in[threadIdx.x];
}

int main()
{
    float host[N], *in, *out;
    cudaStream_t stream;
#ifdef TWIN
    cudaStreamCreate(&stream);
#else
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
#endif
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    for (int i = 0; i < N; i++)
        host[i] = i;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    pass<<<1, N, 0, stream>>>(in, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost); // FAULT
    printf(host[N - 1] == N - 1 ? "right\n" : "wrong\n");
}
