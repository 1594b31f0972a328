// Cooperative launches: grid.sync(), and what each block keeps over it.
#include <cooperative_groups.h>

#include "expect.h"

namespace cg = cooperative_groups;

__global__ void phases(int *sums, int *total, int n)
{
    __shared__ int box[64];
    cg::grid_group grid = cg::this_grid();
    int kept[3] = {(int)threadIdx.x, (int)blockIdx.x, n};
    IS(grid.is_valid(), true);
    box[threadIdx.x] = 3 * threadIdx.x + blockIdx.x;
    int sum = 0;
    for (int i = grid.thread_rank(); i < n; i += grid.size())
        sum += i;
    sums[grid.thread_rank()] = sum;
    grid.sync();
    for (int turn = 1; turn <= 3; turn++) {
        int all = 0; // of all blocks
        for (int i = threadIdx.x; i < (int)grid.size(); i += blockDim.x)
            all += sums[i];
        if ((int)blockIdx.x == turn)
            total[64 * turn + threadIdx.x] = all;
        grid.sync();
        IS(total[64 * turn + threadIdx.x], all);
    }
    int other = 63 - threadIdx.x;
    IS(box[other], 3 * other + (int)blockIdx.x);
    IS(kept[0] == (int)threadIdx.x && kept[1] == (int)blockIdx.x && kept[2] == n, true);
}

int main(void)
{
    const int blocks = 7, n = 1000;
    int *sums, *total, results[64], count = n, all = 0;
    cudaMalloc(&sums, blocks * 64 * sizeof(int));
    cudaMalloc(&total, 4 * 64 * sizeof(int));
    void *arguments[] = {&sums, &total, &count};
    const void *kernel = (const void *)phases;
    HOST_IS(cudaLaunchCooperativeKernel(kernel, blocks, 64, arguments, 0, 0),
            cudaSuccess);
    HOST_IS(cudaMemcpy(results, total + 3 * 64, sizeof results, cudaMemcpyDeviceToHost),
            cudaSuccess);
    for (int i = 0; i < 64; i++)
        all += results[i];
    HOST_IS(all, n * (n - 1) / 2);
    HOST_IS(cudaLaunchCooperativeKernel((void *)phases, blocks, 64, arguments),
            cudaSuccess);
    int sms, most;
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&most, phases, 64, 0);
    HOST_IS(cudaGetLastError(), cudaSuccess);
    HOST_IS(cudaLaunchCooperativeKernel((void *)phases, sms * most + 1, 64, arguments),
            cudaErrorCooperativeLaunchTooLarge);
    HOST_IS(cudaGetLastError(), cudaErrorCooperativeLaunchTooLarge);
    return report();
}
