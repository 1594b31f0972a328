/*
 * cuRAND in kernels: the generators Philox 4x32-10 (Salmon et al., "Parallel random
 * numbers: as easy as 1, 2, 3", SC 2011) and MRG32k3a (L'Ecuyer, Operations Research
 * 47, 1999), with their distributions. Integers and uniform numbers are those of a GPU,
 * bit by bit; normal numbers differ from a GPU's by rounding, see docs/emulator.md.
 * Names are NVIDIA's.
 *
 * The other generators have their types here. Their initialisation is published only as
 * NVIDIA's code, so curand_init() of one is refused by name.
 */
#ifndef CURAND_KERNEL_H_
#define CURAND_KERNEL_H_

#include "cuda_runtime.h"
#include "curand.h"
#include "emu_random.hpp"

/* ---- Uniform numbers: more than 0, and at most 1. */

EMU_RANDOM float emu_uniform(unsigned int __x)
{
    return (float)__x * 2.3283064e-10f + 2.3283064e-10f / 2;
}
EMU_RANDOM double emu_uniform(unsigned int __x, unsigned int __y)
{
    const unsigned long long __z = (unsigned long long)__x ^ (unsigned long long)__y
                                                                 << 21;
    return (double)__z * 1.1102230246251565e-16 + 1.1102230246251565e-16 / 2;
}
EMU_RANDOM float curand_uniform(curandStatePhilox4_32_10_t *__s)
{
    return emu_uniform(curand(__s));
}
EMU_RANDOM float4 curand_uniform4(curandStatePhilox4_32_10_t *__s)
{
    const uint4 __v = curand4(__s);
    return make_float4(emu_uniform(__v.x), emu_uniform(__v.y), emu_uniform(__v.z),
                       emu_uniform(__v.w));
}
EMU_RANDOM double curand_uniform_double(curandStatePhilox4_32_10_t *__s)
{
    return (curand(__s) + 1.0) * 2.3283064365386963e-10;
}
EMU_RANDOM double2 curand_uniform2_double(curandStatePhilox4_32_10_t *__s)
{
    const uint4 __v = curand4(__s);
    return make_double2(emu_uniform(__v.x, __v.y), emu_uniform(__v.z, __v.w));
}
EMU_RANDOM float curand_uniform(curandStateMRG32k3a_t *__s)
{
    return (float)(curand_MRG32k3a(__s) * 2.3283065498378288e-10);
}
EMU_RANDOM double curand_uniform_double(curandStateMRG32k3a_t *__s)
{
    return curand_MRG32k3a(__s) * 2.3283065498378288e-10;
}

/* ---- Normal numbers: Box and Muller, a pair from two uniform ones. */

EMU_RANDOM float2 emu_normal2(float __u, float __turns)
{
    const float __r = sqrtf(-2 * logf(__u)), __angle = __turns * 6.2831855f;
    return make_float2(__r * sinf(__angle), __r * cosf(__angle));
}
EMU_RANDOM double2 emu_normal2(double __u, double __turns)
{
    const double __r = sqrt(-2 * log(__u)), __angle = __turns * 6.283185307179586;
    return make_double2(__r * sin(__angle), __r * cos(__angle));
}

EMU_RANDOM float2 curand_normal2(curandStatePhilox4_32_10_t *__s)
{
    const unsigned int __x = curand(__s), __y = curand(__s);
    return emu_normal2(emu_uniform(__x), emu_uniform(__y));
}
EMU_RANDOM float4 curand_normal4(curandStatePhilox4_32_10_t *__s)
{
    const uint4 __v = curand4(__s);
    const float2 __a = emu_normal2(emu_uniform(__v.x), emu_uniform(__v.y)),
                 __b = emu_normal2(emu_uniform(__v.z), emu_uniform(__v.w));
    return make_float4(__a.x, __a.y, __b.x, __b.y);
}
EMU_RANDOM double2 curand_normal2_double(curandStatePhilox4_32_10_t *__s)
{
    const uint4 __v = curand4(__s);
    return emu_normal2(emu_uniform(__v.x, __v.y), emu_uniform(__v.z, __v.w));
}
EMU_RANDOM float2 curand_normal2(curandStateMRG32k3a_t *__s)
{
    const float __u = curand_uniform(__s), __v = curand_uniform(__s);
    return emu_normal2(__u, __v);
}
EMU_RANDOM double2 curand_normal2_double(curandStateMRG32k3a_t *__s)
{
    const double __u = curand_uniform_double(__s), __v = curand_uniform_double(__s);
    return emu_normal2(__u, __v);
}

/* The first of a pair, and then the second. A kept one serves the distribution for
   which the pair was made: 1 is normal, 2 log-normal. */
template <int __FLAG, class __S> EMU_RANDOM float emu_normal(__S *__s)
{
    if (__s->boxmuller_flag != __FLAG) {
        const float2 __pair = curand_normal2(__s);
        __s->boxmuller_extra = __pair.y;
        __s->boxmuller_flag = __FLAG;
        return __pair.x;
    }
    __s->boxmuller_flag = 0;
    return __s->boxmuller_extra;
}
template <int __FLAG, class __S> EMU_RANDOM double emu_normal_double(__S *__s)
{
    if (__s->boxmuller_flag_double != __FLAG) {
        const double2 __pair = curand_normal2_double(__s);
        __s->boxmuller_extra_double = __pair.y;
        __s->boxmuller_flag_double = __FLAG;
        return __pair.x;
    }
    __s->boxmuller_flag_double = 0;
    return __s->boxmuller_extra_double;
}
template <class __S> EMU_RANDOM float curand_normal(__S *__s)
{
    return emu_normal<1>(__s);
}
template <class __S> EMU_RANDOM double curand_normal_double(__S *__s)
{
    return emu_normal_double<1>(__s);
}
template <class __S>
EMU_RANDOM float curand_log_normal(__S *__s, float __mean, float __deviation)
{
    return expf(__mean + __deviation * emu_normal<2>(__s));
}
template <class __S>
EMU_RANDOM float2 curand_log_normal2(__S *__s, float __mean, float __deviation)
{
    const float2 __pair = curand_normal2(__s);
    return make_float2(expf(__mean + __deviation * __pair.x),
                       expf(__mean + __deviation * __pair.y));
}
template <class __S>
EMU_RANDOM double curand_log_normal_double(__S *__s, double __mean, double __deviation)
{
    return exp(__mean + __deviation * emu_normal_double<2>(__s));
}

/* ---- The others: their types, and what refuses them at curand_init(). */

#define EMU_NO_GENERATOR(__name, __text)                                               \
    struct __name : emu_normal_kept {                                                  \
        unsigned int emu_none;                                                         \
    };                                                                                 \
    typedef __name __name##_t;                                                         \
    void curand_init(unsigned long long, unsigned long long, unsigned long long,       \
                     __name *) __attribute__((__error__(__text)));                     \
    EMU_RANDOM unsigned int curand(__name *)                                           \
    {                                                                                  \
        __trap();                                                                      \
        return 0;                                                                      \
    }                                                                                  \
    EMU_RANDOM float curand_uniform(__name *)                                          \
    {                                                                                  \
        __trap();                                                                      \
        return 0;                                                                      \
    }                                                                                  \
    EMU_RANDOM double curand_uniform_double(__name *)                                  \
    {                                                                                  \
        __trap();                                                                      \
        return 0;                                                                      \
    }                                                                                  \
    EMU_RANDOM float2 curand_normal2(__name *)                                         \
    {                                                                                  \
        __trap();                                                                      \
        return make_float2(0, 0);                                                      \
    }                                                                                  \
    EMU_RANDOM double2 curand_normal2_double(__name *)                                 \
    {                                                                                  \
        __trap();                                                                      \
        return make_double2(0, 0);                                                     \
    }
EMU_NO_GENERATOR(curandStateXORWOW,
                 "the emulator has no XORWOW generator (curandState): use "
                 "curandStatePhilox4_32_10_t")
EMU_NO_GENERATOR(curandStateSobol32, "the emulator has no Sobol sequences: use "
                                     "curandStatePhilox4_32_10_t")
EMU_NO_GENERATOR(curandStateScrambledSobol32,
                 "the emulator has no Sobol sequences: use "
                 "curandStatePhilox4_32_10_t")
EMU_NO_GENERATOR(curandStateMtgp32, "the emulator has no MTGP32 generator: use "
                                    "curandStatePhilox4_32_10_t")
typedef curandStateXORWOW curandState, curandState_t;

#endif
