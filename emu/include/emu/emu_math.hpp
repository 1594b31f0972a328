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

EMU_INLINE float __saturatef(float a) /* NaN becomes 0 */
{
    return a > 0 ? a < 1 ? a : 1.0f : 0.0f;
}
EMU_INLINE float fdividef(float a, float b)
{
    return a / b;
}
EMU_INLINE float __fdividef(float a, float b) /* 0 for the largest divisors */
{
    return fabsf(b) > 0x1p126f && fabsf(b) <= __FLT_MAX__ ? a * 0.0f : a / b;
}

/* ---- min and max of floating-point values: of a number and a NaN, the number. */
#define EMU_MINMAX(R, A, B, f)                                                         \
    EMU_INLINE R min(A a, B b)                                                         \
    {                                                                                  \
        return fmin##f(a, b);                                                          \
    }                                                                                  \
    EMU_INLINE R max(A a, B b)                                                         \
    {                                                                                  \
        return fmax##f(a, b);                                                          \
    }
EMU_MINMAX(float, float, float, f)
EMU_MINMAX(double, double, double, )
EMU_MINMAX(double, float, double, )
EMU_MINMAX(double, double, float, )
#undef EMU_MINMAX

/* ---- sin(pi * x), and for quarter = 1 cos(pi * x): the distance to the nearest half
   of an integer is small. */
EMU_INLINE double emu_sinpi(double x, int quarter)
{
    double halves = rint(2 * x), rest = M_PI * (x - halves / 2);
    switch (((int)fmod(halves, 4) + quarter) & 3) {
    case 0:
        return rest == 0 ? x * 0 : sin(rest);
    case 1:
        return cos(rest);
    case 2:
        return rest == 0 ? x * 0 : -sin(rest);
    default:
        return -cos(rest);
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
    EMU_INLINE float name(float a)                                                     \
    {                                                                                  \
        return name##f(a);                                                             \
    }
#define EMU_1(name, expression)                                                        \
    EMU_BOTH(name, (double a), (float a), expression)                                  \
    EMU_OVERLOAD(name)
#define EMU_2(name, expression)                                                        \
    EMU_BOTH(name, (double a, double b), (float a, float b), expression)               \
    EMU_INLINE float name(float a, float b)                                            \
    {                                                                                  \
        return name##f(a, b);                                                          \
    }
#define EMU_3(name, expression)                                                        \
    EMU_BOTH(name, (double a, double b, double c), (float a, float b, float c),        \
             expression)
#define EMU_4(name, expression)                                                        \
    EMU_BOTH(name, (double a, double b, double c, double d),                           \
             (float a, float b, float c, float d), expression)
#define EMU_N(name, expression)                                                        \
    EMU_BOTH(name, (int n, const double *p), (int n, const float *p), expression)

template <class T> EMU_INLINE double emu_norm(int n, const T *p)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum = hypot(sum, p[i]);
    return sum;
}

#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 42)
EMU_OVERLOAD(rsqrt)
#else
EMU_1(rsqrt, 1 / sqrt((double)a))
#endif
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 41)
EMU_OVERLOAD(sinpi)
EMU_OVERLOAD(cospi)
#else
EMU_1(sinpi, emu_sinpi(a, 0))
EMU_1(cospi, emu_sinpi(a, 1))
#endif
EMU_1(rcbrt, 1 / cbrt((double)a))
EMU_1(normcdf, erfc(-(double)a *M_SQRT1_2) / 2)
EMU_2(rhypot, 1 / hypot((double)a, b))
EMU_3(norm3d, hypot(hypot((double)a, b), c))
EMU_3(rnorm3d, 1 / hypot(hypot((double)a, b), c))
EMU_4(norm4d, hypot(hypot(hypot((double)a, b), c), d))
EMU_4(rnorm4d, 1 / hypot(hypot(hypot((double)a, b), c), d))
EMU_N(norm, emu_norm(n, p))
EMU_N(rnorm, 1 / emu_norm(n, p))

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
    EMU_INLINE void sincospi##own(T a, T *sine, T *cosine)                             \
    {                                                                                  \
        *sine = sinpi##f(a);                                                           \
        *cosine = cospi##f(a);                                                         \
    }                                                                                  \
    EMU_INLINE void emu_sincos##own(T a, T *sine, T *cosine)                           \
    {                                                                                  \
        *sine = sin##f(a);                                                             \
        *cosine = cos##f(a);                                                           \
    }                                                                                  \
    EMU_INLINE T emu_frexp##own(T a, int *exponent)                                    \
    {                                                                                  \
        int e;                                                                         \
        T fraction = frexp##f(a, &e);                                                  \
        *exponent = e;                                                                 \
        return fraction;                                                               \
    }                                                                                  \
    EMU_INLINE T emu_modf##own(T a, T *whole)                                          \
    {                                                                                  \
        T w, fraction = modf##f(a, &w);                                                \
        *whole = w;                                                                    \
        return fraction;                                                               \
    }                                                                                  \
    EMU_INLINE T emu_remquo##own(T a, T b, int *quotient)                              \
    {                                                                                  \
        int q;                                                                         \
        T rest = remquo##f(a, b, &q);                                                  \
        *quotient = q;                                                                 \
        return rest;                                                                   \
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
