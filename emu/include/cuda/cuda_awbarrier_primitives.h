/* mbarriers as objects of 64 bits in shared memory, by CUDA's functions in C. */
#ifndef EMU_CUDA_AWBARRIER_PRIMITIVES_H
#define EMU_CUDA_AWBARRIER_PRIMITIVES_H

#ifndef __CUDACC__
#error "cuda_awbarrier_primitives.h is for .cu files"
#endif

typedef uint64_t __mbarrier_t;
typedef uint64_t __mbarrier_token_t;

static inline uint32_t __mbarrier_maximum_count()
{
    return (1 << 14) - 1;
}

/* A phase is complete when `count` threads have arrived. */
EMU_INLINE void __mbarrier_init(__mbarrier_t *__b, uint32_t __count)
{
    EMU_FENCE();
    emu_mbarrier_init(__b, __count);
    EMU_FENCE();
}
EMU_INLINE void __mbarrier_inval(__mbarrier_t *__b)
{
    EMU_FENCE();
    emu_mbarrier_inval(__b);
    EMU_FENCE();
}
/* Returns the phase, for the wait. */
EMU_INLINE __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *__b)
{
    EMU_FENCE();
    const __mbarrier_token_t __phase = emu_mbarrier_arrive(__b, 1, 1, 0);
    EMU_FENCE();
    return __phase;
}
/* Arrive; the later phases expect one thread less. */
EMU_INLINE __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *__b)
{
    EMU_FENCE();
    const __mbarrier_token_t __phase = emu_mbarrier_arrive(__b, 1, 1, 1);
    EMU_FENCE();
    return __phase;
}
EMU_INLINE uint32_t __mbarrier_token_pending_count(__mbarrier_token_t __phase)
{
    return emu_mbarrier_pending(__phase);
}
/* True if the phase is complete; of the last two phases, the one of this parity. */
EMU_INLINE bool __mbarrier_test_wait(__mbarrier_t *__b, __mbarrier_token_t __phase)
{
    EMU_FENCE();
    const bool __complete = emu_mbarrier_wait(__b, __phase, 0);
    EMU_FENCE();
    return __complete;
}
EMU_INLINE bool __mbarrier_test_wait_parity(__mbarrier_t *__b, bool __parity)
{
    EMU_FENCE();
    const bool __complete = emu_mbarrier_wait(__b, __parity, 1);
    EMU_FENCE();
    return __complete;
}
/* True if the phase is complete; the thread may sleep for so many nanoseconds first. */
EMU_INLINE bool __mbarrier_try_wait(__mbarrier_t *__b, __mbarrier_token_t __phase,
                                    uint32_t)
{
    return __mbarrier_test_wait(__b, __phase);
}
EMU_INLINE bool __mbarrier_try_wait_parity(__mbarrier_t *__b, bool __parity, uint32_t)
{
    return __mbarrier_test_wait_parity(__b, __parity);
}

#endif
