// The built-in variables in kernels: their types, in every place where they may occur.
#include "expect.h"

#include <algorithm>
#include <type_traits>

template <class A, class B> struct same : std::is_same<A, B> {
};
#define TYPE(expression, type)                                                         \
    static_assert(same<decltype(expression), type>::value, "")

#define ROW (blockIdx.y * blockDim.y + threadIdx.y)
#define X_OF(index) index.x

__device__ unsigned volume(dim3 d)
{
    return d.x * d.y * d.z;
}
__device__ __noinline__ unsigned by_reference(const uint3 &i, const dim3 &d)
{
    return i.x + 100 * d.y;
}
template <class T> __device__ unsigned third(T t)
{
    return t.z;
}
template <class T> __device__ __noinline__ const T &larger(const T &a, const T &b)
{
    return a < b ? b : a;
}
__host__ __device__ inline int lane(void)
{
#ifdef __CUDA_ARCH__
    return threadIdx.x % warpSize;
#else
    return -1;
#endif
}
struct place {
    unsigned x;
    __device__ place() : x(blockIdx.x * blockDim.x + threadIdx.x)
    {
    }
    __device__ unsigned ahead(unsigned by = ::blockDim.x) const
    {
        return x + by;
    }
};

__global__ void types(void)
{
    static_assert(std::is_convertible<decltype(blockIdx), uint3>::value, "");
    static_assert(std::is_convertible<decltype(gridDim), dim3>::value, "");
    TYPE(warpSize, const int);
    TYPE(threadIdx.x, unsigned);
    TYPE(gridDim.z, unsigned);
    auto i = threadIdx.x;
    auto t = threadIdx;
    auto d = blockDim;
    auto w = warpSize;
    TYPE(i, unsigned);
    TYPE(t, uint3);
    TYPE(d, dim3);
    TYPE(w, int);
    t.x += 1;
    d.x = t.x;
    IS(d.x, i + 1);
    IS(w, 32);
}

// Blocks of 4 x 3 x 2, a grid of 5 x 6 x 7.
__global__ void values(void)
{
    IS(volume(blockDim), 24u);
    IS(volume(gridDim), 210u);
    IS(volume(threadIdx), threadIdx.x * threadIdx.y * threadIdx.z);
    IS(third(gridDim), 7u);
    IS(third(threadIdx), threadIdx.z);
    IS(by_reference(blockIdx, blockDim), blockIdx.x + 300);
    IS(X_OF(blockDim) + X_OF(gridDim), 9u);
    IS(ROW, 3 * blockIdx.y + threadIdx.y);
    IS(min(threadIdx.x, 3u), threadIdx.x);
    IS(std::max<int>(blockDim.x, 3), 4);
    IS(larger(threadIdx.y, 1u), threadIdx.y ? threadIdx.y : 1u);
    IS(larger(blockDim.x, blockDim.y), 4u);
    IS(larger(warpSize, 3), 32);

    dim3 d = blockDim, e(gridDim), f{blockDim};
    uint3 u = gridDim;
    const uint3 &r = blockIdx;
    IS(d.x + e.x + f.y + u.z, 4u + 5 + 3 + 7);
    IS(r.z, blockIdx.z);
    IS(dim3(blockIdx).y, (*&r).y);
    auto [x, y, z] = threadIdx;
    IS(x + y + z, threadIdx.x + threadIdx.y + threadIdx.z);
    auto ahead = [](int by) { return threadIdx.x + by; };
    auto behind = [=] { return blockDim.x - x; };
    IS(ahead(2), threadIdx.x + 2);
    IS(behind(), 4 - threadIdx.x);
    IS(place().x, 4 * blockIdx.x + threadIdx.x);
    IS(place().ahead(), 4 * blockIdx.x + threadIdx.x + 4);
    IS(lane(), (int)threadIdx.x);
    IS(threadIdx.x, ::threadIdx.x);
    unsigned sum = 0;
    for (unsigned k = threadIdx.x; k < 20; k += blockDim.x)
        sum += k;
    IS(sum, 40 + 5 * threadIdx.x);
    switch (threadIdx.z) {
    case 0:
        IS(threadIdx.z ? gridDim.x : blockDim.x, 4u);
        break;
    default:
        IS(threadIdx.z ? gridDim.x : blockDim.x, 5u);
    }
}

__global__ void stored(uint3 *where, dim3 *size)
{
    where[threadIdx.x] = threadIdx;
    size[threadIdx.x] = blockDim;
}

int main()
{
    types<<<2, 32>>>();
    values<<<dim3(5, 6, 7), dim3(4, 3, 2)>>>();
    uint3 *where;
    dim3 *size;
    cudaMallocManaged(&where, 8 * sizeof *where);
    cudaMallocManaged(&size, 8 * sizeof *size);
    stored<<<1, 8>>>(where, size);
    cudaDeviceSynchronize();
    HOST_IS(where[7].x + where[7].y, 7u);
    HOST_IS(size[3].x * size[3].z, 8u);
    HOST_IS(lane(), lane());
    return report();
}
