// What kernels print comes block by block, after the launch, whatever the cores do;
// what the host prints before and after stays before and after.
#include <cstdio>

__device__ int helper(int i)
{
    return printf("block %d thread %d\n", i / 100, i % 100);
}

__global__ void lines(void)
{
    int i = blockIdx.x * 100 + threadIdx.x;
    for (int spin = 0; spin < 1000 * (64 - (int)blockIdx.x);
         spin++) // the first take longest
        __threadfence_block();
    if (helper(i) != 2)
        printf("two arguments\n");
    __syncthreads();
    if (threadIdx.x == 1)
        printf("end of block %d, %5.2f|%s|%c|%-4x|%lld|%%\n", blockIdx.x, 1.5, "text",
               'c', 255, 1ll << 40);
}

__global__ void nothing(void)
{
    if (threadIdx.x > 1000)
        printf("never\n");
}

int main()
{
    printf("before\n");
    lines<<<64, 2>>>();
    printf("between\n");
    nothing<<<2, 2>>>();
    lines<<<1, 1>>>();
    cudaDeviceSynchronize();
    printf("after\n");
    return 0;
}
