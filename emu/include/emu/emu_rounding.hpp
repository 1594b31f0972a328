/* Arithmetic and conversions by rounding mode: _rn to nearest, _rz to zero, _ru up,
   _rd down. Part of emu_device.hpp. */
#ifndef EMU_ROUNDING_HPP
#define EMU_ROUNDING_HPP

#define EMU_MODES(F, ...)                                                              \
    F(rn, EMU_NEAREST, __VA_ARGS__)                                                    \
    F(rz, EMU_ZERO, __VA_ARGS__)                                                       \
    F(ru, EMU_UP, __VA_ARGS__)                                                         \
    F(rd, EMU_DOWN, __VA_ARGS__)

/* ---- Arithmetic: __fadd_rn(a, b), __dadd_rn(a, b)... */
#define EMU_ARITHMETIC(suffix, mode, T, letter, fma_name, round)                       \
    EMU_INLINE T __##letter##add_##suffix(T a, T b)                                    \
    {                                                                                  \
        return round(EMU_ADD, mode, a, b, 0);                                          \
    }                                                                                  \
    EMU_INLINE T __##letter##sub_##suffix(T a, T b)                                    \
    {                                                                                  \
        return round(EMU_ADD, mode, a, -b, 0);                                         \
    }                                                                                  \
    EMU_INLINE T __##letter##mul_##suffix(T a, T b)                                    \
    {                                                                                  \
        return round(EMU_MULTIPLY, mode, a, b, 0);                                     \
    }                                                                                  \
    EMU_INLINE T __##letter##div_##suffix(T a, T b)                                    \
    {                                                                                  \
        return round(EMU_DIVIDE, mode, a, b, 0);                                       \
    }                                                                                  \
    EMU_INLINE T __##letter##rcp_##suffix(T a)                                         \
    {                                                                                  \
        return round(EMU_DIVIDE, mode, 1, a, 0);                                       \
    }                                                                                  \
    EMU_INLINE T __##letter##sqrt_##suffix(T a)                                        \
    {                                                                                  \
        return round(EMU_SQRT, mode, a, 0, 0);                                         \
    }                                                                                  \
    EMU_INLINE T fma_name##suffix(T a, T b, T c)                                       \
    {                                                                                  \
        return round(EMU_FMA, mode, a, b, c);                                          \
    }
EMU_MODES(EMU_ARITHMETIC, float, f, __fmaf_, emu_round_float)
EMU_MODES(EMU_ARITHMETIC, double, d, __fma_, emu_round_double)
#undef EMU_ARITHMETIC
EMU_INLINE float __frsqrt_rn(float a)
{
    return (float)(1 / sqrt((double)a));
}

/* ---- Floating point to integer: the nearest representable one. NaN becomes 0, or the
   smallest integer if the integer has 64 bits or the value is a double. */
template <class To> EMU_INLINE To emu_to_integer(double whole, To nan, To low, To high)
{
    /* high + 1 is a power of two, and exact. */
    return whole != whole                             ? nan
           : whole < (double)low                      ? low
           : whole >= (double)high + (sizeof(To) < 8) ? high
                                                      : (To)whole;
}
#define EMU_ROUND_rn(a) rint(a)
#define EMU_ROUND_rz(a) trunc(a)
#define EMU_ROUND_ru(a) ceil(a)
#define EMU_ROUND_rd(a) floor(a)
#define EMU_TO_INTEGER(suffix, mode, From, from, To, to, nan, low, high)               \
    EMU_INLINE To __##from##2##to##_##suffix(From a)                                   \
    {                                                                                  \
        return emu_to_integer<To>(EMU_ROUND_##suffix((double)a), nan, low, high);      \
    }
#define EMU_TO_INTEGERS(From, from, nan32, unan32)                                     \
    EMU_MODES(EMU_TO_INTEGER, From, from, int, int, nan32, INT_MIN, INT_MAX)           \
    EMU_MODES(EMU_TO_INTEGER, From, from, unsigned, uint, unan32, 0, UINT_MAX)         \
    EMU_MODES(EMU_TO_INTEGER, From, from, long long, ll, LLONG_MIN, LLONG_MIN,         \
              LLONG_MAX)                                                               \
    EMU_MODES(EMU_TO_INTEGER, From, from, unsigned long long, ull, 1ull << 63, 0,      \
              ULLONG_MAX)
EMU_TO_INTEGERS(float, float, 0, 0)
EMU_TO_INTEGERS(double, double, INT_MIN, 1u << 31)
#undef EMU_TO_INTEGERS
#undef EMU_TO_INTEGER
#undef EMU_ROUND_rn
#undef EMU_ROUND_rz
#undef EMU_ROUND_ru
#undef EMU_ROUND_rd

/* ---- To floating point. */
#define EMU_FROM(suffix, mode, To, to, From, from, convert)                            \
    EMU_INLINE To __##from##2##to##_##suffix(From a)                                   \
    {                                                                                  \
        return convert(mode, a);                                                       \
    }
EMU_MODES(EMU_FROM, float, float, int, int, emu_int_to_float)
EMU_MODES(EMU_FROM, float, float, unsigned, uint, emu_unsigned_to_float)
EMU_MODES(EMU_FROM, float, float, long long, ll, emu_int_to_float)
EMU_MODES(EMU_FROM, float, float, unsigned long long, ull, emu_unsigned_to_float)
EMU_MODES(EMU_FROM, float, float, double, double, emu_double_to_float)
EMU_MODES(EMU_FROM, double, double, long long, ll, emu_int_to_double)
EMU_MODES(EMU_FROM, double, double, unsigned long long, ull, emu_unsigned_to_double)
#undef EMU_FROM
#undef EMU_MODES
EMU_INLINE double __int2double_rn(int a)
{
    return a;
}
EMU_INLINE double __uint2double_rn(unsigned a)
{
    return a;
}

#endif
