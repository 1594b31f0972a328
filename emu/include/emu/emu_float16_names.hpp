/*
 * The conversions of a 16-bit type T and its pairs T2, as CUDA names them:
 * EMU_FLOAT16_NAMES(__half, __half2, half, half2), and the same for bfloat16. Part of
 * cuda_fp16.h and cuda_bf16.h.
 */
#ifndef EMU_FLOAT16_NAMES_HPP
#define EMU_FLOAT16_NAMES_HPP

#include "emu_float16.hpp"

#define EMU_NAME(R, name, parameters, expression)                                      \
    EMU_INLINE R name parameters                                                       \
    {                                                                                  \
        return expression;                                                             \
    }

/* ---- Between T and an integer I, in each rounding mode. `from` is such as __half, and
   `to` such as 2half, which no macro of the program can replace. */
#define EMU_INTEGER_NAMES(T, from, to, suffix, mode, I, i)                             \
    EMU_NAME(T, __##i##to##suffix, (I __a), T::__rounded(emu_integer_odd(__a), mode))  \
    EMU_NAME(I, from##2##i##suffix, (T __a), __float2##i##suffix(__a))
#define EMU_SHORT_NAMES(T, from, to, suffix, mode, I, i, low, high)                    \
    EMU_NAME(T, __##i##to##suffix, (I __a), T::__rounded(__a, mode))                   \
    EMU_NAME(I, from##2##i##suffix, (T __a),                                           \
             (I)min(max(__float2int##suffix(__a), low), high))
#define EMU_ROUNDING_NAMES(T, from, to, suffix, mode)                                  \
    EMU_NAME(T, __float##to##suffix, (float __a), T::__rounded(__a, mode))             \
    EMU_INTEGER_NAMES(T, from, to, suffix, mode, int, int)                             \
    EMU_INTEGER_NAMES(T, from, to, suffix, mode, unsigned, uint)                       \
    EMU_INTEGER_NAMES(T, from, to, suffix, mode, long long, ll)                        \
    EMU_INTEGER_NAMES(T, from, to, suffix, mode, unsigned long long, ull)              \
    EMU_SHORT_NAMES(T, from, to, suffix, mode, short, short, SHRT_MIN, SHRT_MAX)       \
    EMU_SHORT_NAMES(T, from, to, suffix, mode, unsigned short, ushort, 0, USHRT_MAX)

/* ---- Shuffles. */
#define EMU_SHUFFLE_NAMES(T)                                                           \
    EMU_NAME(T, __shfl_sync, (unsigned __mask, T __a, int __lane, int __width = 32),   \
             emu_shuffle(EMU_SHFL_IDX, __mask, __a, __lane, __width))                  \
    EMU_NAME(T, __shfl_up_sync,                                                        \
             (unsigned __mask, T __a, unsigned __by, int __width = 32),                \
             emu_shuffle(EMU_SHFL_UP, __mask, __a, (int)__by, __width))                \
    EMU_NAME(T, __shfl_down_sync,                                                      \
             (unsigned __mask, T __a, unsigned __by, int __width = 32),                \
             emu_shuffle(EMU_SHFL_DOWN, __mask, __a, (int)__by, __width))              \
    EMU_NAME(T, __shfl_xor_sync,                                                       \
             (unsigned __mask, T __a, int __lanes, int __width = 32),                  \
             emu_shuffle(EMU_SHFL_XOR, __mask, __a, __lanes, __width))

#define EMU_FLOAT16_NAMES(T, T2, name, name2)                                          \
    EMU_ROUNDING_NAMES(T, __##name, 2##name, _rn, EMU_NEAREST)                         \
    EMU_ROUNDING_NAMES(T, __##name, 2##name, _rz, EMU_ZERO)                            \
    EMU_ROUNDING_NAMES(T, __##name, 2##name, _ru, EMU_UP)                              \
    EMU_ROUNDING_NAMES(T, __##name, 2##name, _rd, EMU_DOWN)                            \
    EMU_NAME(T, __float2##name, (float __a), T(__a))                                   \
    EMU_NAME(T, __double2##name, (double __a), T(__a))                                 \
    EMU_NAME(float, __##name##2float, (T __a), (float)__a)                             \
    EMU_NAME(short, __##name##_as_short, (T __a), (short)__a.__bits)                   \
    EMU_NAME(unsigned short, __##name##_as_ushort, (T __a), __a.__bits)                \
    EMU_NAME(T, __short_as_##name, (short __a), T::__of_bits((unsigned short)__a))     \
    EMU_NAME(T, __ushort_as_##name, (unsigned short __a), T::__of_bits(__a))           \
    EMU_NAME(T2, make_##name2, (T __a, T __b), T2(__a, __b))                           \
    EMU_NAME(T2, __halves2##name2, (T __a, T __b), T2(__a, __b))                       \
    EMU_NAME(T2, __##name##2##name2, (T __a), T2(__a, __a))                            \
    EMU_NAME(T2, __float2##name2##_rn, (float __a), T2(T(__a), T(__a)))                \
    EMU_NAME(T2, __floats2##name2##_rn, (float __a, float __b), T2(T(__a), T(__b)))    \
    EMU_NAME(T2, __float22##name2##_rn, (float2 __a), T2(T(__a.x), T(__a.y)))          \
    EMU_NAME(float2, __##name2##2float2, (T2 __a), make_float2(__a.x, __a.y))          \
    EMU_NAME(T, __low2##name, (T2 __a), __a.x)                                         \
    EMU_NAME(T, __high2##name, (T2 __a), __a.y)                                        \
    EMU_NAME(float, __low2float, (T2 __a), (float)__a.x)                               \
    EMU_NAME(float, __high2float, (T2 __a), (float)__a.y)                              \
    EMU_NAME(T2, __low2##name2, (T2 __a), T2(__a.x, __a.x))                            \
    EMU_NAME(T2, __high2##name2, (T2 __a), T2(__a.y, __a.y))                           \
    EMU_NAME(T2, __lowhigh2highlow, (T2 __a), T2(__a.y, __a.x))                        \
    EMU_NAME(T2, __lows2##name2, (T2 __a, T2 __b), T2(__a.x, __b.x))                   \
    EMU_NAME(T2, __highs2##name2, (T2 __a, T2 __b), T2(__a.y, __b.y))                  \
    EMU_SHUFFLE_NAMES(T)                                                               \
    EMU_SHUFFLE_NAMES(T2)                                                              \
    EMU_ATOMIC(atomicAdd, T, __a + __b)                                                \
    EMU_ATOMIC(atomicAdd, T2, __a + __b)

#endif
