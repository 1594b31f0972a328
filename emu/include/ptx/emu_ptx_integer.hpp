/* Inline PTX: integers and bits. Part of emu_ptx.hpp. EMU_PTX_1, 2 and 3 are for
   emu_ptx_arithmetic.hpp, too, which ends them. */
#ifndef EMU_PTX_INTEGER_HPP
#define EMU_PTX_INTEGER_HPP

#include <type_traits>

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

} // namespace emu_ptx

#endif
