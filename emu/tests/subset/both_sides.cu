// Functions and classes that host and kernels share, as tutorials write them: each
// result of a kernel is compared with the host's own.
#include "expect.h"

#include <array>
#include <initializer_list>
#include <new>
#include <utility>
#include <vector>

enum { N = 48 };

// ---- Functions: constexpr, templates, overloads, namespaces.
namespace math
{
constexpr __host__ __device__ int fibonacci(int n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
template <class T> __host__ __device__ inline T clamp(T v, T low, T high)
{
    return v < low ? low : v > high ? high : v;
}
template <class... T> __host__ __device__ constexpr auto sum(T... terms)
{
    return (terms + ... + 0);
}
inline namespace shapes
{
__host__ __device__ static inline auto area(int a) -> int
{
    return a * a;
}
__host__ __device__ static inline int area(int a, int b)
{
    return a * b;
}
} // namespace shapes
} // namespace math
namespace
{
constexpr int STEPS = 3;
__constant__ int table[4] = {math::fibonacci(5), math::fibonacci(6), 13, 21};
__host__ __device__ int gcd(int a, int b)
{
    return b ? gcd(b, a % b) : a;
}
} // namespace
inline __host__ __device__ float3 operator+(const float3 &a, const float3 &b)
{
    return make_float3(a.x + b.x, a.y + b.y, a.z + b.z);
}
inline __host__ __device__ void operator+=(float3 &a, float3 b)
{
    a = a + b;
}

// ---- Classes: operators, members out of class, friends, conversions, inheritance.
class complex
{
  public:
    __host__ __device__ constexpr complex(float re = 0, float im = 0) : re{re}, im{im}
    {
    }
    __host__ __device__ complex(const complex &) = default;
    __host__ __device__ complex &operator=(const complex &) = default;
    __host__ __device__ ~complex()
    {
    }
    __host__ __device__ complex &operator+=(const complex &o);
    __host__ __device__ friend complex operator*(complex a, complex b)
    {
        return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
    }
    __host__ __device__ float operator[](int i) const
    {
        return i ? im : re;
    }
    __host__ __device__ explicit operator bool() const
    {
        return re != 0 || im != 0;
    }
    static constexpr int parts = 2;

  private:
    float re, im;
};
__host__ __device__ complex &complex::operator+=(const complex &o)
{
    re += o.re;
    im += o.im;
    return *this;
}

struct figure {
    __host__ __device__ virtual int area() const = 0;
    __host__ __device__ virtual ~figure()
    {
    }
};
struct box : figure {
    int a, b;
    __host__ __device__ box(int a, int b) : a(a), b(b)
    {
    }
    __host__ __device__ int area() const override
    {
        return math::area(a, b);
    }
};
template <class Derived> struct counted {
    __host__ __device__ int twice() const
    {
        return 2 * static_cast<const Derived *>(this)->count();
    }
};
struct three : counted<three> {
    __host__ __device__ int count() const
    {
        return 3;
    }
};
template <class T, int SIZE> struct vector {
    T item[SIZE];
    __host__ __device__ T &operator()(int i)
    {
        return item[i];
    }
    __host__ __device__ const T *begin() const
    {
        return item;
    }
    __host__ __device__ const T *end() const
    {
        return item + SIZE;
    }
};
template <int POWER> struct power {
    template <class T> __host__ __device__ T operator()(T x) const
    {
        T result = 1;
        for (int i = 0; i < POWER; i++)
            result *= x;
        return result;
    }
};

// ---- One number made of all of it, on either side.
__host__ __device__ int number(int i)
{
    using math::clamp;
    float3 f = make_float3(i, 1, 2);
    for (int step = 0; step < STEPS; step++)
        f += make_float3(1, i, 0);
    complex c = complex(i, 1) * complex(1, i);
    c += 2;
    vector<int, 3> v = {{i, 2 * i, 3 * i}};
    v(1)++;
    int items = 0;
    for (int x : v)
        items += x;
    for (int x : {1, 2, 3})
        items += x;
    auto [a, b] = std::pair<int, float>(i, 0.5f);
    auto weighed = [=](auto x) { return x * b + a; };
    auto factorial = [](auto self, int n) -> int {
        return n < 2 ? 1 : n * self(self, n - 1);
    };
    const std::array<int, 2> pair = {i, 7};
    box square(i, i);
    const figure &any = square;
    int (*chosen)(int, int) = gcd;
    if (i % 2)
        chosen = math::area;
    if constexpr (complex::parts == 2)
        items += c ? 100 : 200;
    return f.x + f.y + f.z + c[0] + c[1] + items + weighed(4) +
           factorial(factorial, 4) + pair[1] + any.area() + chosen(12, i) +
           three().twice() + power<3>()(i) + clamp(i, 3, 9) + math::sum(1, i, 2) +
           math::fibonacci(i % 7);
}

template <class F> __global__ void each(int n, F f)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        f(i);
}
__global__ void numbers(int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = number(i);
}
__global__ void make_boxes(box *boxes)
{
    new (boxes + threadIdx.x) box(threadIdx.x, table[threadIdx.x % 4]);
}
__global__ void areas(const figure *first, int *out)
{
    out[threadIdx.x] = static_cast<const box *>(first)[threadIdx.x].area();
}

// ---- A class of the host that owns device memory, and launches.
template <class T> class buffer
{
    T *data = nullptr;
    int size;
    dim3 gridDim, blockDim;

  public:
    explicit buffer(int n) : size(n), gridDim((n + 31) / 32), blockDim(32)
    {
        cudaMalloc(&data, n * sizeof(T));
    }
    buffer(const buffer &) = delete;
    buffer(buffer &&other) noexcept
        : data(std::exchange(other.data, nullptr)), size(other.size)
    {
    }
    ~buffer()
    {
        cudaFree(data);
    }
    template <class F> buffer &fill(F f)
    {
        T *p = data;
        each<<<gridDim, this->blockDim>>>(size, [=] __device__(int i) { p[i] = f(i); });
        return *this;
    }
    std::vector<T> download() const
    {
        std::vector<T> all(size);
        cudaMemcpy(all.data(), data, size * sizeof(T), cudaMemcpyDeviceToHost);
        return all;
    }
    operator T *() const
    {
        return data;
    }
};

int main()
{
    buffer<int> out(N);
    numbers<<<N / 16, 16>>>(out);
    std::vector<int> all = out.download();
    for (int i = 0; i < N; i++)
        HOST_IS(all[i], number(i));
    HOST_IS(number(1), 2 * number(1) - all[1]);

    buffer<double> cubes = std::move(buffer<double>(N).fill(power<3>()));
    HOST_IS(cubes.download()[7], 343.0);
    buffer<box> boxes(8);
    make_boxes<<<1, 8>>>(boxes);
    areas<<<1, 8>>>(boxes, out);
    HOST_IS(out.download()[6], 6 * 13);
    HOST_IS(out.download()[5], 5 * 8);
    return report();
}
