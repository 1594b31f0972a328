#include <cstdio>

__global__ void sums(const int *x, int *sum, int n)
{
    __shared__ int part[128];
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    part[threadIdx.x] = i < n ? x[i] : 0;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        atomicAdd(sum, part[0]);
}

int main()
{
    const int n = 1000;
    int *x, *sum;

    cudaMallocManaged(&x, n * sizeof(int));
    cudaMallocManaged(&sum, sizeof(int));
    for (int i = 0; i < n; i++)
        x[i] = i;
    *sum = 0;
    sums<<<(n + 127) / 128, 128>>>(x, sum, n);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    printf("sum %d, expected %d\n", *sum, n * (n - 1) / 2);
    cudaFree(x);
    cudaFree(sum);
    return 0;
}
