// The program's own functions and variables beside CUDA's of the same name.
#include <cublas_v2.h> // not used
#include <stdlib.h>

#include "expect.h"

namespace host_only
{
template <class T> T max(T a, T b)
{
    return a < b ? b : a;
}
float abs(float a)
{
    return a < 0 ? -a : a;
}
} // namespace host_only

struct money {
    int cents;
};
static money max(money a, money b)
{
    return a.cents < b.cents ? b : a;
}
static int cudaGraphicsDemo(void)
{
    return 4;
}
struct launch {
    dim3 gridDim, blockDim;
};

__global__ void kernel(launch l)
{
    int blockIdx = max((int)threadIdx.x, 3);
    IS(blockIdx, threadIdx.x < 3 ? 3 : (int)threadIdx.x);
    IS(abs(-2), 2);
    IS(l.gridDim.x * l.blockDim.x, blockDim.x * gridDim.x);
}

template <class T> __constant__ T table[4];
template <class T> __device__ T sums[4];

template <class T> __global__ void add(T more)
{
    sums<T>[threadIdx.x] = table<T>[3 - threadIdx.x] + more;
}

int main(void)
{
    const double halves[4] = {0.5, 1.5, 2.5, 3.5};
    const int numbers[4] = {4, 3, 2, 1};
    double from_halves[4];
    int from_numbers[4];
    HOST_IS(cudaMemcpyToSymbol(table<double>, halves, sizeof halves), cudaSuccess);
    HOST_IS(cudaMemcpyToSymbol(table<int>, numbers, sizeof numbers), cudaSuccess);
    // clang-format off
    add << <1, 4>> > (0.25);
    add<int><< <dim3(1), dim3(4) >> >(1);
    // clang-format on
    HOST_IS(cudaMemcpyFromSymbol(from_halves, sums<double>, sizeof from_halves),
            cudaSuccess);
    HOST_IS(cudaMemcpyFromSymbol(from_numbers, sums<int>, sizeof from_numbers),
            cudaSuccess);
    HOST_IS(from_halves[0] == 3.75 && from_numbers[3] == 5, true);
    dim3 gridDim(2), blockDim(8);
    kernel<<<gridDim, blockDim>>>(launch{gridDim, blockDim});
    HOST_IS(host_only::max(1, 2) + (int)host_only::abs(-1.0f), 3);
    HOST_IS(max(money{3}, money{5}).cents, 5);
    HOST_IS(cudaGraphicsDemo(), 4);
    return report();
}
