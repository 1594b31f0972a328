// Arguments of launches become what the kernel takes, as in any call: pointers of 0 and
// NULL, structs of braces, numbers of other numbers, and what conversions make.
#include "expect.h"

struct pair {
    int a, b;
};
struct handle { // cannot be copied
    int *p;
    handle(int *p) : p(p)
    {
    }
    handle(const handle &) = delete;
    operator int *() const
    {
        return p;
    }
};
enum numbers { SEVEN = 7 };
struct bits {
    int three : 5;
};

__global__ void many(int *out, const float *none, pair p, double d, bool b, int *also)
{
    *out = (none == nullptr) + 10 * p.a + 100 * p.b + 1000 * (int)d + b;
    if (also)
        ++*also;
}
__global__ void with_defaults(int *out, int by = 5, float *none = NULL)
{
    *out += by + (none != nullptr);
}
template <int N, typename T> __global__ void of_template(T *out, const T *none, pair p)
{
    *out = N + (none == nullptr) + p.a;
}
template <typename T, typename U = int> __global__ void stored(T *out, U value)
{
    *out = value;
}
template <typename... T> __global__ void summed(int *out, T... terms)
{
    *out = (0 + ... + terms);
}
__global__ void overloaded(int *out, float *)
{
    *out = 1;
}
__global__ void overloaded(int *out, double *)
{
    *out = 2;
}
/* A host function has the name of a kernel, and no argument. */
__device__ int without_arguments;
__global__ void overloaded()
{
    without_arguments = 7;
}
void same_name();
__global__ void same_name(int *out, int n)
{
    *out = n;
}
static int *for_same_name;
void same_name()
{
    same_name<<<1, 1>>>(for_same_name, 9);
}
namespace inside
{
__global__ void many(int *out)
{
    *out = 3;
}
} // namespace inside
typedef void kernel_of_int(int *, int);
__global__ void applied(int *out, int (*f)(int), int n)
{
    *out = f(n);
}
__device__ int doubled(int n)
{
    return 2 * n;
}
__device__ int (*device_doubled)(int) = doubled;
template <class K, class... A> static void launch(K kernel, A... arguments)
{
    kernel<<<1, 1>>>(arguments...);
}

static int *out;
static int result(void)
{
    int now = -1;
    HOST_IS(cudaDeviceSynchronize(), cudaSuccess);
    cudaMemcpy(&now, out, sizeof now, cudaMemcpyDeviceToHost);
    return now;
}

int main()
{
    cudaMalloc(&out, sizeof *out);
    many<<<1, 1>>>(out, NULL, {1, 2}, 3, 1, 0);
    HOST_IS(result(), 3212);
    many<<<1, 1>>>(out, nullptr, pair{1, 2}, 3.7f, out != nullptr, out);
    HOST_IS(result(), 3213);
    handle h(out);
    many<<<1, 1>>>(h, 0, {}, SEVEN, 2, NULL);
    HOST_IS(result(), 7002);
    inside::many<<<1, 1>>>(h.p);
    HOST_IS(result(), 3);
    with_defaults<<<1, 1>>>(out);
    with_defaults<<<1, 1>>>(out, 3);
    with_defaults<<<1, 1>>>(out, SEVEN, nullptr);
    HOST_IS(result(), 3 + 5 + 3 + 7);
    of_template<4, int><<<1, 1>>>(h, NULL, {5, 0});
    HOST_IS(result(), 10);
    of_template<4><<<1, 1>>>(out, out, pair{6, 0});
    HOST_IS(result(), 10);
    stored<<<1, 1>>>(out, 9);
    HOST_IS(result(), 9);
    stored<int><<<1, 1>>>(out, 8.5f);
    HOST_IS(result(), 8);
    stored<int, char><<<1, 1>>>(h, 300 - 256);
    HOST_IS(result(), 44);
    bits b = {3};
    stored<int, int><<<1, 1>>>(out, b.three);
    HOST_IS(result(), 3);
    summed<int, float><<<1, 1>>>(out, 1, 2.5f, 4);
    HOST_IS(result(), 7);
    int seven = 0;
    overloaded<<<1, 1>>>();
    cudaMemcpyFromSymbol(&seven, without_arguments, sizeof seven);
    HOST_IS(seven, 7);
    for_same_name = out;
    same_name();
    HOST_IS(result(), 9);
    overloaded<<<1, 1>>>(out, (double *)nullptr);
    HOST_IS(result(), 2);
    void (*pointer)(int *, int, float *) = with_defaults;
    void (*pointers[])(int *, int, float *) = {pointer, with_defaults};
    pointer<<<1, 1>>>(h, 1, 0);
    pointers[1]<<<1, 1>>>(h, 2, NULL);
    (*pointer)<<<1, 1>>>(out, 3, (float *)nullptr);
    HOST_IS(result(), 8);
    kernel_of_int *typed = stored<int, int>;
    typed<<<1, 1>>>(h, 'a');
    HOST_IS(result(), 97);
    launch(inside::many, out);
    HOST_IS(result(), 3);
    launch(typed, out, 5);
    HOST_IS(result(), 5);
    int (*f)(int);
    cudaMemcpyFromSymbol(&f, device_doubled, sizeof f);
    applied<<<1, 1>>>(out, f, 21.5);
    HOST_IS(result(), 42);
    return report();
}
