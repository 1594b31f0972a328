// What CUDA adds to C++: qualifiers, built-in variables, variables of the device,
// shared memory of every form, lambdas, templates, pragmas.
#include "expect.h"

#include <cuda.h>
#include <device_launch_parameters.h>

#define N 64

// ---- Qualifiers, in the orders that people write them.
__host__ __device__ constexpr int square(int x)
{
    return x * x;
}
static __device__ __forceinline__ int twice(int x)
{
    return 2 * x;
}
__noinline__ __device__ int third(int x)
{
    return x / 3;
}
inline __host__ __device__ int where(void)
{
#ifdef __CUDA_ARCH__
    return 1;
#else
    return 0;
#endif
}
struct counter {
    int n;
    __host__ __device__ counter(int start) : n{start}
    {
    }
    __device__ counter &operator++()
    {
        n++;
        return *this;
    }
    __device__ int operator()(int by) const
    {
        return n + by;
    }
};

__global__ void __launch_bounds__(128, 2)
    qualified(const int *__restrict__ in, int *out)
{
    counter c(in[threadIdx.x]);
    ++c;
    out[threadIdx.x] = c(square(3)) + twice(1) + third(9);
    static_assert(square(4) == 16, "at compile time");
    IS(where(), 1);
    __builtin_assume(blockDim.x == N);
}
__maxnreg__(64) __global__ void with_registers(int *out)
{
    out[threadIdx.x] = 1;
}
struct parameters {
    int factor[4];
};
__global__ void grid_constant(const __grid_constant__ parameters p, int *out)
{
    out[threadIdx.x] = p.factor[threadIdx.x % 4];
}

// ---- Variables of the device, which the host reaches by their names.
__device__ int counted;
__device__ float table[4] = {1, 2, 3, 4};
__constant__ float coefficients[3];
static __constant__ int fixed = 5;
__device__ const int powers[3] = {1, 10, 100};
__managed__ int shared_with_host = 3;
namespace inside
{
__device__ double nested = 0.5;
}

__global__ void variables(void)
{
    atomicAdd(&counted, 1);
    IS(table[threadIdx.x % 4], threadIdx.x % 4 == 2 ? 30.0f : threadIdx.x % 4 + 1.0f);
    IS(coefficients[1], 0.5f);
    IS(fixed + powers[2], 105);
    IS(inside::nested, 0.5);
    if (threadIdx.x == 0 && blockIdx.x == 0)
        shared_with_host *= 2;
}

// ---- Shared memory.
struct point {
    float x, y;
};
template <int WIDTH> __global__ void static_shared(int *out)
{
    __shared__ int row[WIDTH][2], one;
    __shared__ __align__(16) unsigned char bytes[WIDTH];
    __shared__ union {
        float f;
        int i;
    } both;
    __shared__ point points[2];
    int i = threadIdx.x;
    row[i][0] = i;
    row[i][1] = -i;
    bytes[i] = i;
    if (i == 0) {
        one = 100;
        both.f = 1;
        points[1] = point{1, 2};
    }
    __syncthreads();
    out[i] = row[WIDTH - 1 - i][0] + row[i][1] + one + bytes[0];
    IS(both.i, 0x3f800000);
    IS(points[1].y, 2.0f);
}
extern __shared__ float4 dynamic[];
__global__ void dynamic_shared(int *out, int n)
{
    float *floats = reinterpret_cast<float *>(dynamic);
    int *ints = (int *)&floats[n];
    floats[threadIdx.x] = threadIdx.x;
    ints[threadIdx.x] = 2 * threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = floats[n - 1 - threadIdx.x] + ints[threadIdx.x];
}

// ---- Constants of a kernel: tables, and text.
__device__ __noinline__ int letter(const char *text, int i)
{
    return text[i];
}
__global__ void constants(int n)
{
    const float weights[3] = {0.25f, 0.5f, 0.25f};
    static const int primes[4] = {2, 3, 5, 7};
    static constexpr int edges[2] = {-1, 1};
    const char *text = n ? "ab" : "cd";
    IS(weights[n] + primes[n] + edges[n], 0.5f + 3 + 1);
    IS(letter("xyz", n), 'y');
    IS(text[1], 'b');
}

// ---- Lambdas and functions as arguments of a kernel.
template <class F> __global__ void apply(F f, int *out)
{
    out[threadIdx.x] = f((int)threadIdx.x);
}
typedef int (*function)(int);
__device__ function chosen = twice;
__global__ void by_pointer(int *out)
{
    out[threadIdx.x] = chosen(threadIdx.x);
}

// ---- Control and pragmas.
__global__ void unrolled(int *out)
{
    int sum = 0;
#pragma unroll
    for (int i = 0; i < 8; i++)
        sum += i;
#pragma unroll 4
    for (int i = 0; i < N; i++) {
        if (i == 10)
            continue;
        sum += 1;
    }
    switch (threadIdx.x % 3) {
    case 0:
        sum += 1000;
        break;
    case 1:
        goto done;
    default:
        do
            sum++;
        while (sum % 7);
    }
done:
    out[threadIdx.x] = sum;
    IS(warpSize, 32);
    IS(gridDim.x * gridDim.y * gridDim.z == 1 && blockDim.y == 1, true);
}

static int host[N], *out;
static void fetch(void)
{
    HOST_IS(cudaDeviceSynchronize(), cudaSuccess);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
}

int main()
{
    int *in, add = 7, n;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemset(in, 0, sizeof host);
    qualified<<<1, N>>>(in, out);
    fetch();
    HOST_IS(host[5], 1 + 9 + 2 + 3);
    with_registers<<<1, N>>>(out);
    parameters p = {{4, 3, 2, 1}};
    grid_constant<<<1, N>>>(p, out);
    fetch();
    HOST_IS(host[6], 2);

    const float half[3] = {0, 0.5f, 0};
    float thirty = 30;
    cudaMemcpyToSymbol(coefficients, half, sizeof half);
    cudaMemcpyToSymbol(table, &thirty, sizeof thirty, 2 * sizeof thirty);
    variables<<<2, N>>>();
    cudaMemcpyFromSymbol(&n, counted, sizeof n);
    HOST_IS(n, 2 * N);
    HOST_IS(shared_with_host, 2 * 3);

    static_shared<N><<<1, N>>>(out);
    fetch();
    HOST_IS(host[3], N - 1 - 3 - 3 + 100);
    dynamic_shared<<<1, N, N *(sizeof(float) + sizeof(int))>>>(out, N);
    fetch();
    HOST_IS(host[3], N - 1 - 3 + 6);
    constants<<<1, 1>>>(1);

    apply<<<1, N>>>([=] __device__(int i) { return i + add; }, out);
    fetch();
    HOST_IS(host[3], 10);
    auto both = [] __host__ __device__(int i) -> int { return i * 2; };
    apply<<<1, N>>>(both, out);
    fetch();
    HOST_IS(host[3], both(3));
    by_pointer<<<1, N>>>(out);
    fetch();
    HOST_IS(host[3], 6);
    unrolled<<<1, N>>>(out);
    fetch();
    HOST_IS(host[0], 28 + 63 + 1000);
    HOST_IS(host[1], 28 + 63);
    HOST_IS(host[2], 98);
    return report();
}
