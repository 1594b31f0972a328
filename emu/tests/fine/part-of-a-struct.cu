// Structs of 12 bytes and float2 halves, each written by another thread.
#include <stdio.h>

struct point {
    float x, y, z;
};

__global__ void points(struct point *to, const struct point *from, float2 *pairs)
{
    int i = threadIdx.x;
    __shared__ struct point tile[32];
    tile[i] = from[i];
    __syncthreads(); // tile is full
    to[31 - i] = tile[i];
    if (i % 2)
        pairs[i / 2].y = i;
    else
        pairs[i / 2].x = i;
}

int main()
{
    struct point host[32], *from, *to;
    float2 *pairs;
    for (int i = 0; i < 32; i++)
        host[i] = {i + 0.0f, i + 0.25f, i + 0.5f};
    cudaMalloc(&from, sizeof host);
    cudaMalloc(&to, sizeof host);
    cudaMalloc(&pairs, 16 * sizeof *pairs);
    cudaMemcpy(from, host, sizeof host, cudaMemcpyHostToDevice);
    points<<<1, 32>>>(to, from, pairs);
    cudaMemcpy(host, to, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++)
        if (host[i].x != 31 - i || host[i].z != 31 - i + 0.5f)
            return printf("point %d is %g\n", i, host[i].x), 1;
    printf("right\n");
    return 0;
}
