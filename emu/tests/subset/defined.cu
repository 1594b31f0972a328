// What C++ leaves open and a GPU defines. An H100 gave these values (nvcc 13.0, with
// and without -G): shifts as PTX has them, saturating conversions, NaN, narrow types.
#include <limits.h>
#include <math.h>
#include <stdint.h>

#include "expect.h"

struct bits {
    unsigned low : 4, high : 12;
};

/* The value as it is in memory: nvcc takes 1 << n == 0 to be false for every n. */
template <class T> __device__ T value(T x)
{
    volatile T stored = x;
    return stored;
}

__device__ void shifts(int all, int more, int negative, int none)
{
    int a = 5, b = -5;
    IS(value(1 << all) | value(1 << more) | value(1 << negative), 0);
    IS(value(-8 >> all), -1);
    IS(value(8 >> more), 0);
    IS(value(-8 >> negative), -1);
    IS(value(0x80000000u >> all), 0);
    IS(value(1ll << (2 * all)), 0);
    IS(value(1ull << more), 1ull << 40);
    IS(value(-8ll >> (2 * all)), -1);
    IS(value(8ull >> (2 * all)), 0);
    IS(value(1 << ((1ll << 32) + none)), 1);
    IS(value((unsigned char)200 << all), 0);
    IS(value(1ll << negative), 0);
    IS(value(-1 << (unsigned char)more), 0);
    a <<= all;
    b >>= all;
    IS(value(a), 0);
    IS(value(b), -1);
    IS(value(1u << (all - 1)), 0x80000000u);
    IS(value(3 << 2 << none), 12);
    bits f = {1, 2};
    f.low <<= 1 + none;
    IS(value(f.low << none), 2);
    IS(value(f.high >> 1 >> none), 1);
    a = 1, a <<= none + 1, a <<= 2;
    IS(value(a), 8);
    IS((a < more >> 1) && (none < all && all < more << 1), true);
}

template <class To, class From> __device__ bool gives(From x, To want)
{
    return static_cast<To>(x) == want;
}

__device__ void conversions(float nan, float big, float minus, double wide)
{
    IS((int)nan == 0 && (int)big == INT_MAX && (int)-big == INT_MIN, true);
    IS((unsigned)minus == 0 && (unsigned)big == UINT_MAX && (unsigned int)nan == 0,
       true);
    IS((long long)nan == LLONG_MIN && (long long)big == LLONG_MAX, true);
    IS((unsigned long long)minus == 0 && (uint64_t)big == ULLONG_MAX, true);
    IS(static_cast<unsigned long long>(nan) == 1ull << 63, true);
    IS((int)(double)nan == INT_MIN && (int)wide == INT_MAX, true);
    IS(static_cast<uint32_t>(-wide) == 0 && (unsigned)(double)nan == 1u << 31, true);
    IS((long long)-wide == LLONG_MIN, true);
    IS((unsigned char)minus == 0 && (unsigned char)(minus * 300) == 0, true);
    IS((uint8_t)(minus * -300) == 194 && (signed char)(minus * -300) == -62, true);
    IS((int8_t)(minus * 300) == 62 && (short)(minus * 70000) == 26072, true);
    IS((unsigned short)(minus * 70000) == 0 && (uint16_t)(minus * -70000) == 39464,
       true);
    IS((char)big == -1 && (short)big == -1 && (unsigned char)big == 255, true);
    IS((short)wide == -1 && (unsigned short)wide == 65535 && (bool)nan, true);
    const int first = int(big), second = 1 + int(minus * 4);
    IS(first == INT_MAX && second == -5 && gives(1.75f, 1) && gives(-7, -7), true);
    const float values[] = {1.5f, 2.5f};
    IS((size_t)values % 4 == 0 && (int)values[1] == 2 && (int)-minus == 1, true);
    IS(sizeof(int) * 2 == 8 && (int)sizeof(float) == 4 && (int)'a' == 97, true);
}

// All numbers are arguments: what nvcc computes itself is not a GPU's.
__global__ void test(int all, int more, int negative, float nan, float big, float minus,
                     double wide)
{
    shifts(all, more, negative, all - 32);
    conversions(nan, big, minus, wide);
}

int main()
{
    test<<<1, 1>>>(32, 40, -1, NAN, 1e20f, -1.5f, 1e30);
    return report();
}
