// A kernel that may start before the one before it has ended: one thread waits for its
// end, and the others do not wait for this thread.
#include <cstdio>

__global__ void turn(const int *in, int *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    asm volatile("griddepcontrol.launch_dependents;");
    if (threadIdx.x == 0)
        asm volatile("griddepcontrol.wait;" ::: "memory");
#ifdef TWIN
    __syncthreads();
#endif
    out[i] = in[i]; // FAULT
}

int main()
{
    static int host[256];
    int *in, *out;
    for (int i = 0; i < 256; i++)
        host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);

    cudaLaunchAttribute overlap = {};
    overlap.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    overlap.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = 2;
    config.blockDim = 128;
    config.attrs = &overlap;
    config.numAttrs = 1;
    for (int i = 0; i < 2; i++)
        cudaLaunchKernelEx(&config, turn, (const int *)in, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 256; i++)
        if (host[i] != i) {
            printf("out[%d] is %d, not %d\n", i, host[i], i);
            return 1;
        }
    printf("right\n");
}
