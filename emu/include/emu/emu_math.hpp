/*
 * Functions of float and double: those of the C library, and CUDA's own. The fast ones,
 * such as __expf, return the accurate result here. Part of emu_device.hpp.
 */
#ifndef EMU_MATH_HPP
#define EMU_MATH_HPP

/* <cmath> without C++17's special functions, std::beta and so on, which take a quarter
   of a kernel's compile time. A program that needs them includes <cmath>: see there. */
#define EMU_PLAIN_MATH
#include <math.h>
#undef EMU_PLAIN_MATH
#if __has_include(<__algorithm/max.h>) /* libc++, whose <math.h> has no std::max() */
#include <__algorithm/max.h>
#include <__algorithm/min.h>
#endif

/* ---- glibc declares functions of its own under these names. */
#define __expf expf
#define __exp10f exp10f
#define __logf logf
#define __log2f log2f
#define __log10f log10f
#define __powf powf
#define __sinf sinf
#define __cosf cosf
#define __tanf tanf
#define __tanhf tanhf
#define __sincosf sincosf

EMU_INLINE float __saturatef(float __a) /* NaN becomes 0 */
{
    return __a > 0 ? __a < 1 ? __a : 1.0f : 0.0f;
}
EMU_INLINE float fdividef(float __a, float __b)
{
    return __a / __b;
}
EMU_INLINE float __fdividef(float __a, float __b) /* 0 for the largest divisors */
{
    return fabsf(__b) > 0x1p126f && fabsf(__b) <= __FLT_MAX__ ? __a * 0.0f : __a / __b;
}

/* ---- min and max of floating-point values: of a number and a NaN, the number. */
#define EMU_MINMAX(R, A, B, f)                                                         \
    EMU_INLINE R min(A __a, B __b)                                                     \
    {                                                                                  \
        return fmin##f(__a, __b);                                                      \
    }                                                                                  \
    EMU_INLINE R max(A __a, B __b)                                                     \
    {                                                                                  \
        return fmax##f(__a, __b);                                                      \
    }
EMU_MINMAX(float, float, float, f)
EMU_MINMAX(double, double, double, )
EMU_MINMAX(double, float, double, )
EMU_MINMAX(double, double, float, )
#undef EMU_MINMAX

/* ---- sin(pi * x), and for quarter = 1 cos(pi * x): the distance to the nearest half
   of an integer is small. */
EMU_INLINE double emu_sinpi(double x, int __quarter)
{
    double __halves = rint(2 * x), __rest = M_PI * (x - __halves / 2);
    switch (((int)fmod(__halves, 4) + __quarter) & 3) {
    case 0:
        return __rest == 0 ? x * 0 : sin(__rest);
    case 1:
        return cos(__rest);
    case 2:
        return __rest == 0 ? x * 0 : -sin(__rest);
    default:
        return -cos(__rest);
    }
}

/* ---- Functions that C does not have: name for double, name##f for float. Recent
   versions of glibc declare some. */
#define EMU_BOTH(name, parameters, float_parameters, expression)                       \
    EMU_INLINE double name parameters                                                  \
    {                                                                                  \
        return expression;                                                             \
    }                                                                                  \
    EMU_INLINE float name##f float_parameters                                          \
    {                                                                                  \
        return (float)(expression);                                                    \
    }
#define EMU_OVERLOAD(name)                                                             \
    EMU_INLINE float name(float __a)                                                   \
    {                                                                                  \
        return name##f(__a);                                                           \
    }
#define EMU_1(name, expression)                                                        \
    EMU_BOTH(name, (double __a), (float __a), expression)                              \
    EMU_OVERLOAD(name)
#define EMU_2(name, expression)                                                        \
    EMU_BOTH(name, (double __a, double __b), (float __a, float __b), expression)       \
    EMU_INLINE float name(float __a, float __b)                                        \
    {                                                                                  \
        return name##f(__a, __b);                                                      \
    }
#define EMU_3(name, expression)                                                        \
    EMU_BOTH(name, (double __a, double __b, double __c),                               \
             (float __a, float __b, float __c), expression)
#define EMU_4(name, expression)                                                        \
    EMU_BOTH(name, (double __a, double __b, double __c, double __d),                   \
             (float __a, float __b, float __c, float __d), expression)
#define EMU_N(name, expression)                                                        \
    EMU_BOTH(name, (int __n, const double *__p), (int __n, const float *__p),          \
             expression)

template <class __T> EMU_INLINE double emu_norm(int __n, const __T *__p)
{
    double __sum = 0;
    for (int __i = 0; __i < __n; __i++)
        __sum = hypot(__sum, __p[__i]);
    return __sum;
}

#ifdef __GLIBC_PREREQ
#define EMU_GLIBC_2(minor) __GLIBC_PREREQ(2, minor)
#else
#define EMU_GLIBC_2(minor) 0
#endif
#if EMU_GLIBC_2(42)
EMU_OVERLOAD(rsqrt)
#else
EMU_1(rsqrt, 1 / sqrt((double)__a))
#endif
#if EMU_GLIBC_2(41)
EMU_OVERLOAD(sinpi)
EMU_OVERLOAD(cospi)
#else
EMU_1(sinpi, emu_sinpi(__a, 0))
EMU_1(cospi, emu_sinpi(__a, 1))
#endif
EMU_1(rcbrt, 1 / cbrt((double)__a))
EMU_1(normcdf, erfc(-(double)__a *M_SQRT1_2) / 2)
EMU_2(rhypot, 1 / hypot((double)__a, __b))
EMU_3(norm3d, hypot(hypot((double)__a, __b), __c))
EMU_3(rnorm3d, 1 / hypot(hypot((double)__a, __b), __c))
EMU_4(norm4d, hypot(hypot(hypot((double)__a, __b), __c), __d))
EMU_4(rnorm4d, 1 / hypot(hypot(hypot((double)__a, __b), __c), __d))
EMU_N(norm, emu_norm(__n, __p))
EMU_N(rnorm, 1 / emu_norm(__n, __p))

#undef EMU_N
#undef EMU_4
#undef EMU_3
#undef EMU_2
#undef EMU_1
#undef EMU_OVERLOAD
#undef EMU_BOTH

/* ---- With results through pointers. emucc writes emu_sincosf for sincosf and so on in
   kernels, so that hooks see the stores. */
#define EMU_RESULTS(T, f, own)                                                         \
    EMU_INLINE void sincospi##own(T __a, T *__sine, T *__cosine)                       \
    {                                                                                  \
        *__sine = sinpi##f(__a);                                                       \
        *__cosine = cospi##f(__a);                                                     \
    }                                                                                  \
    EMU_INLINE void emu_sincos##own(T __a, T *__sine, T *__cosine)                     \
    {                                                                                  \
        *__sine = sin##f(__a);                                                         \
        *__cosine = cos##f(__a);                                                       \
    }                                                                                  \
    EMU_INLINE T emu_frexp##own(T __a, int *__exponent)                                \
    {                                                                                  \
        int __e;                                                                       \
        T __fraction = frexp##f(__a, &__e);                                            \
        *__exponent = __e;                                                             \
        return __fraction;                                                             \
    }                                                                                  \
    EMU_INLINE T emu_modf##own(T __a, T *__whole)                                      \
    {                                                                                  \
        T w, __fraction = modf##f(__a, &w);                                            \
        *__whole = w;                                                                  \
        return __fraction;                                                             \
    }                                                                                  \
    EMU_INLINE T emu_remquo##own(T __a, T __b, int *__quotient)                        \
    {                                                                                  \
        int __q;                                                                       \
        T __rest = remquo##f(__a, __b, &__q);                                          \
        *__quotient = __q;                                                             \
        return __rest;                                                                 \
    }
EMU_RESULTS(float, f, f)
EMU_RESULTS(float, f, )
EMU_RESULTS(double, , )
#undef EMU_RESULTS
namespace std
{
using ::emu_frexp;
using ::emu_modf;
using ::emu_remquo;
} // namespace std

#endif
