// One dynamic shared array, split into three of different types.
#include <stdio.h>

__global__ void split(int *data)
{
    extern __shared__ __align__(16) unsigned char bytes[];
    float *floats = (float *)bytes;
    int *ints = (int *)(floats + 64);
    unsigned char *flags = (unsigned char *)(ints + 64);
    int i = threadIdx.x;
    floats[i] = i;
    ints[i] = 2 * i;
    flags[i] = i % 2;
    __syncthreads(); // all three are full
    int other = 63 - i;
    data[i] = (int)floats[other] + ints[other] + flags[other];
}

int main()
{
    int host[64], *data;
    cudaMalloc(&data, sizeof host);
    split<<<1, 64, 64 * (4 + 4 + 1)>>>(data);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i++)
        if (host[i] != 3 * (63 - i) + (63 - i) % 2)
            return printf("element %d is %d\n", i, host[i]), 1;
    printf("right\n");
    return 0;
}
