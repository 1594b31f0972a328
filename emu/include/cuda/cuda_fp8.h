/* 8-bit floating-point numbers, E4M3 and E5M2, and their conversions. */
#ifndef EMU_CUDA_FP8_H
#define EMU_CUDA_FP8_H

#include "../emu/emu_pack8.hpp"
#include "cuda_bf16.h"
#include "cuda_fp16.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned __nv_fp8x4_storage_t;

/* What becomes of a number beyond the largest finite one, 448 or 57344: NaN of E4M3 and
   infinity of E5M2, or that number. */
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t {
    __NV_E4M3,
    __NV_E5M2
} __nv_fp8_interpretation_t;

#define __CUDA_FP8_TYPES_EXIST__

/* ---- To 8 bits. A NaN of a double keeps its sign, and what fits of its payload. */
EMU_INLINE __nv_fp8_storage_t __nv_cvt_double_to_fp8(double __a,
                                                     __nv_saturation_t __saturates,
                                                     __nv_fp8_interpretation_t __kind)
{
    const uint64_t __bits = emu_to_bits(__a);
    if (__a != __a)
        return (__nv_fp8_storage_t)((__bits >> 56 & 0x80) |
                                    (__kind == __NV_E5M2 ? 0x7e | (__bits >> 50 & 3)
                                                         : 0x7f));
    return emu_pack8(__a, __kind == __NV_E5M2, __saturates == __NV_SATFINITE);
}
EMU_INLINE __nv_fp8_storage_t __nv_cvt_float_to_fp8(float __a,
                                                    __nv_saturation_t __saturates,
                                                    __nv_fp8_interpretation_t __kind)
{
    return emu_pack8(__a, __kind == __NV_E5M2, __saturates == __NV_SATFINITE);
}
EMU_INLINE __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw __a,
                                                      __nv_saturation_t __saturates,
                                                      __nv_fp8_interpretation_t __kind)
{
    return __nv_cvt_float_to_fp8(__half(__a), __saturates, __kind);
}
EMU_INLINE __nv_fp8_storage_t
__nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw __a, __nv_saturation_t __saturates,
                            __nv_fp8_interpretation_t __kind)
{
    return __nv_cvt_float_to_fp8(__nv_bfloat16(__a), __saturates, __kind);
}

/* x is in the lower bits. */
#define EMU_TWO(name, T2, of, x, y)                                                    \
    EMU_INLINE __nv_fp8x2_storage_t name(T2 __a, __nv_saturation_t __saturates,        \
                                         __nv_fp8_interpretation_t __kind)             \
    {                                                                                  \
        return (__nv_fp8x2_storage_t)(of(x, __saturates, __kind) |                     \
                                      of(y, __saturates, __kind) << 8);                \
    }
EMU_TWO(__nv_cvt_double2_to_fp8x2, double2, __nv_cvt_double_to_fp8, __a.x, __a.y)
EMU_TWO(__nv_cvt_float2_to_fp8x2, float2, __nv_cvt_float_to_fp8, __a.x, __a.y)
EMU_TWO(__nv_cvt_halfraw2_to_fp8x2, __half2_raw, __nv_cvt_halfraw_to_fp8,
        __half_raw{__a.x}, __half_raw{__a.y})
EMU_TWO(__nv_cvt_bfloat16raw2_to_fp8x2, __nv_bfloat162_raw, __nv_cvt_bfloat16raw_to_fp8,
        __nv_bfloat16_raw{__a.x}, __nv_bfloat16_raw{__a.y})
#undef EMU_TWO

/* ---- From 8 bits: exact. Each NaN is the same one. */
EMU_INLINE __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t __a,
                                              __nv_fp8_interpretation_t __kind)
{
    return __half(emu_unpack8(__a, __kind == __NV_E5M2));
}
EMU_INLINE __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t __a,
                                                  __nv_fp8_interpretation_t __kind)
{
    return {__nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)__a, __kind).x,
            __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)(__a >> 8), __kind).x};
}

#include "../emu/emu_float8.hpp"

typedef emu_float8<__NV_E4M3> __nv_fp8_e4m3;
typedef emu_float8<__NV_E5M2> __nv_fp8_e5m2;
typedef emu_float8x2<__NV_E4M3> __nv_fp8x2_e4m3;
typedef emu_float8x2<__NV_E5M2> __nv_fp8x2_e5m2;
typedef emu_float8x4<__NV_E4M3> __nv_fp8x4_e4m3;
typedef emu_float8x4<__NV_E5M2> __nv_fp8x4_e5m2;

#endif
