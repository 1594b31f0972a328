/* Complex numbers of CUDA, for C and C++, on both sides: names are NVIDIA's. */
#ifndef CU_COMPLEX_H_
#define CU_COMPLEX_H_

#include <math.h>

#include "vector_functions.h"

#define EMU_COMPLEX_INLINE static inline __attribute__((__always_inline__))

typedef float2 cuFloatComplex, cuComplex;
typedef double2 cuDoubleComplex;

/* T: the type of a part; s: the suffix of its functions; S: that of C's. A quotient and
   an absolute value are computed from numbers that are scaled, so that no square
   overflows. */
#define EMU_COMPLEX(T, C, s, S, make)                                                  \
    EMU_COMPLEX_INLINE C make_##C(T __re, T __im)                                      \
    {                                                                                  \
        return make(__re, __im);                                                       \
    }                                                                                  \
    EMU_COMPLEX_INLINE T cuCreal##s(C __x)                                             \
    {                                                                                  \
        return __x.x;                                                                  \
    }                                                                                  \
    EMU_COMPLEX_INLINE T cuCimag##s(C __x)                                             \
    {                                                                                  \
        return __x.y;                                                                  \
    }                                                                                  \
    EMU_COMPLEX_INLINE C cuConj##s(C __x)                                              \
    {                                                                                  \
        return make(__x.x, -__x.y);                                                    \
    }                                                                                  \
    EMU_COMPLEX_INLINE C cuCadd##s(C __x, C __y)                                       \
    {                                                                                  \
        return make(__x.x + __y.x, __x.y + __y.y);                                     \
    }                                                                                  \
    EMU_COMPLEX_INLINE C cuCsub##s(C __x, C __y)                                       \
    {                                                                                  \
        return make(__x.x - __y.x, __x.y - __y.y);                                     \
    }                                                                                  \
    EMU_COMPLEX_INLINE C cuCmul##s(C __x, C __y)                                       \
    {                                                                                  \
        return make(__x.x * __y.x - __x.y * __y.y, __x.x * __y.y + __x.y * __y.x);     \
    }                                                                                  \
    EMU_COMPLEX_INLINE C cuCfma##s(C __x, C __y, C __z)                                \
    {                                                                                  \
        return make(__x.x * __y.x + __z.x - __x.y * __y.y,                             \
                    __x.x * __y.y + __z.y + __x.y * __y.x);                            \
    }                                                                                  \
    EMU_COMPLEX_INLINE C cuCdiv##s(C __x, C __y)                                       \
    {                                                                                  \
        const T __by = 1 / (fabs##S(__y.x) + fabs##S(__y.y)), __r = __y.x * __by,      \
                __i = __y.y * __by, __a = __x.x * __by, __b = __x.y * __by,            \
                __square = 1 / (__r * __r + __i * __i);                                \
        return make((__a * __r + __b * __i) * __square,                                \
                    (__b * __r - __a * __i) * __square);                               \
    }                                                                                  \
    EMU_COMPLEX_INLINE T cuCabs##s(C __x)                                              \
    {                                                                                  \
        return hypot##S(__x.x, __x.y);                                                 \
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
