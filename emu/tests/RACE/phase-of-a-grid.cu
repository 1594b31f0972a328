// A block reads what another writes, in the same phase between two grid barriers.
#include <cooperative_groups.h>

#include "test.h"

__global__ void kernel(int *a, int *b)
{
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    const int i = grid.thread_rank(), n = grid.size();
    a[i] = i;
    grid.sync();
    b[i] = a[n - 1 - i]; // FAULT
#ifdef TWIN
    grid.sync();
#endif
    a[i] = b[i] + 1; // FAULT
}

int main(void)
{
    int *a, *b;
    cudaMalloc(&a, 4 * 64 * sizeof(int));
    cudaMalloc(&b, 4 * 64 * sizeof(int));
    void *arguments[] = {&a, &b};
    cudaLaunchCooperativeKernel((void *)kernel, 4, 64, arguments);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", error ? cudaGetErrorName(error) : "right");
    return error != cudaSuccess;
}
