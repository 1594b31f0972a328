// A kernel that is stopped keeps what was printed until then: all of the blocks before
// the one at fault, of that one what came before it, of those behind it nothing.
#include <cstdio>

__global__ void stopped(int *p)
{
    printf("block %d begins\n", blockIdx.x);
    if (blockIdx.x == 3)
        p[threadIdx.x + 1000000] = 0;
    printf("block %d ends\n", blockIdx.x);
}

__global__ void endless(void)
{
    for (;;)
        printf("%d", threadIdx.x);
}

int main(int argc, char **argv)
{
    int *p;
    cudaMalloc(&p, sizeof *p);
    if (argc > 1)
        endless<<<1, 1>>>();
    else
        stopped<<<16, 1>>>(p);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return argv == NULL;
}
