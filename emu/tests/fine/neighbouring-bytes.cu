// Threads, of one block and of two, write neighbouring bytes of one word.
#include <stdio.h>

__global__ void bytes(unsigned char *data)
{
    __shared__ unsigned char tile[64];
    int i = threadIdx.x;
    tile[i] = i;
    __syncthreads(); // tile is full
    data[2 * i + blockIdx.x] = tile[63 - i];
}

int main()
{
    unsigned char host[128], *data;
    cudaMalloc(&data, sizeof host);
    bytes<<<2, 64>>>(data);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 128; i++)
        if (host[i] != 63 - i / 2)
            return printf("byte %d is %d\n", i, host[i]), 1;
    printf("right\n");
    return 0;
}
