/* Inline PTX: comparisons, floating point, conversions. Part of emu_ptx.hpp. */
#ifndef EMU_PTX_ARITHMETIC_HPP
#define EMU_PTX_ARITHMETIC_HPP

#include <type_traits>

#include "../emu/emu_pack16.hpp"
#include "emu_ptx_integer.hpp"

namespace emu_ptx
{

/* ---- Comparisons. Those that end in u are true if a number is NaN. */
#define EMU_PTX_COMPARE(name, expression)                                              \
    struct __compare_##name {                                                          \
        template <class __T> static bool __of(__T __a, __T __b)                        \
        {                                                                              \
            return expression;                                                         \
        }                                                                              \
    };
EMU_PTX_COMPARE(eq, __a == __b)
EMU_PTX_COMPARE(ne, __a < __b || __b < __a)
EMU_PTX_COMPARE(lt, __a < __b)
EMU_PTX_COMPARE(le, __a <= __b)
EMU_PTX_COMPARE(gt, __a > __b)
EMU_PTX_COMPARE(ge, __a >= __b)
EMU_PTX_COMPARE(lo, __a < __b)
EMU_PTX_COMPARE(ls, __a <= __b)
EMU_PTX_COMPARE(hi, __a > __b)
EMU_PTX_COMPARE(hs, __a >= __b)
EMU_PTX_COMPARE(equ, !(__a < __b || __b < __a))
EMU_PTX_COMPARE(neu, __a != __b)
EMU_PTX_COMPARE(ltu, !(__a >= __b))
EMU_PTX_COMPARE(leu, !(__a > __b))
EMU_PTX_COMPARE(gtu, !(__a <= __b))
EMU_PTX_COMPARE(geu, !(__a < __b))
EMU_PTX_COMPARE(num, __a == __a && __b == __b)
EMU_PTX_COMPARE(nan, !(__a == __a && __b == __b))
EMU_PTX_COMPARE(and, __a &&__b)
EMU_PTX_COMPARE(or, __a || __b)
EMU_PTX_COMPARE(xor, __a != __b)
#undef EMU_PTX_COMPARE

/* p|q: q is the comparison's opposite. */
template <class __P> EMU_INLINE void __put_both(__P &&__p, bool __yes, bool)
{
    __put(__p, __yes);
}
template <class __P, class __Q>
EMU_INLINE void __put_both(__pair<__P, __Q> __both, bool __yes, bool __no)
{
    __put(static_cast<__P &&>(__both.__p), __yes);
    __put(static_cast<__Q &&>(__both.__q), __no);
}
template <class __T, class __COMPARE, class __P, class __A, class __B>
EMU_INLINE void __setp(__P &&__p, const __A &__a, const __B &__b)
{
    const bool __yes = __COMPARE::template __of<__T>(__get<__T>(__a), __get<__T>(__b));
    __put_both(static_cast<__P &&>(__p), __yes, !__yes);
}
template <class __T, class __COMPARE, class __LOGIC, class __P, class __A, class __B,
          class __C>
EMU_INLINE void __setp(__P &&__p, const __A &__a, const __B &__b, const __C &__c)
{
    const bool __yes = __COMPARE::template __of<__T>(__get<__T>(__a), __get<__T>(__b)),
               __with = __get<bool>(__c);
    __put_both(static_cast<__P &&>(__p), __LOGIC::template __of<bool>(__yes, __with),
               __LOGIC::template __of<bool>(!__yes, __with));
}
template <class __T, class __D, class __A, class __B, class __P>
EMU_INLINE void __selp(__D &&__d, const __A &__a, const __B &__b, const __P &__p)
{
    __put(__d, __get<bool>(__p) ? __get<__T>(__a) : __get<__T>(__b));
}
template <class __T, class __D, class __A, class __B, class __C>
EMU_INLINE void __slct(__D &&__d, const __A &__a, const __B &__b, const __C &__c)
{
    __put(__d, __get<int32_t>(__c) >= 0 ? __get<__T>(__a) : __get<__T>(__b));
}

EMU_INLINE float __fused(float __a, float __b, float __c)
{
    return __builtin_fmaf(__a, __b, __c);
}
EMU_INLINE double __fused(double __a, double __b, double __c)
{
    return __builtin_fma(__a, __b, __c);
}
EMU_INLINE float __fused(__flushed __a, __flushed __b, __flushed __c)
{
    return __builtin_fmaf(__a, __b, __c);
}

/* ---- Floating point. The approximations of a GPU are here as exact as the type. */
EMU_PTX_3(__fma, __T, __T(__fused(__a, __b, __c)))
/* Of two zeros, -0 is less. */
template <class __F> EMU_INLINE __F __lesser(__F __a, __F __b)
{
    return __a != __a || __b < __a || (__b == __a && __builtin_signbit(__b)) ? __b
                                                                             : __a;
}
EMU_PTX_2(__fmin, __T(__lesser<double>(__a, __b)))
EMU_PTX_2(__fmax, __T(-__lesser<double>(-(double)__a, -(double)__b)))
EMU_PTX_1(__rcp, (emu_special(), __T(1 / __a)))
EMU_PTX_1(__sqrt, (emu_special(), __T(__builtin_sqrt((double)__a))))
EMU_PTX_1(__rsqrt, (emu_special(), __T(1 / __builtin_sqrt((double)__a))))
EMU_PTX_1(__ex2, (emu_special(), __T(__builtin_exp2((double)__a))))
EMU_PTX_1(__lg2, (emu_special(), __T(__builtin_log2((double)__a))))
EMU_PTX_1(__sin, (emu_special(), __T(__builtin_sin((double)__a))))
EMU_PTX_1(__cos, (emu_special(), __T(__builtin_cos((double)__a))))
EMU_PTX_1(__tanh, (emu_special(), __T(__builtin_tanh((double)__a))))

/* ---- 16 bits, and pairs of them. */
template <int __EXPONENT, int __FRACTION, int __N_> struct __halves {
    static constexpr emu_format __format = {__EXPONENT, __FRACTION};
    static constexpr int __n = __N_;
    typedef std::conditional_t<__N_ == 2, uint32_t, uint16_t> __bits;
    float x[2];

    static __halves __of(__bits __from)
    {
        __halves __h = {};
        for (int __i = 0; __i < __N_; __i++)
            __h.x[__i] = emu_unpack16((uint16_t)(__from >> 16 * __i), __format);
        return __h;
    }
    static __bits __packed(const double __v[], emu_rounding __mode = EMU_NEAREST)
    {
        __bits all = 0;
        for (int __i = 0; __i < __N_; __i++)
            all |=
                (__bits)((uint32_t)emu_pack16(__v[__i], __format, __mode) << 16 * __i);
        return all;
    }
};
typedef __halves<5, 10, 1> __f16;
typedef __halves<8, 7, 1> __bf16_; /* __bf16 is a keyword of clang */
typedef __halves<5, 10, 2> __f16x2;
typedef __halves<8, 7, 2> __bf16x2;

#define EMU_PTX_16(name, parameters, arguments, expression)                            \
    template <class __H, class __D, EMU_PTX_CLASSES_##arguments>                       \
    EMU_INLINE void name(__D &&__d, parameters)                                        \
    {                                                                                  \
        EMU_PTX_HALVES_##arguments double __result[2] = {};                            \
        for (int __i = 0; __i < __H::__n; __i++) {                                     \
            EMU_PTX_VALUES_##arguments __result[__i] = (expression);                   \
        }                                                                              \
        __put(__d, __H::__packed(__result));                                           \
    }
#define EMU_PTX_CLASSES_1 class __A
#define EMU_PTX_CLASSES_2 class __A, class __B
#define EMU_PTX_CLASSES_3 class __A, class __B, class __C
#define EMU_PTX_PARAMETERS_1 const __A &__a_
#define EMU_PTX_PARAMETERS_2 const __A &__a_, const __B &__b_
#define EMU_PTX_PARAMETERS_3 const __A &__a_, const __B &__b_, const __C &__c_
#define EMU_PTX_HALVES_1 const __H __ha = __H::__of(__get<typename __H::__bits>(__a_));
#define EMU_PTX_HALVES_2                                                               \
    EMU_PTX_HALVES_1 const __H __hb = __H::__of(__get<typename __H::__bits>(__b_));
#define EMU_PTX_HALVES_3                                                               \
    EMU_PTX_HALVES_2 const __H __hc = __H::__of(__get<typename __H::__bits>(__c_));
#define EMU_PTX_VALUES_1 const double __a = __ha.x[__i];
#define EMU_PTX_VALUES_2 EMU_PTX_VALUES_1 const double __b = __hb.x[__i];
#define EMU_PTX_VALUES_3 EMU_PTX_VALUES_2 const double __c = __hc.x[__i];
#define EMU_PTX_OF_16(name, n, expression)                                             \
    EMU_PTX_16(name, EMU_PTX_PARAMETERS_##n, n, expression)
EMU_PTX_OF_16(__add16, 2, __a + __b)
EMU_PTX_OF_16(__sub16, 2, __a - __b)
EMU_PTX_OF_16(__mul16, 2, __a *__b)
EMU_PTX_OF_16(__fma16, 3, __a *__b + __c)
EMU_PTX_OF_16(__min16, 2, __a != __a || __b < __a ? __b : __a)
EMU_PTX_OF_16(__max16, 2, __a != __a || __a < __b ? __b : __a)
EMU_PTX_OF_16(__neg16, 1, -__a)
EMU_PTX_OF_16(__abs16, 1, __builtin_fabs(__a))
#undef EMU_PTX_OF_16
#undef EMU_PTX_16

/* ---- Conversions. */
struct __rn {
    static constexpr emu_rounding __mode = EMU_NEAREST;
};
struct __rz {
    static constexpr emu_rounding __mode = EMU_ZERO;
};
template <class __H, class __MODE, class __D, class __A>
EMU_INLINE void __to16(__D &&__d, const __A &__a)
{
    const double __v[] = {__get<float>(__a)};
    __put(__d, __H::__packed(__v, __MODE::__mode));
}
/* a is the upper half. */
template <class __H, class __MODE, class __D, class __A, class __B>
EMU_INLINE void __to16(__D &&__d, const __A &__a, const __B &__b)
{
    const double __v[] = {__get<float>(__b), __get<float>(__a)};
    __put(__d, __H::__packed(__v, __MODE::__mode));
}
template <class __H, class __D, class __A>
EMU_INLINE void __from16(__D &&__d, const __A &__a)
{
    __put(__d, __H::__of(__get<uint16_t>(__a)).x[0]);
}
/* To nearest, ties away from 0: the upper 19 bits. */
template <class __D, class __A> EMU_INLINE void __to_tf32(__D &&__d, const __A &__a_)
{
    const float __a = __get<float>(__a_);
    __put(__d, __a != __a ? 0x7fffffffu
                          : ((uint32_t)emu_to_bits(__a) + 0x1000) & 0xffffe000);
}
/* From S to T; the register of the result may be wider. */
template <class __T, class __S, class __D, class __A>
EMU_INLINE void __cvt(__D &&__d, const __A &__a)
{
    __put(__d, (__T)__get<__S>(__a));
}
/* Out of range: the nearest that exists; NaN is 0. */
template <class __T> EMU_INLINE __T __saturated(double __v)
{
    constexpr bool is_signed = __T(-1) < __T(0);
    constexpr int __bits = 8 * sizeof(__T) - is_signed;
    constexpr __T __most = __T((1ull << (__bits - 1)) - 1 + (1ull << (__bits - 1))),
                  __least = is_signed ? __T(-__most - 1) : __T(0);
    const double __limit = __bits == 64 ? 0x1p64 : (double)(1ull << (__bits & 63));
    return __v != __v              ? __T(0)
           : __v >= __limit        ? __most
           : __v < (double)__least ? __least
                                   : __T(__v);
}
#define EMU_PTX_ROUND(name, function)                                                  \
    template <class __T, class __S, class __D, class __A>                              \
    EMU_INLINE void __cvt_##name(__D &&__d, const __A &__a)                            \
    {                                                                                  \
        __put(__d, __saturated<__T>(function((double)__get<__S>(__a))));               \
    }
EMU_PTX_ROUND(rni, __builtin_nearbyint)
EMU_PTX_ROUND(rzi, __builtin_trunc)
EMU_PTX_ROUND(rmi, __builtin_floor)
EMU_PTX_ROUND(rpi, __builtin_ceil)
#undef EMU_PTX_ROUND
#undef EMU_PTX_1
#undef EMU_PTX_2
#undef EMU_PTX_3

} // namespace emu_ptx

#endif
