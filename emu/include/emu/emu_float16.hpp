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
    friend T operator op(T __a, T __b)                                                 \
    {                                                                                  \
        return expression;                                                             \
    }                                                                                  \
    friend T &operator op##=(T &__a, T __b)                                            \
    {                                                                                  \
        return __a = __a op __b;                                                       \
    }
#define EMU_FRIEND(R, name, parameters, expression)                                    \
    friend R name parameters                                                           \
    {                                                                                  \
        return expression;                                                             \
    }

/* Their bits alone, as __half_raw and __half2_raw have them. */
template <int __EXPONENT, int __FRACTION> struct emu_raw16 {
    unsigned short x;
};
template <int __EXPONENT, int __FRACTION>
struct __attribute__((__aligned__(4))) emu_raw16x2 {
    unsigned short x, y;
};

template <int __EXPONENT, int __FRACTION> struct emu_float16 {
    typedef emu_float16 __T;
    typedef emu_raw16<__EXPONENT, __FRACTION> __raw;
    typedef emu_raw16x2<__EXPONENT, __FRACTION> __raw2;
    static constexpr emu_format __format = {__EXPONENT, __FRACTION};
    unsigned short __bits;

    emu_float16() = default;
    emu_float16(float __a) : __bits(emu_pack16(__a, __format, EMU_NEAREST))
    {
    }
    emu_float16(double __a) : __bits(emu_pack16(__a, __format, EMU_NEAREST))
    {
    }
#define EMU_FROM(I)                                                                    \
    emu_float16(I __a)                                                                 \
        : __bits(emu_pack16(emu_integer_odd(__a), __format, EMU_NEAREST))              \
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
    emu_float16(__raw __a) : __bits(__a.x)
    {
    }
    operator __raw() const
    {
        return {__bits};
    }
    operator float() const
    {
        return emu_unpack16(__bits, __format);
    }
    static __T __of_bits(unsigned short __bits)
    {
        __T __a;
        __a.__bits = __bits;
        return __a;
    }
    static __T __rounded(double __a, emu_rounding __mode)
    {
        return __of_bits(emu_pack16(__a, __format, __mode));
    }
    double value() const
    {
        return (float)*this;
    }

    EMU_OPERATOR(__T, +, __T(__a.value() + __b.value()))
    EMU_OPERATOR(__T, -, __T(__a.value() - __b.value()))
    EMU_OPERATOR(__T, *, __T(__a.value() * __b.value()))
    EMU_OPERATOR(__T, /, __T(__a.value() / __b.value()))
    EMU_FRIEND(__T, operator-, (__T __a), __of_bits(__a.__bits ^ 0x8000))
    EMU_FRIEND(__T, operator+, (__T __a), __a)
    EMU_FRIEND(bool, operator==, (__T __a, __T __b), __a.value() == __b.value())
    EMU_FRIEND(bool, operator!=, (__T __a, __T __b), __a.value() != __b.value())
    EMU_FRIEND(bool, operator<, (__T __a, __T __b), __a.value() < __b.value())
    EMU_FRIEND(bool, operator<=, (__T __a, __T __b), __a.value() <= __b.value())
    EMU_FRIEND(bool, operator>, (__T __a, __T __b), __a.value() > __b.value())
    EMU_FRIEND(bool, operator>=, (__T __a, __T __b), __a.value() >= __b.value())
    __T &operator++()
    {
        return *this = __T(value() + 1);
    }
    __T &operator--()
    {
        return *this = __T(value() - 1);
    }
    __T operator++(int)
    {
        __T __old = *this;
        ++*this;
        return __old;
    }
    __T operator--(int)
    {
        __T __old = *this;
        --*this;
        return __old;
    }

    EMU_FRIEND(__T, __hadd, (__T __a, __T __b), __a + __b)
    EMU_FRIEND(__T, __hsub, (__T __a, __T __b), __a - __b)
    EMU_FRIEND(__T, __hmul, (__T __a, __T __b), __a *__b)
    EMU_FRIEND(__T, __hdiv, (__T __a, __T __b), __a / __b)
    EMU_FRIEND(__T, __hfma, (__T __a, __T __b, __T __c),
               __T(emu_fma_odd(__a.value(), __b.value(), __c.value())))
    EMU_FRIEND(__T, emu_saturate, (__T __a),
               __a > __T(0) ? __a < __T(1) ? __a : __T(1) : __T(0))
    EMU_FRIEND(__T, __hadd_sat, (__T __a, __T __b), emu_saturate(__a + __b))
    EMU_FRIEND(__T, __hsub_sat, (__T __a, __T __b), emu_saturate(__a - __b))
    EMU_FRIEND(__T, __hmul_sat, (__T __a, __T __b), emu_saturate(__a *__b))
    EMU_FRIEND(__T, __hfma_sat, (__T __a, __T __b, __T __c),
               emu_saturate(__hfma(__a, __b, __c)))
    EMU_FRIEND(__T, __hneg, (__T __a), -__a)
    EMU_FRIEND(__T, __habs, (__T __a), __of_bits(__a.__bits & 0x7fff))
    EMU_FRIEND(__T, __hmin, (__T __a, __T __b), __b < __a || __a != __a ? __b : __a)
    EMU_FRIEND(__T, __hmax, (__T __a, __T __b), __a < __b || __a != __a ? __b : __a)
    EMU_FRIEND(bool, __heq, (__T __a, __T __b), __a == __b)
    EMU_FRIEND(bool, __hne, (__T __a, __T __b), __a<__b || __a> __b)
    EMU_FRIEND(bool, __hlt, (__T __a, __T __b), __a < __b)
    EMU_FRIEND(bool, __hle, (__T __a, __T __b), __a <= __b)
    EMU_FRIEND(bool, __hgt, (__T __a, __T __b), __a > __b)
    EMU_FRIEND(bool, __hge, (__T __a, __T __b), __a >= __b)
    EMU_FRIEND(bool, __hequ, (__T __a, __T __b), !(__a < __b || __a > __b))
    EMU_FRIEND(bool, __hneu, (__T __a, __T __b), !(__a == __b))
    EMU_FRIEND(bool, __hltu, (__T __a, __T __b), !(__a >= __b))
    EMU_FRIEND(bool, __hleu, (__T __a, __T __b), !(__a > __b))
    EMU_FRIEND(bool, __hgtu, (__T __a, __T __b), !(__a <= __b))
    EMU_FRIEND(bool, __hgeu, (__T __a, __T __b), !(__a < __b))
    EMU_FRIEND(bool, __hisnan, (__T __a), __a != __a)
    EMU_FRIEND(int, __hisinf, (__T __a),
               (__a.__bits & 0x7fff) == __T(INFINITY).__bits ? __a < __T(0) ? -1 : 1
                                                             : 0)
    EMU_FRIEND(__T, hsqrt, (__T __a), __T(sqrt(__a.value())))
    EMU_FRIEND(__T, hrsqrt, (__T __a), __T(1 / sqrt(__a.value())))
    EMU_FRIEND(__T, hrcp, (__T __a), __T(1 / __a.value()))
    EMU_FRIEND(__T, hexp, (__T __a), __T(exp(__a.value())))
    EMU_FRIEND(__T, hexp2, (__T __a), __T(exp2(__a.value())))
    EMU_FRIEND(__T, hexp10, (__T __a), __T(exp10(__a.value())))
    EMU_FRIEND(__T, hlog, (__T __a), __T(log(__a.value())))
    EMU_FRIEND(__T, hlog2, (__T __a), __T(log2(__a.value())))
    EMU_FRIEND(__T, hlog10, (__T __a), __T(log10(__a.value())))
    EMU_FRIEND(__T, hsin, (__T __a), __T(sin(__a.value())))
    EMU_FRIEND(__T, hcos, (__T __a), __T(cos(__a.value())))
    EMU_FRIEND(__T, htanh, (__T __a), __T(tanh(__a.value())))
    EMU_FRIEND(__T, hfloor, (__T __a), __T(floor(__a.value())))
    EMU_FRIEND(__T, hceil, (__T __a), __T(ceil(__a.value())))
    EMU_FRIEND(__T, htrunc, (__T __a), __T(trunc(__a.value())))
    EMU_FRIEND(__T, hrint, (__T __a), __T(rint(__a.value())))
};

/* A pair of them, which is loaded and stored together. */
#define EMU_BOTH(name, parameters, x_value, y_value)                                   \
    EMU_FRIEND(__T2, name, parameters, __T2(x_value, y_value))
#define EMU_BOTH_1(name2, name) EMU_BOTH(name2, (__T2 __a), name(__a.x), name(__a.y))
#define EMU_BOTH_2(name2, name)                                                        \
    EMU_BOTH(name2, (__T2 __a, __T2 __b), name(__a.x, __b.x), name(__a.y, __b.y))
#define EMU_BOTH_3(name2, name)                                                        \
    EMU_BOTH(name2, (__T2 __a, __T2 __b, __T2 __c), name(__a.x, __b.x, __c.x),         \
             name(__a.y, __b.y, __c.y))
/* A test of each element, and of both together. */
#define EMU_TEST(name2, all, name)                                                     \
    EMU_BOTH(name2, (__T2 __a, __T2 __b), __T((int)name(__a.x, __b.x)),                \
             __T((int)name(__a.y, __b.y)))                                             \
    EMU_FRIEND(bool, all, (__T2 __a, __T2 __b),                                        \
               name(__a.x, __b.x) && name(__a.y, __b.y))

template <class __T> struct __attribute__((__aligned__(4))) emu_pair {
    typedef emu_pair __T2;
    __T x, y;

    emu_pair() = default;
    emu_pair(__T __x_, __T __y_) : x(__x_), y(__y_)
    {
    }
    emu_pair(typename __T::__raw2 __a)
        : x(__T::__of_bits(__a.x)), y(__T::__of_bits(__a.y))
    {
    }
    operator typename __T::__raw2() const
    {
        return {x.__bits, y.__bits};
    }

    EMU_OPERATOR(__T2, +, __T2(__a.x + __b.x, __a.y + __b.y))
    EMU_OPERATOR(__T2, -, __T2(__a.x - __b.x, __a.y - __b.y))
    EMU_OPERATOR(__T2, *, __T2(__a.x *__b.x, __a.y *__b.y))
    EMU_OPERATOR(__T2, /, __T2(__a.x / __b.x, __a.y / __b.y))
    EMU_FRIEND(__T2, operator-, (__T2 __a), __T2(-__a.x, -__a.y))
    EMU_FRIEND(bool, operator==, (__T2 __a, __T2 __b), __a.x == __b.x && __a.y == __b.y)
    EMU_FRIEND(bool, operator!=, (__T2 __a, __T2 __b), __hbneu2(__a, __b))
    EMU_FRIEND(bool, operator<, (__T2 __a, __T2 __b), __hblt2(__a, __b))
    EMU_FRIEND(bool, operator<=, (__T2 __a, __T2 __b), __hble2(__a, __b))
    EMU_FRIEND(bool, operator>, (__T2 __a, __T2 __b), __hbgt2(__a, __b))
    EMU_FRIEND(bool, operator>=, (__T2 __a, __T2 __b), __hbge2(__a, __b))
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
