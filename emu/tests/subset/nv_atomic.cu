// Atomic operations with a memory order and a scope: CUDA 12.8 and later.
#include "expect.h"

__device__ int counter, highest, swapped, flag;
__device__ float sum;
__device__ unsigned long long bits = ~0ull;

__global__ void all(void)
{
    const int i = threadIdx.x;
    __nv_atomic_fetch_add(&counter, 2, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_fetch_add(&sum, 0.5f, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_max(&highest, i, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
    __nv_atomic_fetch_and(&bits, ~(1ull << i), __NV_ATOMIC_RELAXED,
                          __NV_THREAD_SCOPE_SYSTEM);
    int expected = 0;
    bool first = __nv_atomic_compare_exchange_n(
        &swapped, &expected, i + 1, false, __NV_ATOMIC_RELAXED, __NV_ATOMIC_RELAXED,
        __NV_THREAD_SCOPE_DEVICE);
    IS(first, expected == 0);
    __syncthreads();
    IS(__nv_atomic_load_n(&counter, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE),
       2 * 32);
    int now;
    __nv_atomic_load(&highest, &now, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE);
    IS(now, 31);
    __nv_atomic_thread_fence(__NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_DEVICE);
    if (i == 0) {
        IS(__nv_atomic_exchange_n(&flag, 7, __NV_ATOMIC_RELAXED,
                                  __NV_THREAD_SCOPE_DEVICE),
           0);
        __nv_atomic_store_n(&flag, 8, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
        IS(__nv_atomic_load_n(&flag, __NV_ATOMIC_RELAXED), 8);
        IS(__nv_atomic_fetch_sub(&flag, 3, __NV_ATOMIC_RELAXED), 8);
        IS(__nv_atomic_fetch_min(&flag, 2, __NV_ATOMIC_RELAXED), 5);
        IS(__nv_atomic_fetch_or(&flag, 4, __NV_ATOMIC_RELAXED), 2);
        IS(__nv_atomic_fetch_xor(&flag, 5, __NV_ATOMIC_RELAXED), 6);
        IS(flag, 3);
    }
}

int main(void)
{
    float total;
    unsigned long long left;
    all<<<1, 32>>>();
    HOST_IS(cudaMemcpyFromSymbol(&total, sum, sizeof total), cudaSuccess);
    HOST_IS(cudaMemcpyFromSymbol(&left, bits, sizeof left), cudaSuccess);
    HOST_IS(total, 16.0f);
    HOST_IS(left, 0xffffffff00000000ull);
    return report();
}
