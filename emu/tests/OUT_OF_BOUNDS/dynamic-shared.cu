// Asks for half the dynamic shared memory that it uses; the twin asks for all.
#include <stdio.h>

__global__ void copy(float *data)
{
    extern __shared__ float tile[];
    tile[threadIdx.x] = data[threadIdx.x]; // FAULT
    __syncthreads();                       // tile is full
    data[threadIdx.x] = tile[threadIdx.x] + 1;
}

int main()
{
    float host[64] = {0}, *data;
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
#ifdef TWIN
    copy<<<1, 64, 64 * sizeof(float)>>>(data);
#else
    copy<<<1, 64, 32 * sizeof(float)>>>(data);
#endif
    cudaError_t error = cudaDeviceSynchronize();
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    printf("%s\n", error ? cudaGetErrorName(error) : host[63] == 1 ? "right" : "wrong");
    return 0;
}
