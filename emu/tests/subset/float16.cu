// __half and __nv_bfloat16: every value there is, rounding against its definition,
// arithmetic against double, pairs, comparisons, functions.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "expect.h"

__device__ unsigned next(unsigned *state) // numbers without a pattern
{
    *state = *state * 1664525u + 1013904223u;
    return *state ^ *state >> 15;
}

// What the bits mean: a sign, an exponent, a fraction of so many bits. The largest
// exponent counts here as one more, so that it is what infinity begins at.
__device__ double meaning(unsigned short bits, int fraction, int bias)
{
    int exponent = (bits & 0x7fff) >> fraction, rest = bits & ((1 << fraction) - 1);
    double value = exponent ? ldexp(1 + ldexp((double)rest, -fraction), exponent - bias)
                            : ldexp((double)rest, 1 - bias - fraction);
    return bits & 0x8000 ? -value : value;
}

// The bits of v rounded to nearest: the neighbour not further off, the even one of two.
__device__ unsigned short nearest(double v, int fraction, int bias)
{
    unsigned short low = 0, high = 0x7fff >> fraction << fraction; // infinity
    double size = fabs(v);
    while (high - low > 1) { // the largest that is not above size
        unsigned short middle = (low + high) / 2;
        if (meaning(middle, fraction, bias) <= size)
            low = middle;
        else
            high = middle;
    }
    double below = size - meaning(low, fraction, bias),
           above = meaning(low + 1, fraction, bias) - size;
    if (size >= meaning(high, fraction, bias) || above < below ||
        (above == below && low & 1))
        low++;
    return low | (signbit(v) ? 0x8000 : 0);
}

__global__ void all_values(void)
{
    for (int i = threadIdx.x; i < 65536; i += blockDim.x) {
        __half h = __ushort_as_half(i);
        float f = __half2float(h);
        if ((i & 0x7fff) > 0x7c00)
            IS(isnan(f) && __hisnan(h) && __half_as_ushort(__float2half(f)) == 0x7fff,
               true);
        else if ((i & 0x7fff) == 0x7c00)
            IS(isinf(f) && __hisinf(h) == (i & 0x8000 ? -1 : 1), true);
        else
            IS(f, (float)meaning(i, 10, 15));
        if ((i & 0x7fff) <= 0x7c00)
            IS(__half_as_ushort(__float2half(f)), i);
        __nv_bfloat16 b = __ushort_as_bfloat16(i);
        IS(__float_as_uint(__bfloat162float(b)), (unsigned)i << 16);
        if ((i & 0x7fff) <= 0x7f80)
            IS(__bfloat16_as_ushort(__float2bfloat16(__bfloat162float(b))), i);
    }
}

// T is either type, `ours` has its bits.
__device__ unsigned short ours(__half a)
{
    return __half_as_ushort(a);
}
__device__ unsigned short ours(__nv_bfloat16 a)
{
    return __bfloat16_as_ushort(a);
}

__global__ void conversions(void)
{
    unsigned state = threadIdx.x + 1;
    for (int i = 0; i < 200; i++) {
        unsigned bits = next(&state);
        float f = __uint_as_float((bits & 0x807fffff) | (95 + (bits >> 23) % 52) << 23);
        if (i % 4 == 0)
            f = __uint_as_float(__float_as_uint(f) & 0xfffff000); // often a tie
        unsigned short h = nearest(f, 10, 15), b = nearest(f, 7, 127);
        IS(ours(__float2half(f)), h);
        IS(ours(__float2half_rn(f)), h);
        IS(ours(__float2bfloat16(f)), b);
        IS(ours(__double2half((double)f * (1 + 0x1p-40))),
           nearest((double)f * (1 + 0x1p-40), 10, 15));
        float up = __half2float(__float2half_ru(f)),
              down = __half2float(__float2half_rd(f)),
              zero = __half2float(__float2half_rz(f));
        IS(down <= f && f <= up &&
               (down == up ? f == up
                           : ours(__float2half(up)) != ours(__float2half(down))),
           true);
        IS(zero, f < 0 ? up : down);
        up = __bfloat162float(__float2bfloat16_ru(f));
        down = __bfloat162float(__float2bfloat16_rd(f));
        IS(down <= f && f <= up && up - down <= fabsf(f) * 0x1p-6f, true);
    }
    IS(ours(__float2half(65519.0f)), 0x7bff);
    IS(ours(__float2half(65520.0f)), 0x7c00);
    IS(ours(__float2half_rz(1e9f)), 0x7bff);
    IS(ours(__float2half_rd(-1e9f)), 0xfc00);
    IS(ours(__float2half(0x1p-25f)), 0);
    IS(ours(__float2half(0x1.1p-25f)), 1);
    IS(ours(__float2half_ru(1e-30f)), 1);
    IS(ours(__int2half_rn(2049)), 0x6800); // 2048
    IS(ours(__int2half_ru(2049)), 0x6801); // 2050
    IS(ours(__uint2half_rn(100000)), 0x7c00);
    IS(ours(__short2half_rn(-3)), 0xc200);
    IS(ours(__ll2half_rz(-2049)), 0xe800);
    IS(__half2int_rn(__float2half(2.5f)), 2);
    IS(__half2int_ru(__float2half(2.5f)), 3);
    IS(__half2uint_rz(__float2half(-2.5f)), 0u);
    IS(__half2short_rd(__float2half(-2.5f)), -3);
    IS(__half2ll_rz(__float2half(1000.0f)), 1000ll);
    IS(__bfloat162int_rz(__float2bfloat16(-7.5f)), -7);
    IS(ours(__int2bfloat16_rn(257)), 0x4380); // 256
}

template <class T> __device__ void arithmetic(T a, T b, T c, int fraction, int bias)
{
    double x = (float)a, y = (float)b, z = (float)c;
    IS(ours(a + b), nearest(x + y, fraction, bias));
    IS(ours(__hadd(a, b)), nearest(x + y, fraction, bias));
    IS(ours(a - b), nearest(x - y, fraction, bias));
    IS(ours(__hsub(a, b)), nearest(x - y, fraction, bias));
    IS(ours(a * b), nearest(x * y, fraction, bias));
    IS(ours(__hmul(a, b)), nearest(x * y, fraction, bias));
    IS(ours(__hfma(a, b, c)), nearest(fma(x, y, z), fraction, bias));
    IS(fabs((float)(a / b) - x / y) <= fabs(x / y) * ldexp(1.0, -fraction), true);
    IS(ours(-a), ours(a) ^ 0x8000);
    IS(ours(__hneg(a)), ours(a) ^ 0x8000);
    IS(ours(__habs(a)), ours(a) & 0x7fff);
    IS((a < b) == (x < y) && (a <= b) == (x <= y) && (a == b) == (x == y), true);
    IS((a > b) == (x > y) && (a >= b) == (x >= y) && (a != b) == (x != y), true);
    IS(__hlt(a, b) == (x < y) && __hle(a, b) == (x <= y) && __heq(a, b) == (x == y),
       true);
    IS(__hgt(a, b) == (x > y) && __hge(a, b) == (x >= y) && __hne(a, b) == (x != y),
       true);
    IS((float)__hmax(a, b), (float)(x < y ? y : x));
    IS((float)__hmin(a, b), (float)(x < y ? x : y));
    T d = a;
    d += b;
    IS(ours(d), ours(a + b));
    d = a;
    d *= b;
    IS(ours(d), ours(a * b));
    T positive = __habs(a);
    double near = ldexp(1.0, 1 - fraction), p = (float)positive;
    IS(fabs((float)hsqrt(positive) / sqrt(p) - 1) < near, true);
    IS(fabs((float)hrsqrt(positive) * sqrt(p) - 1) < near, true);
    IS(fabs((float)hrcp(positive) * p - 1) < near, true);
    IS(fabs((float)hlog2(positive) - log2(p)) <= near * (fabs(log2(p)) + 0.01), true);
    IS((float)hfloor(a) == floor(x) && (float)hceil(a) == ceil(x), true);
    IS((float)htrunc(a) == trunc(x) && (float)hrint(a) == rint(x), true);
}

__global__ void random_arithmetic(void)
{
    unsigned state = threadIdx.x + 99;
    for (int i = 0; i < 100; i++) {
        unsigned r = next(&state), s = next(&state), t = next(&state);
        arithmetic(__ushort_as_half((r & 0x83ff) | (8 + (r >> 16) % 14) << 10),
                   __ushort_as_half((s & 0x83ff) | (8 + (s >> 16) % 14) << 10),
                   __ushort_as_half((t & 0x83ff) | (2 + (t >> 16) % 20) << 10), 10, 15);
        arithmetic(__ushort_as_bfloat16((r & 0x807f) | (120 + (r >> 16) % 14) << 7),
                   __ushort_as_bfloat16((s & 0x807f) | (120 + (s >> 16) % 14) << 7),
                   __ushort_as_bfloat16((t & 0x807f) | (110 + (t >> 16) % 30) << 7), 7,
                   127);
    }
}

__global__ void the_rest(__half *p, __half2 *q)
{
    half a = 1.5f, b = 3, sum = 0.0;
    float f = a;
    int n = b;
    IS(f == 1.5f && n == 3, true);
    a++;
    IS((float)a, 2.5f);
    if (a)
        sum += a;
    IS((float)sum, 2.5f);
    IS((float)__hadd_sat(a, b) == 1 && (float)__hsub_sat(a, b) == 0, true);
    IS((float)__hfma_sat(a, b, __float2half(-7.25f)), 0.25f);
    half nan = __ushort_as_half(0x7fff);
    IS((float)__hmax(nan, b) == 3 && (float)__hmin(b, nan) == 3, true);
    IS(nan == nan || __heq(nan, nan) || __hne(nan, nan), false);
    IS(nan != nan && __hneu(nan, nan) && __hequ(nan, b) && __hgeu(b, nan), true);
    IS(__hltu(b, b) || __hgtu(b, b) || __hneu(b, b), false);
    half2 nans = __half2half2(nan), one_nan = __halves2half2(nan, b);
    IS(nans != nans && __hbneu2(nans, nans) && !__hbne2(nans, nans), true);
    IS(one_nan != one_nan || one_nan == one_nan, false); // each is of both

    half2 v = __floats2half2_rn(1, 2), w = make_half2(__float2half(3), __float2half(4));
    half2 r = __hfma2(v, w, __float2half2_rn(0.5f));
    IS(__low2float(r) == 3.5f && __high2float(r) == 8.5f, true);
    float2 two = __half22float2(v * w - v);
    IS(two.x == 2 && two.y == 6, true);
    IS(__low2float(__lowhigh2highlow(v)), 2.0f);
    IS(__hbeq2(__hlt2(v, w), __float2half2_rn(1.0f)) && !__hbgt2(v, w), true);
    IS(__half2float(__high2half(__halves2half2(a, b))), 3.0f);
    IS(sizeof(half) == 2 && sizeof(half2) == 4 && alignof(half2) == 4, true);

    int lane = threadIdx.x;
    IS((float)__shfl_xor_sync(~0u, __int2half_rn(lane), 5), (float)(lane ^ 5));
    half2 pair = __shfl_down_sync(~0u, __halves2half2(lane, -lane), 1);
    IS(__high2float(pair), lane == 31 ? -31.0f : -lane - 1.0f);
    atomicAdd(&p[1], __float2half(0.5f));
    atomicAdd(q, __floats2half2_rn(1, -2));
    __syncthreads();
    IS((float)__ldg(&p[1]) == 16 && __low2float(*q) == 32 && __high2float(*q) == -64,
       true);
    if (lane == 0)
        p[0] = __ldg(&p[1]) * __float2half(2);
}

int main()
{
    __half *p;
    __half2 *q;
    cudaMalloc(&p, 4);
    cudaMalloc(&q, sizeof *q);
    cudaMemset(p, 0, 4);
    cudaMemset(q, 0, sizeof *q);
    all_values<<<1, 256>>>();
    conversions<<<1, 32>>>();
    random_arithmetic<<<1, 32>>>();
    the_rest<<<1, 32>>>(p, q);
    // Conversions work on the host as well.
    __half h[2];
    cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
    HOST_IS(__half2float(h[0]), 32.0f);
    HOST_IS(__half2float(__float2half(0.1f)), 0.0999755859375f);
    HOST_IS(__bfloat162float(__float2bfloat16(0.1f)), 0.10009765625f);
    return report();
}
