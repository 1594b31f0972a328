// A pitch in bytes counts elements; the twin adds it to a char *.
#include "test.h"

__global__ void set(float *x, size_t pitch, int width)
{
    const int row = blockIdx.x, column = threadIdx.x;
#ifdef TWIN
    float *const of_row = (float *)((char *)x + row * pitch);
#else
    float *const of_row = x + row * pitch;
#endif
    if (column < width)
        of_row[column] = 1; // FAULT
}

int main()
{
    float *x;
    size_t pitch;
    cudaMallocPitch(&x, &pitch, 100 * sizeof *x, 50);
    set<<<50, 128>>>(x, pitch, 100);
    cudaDeviceSynchronize();
    cudaFree(x);
    printf("right\n");
}
