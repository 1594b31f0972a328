// Stores values that are already there, and new ones.
#include <stdio.h>

struct pair {
    float a, b;
};

__global__ void stores(float *x, float *y, pair *z)
{
    int i = threadIdx.x;
    y[i] = x[i] + 1;          // 11: all new in the first launch, none in the second
    x[i] = i % 2 ? x[i] : 7;  // 12: 32 of 64 the same; in the second launch all
    z[i] = pair{1, (float)i}; // 13: a struct
    for (int k = 0; k < 4; k++)
        y[64 + i] = k / 2; // 15: of four stores of a thread two the same; then three
}

int main()
{
    float *x, *y;
    pair *z;
    cudaMalloc(&x, 64 * sizeof *x);
    cudaMalloc(&y, 128 * sizeof *y);
    cudaMalloc(&z, 64 * sizeof *z);
    cudaMemset(x, 0, 64 * sizeof *x);
    stores<<<1, 64>>>(x, y, z);
    cudaDeviceSynchronize();
    puts("right");
    cudaFree(x);
    cudaFree(y);
    cudaFree(z);
    return 0;
}
