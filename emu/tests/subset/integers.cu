// Integer intrinsics, each against a loop over bits or 64-bit arithmetic; bits read as
// another type; min and max.
#include "expect.h"

__device__ unsigned next(unsigned *state) // numbers without a pattern
{
    *state = *state * 1664525u + 1013904223u;
    return *state ^ *state >> 15;
}

__device__ void count_and_move(unsigned a, unsigned b, unsigned by)
{
    int ones = 0, leading = 0, first = 0;
    unsigned reversed = 0;
    unsigned long long wide = (unsigned long long)a << 32 | b, wide_reversed = 0;
    int wide_ones = 0, wide_leading = 0, wide_first = 0;
    for (int i = 0; i < 32; i++) {
        ones += a >> i & 1;
        leading = a >> i & 1 ? 0 : leading + 1;
        reversed = reversed << 1 | (a >> i & 1);
        if (a >> i & 1 && !first)
            first = i + 1;
    }
    for (int i = 0; i < 64; i++) {
        wide_ones += wide >> i & 1;
        wide_leading = wide >> i & 1 ? 0 : wide_leading + 1;
        wide_reversed = wide_reversed << 1 | (wide >> i & 1);
        if (wide >> i & 1 && !wide_first)
            wide_first = i + 1;
    }
    IS(__popc(a), ones);
    IS(__clz((int)a), leading);
    IS(__ffs((int)a), first);
    IS(__brev(a), reversed);
    IS(__popcll(wide), wide_ones);
    IS(__clzll((long long)wide), wide_leading);
    IS(__ffsll((long long)wide), wide_first);
    IS(__brevll(wide), wide_reversed);
    by %= 80;
    unsigned s = by % 32, c = by < 32 ? by : 32;
    IS(__funnelshift_l(b, a, by), (unsigned)(wide << s >> 32));
    IS(__funnelshift_r(b, a, by), (unsigned)(wide >> s));
    IS(__funnelshift_lc(b, a, by), c == 32 ? b : (unsigned)(wide << c >> 32));
    IS(__funnelshift_rc(b, a, by), c == 32 ? a : (unsigned)(wide >> c));
}

__device__ void bytes(unsigned a, unsigned b, unsigned selector)
{
    unsigned want = 0;
    for (int i = 0; i < 4; i++) {
        unsigned digit = selector >> 4 * i & 15, from = digit & 4 ? b : a;
        unsigned byte = from >> 8 * (digit & 3) & 255;
        want |= (digit & 8 ? (byte & 128 ? 255 : 0) : byte) << 8 * i;
    }
    IS(__byte_perm(a, b, selector), want);
    int dot = -9;
    unsigned udot = 9, lo = 9, hi = 9;
    for (int i = 0; i < 4; i++) {
        dot += (signed char)(a >> 8 * i) * (signed char)(b >> 8 * i);
        udot += (a >> 8 * i & 255) * (b >> 8 * i & 255);
    }
    for (int i = 0; i < 2; i++) {
        lo += (a >> 16 * i & 65535) * (b >> 8 * i & 255);
        hi += (a >> 16 * i & 65535) * (b >> (16 + 8 * i) & 255);
    }
    IS(__dp4a((int)a, (int)b, -9), dot);
    IS(__dp4a(a, b, 9u), udot);
    IS(__dp2a_lo(a, b, 9u), lo);
    IS(__dp2a_hi(a, b, 9u), hi);
    IS(__dp2a_lo((int)a, (int)b, 1),
       1 + (short)a * (signed char)b + (short)(a >> 16) * (signed char)(b >> 8));
}

__device__ void arithmetic(unsigned a, unsigned b)
{
    int sa = (int)a, sb = (int)b;
    long long difference = (long long)sa - sb;
    IS(__mulhi(sa, sb), (int)((long long)sa * sb >> 32));
    IS(__umulhi(a, b), (unsigned)((unsigned long long)a * b >> 32));
    IS(__umul24(a, b), (a & 0xffffff) * (b & 0xffffff));
    IS(__mul24(sa, sb), (int)((unsigned)((int)(a << 8) >> 8) * ((int)(b << 8) >> 8)));
    IS(__sad(sa, sb, 5u), (unsigned)(difference < 0 ? -difference : difference) + 5);
    IS(__usad(a, b, 5u), (a < b ? b - a : a - b) + 5);
    IS(__hadd(sa, sb), (int)(((long long)sa + sb) >> 1));
    IS(__rhadd(sa, sb), (int)(((long long)sa + sb + 1) >> 1));
    IS(__uhadd(a, b), (unsigned)(((unsigned long long)a + b) >> 1));
    IS(__urhadd(a, b), (unsigned)(((unsigned long long)a + b + 1) >> 1));
    // (2^32 a + b)^2 / 2^64, from 32-bit parts
    unsigned long long x = (unsigned long long)a << 32 | b,
                       low = (unsigned long long)b * b, mid = (unsigned long long)a * b,
                       high = (unsigned long long)a * a;
    unsigned long long carry = ((low >> 32) + (mid & 0xffffffff) * 2) >> 32;
    unsigned long long square = high + (mid >> 32) * 2 + carry;
    IS(__umul64hi(x, x), square);
    IS(__mul64hi((long long)x, (long long)x),
       (long long)(square - (x >> 63 ? 2 * x : 0)));
}

__global__ void random_numbers(void)
{
    unsigned state = threadIdx.x + 1;
    for (int i = 0; i < 200; i++) {
        unsigned a = next(&state) >> next(&state) % 32, b = next(&state);
        count_and_move(a, b, next(&state));
        bytes(a, b, next(&state));
        arithmetic(a, b);
    }
    count_and_move(0, 0, 0);
    count_and_move(0x80000000u, 1, 32);
    IS(__fns(0x10u, 4, 0), 4u);
    IS(__fns(0x10u, 3, 0), 0xffffffffu);
    IS(__fns(0xf0u, 0, 2), 5u);
    IS(__fns(0xf0u, 31, -1), 7u);
    IS(__fns(0xf0u, 0, 5), 0xffffffffu);
}

__global__ void reinterpretation(void)
{
    IS(__float_as_int(1.0f), 0x3f800000);
    IS(__float_as_uint(-2.0f), 0xc0000000u);
    IS(__int_as_float(0x40490fdb), 3.14159274f);
    IS(__uint_as_float(0xff800000u), -HUGE_VALF);
    IS(__double_as_longlong(1.0), 0x3ff0000000000000ll);
    IS(__longlong_as_double(0x4000000000000000ll), 2.0);
    IS(__double2hiint(-1.0), (int)0xbff00000);
    IS(__double2loint(1.0 + 0x1p-52), 1);
    IS(__hiloint2double(0x3ff00000, 1), 1.0 + 0x1p-52);
}

// min and max give the type that nvcc's give: comparisons of mixed signs are unsigned.
__global__ void least_and_most(void)
{
    IS(min(-1, 1), -1);
    IS(max(-1, 1), 1);
    IS(min(-1, 1u), 1u);
    IS(max(1u, -1), 0xffffffffu);
    IS(min(3000000000u, 5u), 5u);
    IS(max(1ll << 40, 2ll), 1ll << 40);
    IS(max(-1ll, 2ull), 0xffffffffffffffffull);
    IS(min(-1l, 2l), -1l);
    IS(max(2ul, 3ul), 3ul);
    IS(umin(3, 5), 3u);
    IS(umax(3, 5), 5u);
    IS(sizeof(min(1, 1u)), sizeof(unsigned));
    IS(min(1.5f, -2.5f), -2.5f);
    IS(max(1.5f, -2.5), 1.5);
    IS(sizeof(max(1.5f, 2.0)), sizeof(double));
    IS(min(__int_as_float(0x7fc00000), 3.0f),
       3.0f); // of a NaN and a number, the number
    IS(max(5.0, __longlong_as_double(0x7ff8000000000000ll)), 5.0);
}

int main()
{
    random_numbers<<<1, 64>>>();
    reinterpretation<<<1, 1>>>();
    least_and_most<<<1, 1>>>();
    return report();
}
