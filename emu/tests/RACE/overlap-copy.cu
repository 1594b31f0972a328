// A kernel that may start before the one before it has ended, and copies from global
// memory without having waited for that.
#include <cstdio>
#include <cuda/ptx>

namespace ptx = cuda::ptx;

__global__ void turn(const int *in, int *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ alignas(16) int tile[128];
    __shared__ uint64_t full;
#ifdef TWIN
    cudaGridDependencySynchronize();
#endif
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&full, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                       ptx::space_shared, &full, sizeof tile);
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, // FAULT
                           in + blockIdx.x * 128, sizeof tile, &full);  // FAULT
    }
    __syncthreads();
    while (!ptx::mbarrier_try_wait_parity(&full, 0))
        ;
    out[i] = tile[threadIdx.x];
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
