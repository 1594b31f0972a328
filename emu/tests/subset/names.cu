// A program's own variables, functions and types that have the names of the built-in
// ones: they hide those as C++ says, up to the end of their scope.
#include "expect.h"

#include <cstddef>
#include <cstring>

__global__ void count(int *n)
{
    atomicAdd(n, (int)(gridDim.x * gridDim.y * 1000 + blockDim.x * blockDim.y));
}
static int *device;
static int counted(void)
{
    int n = -1;
    cudaMemcpy(&n, device, sizeof n, cudaMemcpyDeviceToHost);
    cudaMemset(device, 0, sizeof n);
    return n;
}

// ---- On the host: parameters, members, lambdas, namespaces, types, labels.
static unsigned launch(dim3 gridDim, dim3 blockDim)
{
    count<<<gridDim, blockDim>>>(device);
    return gridDim.x * gridDim.y * blockDim.x;
}
static unsigned launch_constant(const dim3 &gridDim, const dim3 blockDim,
                                int warpSize = 8)
{
    count<<<gridDim, blockDim>>>(device);
    const unsigned *x = &gridDim.x;
    return *x * blockDim.x + warpSize;
}
static void halve(dim3 &gridDim, unsigned *blockDim)
{
    gridDim.x /= 2;
    blockDim[0]++;
}
struct config {
    dim3 gridDim = 3, blockDim{4, 2};
    int warpSize;
    config(int n, int threadIdx) : gridDim(n), warpSize(threadIdx)
    {
        blockDim.x = 2 * warpSize;
    }
    unsigned run() const
    {
        count<<<gridDim, blockDim>>>(device);
        return gridDim.x * this->blockDim.x + blockDim.y;
    }
    int blockIdx(int by) const
    {
        return warpSize + by;
    }
};
struct plain {
    dim3 gridDim, blockDim;
    size_t shared;
};
struct bits {
    unsigned threadIdx : 4, blockIdx : 4;
};
namespace sizes
{
dim3 gridDim(6, 7);
constexpr dim3 blockDim(8, 2);
const int warpSize = 5;
int threadIdx(int a)
{
    return a + 1;
}
enum { blockIdx = 40 };
} // namespace sizes
namespace types
{
typedef int gridDim;
enum class blockDim { threadIdx = 3, blockIdx };
struct warpSize {
    int x;
};
} // namespace types
template <int blockDim, class gridDim> static gridDim times(gridDim warpSize)
{
    return blockDim * warpSize;
}
template <class... Dims> static unsigned sum_of_x(Dims... gridDim)
{
    return (gridDim.x + ...);
}
template <class... Dims> static unsigned pass_on(Dims... blockDim)
{
    return sum_of_x(blockDim...);
}
struct gridDim {
    int x;
};

static void scopes(void)
{
    dim3 gridDim((100 + 15) / 16, (50 + 15) / 16), blockDim(16, 16);
    count<<<gridDim, blockDim>>>(device);
    HOST_IS(counted(), 7 * 4 * (7 * 4 * 1000 + 256) * 256);
    HOST_IS(launch(gridDim, blockDim), 7u * 4 * 16);
    HOST_IS(counted(), 7 * 4 * (7 * 4 * 1000 + 256) * 256);
    HOST_IS(gridDim.x * gridDim.y, 28u);
    {
        const dim3 gridDim = 2, *threadIdx = &gridDim;
        HOST_IS(gridDim.x + threadIdx->x + (*threadIdx).x + blockDim.y, 22u);
        HOST_IS(&gridDim.x, &threadIdx->x);
    }
    HOST_IS(launch_constant(2, 3), 14u);
    HOST_IS(counted(), 2 * 3 * 2003);
    unsigned blocks[2] = {1, 2};
    halve(gridDim, blocks);
    HOST_IS(gridDim.x + blocks[0], 5u);
    for (int blockIdx = 0, threadIdx = 9; blockIdx < 3; blockIdx++)
        gridDim.y += blockIdx + threadIdx;
    HOST_IS(gridDim.y, 4u + 3 + 27);
    constexpr int warpSize = 4;
    int sized[warpSize] = {warpSize};
    HOST_IS(sized[0] + sizeof sized, 4 + 16u);
    goto blockIdx;
blockIdx:
    auto [threadIdx, block] = plain{1, 2, 3}.shared ? blocks : blocks;
    HOST_IS(threadIdx + block, 4u);
}

static void members(void)
{
    config c(5, 2), *p = &c;
    HOST_IS(c.run() + p->gridDim.x + (*p).blockDim.x, 5u * 4 + 2 + 5 + 4);
    HOST_IS(counted(), 5 * 8 * 5008);
    HOST_IS(p->blockIdx(1) + c.warpSize, 5);
    plain q = {.gridDim = dim3(2, 3), .blockDim = {4, 5}, .shared = 6};
    q.gridDim.x++;
    HOST_IS(q.gridDim.x * q.blockDim.y, 15u);
    HOST_IS(offsetof(plain, blockDim), sizeof(dim3));
    bits b = {3, 9};
    HOST_IS(b.threadIdx + b.blockIdx, 12u);
    dim3 plain::*member = &plain::blockDim;
    HOST_IS((q.*member).x, 4u);
}

static void lambdas(void)
{
    dim3 gridDim(3), blockDim(4);
    auto by_value = [gridDim, block = blockDim.x] { return gridDim.x * block; };
    auto by_name = [&gridDim](dim3 blockDim) { return ++gridDim.x + blockDim.x; };
    auto all = [&] { return gridDim.x * blockDim.x; };
    auto copy = [=]() mutable { return ++gridDim.x + blockDim.x; };
    HOST_IS(by_value(), 12u);
    HOST_IS(by_name(7), 11u);
    HOST_IS(all(), 16u);
    HOST_IS(copy(), 8u);
    HOST_IS(([](int threadIdx, int blockIdx) { return threadIdx - blockIdx; }(5, 3)),
            2);
}

static void others(void)
{
    HOST_IS(sizes::gridDim.x * sizes::blockDim.x + sizes::warpSize, 53u);
    HOST_IS(sizes::threadIdx(sizes::blockIdx), 41);
    types::gridDim a = 3;
    types::warpSize w = {4};
    HOST_IS(a + w.x + (int)types::blockDim::blockIdx, 11);
    HOST_IS((times<3, int>(5)), 15);
    HOST_IS(pass_on(dim3(1), dim3(2), make_uint3(3, 0, 0)), 6u);
    struct gridDim g = {12};
    HOST_IS(g.x, 12);
    using sizes::blockDim;
    HOST_IS(blockDim.y, 2u);
    int array[blockDim.x];
    HOST_IS(sizeof array, 32u);
    HOST_IS(strcmp("threadIdx.x <<<emu_, asm>>>", "threadIdx.x "
                                                  "<<<emu_, asm>>>"),
            0);
}

// ---- In kernels: a local variable or parameter hides the built-in one, up to the end
// of its block.
__device__ int shadowed_parameter(int threadIdx, const uint3 blockIdx)
{
    return threadIdx + blockIdx.y;
}
template <int blockDim> __device__ unsigned shadowed_template(void)
{
    int copy = blockDim;
    return copy + gridDim.x;
}
__device__ unsigned constants(const dim3 &gridDim, const uint3 *blockDim)
{
    enum { blockIdx = 3 };
    constexpr dim3 threadIdx(2, 3);
    int array[threadIdx.y], n = blockIdx;
    const unsigned *x = &gridDim.x, *y = &threadIdx.y;
    auto &same = gridDim;
    using warpSize = const dim3;
    warpSize *p = &gridDim;
    return sizeof array + n + *x + *y + blockDim->z + (&same == p);
}
__device__ unsigned copies(void)
{
    auto index = threadIdx, gridDim = blockIdx;
    index.x += 100;
    gridDim.x += 7;
    auto blockDim = ::blockDim;
    blockDim.x = index.x;
    const auto blockIdx = ::threadIdx;
    auto &threadIdx = blockDim;
    threadIdx = blockDim;
    return blockDim.x + gridDim.x + threadIdx.x - blockIdx.x;
}
struct tile {
    dim3 blockDim;
    __device__ tile(dim3 blockDim) : blockDim(blockDim)
    {
    }
    __device__ unsigned area() const
    {
        return blockDim.x * blockDim.y;
    }
};
__global__ void shadows(int gridDim, int *out)
{
    int x = threadIdx.x;
    if (x >= 0) {
        dim3 blockDim(9, 2), threadIdx = 7;
        IS(blockDim.x * blockDim.y + threadIdx.x, 25u);
        const uint3 &blockIdx = threadIdx;
        IS(blockIdx.x, 7u);
        {
            IS(blockDim.x, 9u);
            unsigned blockDim = 5, warpSize = blockDim;
            IS(blockDim + warpSize, 10u);
            blockDim++;
        }
        IS(blockDim.x, 9u);
    }
    IS(threadIdx.x, (unsigned)x);
    IS(blockDim.x + warpSize, 64u);
    IS(gridDim, 77);
    IS(shadowed_parameter(3, make_uint3(0, 4, 0)), 7);
    IS(shadowed_template<50>(), 51u);
    const uint3 z = make_uint3(0, 0, 5);
    IS(constants(dim3(10), &z), 12u + 3 + 10 + 3 + 5 + 1);
    IS(copies(), 207 + threadIdx.x);
    IS(tile(dim3(3, 4)).area(), 12u);
    for (int threadIdx = 0; threadIdx < 2; threadIdx++)
        out[2 * x + threadIdx] = threadIdx;
    auto f = [](int threadIdx) { return threadIdx + (int)blockIdx.x; };
    IS(f(6), 6);
    IS(sizes::blockDim.x + sizes::warpSize, 13u);
    struct {
        uint3 threadIdx;
    } own = {threadIdx};
    IS(own.threadIdx.x, threadIdx.x);
}

int main()
{
    int *out;
    cudaMalloc(&device, sizeof *device);
    cudaMemset(device, 0, sizeof *device);
    cudaMalloc(&out, 64 * sizeof *out);
    scopes();
    members();
    lambdas();
    others();
    shadows<<<1, 32>>>(77, out);
    return report();
}
