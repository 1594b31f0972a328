/*
 * What a kernel sees: built-in variables, barriers, warp operations, atomics and the
 * usual intrinsics, and the launch itself. Included by cuda_runtime.h in .cu files.
 */
#ifndef EMU_DEVICE_HPP
#define EMU_DEVICE_HPP

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emu_launch.h"

typedef unsigned char uchar;

/* ---- Built-in variables: emucc writes emu_unpack(emu_thread_idx()) for threadIdx. */
static inline uint3 emu_unpack(uint64_t v)
{
    return uint3{(unsigned)v, (unsigned)(v >> 32) & 0xffff, (unsigned)(v >> 48)};
}

/* ---- Barriers. The empty asm keeps memory accesses on their own side. */
#define EMU_FENCE() asm volatile("" ::: "memory")

/* Always inlined, so that the barrier's address is the kernel's own line. */
#define EMU_INLINE static inline __attribute__((always_inline))

EMU_INLINE void __syncthreads()
{
    EMU_FENCE();
    emu_syncthreads();
    EMU_FENCE();
}
EMU_INLINE void __syncwarp(unsigned mask = 0xffffffffu)
{
    EMU_FENCE();
    emu_warp(EMU_SYNC, mask, 0, 0);
    EMU_FENCE();
}
EMU_INLINE void __threadfence()
{
    EMU_FENCE();
    emu_race_fence();
}
EMU_INLINE void __threadfence_block()
{
    EMU_FENCE();
}

/* ---- Shuffles and votes. */
template <class T>
EMU_INLINE T emu_shuffle(emu_collective op, unsigned mask, T value, int argument,
                         int width)
{
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "shuffles move 4 or 8 bytes");
    uint64_t bits = 0;
    __builtin_memcpy(&bits, &value, sizeof value);
    EMU_FENCE();
    bits = emu_warp(op, mask, bits, (argument & 0xff) | width << 8);
    EMU_FENCE();
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}
template <class T>
EMU_INLINE T __shfl_sync(unsigned mask, T value, int lane, int width = 32)
{
    return emu_shuffle(EMU_SHFL_IDX, mask, value, lane, width);
}
template <class T>
EMU_INLINE T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32)
{
    return emu_shuffle(EMU_SHFL_UP, mask, value, delta, width);
}
template <class T>
EMU_INLINE T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32)
{
    return emu_shuffle(EMU_SHFL_DOWN, mask, value, delta, width);
}
template <class T>
EMU_INLINE T __shfl_xor_sync(unsigned mask, T value, int lanes, int width = 32)
{
    return emu_shuffle(EMU_SHFL_XOR, mask, value, lanes, width);
}
EMU_INLINE unsigned __ballot_sync(unsigned mask, int predicate)
{
    return (unsigned)emu_warp(EMU_BALLOT, mask, predicate != 0, 0);
}
EMU_INLINE int __any_sync(unsigned mask, int predicate)
{
    return __ballot_sync(mask, predicate) != 0;
}
EMU_INLINE int __all_sync(unsigned mask, int predicate)
{
    return __ballot_sync(mask, !predicate) == 0;
}

/* ---- Atomics: each is one step from old bits to new. */
template <class T> EMU_INLINE T emu_from_bits(uint64_t bits)
{
    T value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}
template <class T> EMU_INLINE uint64_t emu_to_bits(T value)
{
    uint64_t bits = 0;
    __builtin_memcpy(&bits, &value, sizeof value);
    return bits;
}
#define EMU_ATOMIC(name, expression)                                                   \
    template <class T> EMU_INLINE T name(T *address, decltype(T() + T()) operand)      \
    {                                                                                  \
        static_assert(sizeof(T) == 4 || sizeof(T) == 8, #name " takes 4 or 8 bytes");  \
        return emu_from_bits<T>(emu_atomic(                                            \
            address, sizeof(T), emu_to_bits<T>((T)operand),                            \
            [](uint64_t old_bits, uint64_t operand_bits) -> uint64_t {                 \
                T a = emu_from_bits<T>(old_bits), b = emu_from_bits<T>(operand_bits);  \
                return emu_to_bits<T>((T)(expression));                                \
            }));                                                                       \
    }
EMU_ATOMIC(atomicAdd, a + b)
EMU_ATOMIC(atomicSub, a - b)
EMU_ATOMIC(atomicExch, ((void)a, b))
EMU_ATOMIC(atomicMin, b < a ? b : a)
EMU_ATOMIC(atomicMax, a < b ? b : a)
EMU_ATOMIC(atomicAnd, a &b)
EMU_ATOMIC(atomicOr, a | b)
EMU_ATOMIC(atomicXor, a ^ b)
EMU_ATOMIC(atomicInc, a >= b ? 0 : a + 1)
EMU_ATOMIC(atomicDec, a == 0 || a > b ? b : a - 1)
#undef EMU_ATOMIC
template <class T>
EMU_INLINE T atomicCAS(T *address, decltype(T() + T()) expected, T desired)
{
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "atomicCAS takes 4 or 8 bytes");
    return emu_from_bits<T>(emu_atomic_cas(
        address, sizeof(T), emu_to_bits<T>((T)expected), emu_to_bits<T>(desired)));
}

/* ---- Loads with a hint: the hint changes no result. */
template <class T> EMU_INLINE T __ldg(const T *p)
{
    return *p;
}
template <class T> EMU_INLINE T __ldcg(const T *p)
{
    return *p;
}
template <class T> EMU_INLINE void __stcg(T *p, T value)
{
    *p = value;
}

/* ---- make_float4() and its kin. */
#define EMU_MAKE(base, name)                                                           \
    EMU_INLINE name##1 make_##name##1(base x)                                          \
    {                                                                                  \
        return name##1 {x};                                                            \
    }                                                                                  \
    EMU_INLINE name##2 make_##name##2(base x, base y)                                  \
    {                                                                                  \
        return name##2 {x, y};                                                         \
    }                                                                                  \
    EMU_INLINE name##3 make_##name##3(base x, base y, base z)                          \
    {                                                                                  \
        return name##3 {x, y, z};                                                      \
    }                                                                                  \
    EMU_INLINE name##4 make_##name##4(base x, base y, base z, base w)                  \
    {                                                                                  \
        return name##4 {x, y, z, w};                                                   \
    }
EMU_MAKE(signed char, char)
EMU_MAKE(unsigned char, uchar)
EMU_MAKE(short, short)
EMU_MAKE(unsigned short, ushort)
EMU_MAKE(int, int)
EMU_MAKE(unsigned int, uint)
EMU_MAKE(long long, longlong)
EMU_MAKE(unsigned long long, ulonglong)
EMU_MAKE(float, float)
EMU_MAKE(double, double)
#undef EMU_MAKE

/* ---- Arithmetic. */
#define EMU_MINMAX(T)                                                                  \
    EMU_INLINE T min(T a, T b)                                                         \
    {                                                                                  \
        return b < a ? b : a;                                                          \
    }                                                                                  \
    EMU_INLINE T max(T a, T b)                                                         \
    {                                                                                  \
        return a < b ? b : a;                                                          \
    }
EMU_MINMAX(int)
EMU_MINMAX(unsigned int)
EMU_MINMAX(long)
EMU_MINMAX(unsigned long)
EMU_MINMAX(long long)
EMU_MINMAX(unsigned long long)
#undef EMU_MINMAX
EMU_INLINE unsigned int min(int a, unsigned int b)
{
    return min((unsigned int)a, b);
}
EMU_INLINE unsigned int min(unsigned int a, int b)
{
    return min(a, (unsigned int)b);
}
EMU_INLINE unsigned int max(int a, unsigned int b)
{
    return max((unsigned int)a, b);
}
EMU_INLINE unsigned int max(unsigned int a, int b)
{
    return max(a, (unsigned int)b);
}
EMU_INLINE float min(float a, float b)
{
    return fminf(a, b);
}
EMU_INLINE float max(float a, float b)
{
    return fmaxf(a, b);
}
EMU_INLINE double min(double a, double b)
{
    return fmin(a, b);
}
EMU_INLINE double max(double a, double b)
{
    return fmax(a, b);
}
EMU_INLINE float __fmaf_rn(float a, float b, float c)
{
    return fmaf(a, b, c);
}
EMU_INLINE float __fmul_rn(float a, float b)
{
    return a * b;
}
EMU_INLINE float __fadd_rn(float a, float b)
{
    return a + b;
}
EMU_INLINE float __fdividef(float a, float b)
{
    return a / b;
}
/* glibc declares functions of its own under these names. */
#define __expf expf
#define __exp10f exp10f
#define __logf logf
#define __log2f log2f
#define __log10f log10f
#define __powf powf
#define __sinf sinf
#define __cosf cosf
#define __tanf tanf
EMU_INLINE float rsqrtf(float a)
{
    return 1.0f / sqrtf(a);
}
EMU_INLINE int __mul24(int a, int b)
{
    return a * b;
}
EMU_INLINE int __popc(unsigned a)
{
    return __builtin_popcount(a);
}
EMU_INLINE int __clz(int a)
{
    return a ? __builtin_clz(a) : 32;
}
EMU_INLINE int __ffs(int a)
{
    return __builtin_ffs(a);
}
EMU_INLINE float __int_as_float(int a)
{
    return emu_from_bits<float>((unsigned)a);
}
EMU_INLINE int __float_as_int(float a)
{
    return (int)emu_to_bits(a);
}
EMU_INLINE int __float2int_rn(float a)
{
    return (int)rintf(a);
}

/* ---- kernel<<<grid, block, shared, stream>>>(arguments), as emucc writes it:
   emu_launcher({grid, block, shared, stream}, "kernel", "arguments", bind)(arguments).
   bind(arguments...) makes the closure that each thread calls. */
template <class T> EMU_INLINE emu_argument emu_describe(T)
{
    return {0, 0, 0};
}
template <class T> EMU_INLINE emu_argument emu_describe(T *p)
{
    return {(uint64_t)p, sizeof(T), 0};
}
template <class T> EMU_INLINE emu_argument emu_describe(const T *p)
{
    return {(uint64_t)p, sizeof(T), 1};
}
EMU_INLINE emu_argument emu_describe(void *p)
{
    return {(uint64_t)p, 1, 0};
}
EMU_INLINE emu_argument emu_describe(const void *p)
{
    return {(uint64_t)p, 1, 1};
}
template <class R, class... P> EMU_INLINE emu_argument emu_describe(R (*)(P...))
{
    return {0, 0, 0};
}
template <class Body> __attribute__((no_sanitize("thread"))) void emu_run(void *closure)
{
    (*static_cast<const Body *>(closure))();
}
template <class Bind> struct emu_launcher {
    emu_config config;
    const char *kernel, *arguments;
    Bind bind;
    emu_launcher(emu_config c, const char *k, const char *a, Bind b)
        : config(c), kernel(k), arguments(a), bind(b)
    {
    }
    template <class... A> void operator()(A... a) const
    {
        auto body = bind(a...);
        emu_argument values[] = {{0, 0, 0}, emu_describe(a)...};
        emu_launch(&config, emu_run<decltype(body)>, &body, kernel, arguments,
                   values + 1, sizeof...(a));
    }
};

#endif
