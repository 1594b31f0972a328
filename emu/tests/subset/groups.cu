// Cooperative groups: the block, tiles of a warp, coalesced lanes, the grid's numbers.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "expect.h"

namespace cg = cooperative_groups;

__global__ void blocks(void)
{
    __shared__ int box[64];
    cg::thread_block block = cg::this_thread_block();
    int rank = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    IS(block.thread_rank(), (unsigned)rank);
    IS(block.num_threads() == 64 && block.size() == 64, true);
    IS(block.thread_index().y == threadIdx.y && block.group_index().x == blockIdx.x,
       true);
    IS(block.dim_threads().x == 4 && block.group_dim().z == 2, true);
    box[rank] = rank;
    block.sync();
    IS(box[63 - rank], 63 - rank);
    block.sync();
    box[rank] = 0;
    cg::sync(block);
    IS(box[63 - rank], 0);
    cg::grid_group grid = cg::this_grid();
    IS(grid.num_blocks() == 6 && grid.num_threads() == 6 * 64 && grid.size() == 6 * 64,
       true);
    IS(grid.block_rank(), blockIdx.y * 3 + blockIdx.x);
    IS(grid.thread_rank(), grid.block_rank() * 64 + rank);
}

template <unsigned N> __device__ void tile(cg::thread_block block)
{
    auto part = cg::tiled_partition<N>(block);
    int i = threadIdx.x, rank = i % N, first = i - rank;
    IS(part.thread_rank() == (unsigned)rank && part.size() == N &&
           part.num_threads() == N,
       true);
    IS(part.meta_group_rank() == i / N && part.meta_group_size() == 64 / N, true);
    IS(part.shfl(i, N - 1), first + (int)N - 1);
    IS(part.shfl_up(i, 1), rank ? i - 1 : i);
    IS(part.shfl_down(2.0f * i, 1), rank == (int)N - 1 ? 2.0f * i : 2.0f * (i + 1));
    IS(part.shfl_xor(i, N / 2), first + (rank ^ (int)(N / 2)));
    IS(part.any(rank == (int)N - 1) != 0 && part.any(rank == (int)N) == 0, true);
    IS(part.all(rank < (int)N) != 0 && part.all(rank > 0) == 0, true);
    IS(part.ballot(rank == 0), 1u);
    IS(part.match_any(rank / 2), (N == 1 ? 1u : 3u) << rank / 2 * 2);
    IS(cg::reduce(part, i, cg::plus<int>()), (int)N * first + (int)(N * (N - 1) / 2));
    IS(cg::reduce(part, i, cg::greater<int>()), first + (int)N - 1);
    IS(cg::reduce(part, i, cg::less<int>()), first);
    IS(cg::reduce(part, 1u << rank, cg::bit_or<unsigned>()),
       N == 32 ? ~0u : (1u << N) - 1);
    part.sync();
}

__global__ void tiles(void)
{
    cg::thread_block block = cg::this_thread_block();
    tile<1>(block);
    tile<2>(block);
    tile<4>(block);
    tile<8>(block);
    tile<16>(block);
    tile<32>(block);
    auto warp = cg::tiled_partition<32>(block);
    auto quarter = cg::tiled_partition<8>(warp);
    IS(quarter.thread_rank(), threadIdx.x % 8);
    if (quarter.meta_group_rank() % 2)
        IS(cg::reduce(quarter, 1, cg::plus<int>()), 8);
}

// One atomic operation for all lanes that take part.
__global__ void aggregated(int *count, int *slots)
{
    int i = threadIdx.x;
    if (i % 3 == 0) {
        cg::coalesced_group active = cg::coalesced_threads();
        int start = 0;
        if (active.thread_rank() == 0)
            start = atomicAdd(count, (int)active.size());
        start = active.shfl(start, 0);
        slots[start + active.thread_rank()] = i;
        IS(active.all(i % 3 == 0) != 0, true);
    }
}

int main()
{
    blocks<<<dim3(3, 2), dim3(4, 8, 2)>>>();
    tiles<<<1, 64>>>();
    int *slots, host[65] = {0}, sum = 0;
    cudaMalloc(&slots, sizeof host);
    cudaMemcpy(slots, host, sizeof host, cudaMemcpyHostToDevice);
    aggregated<<<1, 64>>>(slots, slots + 1);
    cudaMemcpy(host, slots, sizeof host, cudaMemcpyDeviceToHost);
    HOST_IS(host[0], 22);
    for (int i = 0; i < 22; i++)
        sum += host[1 + i];
    HOST_IS(sum, 3 * 21 * 22 / 2);
    return report();
}
