/*
 * Floating-point numbers of 16 bits, __half and __nv_bfloat16, and pairs of them. Each
 * operation is the exact result, rounded once to the nearest. The functions are
 * friends, so that their arguments convert; cuda_fp16.h and cuda_bf16.h name the
 * conversions.
 */
#ifndef EMU_FLOAT16_HPP
#define EMU_FLOAT16_HPP

#ifndef __CUDACC__
#error "cuda_fp16.h and cuda_bf16.h are for .cu files"
#endif

#include "emu_pack16.hpp"

#define EMU_OPERATOR(T, op, expression)                                                \
    friend T operator op(T a, T b)                                                     \
    {                                                                                  \
        return expression;                                                             \
    }                                                                                  \
    friend T &operator op##=(T &a, T b)                                                \
    {                                                                                  \
        return a = a op b;                                                             \
    }
#define EMU_FRIEND(R, name, parameters, expression)                                    \
    friend R name parameters                                                           \
    {                                                                                  \
        return expression;                                                             \
    }

template <int EXPONENT, int FRACTION> struct emu_float16 {
    typedef emu_float16 T;
    static constexpr emu_format format = {EXPONENT, FRACTION};
    unsigned short bits;

    emu_float16() = default;
    emu_float16(float a) : bits(emu_pack16(a, format, EMU_NEAREST))
    {
    }
    emu_float16(double a) : bits(emu_pack16(a, format, EMU_NEAREST))
    {
    }
#define EMU_FROM(I)                                                                    \
    emu_float16(I a) : bits(emu_pack16(emu_integer_odd(a), format, EMU_NEAREST))       \
    {                                                                                  \
    }
    EMU_FROM(short)
    EMU_FROM(unsigned short)
    EMU_FROM(int)
    EMU_FROM(unsigned)
    EMU_FROM(long)
    EMU_FROM(unsigned long)
    EMU_FROM(long long)
    EMU_FROM(unsigned long long)
#undef EMU_FROM
    operator float() const
    {
        return emu_unpack16(bits, format);
    }
    static T of_bits(unsigned short bits)
    {
        T a;
        a.bits = bits;
        return a;
    }
    static T rounded(double a, emu_rounding mode)
    {
        return of_bits(emu_pack16(a, format, mode));
    }
    double value() const
    {
        return (float)*this;
    }

    EMU_OPERATOR(T, +, T(a.value() + b.value()))
    EMU_OPERATOR(T, -, T(a.value() - b.value()))
    EMU_OPERATOR(T, *, T(a.value() * b.value()))
    EMU_OPERATOR(T, /, T(a.value() / b.value()))
    EMU_FRIEND(T, operator-, (T a), of_bits(a.bits ^ 0x8000))
    EMU_FRIEND(T, operator+, (T a), a)
    EMU_FRIEND(bool, operator==, (T a, T b), a.value() == b.value())
    EMU_FRIEND(bool, operator!=, (T a, T b), a.value() != b.value())
    EMU_FRIEND(bool, operator<, (T a, T b), a.value() < b.value())
    EMU_FRIEND(bool, operator<=, (T a, T b), a.value() <= b.value())
    EMU_FRIEND(bool, operator>, (T a, T b), a.value() > b.value())
    EMU_FRIEND(bool, operator>=, (T a, T b), a.value() >= b.value())
    T &operator++()
    {
        return *this = T(value() + 1);
    }
    T &operator--()
    {
        return *this = T(value() - 1);
    }
    T operator++(int)
    {
        T old = *this;
        ++*this;
        return old;
    }
    T operator--(int)
    {
        T old = *this;
        --*this;
        return old;
    }

    EMU_FRIEND(T, __hadd, (T a, T b), a + b)
    EMU_FRIEND(T, __hsub, (T a, T b), a - b)
    EMU_FRIEND(T, __hmul, (T a, T b), a *b)
    EMU_FRIEND(T, __hdiv, (T a, T b), a / b)
    EMU_FRIEND(T, __hfma, (T a, T b, T c),
               T(emu_fma_odd(a.value(), b.value(), c.value())))
    EMU_FRIEND(T, emu_saturate, (T a), a > T(0) ? a < T(1) ? a : T(1) : T(0))
    EMU_FRIEND(T, __hadd_sat, (T a, T b), emu_saturate(a + b))
    EMU_FRIEND(T, __hsub_sat, (T a, T b), emu_saturate(a - b))
    EMU_FRIEND(T, __hmul_sat, (T a, T b), emu_saturate(a *b))
    EMU_FRIEND(T, __hfma_sat, (T a, T b, T c), emu_saturate(__hfma(a, b, c)))
    EMU_FRIEND(T, __hneg, (T a), -a)
    EMU_FRIEND(T, __habs, (T a), of_bits(a.bits & 0x7fff))
    EMU_FRIEND(T, __hmin, (T a, T b), b < a || a != a ? b : a)
    EMU_FRIEND(T, __hmax, (T a, T b), a < b || a != a ? b : a)
    EMU_FRIEND(bool, __heq, (T a, T b), a == b)
    EMU_FRIEND(bool, __hne, (T a, T b), a<b || a> b)
    EMU_FRIEND(bool, __hlt, (T a, T b), a < b)
    EMU_FRIEND(bool, __hle, (T a, T b), a <= b)
    EMU_FRIEND(bool, __hgt, (T a, T b), a > b)
    EMU_FRIEND(bool, __hge, (T a, T b), a >= b)
    EMU_FRIEND(bool, __hequ, (T a, T b), !(a < b || a > b))
    EMU_FRIEND(bool, __hneu, (T a, T b), !(a == b))
    EMU_FRIEND(bool, __hltu, (T a, T b), !(a >= b))
    EMU_FRIEND(bool, __hleu, (T a, T b), !(a > b))
    EMU_FRIEND(bool, __hgtu, (T a, T b), !(a <= b))
    EMU_FRIEND(bool, __hgeu, (T a, T b), !(a < b))
    EMU_FRIEND(bool, __hisnan, (T a), a != a)
    EMU_FRIEND(int, __hisinf, (T a),
               (a.bits & 0x7fff) == T(INFINITY).bits ? a < T(0) ? -1 : 1 : 0)
    EMU_FRIEND(T, hsqrt, (T a), T(sqrt(a.value())))
    EMU_FRIEND(T, hrsqrt, (T a), T(1 / sqrt(a.value())))
    EMU_FRIEND(T, hrcp, (T a), T(1 / a.value()))
    EMU_FRIEND(T, hexp, (T a), T(exp(a.value())))
    EMU_FRIEND(T, hexp2, (T a), T(exp2(a.value())))
    EMU_FRIEND(T, hexp10, (T a), T(exp10(a.value())))
    EMU_FRIEND(T, hlog, (T a), T(log(a.value())))
    EMU_FRIEND(T, hlog2, (T a), T(log2(a.value())))
    EMU_FRIEND(T, hlog10, (T a), T(log10(a.value())))
    EMU_FRIEND(T, hsin, (T a), T(sin(a.value())))
    EMU_FRIEND(T, hcos, (T a), T(cos(a.value())))
    EMU_FRIEND(T, htanh, (T a), T(tanh(a.value())))
    EMU_FRIEND(T, hfloor, (T a), T(floor(a.value())))
    EMU_FRIEND(T, hceil, (T a), T(ceil(a.value())))
    EMU_FRIEND(T, htrunc, (T a), T(trunc(a.value())))
    EMU_FRIEND(T, hrint, (T a), T(rint(a.value())))
};

/* A pair of them, which is loaded and stored together. */
#define EMU_BOTH(name, parameters, x_value, y_value)                                   \
    EMU_FRIEND(T2, name, parameters, T2(x_value, y_value))
#define EMU_BOTH_1(name2, name) EMU_BOTH(name2, (T2 a), name(a.x), name(a.y))
#define EMU_BOTH_2(name2, name)                                                        \
    EMU_BOTH(name2, (T2 a, T2 b), name(a.x, b.x), name(a.y, b.y))
#define EMU_BOTH_3(name2, name)                                                        \
    EMU_BOTH(name2, (T2 a, T2 b, T2 c), name(a.x, b.x, c.x), name(a.y, b.y, c.y))
/* A test of each element, and of both together. */
#define EMU_TEST(name2, all, name)                                                     \
    EMU_BOTH(name2, (T2 a, T2 b), T((int)name(a.x, b.x)), T((int)name(a.y, b.y)))      \
    EMU_FRIEND(bool, all, (T2 a, T2 b), name(a.x, b.x) && name(a.y, b.y))

template <class T> struct __attribute__((aligned(4))) emu_pair {
    typedef emu_pair T2;
    T x, y;

    emu_pair() = default;
    emu_pair(T x_, T y_) : x(x_), y(y_)
    {
    }

    EMU_OPERATOR(T2, +, T2(a.x + b.x, a.y + b.y))
    EMU_OPERATOR(T2, -, T2(a.x - b.x, a.y - b.y))
    EMU_OPERATOR(T2, *, T2(a.x *b.x, a.y *b.y))
    EMU_OPERATOR(T2, /, T2(a.x / b.x, a.y / b.y))
    EMU_FRIEND(T2, operator-, (T2 a), T2(-a.x, -a.y))
    EMU_FRIEND(bool, operator==, (T2 a, T2 b), a.x == b.x && a.y == b.y)
    EMU_FRIEND(bool, operator!=, (T2 a, T2 b), __hbneu2(a, b))
    EMU_FRIEND(bool, operator<, (T2 a, T2 b), __hblt2(a, b))
    EMU_FRIEND(bool, operator<=, (T2 a, T2 b), __hble2(a, b))
    EMU_FRIEND(bool, operator>, (T2 a, T2 b), __hbgt2(a, b))
    EMU_FRIEND(bool, operator>=, (T2 a, T2 b), __hbge2(a, b))
    EMU_BOTH_2(__hadd2, __hadd)
    EMU_BOTH_2(__hsub2, __hsub)
    EMU_BOTH_2(__hmul2, __hmul)
    EMU_BOTH_2(__h2div, __hdiv)
    EMU_BOTH_3(__hfma2, __hfma)
    EMU_BOTH_2(__hadd2_sat, __hadd_sat)
    EMU_BOTH_2(__hsub2_sat, __hsub_sat)
    EMU_BOTH_2(__hmul2_sat, __hmul_sat)
    EMU_BOTH_3(__hfma2_sat, __hfma_sat)
    EMU_BOTH_1(__hneg2, __hneg)
    EMU_BOTH_1(__habs2, __habs)
    EMU_BOTH_2(__hmin2, __hmin)
    EMU_BOTH_2(__hmax2, __hmax)
    EMU_TEST(__heq2, __hbeq2, __heq)
    EMU_TEST(__hne2, __hbne2, __hne)
    EMU_TEST(__hlt2, __hblt2, __hlt)
    EMU_TEST(__hle2, __hble2, __hle)
    EMU_TEST(__hgt2, __hbgt2, __hgt)
    EMU_TEST(__hge2, __hbge2, __hge)
    EMU_TEST(__hequ2, __hbequ2, __hequ)
    EMU_TEST(__hneu2, __hbneu2, __hneu)
    EMU_TEST(__hltu2, __hbltu2, __hltu)
    EMU_TEST(__hleu2, __hbleu2, __hleu)
    EMU_TEST(__hgtu2, __hbgtu2, __hgtu)
    EMU_TEST(__hgeu2, __hbgeu2, __hgeu)
    EMU_BOTH_1(h2sqrt, hsqrt)
    EMU_BOTH_1(h2rsqrt, hrsqrt)
    EMU_BOTH_1(h2rcp, hrcp)
    EMU_BOTH_1(h2exp, hexp)
    EMU_BOTH_1(h2exp2, hexp2)
    EMU_BOTH_1(h2log, hlog)
    EMU_BOTH_1(h2log2, hlog2)
    EMU_BOTH_1(h2sin, hsin)
    EMU_BOTH_1(h2cos, hcos)
    EMU_BOTH_1(h2tanh, htanh)
    EMU_BOTH_1(h2floor, hfloor)
    EMU_BOTH_1(h2ceil, hceil)
    EMU_BOTH_1(h2trunc, htrunc)
    EMU_BOTH_1(h2rint, hrint)
};

#undef EMU_TEST
#undef EMU_BOTH_3
#undef EMU_BOTH_2
#undef EMU_BOTH_1
#undef EMU_BOTH
#undef EMU_FRIEND
#undef EMU_OPERATOR

#endif
