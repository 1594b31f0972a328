/*
 * The types of 8-bit floating-point numbers, and of two and four of them. They have no
 * arithmetic: they convert, with saturation, from and to other types. Part of
 * cuda_fp8.h.
 */
#ifndef EMU_FLOAT8_HPP
#define EMU_FLOAT8_HPP

/* To an integer of 8 bits: towards zero, at most the largest; NaN is 0. */
template <class __I> EMU_INLINE __I emu_to_char(float __a)
{
    const int __most = __I(-1) < 0 ? 127 : 255, __least = __I(-1) < 0 ? -128 : 0;
    return __a != __a             ? __I(0)
           : __a > (float)__most  ? (__I)__most
           : __a < (float)__least ? (__I)__least
                                  : (__I)(int)__a;
}

template <__nv_fp8_interpretation_t __KIND> struct emu_float8 {
    __nv_fp8_storage_t __x;

    emu_float8() = default;
    explicit emu_float8(__half __a)
        : __x(__nv_cvt_halfraw_to_fp8(__a, __NV_SATFINITE, __KIND))
    {
    }
    explicit emu_float8(__nv_bfloat16 __a)
        : __x(__nv_cvt_bfloat16raw_to_fp8(__a, __NV_SATFINITE, __KIND))
    {
    }
    explicit emu_float8(double __a)
        : __x(__nv_cvt_double_to_fp8(__a, __NV_SATFINITE, __KIND))
    {
    }
#define EMU_FROM(T)                                                                    \
    explicit emu_float8(T __a)                                                         \
        : __x(__nv_cvt_float_to_fp8((float)__a, __NV_SATFINITE, __KIND))               \
    {                                                                                  \
    }
    EMU_FROM(float)
    EMU_FROM(short)
    EMU_FROM(unsigned short)
    EMU_FROM(int)
    EMU_FROM(unsigned)
    EMU_FROM(long)
    EMU_FROM(unsigned long)
    EMU_FROM(long long)
    EMU_FROM(unsigned long long)
#undef EMU_FROM

    explicit operator __half() const
    {
        return __nv_cvt_fp8_to_halfraw(__x, __KIND);
    }
    explicit operator float() const
    {
        return emu_unpack8(__x, __KIND == __NV_E5M2);
    }
    explicit operator double() const
    {
        return (float)*this;
    }
    explicit operator __nv_bfloat16() const
    {
        return __nv_bfloat16((float)*this);
    }
    explicit operator bool() const
    {
        return (__x & 0x7f) != 0;
    }
#define EMU_TO(T, from)                                                                \
    explicit operator T() const                                                        \
    {                                                                                  \
        return (T)from;                                                                \
    }
    EMU_TO(char, emu_to_char<char>((float)*this))
    EMU_TO(signed char, emu_to_char<signed char>((float)*this))
    EMU_TO(unsigned char, emu_to_char<unsigned char>((float)*this))
    EMU_TO(short, __half2short_rz((__half) * this))
    EMU_TO(unsigned short, __half2ushort_rz((__half) * this))
    EMU_TO(int, __half2int_rz((__half) * this))
    EMU_TO(unsigned, __half2uint_rz((__half) * this))
    EMU_TO(long, (sizeof(long) == 8 ? __half2ll_rz((__half) * this)
                                    : __half2int_rz((__half) * this)))
    EMU_TO(unsigned long, (sizeof(long) == 8 ? __half2ull_rz((__half) * this)
                                             : __half2uint_rz((__half) * this)))
    EMU_TO(long long, __half2ll_rz((__half) * this))
    EMU_TO(unsigned long long, __half2ull_rz((__half) * this))
#undef EMU_TO
};

/* The first one is in the lowest bits. */
template <__nv_fp8_interpretation_t __KIND> struct emu_float8x2 {
    __nv_fp8x2_storage_t __x;

    emu_float8x2() = default;
    explicit emu_float8x2(__half2 __a)
        : __x(__nv_cvt_halfraw2_to_fp8x2(__a, __NV_SATFINITE, __KIND))
    {
    }
    explicit emu_float8x2(__nv_bfloat162 __a)
        : __x(__nv_cvt_bfloat16raw2_to_fp8x2(__a, __NV_SATFINITE, __KIND))
    {
    }
    explicit emu_float8x2(float2 __a)
        : __x(__nv_cvt_float2_to_fp8x2(__a, __NV_SATFINITE, __KIND))
    {
    }
    explicit emu_float8x2(double2 __a)
        : __x(__nv_cvt_double2_to_fp8x2(__a, __NV_SATFINITE, __KIND))
    {
    }
    explicit operator __half2() const
    {
        return __nv_cvt_fp8x2_to_halfraw2(__x, __KIND);
    }
    explicit operator float2() const
    {
        return {emu_unpack8((unsigned char)__x, __KIND == __NV_E5M2),
                emu_unpack8((unsigned char)(__x >> 8), __KIND == __NV_E5M2)};
    }
};

template <__nv_fp8_interpretation_t __KIND> struct emu_float8x4 {
    typedef emu_float8x2<__KIND> __two;
    __nv_fp8x4_storage_t __x;

    emu_float8x4() = default;
    explicit emu_float8x4(__half2 __low, __half2 __high)
        : emu_float8x4(__two(__low), __two(__high))
    {
    }
    explicit emu_float8x4(__nv_bfloat162 __low, __nv_bfloat162 __high)
        : emu_float8x4(__two(__low), __two(__high))
    {
    }
    explicit emu_float8x4(float4 __a)
        : emu_float8x4(__two(float2{__a.x, __a.y}), __two(float2{__a.z, __a.w}))
    {
    }
    explicit emu_float8x4(double4 __a)
        : emu_float8x4(__two(double2{__a.x, __a.y}), __two(double2{__a.z, __a.w}))
    {
    }
    explicit operator float4() const
    {
        const float2 __low = (float2)__of((unsigned short)__x),
                     __high = (float2)__of((unsigned short)(__x >> 16));
        return {__low.x, __low.y, __high.x, __high.y};
    }

  private:
    emu_float8x4(__two __low, __two __high)
        : __x(__low.__x | (__nv_fp8x4_storage_t)__high.__x << 16)
    {
    }
    static __two __of(__nv_fp8x2_storage_t __bits)
    {
        __two __a;
        __a.__x = __bits;
        return __a;
    }
};

#endif
