/* Arithmetic and conversions by rounding mode: _rn to nearest, _rz to zero, _ru up,
   _rd down. Part of emu_device.hpp. */
#ifndef EMU_ROUNDING_HPP
#define EMU_ROUNDING_HPP

#define EMU_MODES(F, ...)                                                              \
    F(_rn, EMU_NEAREST, __VA_ARGS__)                                                   \
    F(_rz, EMU_ZERO, __VA_ARGS__)                                                      \
    F(_ru, EMU_UP, __VA_ARGS__)                                                        \
    F(_rd, EMU_DOWN, __VA_ARGS__)

/* ---- Arithmetic: __fadd_rn(a, b), __dadd_rn(a, b)... */
#define EMU_ARITHMETIC(suffix, mode, T, letter, fma_name, round)                       \
    EMU_INLINE T letter##add##suffix(T __a, T __b)                                     \
    {                                                                                  \
        return round(EMU_ADD, mode, __a, __b, 0);                                      \
    }                                                                                  \
    EMU_INLINE T letter##sub##suffix(T __a, T __b)                                     \
    {                                                                                  \
        return round(EMU_ADD, mode, __a, -__b, 0);                                     \
    }                                                                                  \
    EMU_INLINE T letter##mul##suffix(T __a, T __b)                                     \
    {                                                                                  \
        return round(EMU_MULTIPLY, mode, __a, __b, 0);                                 \
    }                                                                                  \
    EMU_INLINE T letter##div##suffix(T __a, T __b)                                     \
    {                                                                                  \
        return round(EMU_DIVIDE, mode, __a, __b, 0);                                   \
    }                                                                                  \
    EMU_INLINE T letter##rcp##suffix(T __a)                                            \
    {                                                                                  \
        return round(EMU_DIVIDE, mode, 1, __a, 0);                                     \
    }                                                                                  \
    EMU_INLINE T letter##sqrt##suffix(T __a)                                           \
    {                                                                                  \
        return round(EMU_SQRT, mode, __a, 0, 0);                                       \
    }                                                                                  \
    EMU_INLINE T fma_name##suffix(T __a, T __b, T __c)                                 \
    {                                                                                  \
        return round(EMU_FMA, mode, __a, __b, __c);                                    \
    }
EMU_MODES(EMU_ARITHMETIC, float, __f, __fmaf, emu_round_float)
EMU_MODES(EMU_ARITHMETIC, double, __d, __fma, emu_round_double)
#undef EMU_ARITHMETIC
EMU_INLINE float __frsqrt_rn(float __a)
{
    return (float)(1 / sqrt((double)__a));
}

/* ---- Floating point to integer: the nearest representable one. NaN becomes 0, or the
   smallest integer if the integer has 64 bits or the value is a double. */
template <class __To>
EMU_INLINE __To emu_to_integer(double __whole, __To nan, __To __low, __To __high)
{
    /* high + 1 is a power of two, and exact. */
    return __whole != __whole                               ? nan
           : __whole < (double)__low                        ? __low
           : __whole >= (double)__high + (sizeof(__To) < 8) ? __high
                                                            : (__To)__whole;
}
#define EMU_ROUND_rn(a) rint(a)
#define EMU_ROUND_rz(a) trunc(a)
#define EMU_ROUND_ru(a) ceil(a)
#define EMU_ROUND_rd(a) floor(a)
#define EMU_TO_INTEGER(suffix, mode, From, from, To, to, nan, low, high)               \
    EMU_INLINE To from##to##suffix(From __a)                                           \
    {                                                                                  \
        return emu_to_integer<To>(EMU_ROUND##suffix((double)__a), nan, low, high);     \
    }
#define EMU_TO_INTEGERS(From, from, nan32, unan32)                                     \
    EMU_MODES(EMU_TO_INTEGER, From, from, int, 2int, nan32, INT_MIN, INT_MAX)          \
    EMU_MODES(EMU_TO_INTEGER, From, from, unsigned, 2uint, unan32, 0, UINT_MAX)        \
    EMU_MODES(EMU_TO_INTEGER, From, from, long long, 2ll, LLONG_MIN, LLONG_MIN,        \
              LLONG_MAX)                                                               \
    EMU_MODES(EMU_TO_INTEGER, From, from, unsigned long long, 2ull, 1ull << 63, 0,     \
              ULLONG_MAX)
EMU_TO_INTEGERS(float, __float, 0, 0)
EMU_TO_INTEGERS(double, __double, INT_MIN, 1u << 31)
#undef EMU_TO_INTEGERS
#undef EMU_TO_INTEGER
#undef EMU_ROUND_rn
#undef EMU_ROUND_rz
#undef EMU_ROUND_ru
#undef EMU_ROUND_rd

/* ---- To floating point. */
#define EMU_FROM(suffix, mode, To, to, From, from, convert)                            \
    EMU_INLINE To from##to##suffix(From __a)                                           \
    {                                                                                  \
        return convert(mode, __a);                                                     \
    }
EMU_MODES(EMU_FROM, float, 2float, int, __int, emu_int_to_float)
EMU_MODES(EMU_FROM, float, 2float, unsigned, __uint, emu_unsigned_to_float)
EMU_MODES(EMU_FROM, float, 2float, long long, __ll, emu_int_to_float)
EMU_MODES(EMU_FROM, float, 2float, unsigned long long, __ull, emu_unsigned_to_float)
EMU_MODES(EMU_FROM, float, 2float, double, __double, emu_double_to_float)
EMU_MODES(EMU_FROM, double, 2double, long long, __ll, emu_int_to_double)
EMU_MODES(EMU_FROM, double, 2double, unsigned long long, __ull, emu_unsigned_to_double)
#undef EMU_FROM
#undef EMU_MODES
EMU_INLINE double __int2double_rn(int __a)
{
    return __a;
}
EMU_INLINE double __uint2double_rn(unsigned __a)
{
    return __a;
}

#endif
