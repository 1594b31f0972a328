// Arithmetic and conversions by rounding mode: up and down are the neighbours that
// enclose the exact value, zero is the one of them nearer to 0, nearest the nearer one.
#include "expect.h"

__device__ unsigned next(unsigned *state) // numbers without a pattern
{
    *state = *state * 1664525u + 1013904223u;
    return *state ^ *state >> 15;
}

// Of floats whose exponents differ little, so that double holds sums and products.
__device__ float some_float(unsigned *state)
{
    unsigned bits = next(state);
    return __uint_as_float((bits & 0x807fffff) | (120 + (bits >> 23) % 16) << 23);
}

// near(exact) < 0, 0, > 0: the exact value lies below, at, above a candidate.
__device__ void enclosed(float nearest, float zero, float up, float down, double exact)
{
    IS(down <= exact && exact <= up, true);
    IS(up, exact == down ? down : nextafterf(down, INFINITY));
    IS(zero, exact < 0 ? up : down);
    double above = up - exact, below = exact - down;
    IS(nearest, above < below                            ? up
                : below < above                          ? down
                : (__float_as_int(up) & 1) && up != down ? down
                                                         : up);
}

// Quotients and roots: the sign of the rest, by fma, tells where the exact value lies.
__device__ void enclosed_by(float zero, float up, float down, double below,
                            double above)
{
    IS(below >= 0 && above <= 0,
       true); // rest at down is not negative, at up not positive
    IS(up, below == 0 ? down : nextafterf(down, INFINITY));
    IS(zero, down < 0 ? up : down);
}

__global__ void floats(void)
{
    unsigned state = threadIdx.x * 77 + 1;
    for (int i = 0; i < 100; i++) {
        float a = some_float(&state), b = some_float(&state), c = some_float(&state);
        double x = a, y = b;
        enclosed(__fadd_rn(a, b), __fadd_rz(a, b), __fadd_ru(a, b), __fadd_rd(a, b),
                 x + y);
        enclosed(__fsub_rn(a, b), __fsub_rz(a, b), __fsub_ru(a, b), __fsub_rd(a, b),
                 x - y);
        enclosed(__fmul_rn(a, b), __fmul_rz(a, b), __fmul_ru(a, b), __fmul_rd(a, b),
                 x * y);
        c *= 0x1p-8f; // then a b + c is exact in double
        c = __uint_as_float(__float_as_uint(c) & 0xfffff000);
        a = __uint_as_float(__float_as_uint(a) & 0xffffff00);
        b = __uint_as_float(__float_as_uint(b) & 0xffffff00);
        enclosed(__fmaf_rn(a, b, c), __fmaf_rz(a, b, c), __fmaf_ru(a, b, c),
                 __fmaf_rd(a, b, c), (double)a * b + c);
        float up = __fdiv_ru(a, b), down = __fdiv_rd(a, b);
        double sign = b < 0 ? -1 : 1;
        enclosed_by(__fdiv_rz(a, b), up, down,
                    sign * fma(-(double)down, (double)b, (double)a),
                    sign * fma(-(double)up, (double)b, (double)a));
        IS(__fdiv_rn(a, b), a / b);
        IS(__frcp_rn(b), 1 / b);
        IS(__frcp_ru(b), __fdiv_ru(1, b));
        IS(__frcp_rd(b), __fdiv_rd(1, b));
        IS(__frcp_rz(b), __fdiv_rz(1, b));
        a = fabsf(a);
        up = __fsqrt_ru(a), down = __fsqrt_rd(a);
        enclosed_by(__fsqrt_rz(a), up, down, a - (double)down * down,
                    a - (double)up * up);
        IS(__fsqrt_rn(a), sqrtf(a));
        IS(fabs(__frsqrt_rn(a) * sqrt((double)a) - 1) < 0x1p-24, true);
    }
}

__global__ void doubles(void)
{
    // 1 + 2^-60 lies between 1 and 1 + 2^-52.
    IS(__dadd_rn(1, 0x1p-60), 1.0);
    IS(__dadd_ru(1, 0x1p-60), 1 + 0x1p-52);
    IS(__dadd_rd(1, 0x1p-60), 1.0);
    IS(__dadd_rz(-1, -0x1p-60), -1.0);
    IS(__dadd_rd(-1, -0x1p-60), -1 - 0x1p-52);
    IS(__dsub_ru(1, 0x1p-60), 1.0);
    IS(__dsub_rd(1, 0x1p-60), 1 - 0x1p-53);
    IS(__dmul_ru(1 + 0x1p-52, 1 + 0x1p-52), 1 + 3 * 0x1p-52);
    IS(__dmul_rz(1 + 0x1p-52, 1 + 0x1p-52), 1 + 2 * 0x1p-52);
    IS(__ddiv_ru(1, 3) - __ddiv_rd(1, 3), 0x1p-54);
    IS(__ddiv_rn(1, 3), 1.0 / 3);
    IS(__drcp_rz(3), __ddiv_rd(1, 3));
    IS(__dsqrt_ru(2) - __dsqrt_rd(2), 0x1p-52);
    IS(__dsqrt_rn(2), sqrt(2.0));
    IS(__fma_ru(1 + 0x1p-52, 1 - 0x1p-52, -1), -0x1p-104);
    IS(__fma_rn(0x1p-60, 0x1p-60, 1), 1.0);
    IS(__fma_ru(0x1p-60, 0x1p-60, 1), 1 + 0x1p-52);
    IS(__fma_rd(-0x1p-60, 0x1p-60, 1), 1 - 0x1p-53);
}

__global__ void ends(void) // where the range ends, and signs of 0
{
    float most = __int_as_float(0x7f7fffff), least = __int_as_float(1);
    IS(__fadd_rn(most, most), INFINITY);
    IS(__fadd_rz(most, most), most);
    IS(__fadd_rd(most, most), most);
    IS(__fadd_ru(-most, -most), -most);
    IS(__fmul_ru(least, 0.25f), least);
    IS(__fmul_rn(least, 0.25f), 0.0f);
    IS(__fmul_rd(-least, 0.25f), -least);
    IS(__float_as_int(__fadd_rn(1, -1)), 0);
    IS(__float_as_uint(__fadd_rd(1, -1)), 0x80000000u);
    IS(isnan(__fsqrt_ru(-1)), true);
}

__global__ void to_integers(void)
{
    const float nan = __int_as_float(0x7fffffff);
    IS(__float2int_rn(2.5f), 2);
    IS(__float2int_rn(3.5f), 4);
    IS(__float2int_rz(-2.7f), -2);
    IS(__float2int_ru(-2.7f), -2);
    IS(__float2int_rd(-2.2f), -3);
    IS(__float2int_rn(3e9f), INT_MAX);
    IS(__float2int_rz(-3e9f), INT_MIN);
    IS(__float2int_rn(nan), 0);
    IS(__float2uint_rn(4e9f), 4000000000u);
    IS(__float2uint_rz(-1.0f), 0u);
    IS(__float2uint_ru(5e9f), UINT_MAX);
    IS(__float2uint_rd(nan), 0u);
    IS(__float2ll_rn(-1e12f), -999999995904ll);
    IS(__float2ll_rz(1e30f), LLONG_MAX);
    IS(__float2ll_rz(nan), LLONG_MIN);
    IS(__float2ull_rn(1.5e19f), 15000000520515485696ull);
    IS(__float2ull_rd(-2.0f), 0ull);
    IS(__float2ull_rd(nan), 1ull << 63);
    IS(__double2int_rn(-2147483648.5), INT_MIN);
    IS(__double2int_rd(-0.5), -1);
    IS(__double2int_rz(1e10), INT_MAX);
    IS(__double2uint_ru(0.1), 1u);
    IS(__double2uint_rn(4294967295.4), UINT_MAX);
    IS(__double2ll_rz(-0x1p62), -(1ll << 62));
    IS(__double2ull_rn(0x1p63), 1ull << 63);
    IS(__double2ull_rz(0x1p64), ULLONG_MAX);
}

__global__ void to_floats(void)
{
    IS(__int2float_rn(16777217), 16777216.0f);
    IS(__int2float_ru(16777217), 16777218.0f);
    IS(__int2float_rz(-16777217), -16777216.0f);
    IS(__int2float_rd(-16777217), -16777218.0f);
    IS(__uint2float_rn(0xffffffffu), 0x1p32f);
    IS(__uint2float_rz(0xffffffffu), 0x1.fffffep31f);
    IS(__ll2float_rd(0x7fffffffffffffffll), 0x1.fffffep62f);
    IS(__ll2float_rn(-3), -3.0f);
    IS(__ull2float_ru(0xffffff0000000001ull), 0x1p64f);
    IS(__ull2float_rd(0xffffff0000000001ull), 0x1.fffffep63f);
    IS(__int2double_rn(-7), -7.0);
    IS(__uint2double_rn(0xffffffffu), 4294967295.0);
    IS(__ll2double_rn((1ll << 53) + 1), 0x1p53);
    IS(__ll2double_ru((1ll << 53) + 1), 0x1p53 + 2);
    IS(__ull2double_rz(0xffffffffffffffffull), 0x1.fffffffffffffp63);
    IS(__double2float_rn(1 + 0x1p-24), 1.0f);
    IS(__double2float_ru(1 + 0x1p-40), 1 + 0x1p-23f);
    IS(__double2float_rd(-1 - 0x1p-40), -1 - 0x1p-23f);
    IS(__double2float_rz(-1 - 0x1p-40), -1.0f);
    IS(1.0f / 3.0f, 0x1.555556p-2f); // and the mode is what it was
}

int main()
{
    floats<<<1, 64>>>();
    doubles<<<1, 1>>>();
    ends<<<1, 1>>>();
    to_integers<<<1, 1>>>();
    to_floats<<<1, 1>>>();
    return report();
}
