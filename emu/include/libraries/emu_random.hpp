/* The generators Philox 4x32-10 and MRG32k3a, as integers. Part of curand_kernel.h. */
#ifndef EMU_RANDOM_HPP
#define EMU_RANDOM_HPP

#include "cuda_runtime.h"

#define EMU_RANDOM static inline __attribute__((__always_inline__, __unused__))

/* The second number of a pair of normal ones, kept for the next call. */
struct emu_normal_kept {
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};

struct curandStatePhilox4_32_10 : emu_normal_kept {
    uint4 ctr, output;
    uint2 key;
    unsigned int STATE; /* the next number of output */
};
struct curandStateMRG32k3a : emu_normal_kept {
    unsigned int s1[3], s2[3];
};
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef curandStateMRG32k3a curandStateMRG32k3a_t;

/* ---- Philox 4x32-10: a block cipher of a counter. */

EMU_RANDOM uint4 emu_philox(uint4 __c, uint2 __k)
{
    for (int __round = 0; __round < 10; __round++) {
        const unsigned long long __a = 0xD2511F53ull * __c.x,
                                 __b = 0xCD9E8D57ull * __c.z;
        __c = make_uint4((unsigned int)(__b >> 32) ^ __c.y ^ __k.x, (unsigned int)__b,
                         (unsigned int)(__a >> 32) ^ __c.w ^ __k.y, (unsigned int)__a);
        __k.x += 0x9E3779B9u;
        __k.y += 0xBB67AE85u;
    }
    return __c;
}

/* The counter has 128 bits: add to it from its word `first` on. */
EMU_RANDOM void emu_philox_add(uint4 &__c, unsigned long long __n, bool __high)
{
    unsigned __int128 __all = (unsigned __int128)__c.w << 96 |
                              (unsigned __int128)__c.z << 64 |
                              (unsigned long long)__c.y << 32 | __c.x;
    __all += __high ? (unsigned __int128)__n << 64 : (unsigned __int128)__n;
    __c = make_uint4((unsigned int)__all, (unsigned int)(__all >> 32),
                     (unsigned int)(__all >> 64), (unsigned int)(__all >> 96));
}

EMU_RANDOM unsigned int emu_philox_word(const uint4 &__v, unsigned int __i)
{
    return __i == 0 ? __v.x : __i == 1 ? __v.y : __i == 2 ? __v.z : __v.w;
}

EMU_RANDOM void skipahead(unsigned long long __n, curandStatePhilox4_32_10_t *__s)
{
    const unsigned int __at = __s->STATE + (unsigned int)(__n & 3);
    __s->STATE = __at & 3;
    emu_philox_add(__s->ctr, __n / 4 + __at / 4, false);
    __s->output = emu_philox(__s->ctr, __s->key);
}
EMU_RANDOM void skipahead_sequence(unsigned long long __n,
                                   curandStatePhilox4_32_10_t *__s)
{
    emu_philox_add(__s->ctr, __n, true);
    __s->output = emu_philox(__s->ctr, __s->key);
}

EMU_RANDOM void curand_init(unsigned long long __seed, unsigned long long __subsequence,
                            unsigned long long __offset,
                            curandStatePhilox4_32_10_t *__s)
{
    __s->ctr = make_uint4(0, 0, 0, 0);
    __s->key = make_uint2((unsigned int)__seed, (unsigned int)(__seed >> 32));
    __s->STATE = 0;
    __s->boxmuller_flag = __s->boxmuller_flag_double = 0;
    __s->boxmuller_extra = 0;
    __s->boxmuller_extra_double = 0;
    skipahead_sequence(__subsequence, __s);
    skipahead(__offset, __s);
}

EMU_RANDOM unsigned int curand(curandStatePhilox4_32_10_t *__s)
{
    const unsigned int __word = emu_philox_word(__s->output, __s->STATE++);
    if (__s->STATE == 4) {
        __s->STATE = 0;
        emu_philox_add(__s->ctr, 1, false);
        __s->output = emu_philox(__s->ctr, __s->key);
    }
    return __word;
}

EMU_RANDOM uint4 curand4(curandStatePhilox4_32_10_t *__s)
{
    const unsigned int __at = __s->STATE;
    const uint4 __now = __s->output;
    emu_philox_add(__s->ctr, 1, false);
    const uint4 __next = __s->output = emu_philox(__s->ctr, __s->key);
    unsigned int __word[4];
    for (unsigned int __i = 0; __i < 4; __i++)
        __word[__i] =
            emu_philox_word(__at + __i < 4 ? __now : __next, (__at + __i) % 4);
    return make_uint4(__word[0], __word[1], __word[2], __word[3]);
}

/* ---- MRG32k3a: two recurrences of the third order, modulo M1 and M2. */

#define EMU_MRG_M1 4294967087ull
#define EMU_MRG_M2 4294944443ull

struct emu_mrg_matrix {
    unsigned int at[3][3];
};
EMU_RANDOM emu_mrg_matrix emu_mrg_times(const emu_mrg_matrix &__a,
                                        const emu_mrg_matrix &__b,
                                        unsigned long long __m)
{
    emu_mrg_matrix __c;
    for (int __i = 0; __i < 3; __i++)
        for (int __j = 0; __j < 3; __j++) {
            unsigned long long __sum = 0;
            for (int __k = 0; __k < 3; __k++)
                __sum = (__sum + (unsigned long long)__a.at[__i][__k] *
                                     __b.at[__k][__j] % __m) %
                        __m;
            __c.at[__i][__j] = (unsigned int)__sum;
        }
    return __c;
}

/* The state n << shift steps later, of the recurrence whose step is the matrix. */
EMU_RANDOM void emu_mrg_skip(unsigned int *__state, emu_mrg_matrix __step,
                             unsigned long long __n, int __shift,
                             unsigned long long __m)
{
    for (int __i = 0; __n && __i < __shift; __i++)
        __step = emu_mrg_times(__step, __step, __m);
    for (; __n; __n >>= 1) {
        if (__n & 1) {
            unsigned int __next[3];
            for (int __i = 0; __i < 3; __i++) {
                unsigned long long __sum = 0;
                for (int __k = 0; __k < 3; __k++)
                    __sum = (__sum + (unsigned long long)__step.at[__i][__k] *
                                         __state[__k] % __m) %
                            __m;
                __next[__i] = (unsigned int)__sum;
            }
            for (int __i = 0; __i < 3; __i++)
                __state[__i] = __next[__i];
        }
        __step = emu_mrg_times(__step, __step, __m);
    }
}
EMU_RANDOM void emu_mrg_skip_both(unsigned long long __n, int __shift,
                                  curandStateMRG32k3a_t *__s)
{
    const emu_mrg_matrix __one = {
        {{0, 1, 0}, {0, 0, 1}, {(unsigned int)(EMU_MRG_M1 - 810728), 1403580, 0}}};
    const emu_mrg_matrix __two = {
        {{0, 1, 0}, {0, 0, 1}, {(unsigned int)(EMU_MRG_M2 - 1370589), 0, 527612}}};
    emu_mrg_skip(__s->s1, __one, __n, __shift, EMU_MRG_M1);
    emu_mrg_skip(__s->s2, __two, __n, __shift, EMU_MRG_M2);
}

EMU_RANDOM void skipahead(unsigned long long __n, curandStateMRG32k3a_t *__s)
{
    emu_mrg_skip_both(__n, 0, __s);
}
/* A subsequence has 2^76 numbers, a sequence 2^127. */
EMU_RANDOM void skipahead_subsequence(unsigned long long __n,
                                      curandStateMRG32k3a_t *__s)
{
    emu_mrg_skip_both(__n, 76, __s);
}
EMU_RANDOM void skipahead_sequence(unsigned long long __n, curandStateMRG32k3a_t *__s)
{
    emu_mrg_skip_both(__n, 127, __s);
}

EMU_RANDOM void curand_init(unsigned long long __seed, unsigned long long __subsequence,
                            unsigned long long __offset, curandStateMRG32k3a_t *__s)
{
    /* How the seed enters: measured, and as in CUDA's header of this name. */
    const unsigned long long __by[2] = {(unsigned int)__seed ^ 0x55555555u,
                                        (unsigned int)(__seed >> 32) ^ 0xAAAAAAAAu};
    for (int __i = 0; __i < 3; __i++) {
        const unsigned long long __first = __seed ? __by[__i % 2] : 1,
                                 __second = __seed ? __by[(__i + 1) % 2] : 1;
        __s->s1[__i] = (unsigned int)(12345 * __first % EMU_MRG_M1);
        __s->s2[__i] = (unsigned int)(12345 * __second % EMU_MRG_M2);
    }
    skipahead_subsequence(__subsequence, __s);
    skipahead(__offset, __s);
    __s->boxmuller_flag = __s->boxmuller_flag_double = 0;
    __s->boxmuller_extra = 0;
    __s->boxmuller_extra_double = 0;
}

/* From 1 to M1. */
EMU_RANDOM double curand_MRG32k3a(curandStateMRG32k3a_t *__s)
{
    const unsigned long long __one = (1403580ull * __s->s1[1] +
                                      810728ull * (EMU_MRG_M1 - __s->s1[0])) %
                                     EMU_MRG_M1,
                             __two = (527612ull * __s->s2[2] +
                                      1370589ull * (EMU_MRG_M2 - __s->s2[0])) %
                                     EMU_MRG_M2;
    __s->s1[0] = __s->s1[1];
    __s->s1[1] = __s->s1[2];
    __s->s1[2] = (unsigned int)__one;
    __s->s2[0] = __s->s2[1];
    __s->s2[1] = __s->s2[2];
    __s->s2[2] = (unsigned int)__two;
    return (double)(__one <= __two ? __one + EMU_MRG_M1 - __two : __one - __two);
}
EMU_RANDOM unsigned int curand(curandStateMRG32k3a_t *__s)
{
    return (unsigned int)(curand_MRG32k3a(__s) * 1.000000048662);
}

#endif
