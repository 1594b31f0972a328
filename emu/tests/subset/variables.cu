// __device__, __constant__ and __shared__ variables of every kind of declaration:
// pointers to functions and arrays, pointers that are const and that point to const,
// constructors, alignas.
#include "expect.h"

typedef int (*function)(int);
__device__ int doubled(int n)
{
    return 2 * n;
}
__device__ int tripled(int n)
{
    return 3 * n;
}

// ---- Functions that return pointers to functions, and variables that are such.
__device__ int (*first)(int) = doubled;
__device__ int (*const constant_pointer)(int) = tripled;
static __device__ int (*both[2])(int) = {doubled, tripled};
__device__ function named = tripled;
__device__ function chosen(int i)
{
    return i ? tripled : doubled;
}
__device__ int (*chosen_too(int i))(int)
{
    return both[i];
}
__device__ float (*rows)[4];

// ---- What is const: the variable, or what it points to.
__device__ const int three = 3;
__device__ int const four = 4;
__device__ const int *to_const;
__constant__ const float *constant_to_const;
__device__ const char *text = "abc";
__device__ const int *const fixed = &three;
__device__ constexpr const int *fixed_too = nullptr;

// ---- Initialisers.
struct count {
    int n;
    __host__ __device__ constexpr count(int n = 0) : n(n)
    {
    }
};
__constant__ dim3 size(2, 3);
__device__ count with_brackets(7), with_braces{8}, with_equals = 9;
__device__ unsigned long long int sum = 0ull;
__device__ int table[2][3] = {{1, 2, 3}, {4, 5, 6}};
__managed__ volatile int shared_with_host = 1;

// ---- Alignment.
struct alignas(16) quad {
    float x[4];
};
enum { LINE = 128 };
__device__ alignas(16) float aligned[3];
__constant__ alignas(quad) float aligned_constant[5] = {1};
alignas(32) __device__ char aligned_before[3];
__device__ __align__(64) char aligned_by_cuda[3];

__global__ void device_variables(int *out)
{
    IS(first(1) + constant_pointer(1) + both[1](1) + named(1), 2 + 3 + 3 + 3);
    IS(chosen(0)(1) + chosen_too(1)(2), 2 + 6);
    IS(*to_const, 42);
    IS(*constant_to_const, 2.5f);
    IS(three + four + text[1] + *fixed + (fixed_too != nullptr), 3 + 4 + 'b' + 3);
    IS(rows[1][2], 0.0f);
    IS(size.x * size.y + with_brackets.n + with_braces.n + with_equals.n, 6u + 24);
    IS(table[1][2], 6);
    atomicAdd(&sum, 2ull);
    text = "changed";
    to_const = out;
    shared_with_host = shared_with_host + 4;
}

__global__ void alignments(unsigned long *rest)
{
    __shared__ alignas(16) float one[3];
    alignas(16) __shared__ float two[3];
    __shared__ __align__(16) float three[3];
    __shared__ alignas(LINE) unsigned char four[5], five;
    __shared__ alignas(quad) const float *pointer;
    __shared__ alignas(16) struct {
        alignas(8) int a;
        char b;
    } both;
    extern __shared__ float4 dynamic[];
    one[threadIdx.x] = two[threadIdx.x] = three[threadIdx.x] = 1;
    four[threadIdx.x] = 1;
    if (threadIdx.x == 0) {
        five = 2;
        pointer = one;
        both.b = 1;
        dynamic[0] = make_float4(1, 2, 3, 4);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        *rest = ((unsigned long)one | (unsigned long)two | (unsigned long)three |
                 (unsigned long)dynamic | (unsigned long)&both |
                 (unsigned long)aligned | (unsigned long)aligned_constant) %
                    16 +
                (unsigned long)four % LINE + (unsigned long)aligned_before % 32 +
                (unsigned long)aligned_by_cuda % 64;
    IS(five + pointer[1] + both.b + sizeof both, 2 + 1 + 1 + 8u);
}

int main()
{
    int forty_two = 42, *integer, *out;
    float number = 2.5f, *real, (*array)[4];
    unsigned long *rest, host = 1;
    unsigned long long sum_of_all;
    cudaMalloc(&integer, sizeof *integer);
    cudaMalloc(&real, sizeof *real);
    cudaMalloc(&array, 2 * sizeof *array);
    cudaMalloc(&out, sizeof *out);
    cudaMalloc(&rest, sizeof *rest);
    cudaMemset(array, 0, 2 * sizeof *array);
    cudaMemcpy(integer, &forty_two, sizeof forty_two, cudaMemcpyHostToDevice);
    cudaMemcpy(real, &number, sizeof number, cudaMemcpyHostToDevice);
    HOST_IS(cudaMemcpyToSymbol(to_const, &integer, sizeof integer), cudaSuccess);
    HOST_IS(cudaMemcpyToSymbol(constant_to_const, &real, sizeof real), cudaSuccess);
    HOST_IS(cudaMemcpyToSymbol(rows, &array, sizeof array), cudaSuccess);
    device_variables<<<1, 1>>>(out);
    cudaMemcpyFromSymbol(&sum_of_all, sum, sizeof sum);
    HOST_IS(sum_of_all, 2u);
    cudaDeviceSynchronize();
    HOST_IS(shared_with_host, 5);
    int *back = nullptr;
    HOST_IS(cudaMemcpyFromSymbol(&back, to_const, sizeof back), cudaSuccess);
    HOST_IS(back, out);
    unsigned long long host_sum = 7, not_a_variable = 0;
    HOST_IS(cudaMemcpyToSymbolAsync(sum, &host_sum, 8, 0, cudaMemcpyHostToDevice),
            cudaSuccess);
    HOST_IS(cudaMemcpyFromSymbolAsync(&host_sum, sum, 4, 4, cudaMemcpyDeviceToHost),
            cudaSuccess);
    HOST_IS(host_sum, 0u); // its lower half is now the upper one of 7
    HOST_IS(cudaMemcpyToSymbolAsync(not_a_variable, &host_sum, 8, 0,
                                    cudaMemcpyHostToDevice),
            cudaErrorInvalidSymbol);
    HOST_IS(cudaGetLastError(), cudaErrorInvalidSymbol);
    alignments<<<1, 3, sizeof(float4)>>>(rest);
    cudaMemcpy(&host, rest, sizeof host, cudaMemcpyDeviceToHost);
    HOST_IS(host, 0u);
    return report();
}
