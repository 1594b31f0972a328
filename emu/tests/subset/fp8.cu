// 8-bit floating point, E4M3 and E5M2: conversions against their definition, in kernels
// and on the host, by cuda_fp8.h and by inline PTX; mma.sync of small integers, where
// each order of sums is exact.
#include <cuda_fp8.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "expect.h"

#define BOTH __host__ __device__
enum { E4M3, E5M2, KINDS, ALL = 65536 };
enum { HALF, BFLOAT16, FLOAT, DOUBLE, SOURCES };

// ---- The definition.

// The number of these 7 bits, as if all of them were finite.
BOTH static double magnitude(int kind, int bits)
{
    const int fraction = kind == E4M3 ? 3 : 2, bias = kind == E4M3 ? 7 : 15;
    const int exponent = bits >> fraction, below = bits & ((1 << fraction) - 1);
    return exponent
               ? ldexp((double)((1 << fraction) + below), exponent - bias - fraction)
               : ldexp((double)below, 1 - bias - fraction);
}

BOTH static int largest(int kind)
{
    return kind == E4M3 ? 0x7e : 0x7b;
}

BOTH static double value(int kind, int bits)
{
    const int size = bits & 0x7f;
    const double v = size <= largest(kind)          ? magnitude(kind, size)
                     : kind == E5M2 && size == 0x7c ? (double)INFINITY
                                                    : (double)NAN;
    return bits & 0x80 ? -v : v;
}

// The nearest number; of two, the even one.
static int nearest(int kind, double x, bool saturates)
{
    const double size = fabs(x);
    const int sign = signbit(x) ? 0x80 : 0, most = largest(kind);
    int low = 0;
    if (x != x)
        return 0x7f;
    for (int step = 64; step; step /= 2)
        if (magnitude(kind, low + step) <= size)
            low += step;
    if (low <= most) {
        const double more = magnitude(kind, low + 1) - size,
                     less = size - magnitude(kind, low);
        low += more < less || (more == less && low % 2);
    }
    return sign | (low <= most ? low : saturates ? most : kind == E4M3 ? 0x7f : 0x7c);
}

// ---- Conversions of the number i of 65536.

BOTH static __half_raw half_of(int i)
{
    __half_raw raw;
    raw.x = (unsigned short)i;
    return raw;
}
BOTH static __nv_bfloat16_raw bfloat16_of(int i)
{
    __nv_bfloat16_raw raw;
    raw.x = (unsigned short)i;
    return raw;
}
// A little more than the half, so that no tie is one.
BOTH static float float_of(int i)
{
    return __half2float(half_of(i)) * (1 + 0x1p-20f);
}
BOTH static double double_of(int i)
{
    return __half2float(half_of(i)) * (1 - 0x1p-40);
}

struct expected {
    unsigned char of[KINDS][2][SOURCES][ALL]; // saturated: 1
    unsigned short half[KINDS][256];
};

BOTH static int convert(int kind, int saturates, int source, int i)
{
    const __nv_saturation_t how = saturates ? __NV_SATFINITE : __NV_NOSAT;
    const __nv_fp8_interpretation_t to = kind == E4M3 ? __NV_E4M3 : __NV_E5M2;
    switch (source) {
    case HALF:
        return __nv_cvt_halfraw_to_fp8(half_of(i), how, to);
    case BFLOAT16:
        return __nv_cvt_bfloat16raw_to_fp8(bfloat16_of(i), how, to);
    case FLOAT:
        return __nv_cvt_float_to_fp8(float_of(i), how, to);
    default: {
        const int bits = __nv_cvt_double_to_fp8(double_of(i), how, to);
        return double_of(i) == double_of(i) ? bits : (bits & 0x7c) == 0x7c ? 0x7f : 0;
    }
    }
}

static struct expected *define(void)
{
    struct expected *e;
    cudaMallocManaged(&e, sizeof *e);
    for (int kind = 0; kind < KINDS; kind++) {
        for (int k = 0; k < 2 * ALL; k++) {
            const int i = k % ALL, saturates = k / ALL;
            const double of[SOURCES] = {__half2float(half_of(i)),
                                        __bfloat162float(bfloat16_of(i)), float_of(i),
                                        double_of(i)};
            for (int s = 0; s < SOURCES; s++)
                e->of[kind][saturates][s][i] =
                    (unsigned char)nearest(kind, of[s], saturates);
        }
        for (int i = 0; i < 256; i++) {
            const double v = value(kind, i);
            e->half[kind][i] =
                v != v ? 0x7fff : __half_as_ushort(__float2half((float)v));
        }
    }
    return e;
}

__global__ void all_numbers(const expected *e)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, next = (i + 1) % ALL;
    for (int kind = 0; kind < KINDS; kind++) {
        const __nv_fp8_interpretation_t to = kind == E4M3 ? __NV_E4M3 : __NV_E5M2;
        for (int s = 0; s < SOURCES; s++)
            for (int saturates = 0; saturates < 2; saturates++)
                IS(convert(kind, saturates, s, i), e->of[kind][saturates][s][i]);
        const float2 two = {float_of(i), float_of(next)};
        IS(__nv_cvt_float2_to_fp8x2(two, __NV_SATFINITE, to),
           e->of[kind][1][FLOAT][i] | e->of[kind][1][FLOAT][next] << 8);
        __half2_raw both;
        both.x = (unsigned short)i;
        both.y = (unsigned short)next;
        IS(__nv_cvt_halfraw2_to_fp8x2(both, __NV_NOSAT, to),
           e->of[kind][0][HALF][i] | e->of[kind][0][HALF][next] << 8);
        both = __nv_cvt_fp8x2_to_halfraw2((__nv_fp8x2_storage_t)i, to);
        IS(both.x, e->half[kind][i % 256]);
        IS(both.y, e->half[kind][i / 256]);
    }
}

// ---- Inline PTX.

#define TO_8(TYPE, RELU, out, upper, lower)                                            \
    asm("cvt.rn.satfinite" RELU "." TYPE ".f32 %0, %1, %2;"                            \
        : "=h"(out)                                                                    \
        : "f"(upper), "f"(lower))
#define TO_8_OF_16(TYPE, RELU, out, in)                                                \
    asm("{cvt.rn.satfinite" RELU "." TYPE ".f16x2 %0, %1;}" : "=h"(out) : "r"(in))
#define FROM_8(TYPE, RELU, out, in)                                                    \
    asm("{cvt.rn" RELU ".f16x2." TYPE " %0, %1;}" : "=r"(out) : "h"(in))

// What is negative becomes 0, and NaN stays.
__device__ int rectified(int bits, int negative, int nan)
{
    return bits & negative && (bits & (negative - 1)) != nan ? 0 : bits;
}

#define ALL_PTX(KIND, TYPE)                                                            \
    {                                                                                  \
        const int want = e->of[KIND][1][FLOAT][i], low = e->of[KIND][1][FLOAT][next];  \
        uint16_t got, halves;                                                          \
        uint32_t two;                                                                  \
        TO_8(TYPE, "", got, float_of(i), float_of(next));                              \
        IS(got, want << 8 | low);                                                      \
        TO_8(TYPE, ".relu", got, float_of(i), float_of(next));                         \
        IS(got, rectified(want, 0x80, 0x7f) << 8 | rectified(low, 0x80, 0x7f));        \
        TO_8_OF_16(TYPE, "", halves, (uint32_t)(i | next << 16));                      \
        IS(halves, e->of[KIND][1][HALF][i] | e->of[KIND][1][HALF][next] << 8);         \
        TO_8_OF_16(TYPE, ".relu", halves, (uint32_t)(i | next << 16));                 \
        IS(halves, rectified(e->of[KIND][1][HALF][i], 0x80, 0x7f) |                    \
                       rectified(e->of[KIND][1][HALF][next], 0x80, 0x7f) << 8);        \
        FROM_8(TYPE, "", two, (uint16_t)i);                                            \
        IS(two, e->half[KIND][i % 256] | (uint32_t)e->half[KIND][i / 256] << 16);      \
        FROM_8(TYPE, ".relu", two, (uint16_t)i);                                       \
        IS(two, rectified(e->half[KIND][i % 256], 0x8000, 0x7fff) |                    \
                    (uint32_t)rectified(e->half[KIND][i / 256], 0x8000, 0x7fff)        \
                        << 16);                                                        \
    }
__global__ void all_ptx(const expected *e)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, next = (i + 1) % ALL;
    ALL_PTX(E4M3, "e4m3x2")
    ALL_PTX(E5M2, "e5m2x2")
}

// ---- The types.

template <class T> BOTH bool same(T a, T b)
{
    return a == b || (a != a && b != b);
}
template <class T, int KIND> BOTH int wrong_type(void)
{
    for (int i = 0; i < 256; i++) {
        T x;
        x.__x = (unsigned char)i;
        const double v = value(KIND, i);
        const bool is_nan = v != v, is_large = fabs(v) > 1e9;
        if (!same((double)x, v) || !same((float)x, (float)v) ||
            !same((double)__half2float((__half)x), v) || (bool)x != (v != 0) ||
            !same((double)__bfloat162float((__nv_bfloat16)x), v))
            return __LINE__;
        if (!is_nan && (T((float)x).__x != (is_large ? (i & 0x80) + 0x7b : i) ||
                        T((double)x).__x != T((__half)x).__x ||
                        T((__nv_bfloat16)x).__x != T((float)x).__x))
            return __LINE__;
        if (!is_large && (int)x != (is_nan ? 0 : (int)v))
            return __LINE__;
        const int c = is_nan ? 0 : v > 127 ? 127 : v < -128 ? -128 : (int)v;
        const int u = is_nan || v < 0 ? 0 : v > 255 ? 255 : (int)v;
        if ((signed char)x != c || (unsigned char)x != u)
            return __LINE__;
        if (!is_large && !is_nan &&
            ((long long)x != (long long)v || (unsigned)x != (v < 0 ? 0u : (unsigned)v)))
            return __LINE__;
    }
    return 0;
}
template <class T4, class T2, class T> BOTH int wrong_vector(void)
{
    const float4 f = {1, -2.5f, 1e6f, 0};
    const T4 four(f);
    const float4 g = (float4)four;
    const T2 two(make_float2(f.x, f.y)), last(make_double2(f.z, f.w));
    const float2 h = (float2)two;
    if (sizeof(T4) != 4 || sizeof(T2) != 2 || sizeof(T) != 1)
        return __LINE__;
    if (g.x != 1 || g.y != -2.5f || g.z != (float)T(1e6) || g.w != 0)
        return __LINE__;
    if (h.x != 1 || h.y != -2.5f || four.__x != (two.__x | (unsigned)last.__x << 16))
        return __LINE__;
    if (T4((__half2)two, (__half2)last).__x != four.__x)
        return __LINE__;
    return T(7).__x != T(7.f).__x || T(-3ll).__x != T(-3.).__x ? __LINE__ : 0;
}
BOTH static int wrong_types(void)
{
    const int wrong[] = {
        wrong_type<__nv_fp8_e4m3, E4M3>(), wrong_type<__nv_fp8_e5m2, E5M2>(),
        wrong_vector<__nv_fp8x4_e4m3, __nv_fp8x2_e4m3, __nv_fp8_e4m3>(),
        wrong_vector<__nv_fp8x4_e5m2, __nv_fp8x2_e5m2, __nv_fp8_e5m2>()};
    for (int i = 0; i < 4; i++)
        if (wrong[i])
            return wrong[i];
    return 0;
}
__global__ void types(void)
{
    IS(wrong_types(), 0);
}

// ---- mma.sync.

__device__ int a_of(int i, int k)
{
    return (i * 5 + k * 3) % 7 - 3;
}
__device__ int b_of(int k, int j)
{
    return (k * 4 + j * 11) % 9 - 4;
}
__device__ int d_of(int i, int j)
{
    int sum = i - j;
    for (int k = 0; k < 32; k++)
        sum += a_of(i, k) * b_of(k, j);
    return sum;
}
// Four neighbours in a row of a, or in a column of b.
template <class T> __device__ uint32_t four(bool of_a, int line, int k)
{
    uint32_t all = 0;
    for (int e = 0; e < 4; e++)
        all |= (uint32_t)T(of_a ? a_of(line, k + e) : b_of(k + e, line)).__x << 8 * e;
    return all;
}

#define MULTIPLY(A, B, KINDS_)                                                         \
    {                                                                                  \
        const int line = threadIdx.x / 4, k = threadIdx.x % 4 * 4,                     \
                  j = threadIdx.x % 4 * 2;                                             \
        uint32_t a[4], b[2], h[2];                                                     \
        float d[4];                                                                    \
        for (int r = 0; r < 4; r++)                                                    \
            a[r] = four<A>(true, line + r % 2 * 8, k + r / 2 * 16);                    \
        for (int r = 0; r < 2; r++)                                                    \
            b[r] = four<B>(false, line, k + r * 16);                                   \
        for (int r = 0; r < 4; r++)                                                    \
            d[r] = (float)(line + r / 2 * 8 - j - r % 2);                              \
        for (int r = 0; r < 2; r++)                                                    \
            h[r] = __half_as_ushort(__float2half(d[2 * r])) |                          \
                   (uint32_t)__half_as_ushort(__float2half(d[2 * r + 1])) << 16;       \
        asm volatile("mma.sync.aligned.m16n8k32.row.col.f32." KINDS_ ".f32 "           \
                     "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};" \
                     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])                  \
                     : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]),          \
                       "r"(b[1]));                                                     \
        asm volatile("mma.sync.aligned.m16n8k32.row.col.f16." KINDS_ ".f16 "           \
                     "{%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%0, %1};"                 \
                     : "+r"(h[0]), "+r"(h[1])                                          \
                     : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]),          \
                       "r"(b[1]));                                                     \
        for (int r = 0; r < 4; r++) {                                                  \
            const int want = d_of(line + r / 2 * 8, j + r % 2);                        \
            IS(d[r], want);                                                            \
            IS(h[r / 2] >> 16 * (r % 2) & 0xffff,                                      \
               __half_as_ushort(__float2half((float)want)));                           \
        }                                                                              \
    }
__global__ void products(void)
{
    MULTIPLY(__nv_fp8_e4m3, __nv_fp8_e4m3, "e4m3.e4m3")
    MULTIPLY(__nv_fp8_e4m3, __nv_fp8_e5m2, "e4m3.e5m2")
    MULTIPLY(__nv_fp8_e5m2, __nv_fp8_e4m3, "e5m2.e4m3")
    MULTIPLY(__nv_fp8_e5m2, __nv_fp8_e5m2, "e5m2.e5m2")
}

int main(void)
{
    expected *e = define();
    for (int kind = 0; kind < KINDS; kind++)
        for (int i = 0; i < ALL; i++)
            for (int s = 0; s < SOURCES; s++)
                for (int saturates = 0; saturates < 2; saturates++)
                    HOST_IS(convert(kind, saturates, s, i),
                            e->of[kind][saturates][s][i]);
    for (int i = 0; i < 256; i++) {
        HOST_IS(__nv_cvt_fp8_to_halfraw((unsigned char)i, __NV_E4M3).x,
                e->half[E4M3][i]);
        HOST_IS(__nv_cvt_fp8_to_halfraw((unsigned char)i, __NV_E5M2).x,
                e->half[E5M2][i]);
    }
    HOST_IS(wrong_types(), 0);
    all_numbers<<<ALL / 256, 256>>>(e);
    all_ptx<<<ALL / 256, 256>>>(e);
    types<<<1, 1>>>();
    products<<<1, 32>>>();
    return report();
}
