// Cooperative groups: any group as thread_group, parts by label, structs, scans,
// copies.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/scan.h>

#include "expect.h"

namespace cg = cooperative_groups;

struct pair {
    double value;
    int from;
};

__device__ int sum_of(const cg::thread_group &group, int *box)
{
    box[group.thread_rank()] = 1;
    group.sync();
    int sum = 0;
    for (unsigned i = 0; i < group.size(); i++)
        sum += box[i];
    group.sync();
    return sum;
}

__global__ void parts(const int *in)
{
    __shared__ int box[64], tile_box[4][16], copy[40];
    cg::thread_block block = cg::this_thread_block();
    int i = threadIdx.x;
    IS(sum_of(block, box), 64);
    cg::thread_group sixteen = cg::tiled_partition(block, 16);
    IS(sixteen.size() == 16 && sixteen.thread_rank() == (unsigned)i % 16, true);
    IS(sum_of(sixteen, tile_box[i / 16]), 16);
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    cg::thread_block_tile<8> eight = cg::tiled_partition<8>(warp);
    IS(eight.meta_group_size() == 4 && (int)eight.meta_group_rank() == i % 32 / 8,
       true);

    auto label = cg::labeled_partition(warp, i % 3);
    IS(label.size(),
       i % 32 % 3 == i % 3 && i < 32 ? (i % 3 < 2 ? 11u : 10u) : label.size());
    IS(label.meta_group_size(), 3u);
    IS(label.shfl(i % 3, 0), i % 3);
    auto half = cg::binary_partition(warp, i % 32 < 12);
    IS(half.size(), i % 32 < 12 ? 12u : 20u);
    IS((int)half.thread_rank(), i % 32 < 12 ? i % 32 : i % 32 - 12);
    cg::coalesced_group all = cg::coalesced_threads();
    IS(all.size(), 32u);
    cg::coalesced_group four = cg::tiled_partition(all, 4);
    IS(four.size() == 4 && (int)four.meta_group_rank() == i % 32 / 4, true);

    pair mine = {i + 0.5, i};
    pair next = warp.shfl(mine, (i + 1) % 32);
    IS(next.from, i / 32 * 32 + (i + 1) % 32);
    IS(next.value, next.from + 0.5);

    IS(cg::inclusive_scan(warp, 2), 2 * (i % 32 + 1));
    IS(cg::exclusive_scan(warp, i % 32, cg::plus<int>()), (i % 32) * (i % 32 - 1) / 2);

    cg::memcpy_async(block, copy, in, sizeof copy);
    cg::wait(block);
    if (i < 40)
        IS(copy[39 - i], 39 - i);
}

int main(void)
{
    int numbers[40], *in;
    for (int i = 0; i < 40; i++)
        numbers[i] = i;
    cudaMalloc(&in, sizeof numbers);
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    parts<<<1, 64>>>(in);
    return report();
}
