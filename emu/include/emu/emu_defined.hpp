/*
 * What a GPU defines and C++ does not: shifts by as many bits as the number has, or
 * more, and conversions of floating-point numbers that the integer cannot hold (PTX
 * ISA: shl, shr, cvt; the values for NaN are an H100's). Indices of local arrays, which
 * have no hooks. emucc writes these names into functions for kernels: see
 * frontend/rewrite_defined.c and rewrite_index.c.
 */
#ifndef EMU_DEFINED_HPP
#define EMU_DEFINED_HPP

#include <stddef.h>

template <class __T> struct emu_class {
    enum { __yes = __is_class(__T) };
};

/* ---- a[i] becomes a[emu_at(a, i, "a")]. */

template <bool __plain> struct emu_checked { /* of a type that is no class */
    template <class __I> static constexpr bool __outside(__I __i, size_t __n)
    {
        return (unsigned long long)__i >= __n;
    }
    template <class __I> static constexpr long long __value(__I __i)
    {
        return (long long)__i;
    }
};
template <> struct emu_checked<false> {
    template <class __I> static constexpr bool __outside(const __I &, size_t)
    {
        return false;
    }
    template <class __I> static constexpr long long __value(const __I &)
    {
        return 0;
    }
};
template <class __T, size_t __n, class __I>
EMU_INLINE constexpr __I emu_at(__T (&)[__n], __I __i, const char *__name)
{
    return __builtin_expect(emu_checked<!emu_class<__I>::__yes>::__outside(__i, __n), 0)
               ? (emu_outside(emu_checked<!emu_class<__I>::__yes>::__value(__i), __n,
                              __name),
                  __i)
               : __i;
}
template <class __A, class __I>
EMU_INLINE constexpr __I emu_at(const __A &, __I __i, const char *)
{
    return __i;
}

/* ---- a << n becomes a << emu_shift() << n; a <<= n becomes a <<= emu_shift() <<= n.
 */

struct emu_shift {
};

template <bool __plain> struct emu_shifts { /* of types that are no classes */
    template <class __A, class __Shift>
    static constexpr auto __left(__A __a, __Shift __n) -> decltype(__a << __n)
    {
        return sizeof(__a << __n) <= 8 && (unsigned)__n >= 8 * sizeof(__a << __n)
                   ? 0
                   : __a << __n;
    }
    template <class __A, class __Shift>
    static constexpr auto __right(__A __a, __Shift __n) -> decltype(__a >> __n)
    {
        return sizeof(__a >> __n) <= 8 && (unsigned)__n >= 8 * sizeof(__a >> __n)
                   ? (__a < 0 ? -1 : 0)
                   : __a >> __n;
    }
};
template <> struct emu_shifts<false> {
    template <class __A, class __Shift>
    static constexpr auto __left(__A __a, __Shift __n) -> decltype(__a << __n)
    {
        return __a << __n;
    }
    template <class __A, class __Shift>
    static constexpr auto __right(__A __a, __Shift __n) -> decltype(__a >> __n)
    {
        return __a >> __n;
    }
};
#define EMU_PLAIN(A, N) (!emu_class<A>::__yes && !emu_class<N>::__yes && !__is_enum(A))

template <class __A> struct emu_left_of {
    __A __a;
};
template <class __A> struct emu_right_of {
    __A __a;
};
template <class __A>
EMU_INLINE constexpr emu_left_of<__A> operator<<(__A __a, emu_shift)
{
    return emu_left_of<__A>{__a};
}
template <class __A>
EMU_INLINE constexpr emu_right_of<__A> operator>>(__A __a, emu_shift)
{
    return emu_right_of<__A>{__a};
}
template <class __A, class __Shift>
EMU_INLINE constexpr auto operator<<(emu_left_of<__A> __by, __Shift __n)
    -> decltype(__by.__a << __n)
{
    return emu_shifts<EMU_PLAIN(__A, __Shift)>::__left(__by.__a, __n);
}
template <class __A, class __Shift>
EMU_INLINE constexpr auto operator>>(emu_right_of<__A> __by, __Shift __n)
    -> decltype(__by.__a >> __n)
{
    return emu_shifts<EMU_PLAIN(__A, __Shift)>::__right(__by.__a, __n);
}

template <class __Shift> struct emu_amount {
    __Shift __n;
    constexpr operator __Shift() const
    {
        return __n;
    }
};
template <class __Shift>
EMU_INLINE constexpr emu_amount<__Shift> operator<<=(emu_shift, __Shift __n)
{
    return emu_amount<__Shift>{__n};
}
template <class __Shift>
EMU_INLINE constexpr emu_amount<__Shift> operator>>=(emu_shift, __Shift __n)
{
    return emu_amount<__Shift>{__n};
}
template <bool __yes, class __T> struct emu_only_if {
    typedef __T __type;
};
template <class __T> struct emu_only_if<false, __T> {
};
template <class __A, class __Shift>
EMU_INLINE typename emu_only_if<!emu_class<__A>::__yes, __A &>::__type
operator<<=(__A &__a, emu_amount<__Shift> __by)
{
    return __a = (__A)emu_shifts<EMU_PLAIN(__A, __Shift)>::__left(__a, __by.__n);
}
template <class __A, class __Shift>
EMU_INLINE typename emu_only_if<!emu_class<__A>::__yes, __A &>::__type
operator>>=(__A &__a, emu_amount<__Shift> __by)
{
    return __a = (__A)emu_shifts<EMU_PLAIN(__A, __Shift)>::__right(__a, __by.__n);
}
#undef EMU_PLAIN

/* ---- (int)x becomes emu_integer<int>(x), and likewise static_cast<int>(x), int(x). */

template <class __T, bool __small = (sizeof(__T) < 4),
          bool __below_0 = ((__T)-1 < (__T)0)>
struct emu_wide {
    typedef __T __type;
};
template <class __T> struct emu_wide<__T, true, true> {
    typedef int __type;
};
template <class __T> struct emu_wide<__T, true, false> {
    typedef unsigned __type;
};

/* From a float or a double __x to 4 or 8 bytes; the bits of __nan if __x is NaN. */
template <class __T, class __F>
EMU_INLINE constexpr __T emu_saturate(__F __x, unsigned long long __nan)
{
    return __x != __x         ? (__T)__nan
           : (__T)-1 < (__T)0 ? (__x >= (__F)(1ull << (8 * sizeof(__T) - 1))
                                     ? (__T) ~(1ull << (8 * sizeof(__T) - 1))
                                 : __x < -(__F)(1ull << (8 * sizeof(__T) - 1))
                                     ? (__T)(1ull << (8 * sizeof(__T) - 1))
                                     : (__T)__x)
           : __x >= 2 * (__F)(1ull << (8 * sizeof(__T) - 1)) ? (__T)-1
           : __x <= -1                                       ? (__T)0
                                                             : (__T)__x;
}
template <class __T, class __X> struct emu_conversion {
    static constexpr __T __of(__X __x)
    {
        return (__T)__x;
    }
};
template <class __T> struct emu_conversion<__T, float> {
    typedef typename emu_wide<__T>::__type __wide;
    static constexpr __T __of(float __x)
    {
        return (__T)emu_saturate<__wide>(__x, sizeof(__wide) == 4 ? 0 : 1ull << 63);
    }
};
template <class __T> struct emu_conversion<__T, double> {
    typedef typename emu_wide<__T>::__type __wide;
    static constexpr __T __of(double __x)
    {
        return (__T)emu_saturate<__wide>(__x,
                                         sizeof(__wide) == 4 ? 1ull << 31 : 1ull << 63);
    }
};
template <class __T, class __X> EMU_INLINE constexpr __T emu_integer(__X __x)
{
    return emu_conversion<__T, __X>::__of(__x);
}

#endif
