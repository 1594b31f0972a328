/* Inline PTX: barriers, mbarrier objects, fences. Part of emu_ptx.hpp. */
#ifndef EMU_PTX_BARRIER_HPP
#define EMU_PTX_BARRIER_HPP

namespace emu_ptx
{

/* ---- Barriers and fences. */
EMU_INLINE int __bar(emu_bar_kind __kind, uint32_t id, uint32_t __threads,
                     bool __predicate)
{
    EMU_FENCE();
    const int __result = emu_bar(__kind, id, __threads, __predicate);
    EMU_FENCE();
    return __result;
}
/* Barrier 0 of all threads is that of __syncthreads(). */
template <class __N_> EMU_INLINE void __bar_sync(const __N_ &__n)
{
    if (__get<uint32_t>(__n) == 0)
        __syncthreads();
    else
        __bar(EMU_BAR_SYNC, __get<uint32_t>(__n), 0, false);
}
template <class __N_, class __T>
EMU_INLINE void __bar_sync(const __N_ &__n, const __T &__threads)
{
    const dim3 __d = ::blockDim;
    if (__get<uint32_t>(__n) == 0 &&
        __get<uint32_t>(__threads) == __d.x * __d.y * __d.z)
        __syncthreads();
    else
        __bar(EMU_BAR_SYNC, __get<uint32_t>(__n), __get<uint32_t>(__threads), false);
}
template <class __N_, class __T>
EMU_INLINE void __bar_arrive(const __N_ &__n, const __T &__threads)
{
    __bar(EMU_BAR_ARRIVE, __get<uint32_t>(__n), __get<uint32_t>(__threads), false);
}
/* For how many threads the predicate is true. The number of threads may be left out. */
template <class __D, class __N_, class __P>
EMU_INLINE void __bar_red_popc(__D &&__d, const __N_ &__n, const __P &__p)
{
    __put(__d,
          (uint32_t)__bar(EMU_BAR_SYNC, __get<uint32_t>(__n), 0, __get<bool>(__p)));
}
template <class __D, class __N_, class __T, class __P>
EMU_INLINE void __bar_red_popc(__D &&__d, const __N_ &__n, const __T &__threads,
                               const __P &__p)
{
    __put(__d, (uint32_t)__bar(EMU_BAR_SYNC, __get<uint32_t>(__n),
                               __get<uint32_t>(__threads), __get<bool>(__p)));
}
template <class __D, class __N_, class __P>
EMU_INLINE void __bar_red_or(__D &&__d, const __N_ &__n, const __P &__p)
{
    __put(__d, __bar(EMU_BAR_SYNC, __get<uint32_t>(__n), 0, __get<bool>(__p)) != 0);
}
template <class __D, class __N_, class __T, class __P>
EMU_INLINE void __bar_red_or(__D &&__d, const __N_ &__n, const __T &__threads,
                             const __P &__p)
{
    __put(__d, __bar(EMU_BAR_SYNC, __get<uint32_t>(__n), __get<uint32_t>(__threads),
                     __get<bool>(__p)) != 0);
}
template <class __D, class __N_, class __P>
EMU_INLINE void __bar_red_and(__D &&__d, const __N_ &__n, const __P &__p)
{
    __put(__d, __bar(EMU_BAR_SYNC, __get<uint32_t>(__n), 0, !__get<bool>(__p)) == 0);
}
template <class __D, class __N_, class __T, class __P>
EMU_INLINE void __bar_red_and(__D &&__d, const __N_ &__n, const __T &__threads,
                              const __P &__p)
{
    __put(__d, __bar(EMU_BAR_SYNC, __get<uint32_t>(__n), __get<uint32_t>(__threads),
                     !__get<bool>(__p)) == 0);
}

/* ---- mbarrier objects. */
template <class __SPACE, class __N_>
EMU_INLINE void __mbarrier_init(__place __at, const __N_ &__count)
{
    EMU_FENCE();
    emu_mbarrier_init(__pointer<__SPACE>(__at), __get<uint32_t>(__count));
    EMU_FENCE();
}
template <class __SPACE> EMU_INLINE void __mbarrier_inval(__place __at)
{
    EMU_FENCE();
    emu_mbarrier_inval(__pointer<__SPACE>(__at));
    EMU_FENCE();
}
template <class __SPACE, bool __MAY_COMPLETE, bool __DROPS, class __D,
          class __N_ = __number>
EMU_INLINE void __mbarrier_arrive(__D &&__d, __place __at,
                                  const __N_ &__count = __number{1})
{
    EMU_FENCE();
    __put(__d, emu_mbarrier_arrive(__pointer<__SPACE>(__at), __get<uint32_t>(__count),
                                   __MAY_COMPLETE, __DROPS));
    EMU_FENCE();
}
template <class __SPACE, bool __PARITY, class __P, class __S>
EMU_INLINE void __mbarrier_wait(__P &&__p, __place __at, const __S &__state)
{
    EMU_FENCE();
    uint64_t __phase;
    if constexpr (__PARITY)
        __phase = __get<uint32_t>(__state);
    else
        __phase = __get<uint64_t>(__state);
    __put(__p, emu_mbarrier_wait(__pointer<__SPACE>(__at), __phase, __PARITY) != 0);
    EMU_FENCE();
}
/* The last operand limits how long a thread sleeps. */
template <class __SPACE, bool __PARITY, class __P, class __S, class __T>
EMU_INLINE void __mbarrier_wait(__P &&__p, __place __at, const __S &__state,
                                const __T &)
{
    __mbarrier_wait<__SPACE, __PARITY>(static_cast<__P &&>(__p), __at, __state);
}
template <class __D, class __S>
EMU_INLINE void __mbarrier_pending(__D &&__d, const __S &__state)
{
    __put(__d, (uint32_t)emu_mbarrier_pending(__get<uint64_t>(__state)));
}
template <class __SPACE, bool __COUNTS> EMU_INLINE void __cp_arrive(__place __at)
{
    EMU_FENCE();
    emu_copy_arrive(__pointer<__SPACE>(__at), __COUNTS);
    EMU_FENCE();
}

/* ---- Fences. */
EMU_INLINE void __membar_cta()
{
    __threadfence_block();
}
EMU_INLINE void __membar_gl()
{
    __threadfence();
}
EMU_INLINE void __membar_sys()
{
    __threadfence_system();
}
EMU_INLINE void __fence_cta()
{
    __threadfence_block();
}
EMU_INLINE void __cluster_arrive()
{
    __cluster_barrier_arrive();
}
EMU_INLINE void __cluster_arrive_relaxed()
{
    __cluster_barrier_arrive_relaxed();
}
EMU_INLINE void __cluster_wait()
{
    __cluster_barrier_wait();
}
EMU_INLINE void __fence_cluster()
{
    __threadfence_block();
    emu_init_fence();
}
EMU_INLINE void __fence_gpu()
{
    __threadfence();
}
EMU_INLINE void __fence_sys()
{
    __threadfence_system();
}
template <class __N_> EMU_INLINE void __nanosleep(const __N_ &)
{
    emu_pause();
}

} // namespace emu_ptx

#endif
