// cuda::std and cuda::atomic of Debian.
#include <cstdio>
#include <cuda/atomic>
#include <cuda/std/array>
#include <cuda/std/complex>
#include <cuda/std/limits>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>

struct counters {
    cuda::atomic<int, cuda::thread_scope_device> n;
    int plain, most;
    float re;
};

__global__ void count(counters *c)
{
    c->n.fetch_add(1, cuda::memory_order_relaxed);
    cuda::atomic_ref<int, cuda::thread_scope_device> plain(c->plain), most(c->most);
    plain.fetch_add(2, cuda::std::memory_order_relaxed);
    most.fetch_max((int)(blockIdx.x * blockDim.x + threadIdx.x));
    const cuda::std::array<int, 3> a = {1, 2, 3};
    const cuda::std::complex<float> z =
        cuda::std::complex<float>(0, 1) * cuda::std::complex<float>(0, 1);
    if (blockIdx.x == 0 && threadIdx.x == 0)
        c->re = z.real() + (float)cuda::std::get<1>(cuda::std::make_tuple(5, a[1]));
}

int main()
{
    static_assert(
        cuda::std::is_same<cuda::std::remove_const<const int>::type, int>::value, "");
    static_assert(cuda::std::numeric_limits<int>::max() == 0x7fffffff, "");
    counters *c, h;
    cudaMalloc(&c, sizeof h);
    cudaMemset(c, 0, sizeof h);
    count<<<8, 64>>>(c);
    cudaMemcpy((void *)&h, c, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(c);
    const bool right =
        h.n.load() == 512 && h.plain == 1024 && h.most == 511 && h.re == 1;
    puts(right && cudaGetLastError() == cudaSuccess ? "right" : "wrong");
}
