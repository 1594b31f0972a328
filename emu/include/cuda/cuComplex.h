/* Complex numbers of CUDA, for C and C++, on both sides: names are NVIDIA's. */
#ifndef CU_COMPLEX_H_
#define CU_COMPLEX_H_

#include <math.h>

#include "vector_functions.h"

#define EMU_COMPLEX_INLINE static inline __attribute__((__always_inline__))

typedef float2 cuFloatComplex, cuComplex;
typedef double2 cuDoubleComplex;

/* __T: the type of a part; __s: the suffix of its functions; __S: that of C's. A
   quotient and an absolute value are computed from numbers that are scaled, so that no
   square overflows. */
#define EMU_COMPLEX(__T, __C, __s, __S, __make)                                        \
    EMU_COMPLEX_INLINE __C make_##__C(__T __re, __T __im)                              \
    {                                                                                  \
        return __make(__re, __im);                                                     \
    }                                                                                  \
    EMU_COMPLEX_INLINE __T cuCreal##__s(__C __x)                                       \
    {                                                                                  \
        return __x.x;                                                                  \
    }                                                                                  \
    EMU_COMPLEX_INLINE __T cuCimag##__s(__C __x)                                       \
    {                                                                                  \
        return __x.y;                                                                  \
    }                                                                                  \
    EMU_COMPLEX_INLINE __C cuConj##__s(__C __x)                                        \
    {                                                                                  \
        return __make(__x.x, -__x.y);                                                  \
    }                                                                                  \
    EMU_COMPLEX_INLINE __C cuCadd##__s(__C __x, __C __y)                               \
    {                                                                                  \
        return __make(__x.x + __y.x, __x.y + __y.y);                                   \
    }                                                                                  \
    EMU_COMPLEX_INLINE __C cuCsub##__s(__C __x, __C __y)                               \
    {                                                                                  \
        return __make(__x.x - __y.x, __x.y - __y.y);                                   \
    }                                                                                  \
    EMU_COMPLEX_INLINE __C cuCmul##__s(__C __x, __C __y)                               \
    {                                                                                  \
        return __make(__x.x * __y.x - __x.y * __y.y, __x.x * __y.y + __x.y * __y.x);   \
    }                                                                                  \
    EMU_COMPLEX_INLINE __C cuCfma##__s(__C __x, __C __y, __C __z)                      \
    {                                                                                  \
        return __make(__x.x * __y.x + __z.x - __x.y * __y.y,                           \
                      __x.x * __y.y + __z.y + __x.y * __y.x);                          \
    }                                                                                  \
    EMU_COMPLEX_INLINE __C cuCdiv##__s(__C __x, __C __y)                               \
    {                                                                                  \
        const __T __by = 1 / (fabs##__S(__y.x) + fabs##__S(__y.y)),                    \
                  __r = __y.x * __by, __i = __y.y * __by, __a = __x.x * __by,          \
                  __b = __x.y * __by, __square = 1 / (__r * __r + __i * __i);          \
        return __make((__a * __r + __b * __i) * __square,                              \
                      (__b * __r - __a * __i) * __square);                             \
    }                                                                                  \
    EMU_COMPLEX_INLINE __T cuCabs##__s(__C __x)                                        \
    {                                                                                  \
        return hypot##__S(__x.x, __x.y);                                               \
    }

EMU_COMPLEX(float, cuFloatComplex, f, f, make_float2)
EMU_COMPLEX(double, cuDoubleComplex, , , make_double2)

EMU_COMPLEX_INLINE cuComplex make_cuComplex(float __re, float __im)
{
    return make_float2(__re, __im);
}
EMU_COMPLEX_INLINE cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex __x)
{
    return make_double2(__x.x, __x.y);
}
EMU_COMPLEX_INLINE cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex __x)
{
    return make_float2((float)__x.x, (float)__x.y);
}

#endif
