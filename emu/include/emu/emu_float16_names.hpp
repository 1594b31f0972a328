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

/* ---- Between T and an integer I, in each rounding mode. */
#define EMU_INTEGER_NAMES(T, name, suffix, mode, I, i)                                 \
    EMU_NAME(T, __##i##2##name##_##suffix, (I a),                                      \
             T::rounded(emu_integer_odd(a), mode))                                     \
    EMU_NAME(I, __##name##2##i##_##suffix, (T a), __float2##i##_##suffix(a))
#define EMU_SHORT_NAMES(T, name, suffix, mode, I, i, low, high)                        \
    EMU_NAME(T, __##i##2##name##_##suffix, (I a), T::rounded(a, mode))                 \
    EMU_NAME(I, __##name##2##i##_##suffix, (T a),                                      \
             (I)min(max(__float2int_##suffix(a), low), high))
#define EMU_ROUNDING_NAMES(T, name, suffix, mode)                                      \
    EMU_NAME(T, __float2##name##_##suffix, (float a), T::rounded(a, mode))             \
    EMU_INTEGER_NAMES(T, name, suffix, mode, int, int)                                 \
    EMU_INTEGER_NAMES(T, name, suffix, mode, unsigned, uint)                           \
    EMU_INTEGER_NAMES(T, name, suffix, mode, long long, ll)                            \
    EMU_INTEGER_NAMES(T, name, suffix, mode, unsigned long long, ull)                  \
    EMU_SHORT_NAMES(T, name, suffix, mode, short, short, SHRT_MIN, SHRT_MAX)           \
    EMU_SHORT_NAMES(T, name, suffix, mode, unsigned short, ushort, 0, USHRT_MAX)

/* ---- Shuffles. */
#define EMU_SHUFFLE_NAMES(T)                                                           \
    EMU_NAME(T, __shfl_sync, (unsigned mask, T a, int lane, int width = 32),           \
             emu_shuffle(EMU_SHFL_IDX, mask, a, lane, width))                          \
    EMU_NAME(T, __shfl_up_sync, (unsigned mask, T a, unsigned by, int width = 32),     \
             emu_shuffle(EMU_SHFL_UP, mask, a, (int)by, width))                        \
    EMU_NAME(T, __shfl_down_sync, (unsigned mask, T a, unsigned by, int width = 32),   \
             emu_shuffle(EMU_SHFL_DOWN, mask, a, (int)by, width))                      \
    EMU_NAME(T, __shfl_xor_sync, (unsigned mask, T a, int lanes, int width = 32),      \
             emu_shuffle(EMU_SHFL_XOR, mask, a, lanes, width))

#define EMU_FLOAT16_NAMES(T, T2, name, name2)                                          \
    EMU_ROUNDING_NAMES(T, name, rn, EMU_NEAREST)                                       \
    EMU_ROUNDING_NAMES(T, name, rz, EMU_ZERO)                                          \
    EMU_ROUNDING_NAMES(T, name, ru, EMU_UP)                                            \
    EMU_ROUNDING_NAMES(T, name, rd, EMU_DOWN)                                          \
    EMU_NAME(T, __float2##name, (float a), T(a))                                       \
    EMU_NAME(T, __double2##name, (double a), T(a))                                     \
    EMU_NAME(float, __##name##2float, (T a), (float)a)                                 \
    EMU_NAME(short, __##name##_as_short, (T a), (short)a.bits)                         \
    EMU_NAME(unsigned short, __##name##_as_ushort, (T a), a.bits)                      \
    EMU_NAME(T, __short_as_##name, (short a), T::of_bits((unsigned short)a))           \
    EMU_NAME(T, __ushort_as_##name, (unsigned short a), T::of_bits(a))                 \
    EMU_NAME(T2, make_##name2, (T a, T b), T2(a, b))                                   \
    EMU_NAME(T2, __halves2##name2, (T a, T b), T2(a, b))                               \
    EMU_NAME(T2, __##name##2##name2, (T a), T2(a, a))                                  \
    EMU_NAME(T2, __float2##name2##_rn, (float a), T2(T(a), T(a)))                      \
    EMU_NAME(T2, __floats2##name2##_rn, (float a, float b), T2(T(a), T(b)))            \
    EMU_NAME(T2, __float22##name2##_rn, (float2 a), T2(T(a.x), T(a.y)))                \
    EMU_NAME(float2, __##name2##2float2, (T2 a), make_float2(a.x, a.y))                \
    EMU_NAME(T, __low2##name, (T2 a), a.x)                                             \
    EMU_NAME(T, __high2##name, (T2 a), a.y)                                            \
    EMU_NAME(float, __low2float, (T2 a), (float)a.x)                                   \
    EMU_NAME(float, __high2float, (T2 a), (float)a.y)                                  \
    EMU_NAME(T2, __low2##name2, (T2 a), T2(a.x, a.x))                                  \
    EMU_NAME(T2, __high2##name2, (T2 a), T2(a.y, a.y))                                 \
    EMU_NAME(T2, __lowhigh2highlow, (T2 a), T2(a.y, a.x))                              \
    EMU_NAME(T2, __lows2##name2, (T2 a, T2 b), T2(a.x, b.x))                           \
    EMU_NAME(T2, __highs2##name2, (T2 a, T2 b), T2(a.y, b.y))                          \
    EMU_SHUFFLE_NAMES(T)                                                               \
    EMU_SHUFFLE_NAMES(T2)                                                              \
    EMU_ATOMIC(atomicAdd, T, a + b)                                                    \
    EMU_ATOMIC(atomicAdd, T2, a + b)

#endif
