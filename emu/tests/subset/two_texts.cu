/* __CUDA_ARCH__ is defined in what kernels run, and not in what the host does. */
#include <stdio.h>

#include <vector>

#include "expect.h"

#ifdef __CUDA_ARCH__
__device__ static int of_device()
{
    return __CUDA_ARCH__ >= 900 ? 1000 : 0;
}
#define SIDE 1
#else
static int of_host()
{
    return 77;
}
static std::vector<int> list(10, 3);
#define SIDE 2
#endif

__device__ int counter = 5;
static __device__ int quiet[4] = {1, 2, 3, 4};
__managed__ int managed = 9;
static __managed__ int managed_here = 8;

static int constructed;
static struct counted {
    counted()
    {
        constructed++;
    }
} object;

__host__ __device__ inline int which()
{
#ifdef __CUDA_ARCH__
    return of_device() + quiet[2];
#else
    return of_host() + (int)list.size();
#endif
}
template <class T> __host__ __device__ T twice(T x)
{
#ifndef __CUDA_ARCH__
    return 20 * x;
#else
    return 2 * x;
#endif
}
struct number {
    int n;
    __host__ __device__ number(int a) : n(a * 10 + SIDE)
    {
    }
};

namespace
{
__global__ void hidden(int *p)
{
    p[1] = which();
    p[2] = number(4).n;
    managed++;
    managed_here++;
}
} // namespace
static __global__ void add(int *p)
{
    p[0] = twice(3) + counter++;
}
template <class F> __global__ void run(F f, int *p)
{
    __shared__ int s[4];
    s[threadIdx.x] = f(threadIdx.x);
    __syncthreads();
    p[threadIdx.x] = s[3 - threadIdx.x];
}

int main()
{
    int *p, h[4], v = 40;
    HOST_IS(cudaMalloc(&p, sizeof h), cudaSuccess);
    HOST_IS(cudaMemcpyToSymbol(counter, &v, sizeof v), cudaSuccess);
    add<<<1, 1>>>(p);
    hidden<<<1, 1>>>(p);
    HOST_IS(cudaDeviceSynchronize(), cudaSuccess);
    HOST_IS(cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost), cudaSuccess);
    HOST_IS(h[0], 46);
    HOST_IS(h[1], 1003);
    HOST_IS(h[2], 41);
    HOST_IS(SIDE, 2);
    HOST_IS(which(), 87);
    HOST_IS(twice(3), 60);
    HOST_IS(number(4).n, 42);
    HOST_IS(managed, 10);
    HOST_IS(managed_here, 9);
    HOST_IS(constructed, 1);
    HOST_IS(cudaMemcpyFromSymbol(&v, counter, sizeof v), cudaSuccess);
    HOST_IS(v, 41);

    run<<<1, 4>>>([=] __device__(int i) { return i + twice(v); }, p);
    HOST_IS(cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost), cudaSuccess);
    HOST_IS(h[0], 85);
    HOST_IS(h[3], 82);
    run<<<1, 4>>>([=] __host__ __device__(int i) { return i + which(); }, p);
    HOST_IS(cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost), cudaSuccess);
    HOST_IS(h[0], 1006);
    return report();
}
