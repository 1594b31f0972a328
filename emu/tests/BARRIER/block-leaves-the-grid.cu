// One block returns before the others wait for the whole grid: a GPU would never
// continue.
#include <cooperative_groups.h>

#include "test.h"

__global__ void kernel(int *a)
{
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
#ifndef TWIN
    if (blockIdx.x == 2)
        return;
#endif
    a[grid.thread_rank()] = threadIdx.x;
    grid.sync(); // FAULT
    a[grid.size() + grid.thread_rank()] = a[grid.size() - 1 - grid.thread_rank()];
}

int main(void)
{
    int *a;
    cudaMalloc(&a, 2 * 4 * 64 * sizeof(int));
    void *arguments[] = {&a};
    cudaLaunchCooperativeKernel((void *)kernel, 4, 64, arguments);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", error ? cudaGetErrorName(error) : "right");
    return error != cudaSuccess;
}
