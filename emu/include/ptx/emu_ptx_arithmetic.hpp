/* Inline PTX: arithmetic, comparisons, conversions. Part of emu_ptx.hpp. */
#ifndef EMU_PTX_ARITHMETIC_HPP
#define EMU_PTX_ARITHMETIC_HPP

#include <type_traits>

#include "../emu/emu_pack16.hpp"

namespace emu_ptx
{

/* ---- Integers wrap around: they are computed without a sign, and not narrower than an
   int. Other types stay as they are. */
template <class __T, int __BYTES = std::is_integral<__T>::value ? (int)sizeof(__T) : 0>
struct __modular {
    typedef __T type;
};
template <class __T> struct __modular<__T, 2> {
    typedef uint32_t type;
};
template <class __T> struct __modular<__T, 4> {
    typedef uint32_t type;
};
template <class __T> struct __modular<__T, 8> {
    typedef uint64_t type;
};
template <class __T> using __plain = typename __modular<__T>::type;
/* Twice as wide. */
template <class __T> struct __twice;
template <> struct __twice<int16_t> {
    typedef int32_t type;
};
template <> struct __twice<uint16_t> {
    typedef uint32_t type;
};
template <> struct __twice<int32_t> {
    typedef int64_t type;
};
template <> struct __twice<uint32_t> {
    typedef uint64_t type;
};
template <> struct __twice<int64_t> {
    typedef __int128 type;
};
template <> struct __twice<uint64_t> {
    typedef unsigned __int128 type;
};
template <class __T> using __wide = typename __twice<__T>::type;

#define EMU_PTX_1(name, expression)                                                    \
    template <class __T, class __D, class __A>                                         \
    EMU_INLINE void name(__D &&__d, const __A &__a_)                                   \
    {                                                                                  \
        const __T __a = __exact<__T>(__a_);                                            \
        __put(__d, expression);                                                        \
    }
#define EMU_PTX_2(name, expression)                                                    \
    template <class __T, class __D, class __A, class __B>                              \
    EMU_INLINE void name(__D &&__d, const __A &__a_, const __B &__b_)                  \
    {                                                                                  \
        const __T __a = __exact<__T>(__a_), __b = __exact<__T>(__b_);                  \
        __put(__d, expression);                                                        \
    }
#define EMU_PTX_3(name, TC, expression)                                                \
    template <class __T, class __D, class __A, class __B, class __C>                   \
    EMU_INLINE void name(__D &&__d, const __A &__a_, const __B &__b_, const __C &__c_) \
    {                                                                                  \
        const __T __a = __exact<__T>(__a_), __b = __exact<__T>(__b_);                  \
        const TC __c = __exact<TC>(__c_);                                              \
        __put(__d, expression);                                                        \
    }

EMU_INLINE void __exit()
{
    emu_thread_exit();
}
EMU_INLINE void __trap()
{
    emu_stop("stops itself with the instruction trap");
}
template <class __D> EMU_INLINE void __mul_rz(__D &&__d, float __a, float __b)
{
    __put(__d, __fmul_rz(__a, __b));
}
template <class __D>
EMU_INLINE void __fma_rz(__D &&__d, float __a, float __b, float __c)
{
    __put(__d, __fmaf_rz(__a, __b, __c));
}

EMU_PTX_1(__mov, __a)
EMU_PTX_2(__add, __T((__plain<__T>)__a + (__plain<__T>)__b))
EMU_PTX_2(__sub, __T((__plain<__T>)__a - (__plain<__T>)__b))
EMU_PTX_2(__mul, __T((__plain<__T>)__a *(__plain<__T>)__b))
EMU_PTX_2(__mul_hi, __T((__wide<__T>)__a *__b >> 8 * sizeof(__T)))
EMU_PTX_2(__mul_wide, __wide<__T>((__wide<__T>)__a *__b))
EMU_PTX_3(__mad, __T, __T((__plain<__T>)__a *(__plain<__T>)__b + (__plain<__T>)__c))
EMU_PTX_3(__mad_hi, __T,
          __T((__plain<__T>)(__T)((__wide<__T>)__a *__b >> 8 * sizeof(__T)) +
              (__plain<__T>)__c))
EMU_PTX_3(__mad_wide, __wide<__T>,
          __wide<__T>((__plain<__wide<__T>>)((__wide<__T>)__a *__b) +
                      (__plain<__wide<__T>>)__c))

/* An integer by 0: PTX does not define it; here all bits are set. */
template <class __T> EMU_INLINE __T __quotient(__T __a, __T __b)
{
    if constexpr (std::is_integral<__T>::value)
        return __b == 0 ? __T(~0) : __T((__int128)__a / __b);
    else
        return __T(__a / __b);
}
template <class __T> EMU_INLINE __T __remainder(__T __a, __T __b)
{
    return __b == 0 ? __T(~0) : __T((__int128)__a % __b);
}
EMU_PTX_2(__div, __quotient<__T>(__a, __b))
EMU_PTX_2(__rem, __remainder<__T>(__a, __b))
EMU_PTX_2(__min, __b < __a ? __b : __a)
EMU_PTX_2(__max, __a < __b ? __b : __a)
template <class __T> EMU_INLINE __T __without_sign(__T __a)
{
    if constexpr (std::is_integral<__T>::value)
        return __a < 0 ? __T(-(__plain<__T>)__a) : __a;
    else
        return __T(__builtin_fabs(__a));
}
EMU_PTX_1(__abs, __without_sign<__T>(__a))
EMU_PTX_1(__neg, __T(-(__plain<__T>)__a))

/* ---- Bits. bool is a predicate. */
EMU_PTX_2(__and_, __T(__a &__b))
EMU_PTX_2(__or_, __T(__a | __b))
EMU_PTX_2(__xor_, __T(__a ^ __b))
template <class __T> EMU_INLINE __T __complement(__T __a)
{
    if constexpr (std::is_same<__T, bool>::value)
        return !__a;
    else
        return __T(~__a);
}
EMU_PTX_1(__not_, __complement<__T>(__a))

/* vshl.u32.u32.u32.clamp.add and so on: an operation of one step, and a sum. */
template <class __D>
EMU_INLINE void __vshl_add(__D &&__d, uint32_t __a, uint32_t __b, uint32_t __c)
{
    __put(__d, (__b > 31 ? 0 : __a << __b) + __c);
}
template <class __D>
EMU_INLINE void __vshr_add(__D &&__d, uint32_t __a, uint32_t __b, uint32_t __c)
{
    __put(__d, (__b > 31 ? 0 : __a >> __b) + __c);
}
template <class __D>
EMU_INLINE void __vadd_add(__D &&__d, uint32_t __a, uint32_t __b, uint32_t __c)
{
    __put(__d, __a + __b + __c);
}

/* By more than all bits: nothing, or the sign, is left. */
template <class __T, class __D, class __A, class __B>
EMU_INLINE void __shl(__D &&__d, const __A &__a, const __B &__by)
{
    const uint32_t __n = __get<uint32_t>(__by);
    __put(__d, __T(__n < 8 * sizeof(__T) ? (__plain<__T>)__get<__T>(__a) << __n : 0));
}
template <class __T, class __D, class __A, class __B>
EMU_INLINE void __shr(__D &&__d, const __A &__a, const __B &__by)
{
    const uint32_t __n = __get<uint32_t>(__by), __most = 8 * sizeof(__T) - 1;
    const __T value = __get<__T>(__a);
    __put(__d, __n <= __most ? __T(value >> __n) : value < 0 ? __T(-1) : __T(0));
}
#define EMU_PTX_FUNNEL(name, intrinsic)                                                \
    template <class __D, class __A, class __B, class __C>                              \
    EMU_INLINE void name(__D &&__d, const __A &__a, const __B &__b, const __C &__c)    \
    {                                                                                  \
        __put(__d, intrinsic(__get<uint32_t>(__a), __get<uint32_t>(__b),               \
                             __get<uint32_t>(__c)));                                   \
    }
EMU_PTX_FUNNEL(__shf_l_wrap, __funnelshift_l)
EMU_PTX_FUNNEL(__shf_l_clamp, __funnelshift_lc)
EMU_PTX_FUNNEL(__shf_r_wrap, __funnelshift_r)
EMU_PTX_FUNNEL(__shf_r_clamp, __funnelshift_rc)
EMU_PTX_FUNNEL(__prmt, __byte_perm)
#undef EMU_PTX_FUNNEL

/* Bit i of the result is the bit of `table` that the three bits i name. */
template <class __D, class __A, class __B, class __C, class __E>
EMU_INLINE void __lop3(__D &&__d, const __A &__a_, const __B &__b_, const __C &__c_,
                       const __E &__table_)
{
    const uint32_t __a = __get<uint32_t>(__a_), __b = __get<uint32_t>(__b_),
                   __c = __get<uint32_t>(__c_), __table = __get<uint32_t>(__table_);
    uint32_t __result = 0;
    for (int __k = 0; __k < 8; __k++)
        if (__table >> __k & 1)
            __result |= (__k & 4 ? __a : ~__a) & (__k & 2 ? __b : ~__b) &
                        (__k & 1 ? __c : ~__c);
    __put(__d, __result);
}

/* `length` bits from `from` on; a signed type takes its sign from the highest. */
template <class __T, class __D, class __A, class __B, class __C>
EMU_INLINE void __bfe(__D &&__d, const __A &__a, const __B &__from_,
                      const __C &__length_)
{
    const int __bits = 8 * sizeof(__T), __from = __get<uint32_t>(__from_) & 0xff,
              __length = __get<uint32_t>(__length_) & 0xff;
    const uint64_t value =
        (uint64_t)__get<__T>(__a); /* a negative number's upper bits are 1 */
    const int __end = __from + __length < __bits ? __from + __length : __bits;
    const bool __sign = __T(-1) < __T(0) && __length > 0 && value >> (__end - 1) & 1;
    uint64_t __result = __sign ? ~0ull : 0;
    for (int __i = 0; __from + __i < __end; __i++)
        __result = (__result & ~(1ull << __i)) | (value >> (__from + __i) & 1) << __i;
    __put(__d, __T(__result));
}
/* b, with the lower `length` bits of a from bit `from` on. */
template <class __T, class __D, class __A, class __B, class __C, class __E>
EMU_INLINE void __bfi(__D &&__d, const __A &__a, const __B &__b, const __C &__from_,
                      const __E &__length_)
{
    const uint32_t __bits = 8 * sizeof(__T), __from = __get<uint32_t>(__from_) & 0xff,
                   __length = __get<uint32_t>(__length_) & 0xff;
    uint64_t __mask = __length >= 64 ? ~0ull : (1ull << __length) - 1;
    __mask = __from < __bits ? __mask << __from : 0;
    const uint64_t __in = __from < __bits ? (uint64_t)__get<__T>(__a) << __from : 0;
    __put(__d, __T((__get<__T>(__b) & ~__mask) | (__in & __mask)));
}
template <class __T, class __D, class __A>
EMU_INLINE void __popc(__D &&__d, const __A &__a)
{
    __put(__d, (uint32_t)__popcll(__get<__T>(__a)));
}
template <class __T, class __D, class __A>
EMU_INLINE void __clz(__D &&__d, const __A &__a)
{
    __put(__d, (uint32_t)(__clzll((long long)__get<__T>(__a)) -
                          (64 - 8 * (int)sizeof(__T))));
}
template <class __T, class __D, class __A>
EMU_INLINE void __brev(__D &&__d, const __A &__a)
{
    __put(__d, __T(__brevll(__get<__T>(__a)) >> (64 - 8 * sizeof(__T))));
}
/* The highest bit that differs from the sign; all ones if there is none. */
template <class __T, class __D, class __A>
EMU_INLINE void __bfind(__D &&__d, const __A &__a)
{
    const __T __x = __get<__T>(__a);
    const uint64_t __bits = __x < __T(0) ? ~(uint64_t)(int64_t)__x : (uint64_t)__x;
    __put(__d, (uint32_t)(63 - __clzll((long long)__bits)));
}
/* By how many bits that one is to be shifted to the left end. */
template <class __T, class __D, class __A>
EMU_INLINE void __bfind_shift(__D &&__d, const __A &__a)
{
    uint32_t __at = 0;
    __bfind<__T>(__at, __a);
    __put(__d, __at == 0xffffffff ? __at : (uint32_t)(8 * sizeof(__T) - 1) - __at);
}
/* The differences of four bytes each, and c. */
template <class __D, class __A, class __B, class __C>
EMU_INLINE void __vabsdiff4_add(__D &&__d, const __A &__a, const __B &__b,
                                const __C &__c)
{
    const uint32_t __x = __get<uint32_t>(__a), __y = __get<uint32_t>(__b);
    uint32_t __sum = __get<uint32_t>(__c);
    for (int __bit = 0; __bit < 32; __bit += 8) {
        const uint32_t __i = __x >> __bit & 0xff, __j = __y >> __bit & 0xff;
        __sum += __i < __j ? __j - __i : __i - __j;
    }
    __put(__d, __sum);
}

/* mov.b32 {a, b}, c and mov.b32 c, {a, b} */
template <class... __R, class __A>
EMU_INLINE void __unpack(__several<__R...> __to, const __A &__from)
{
    const unsigned __each = sizeof(__A) / sizeof...(__R);
    for (unsigned __i = 0; __i < sizeof...(__R); __i++)
        __builtin_memcpy(__to.__address[__i],
                         (const char *)__builtin_addressof(__from) + __i * __each,
                         __each);
}
template <class __D, class... __R>
EMU_INLINE void __pack(__D &&__to, __several<__R...> __from)
{
    const unsigned __each = sizeof(__D) / sizeof...(__R);
    for (unsigned __i = 0; __i < sizeof...(__R); __i++)
        __builtin_memcpy((char *)__builtin_addressof(__to) + __i * __each,
                         __from.__address[__i], __each);
}

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
