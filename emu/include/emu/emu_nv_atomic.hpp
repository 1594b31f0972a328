/*
 * The atomic operations with a memory order and a scope, from CUDA 12.8 on. All use the
 * strictest order and the whole system. One that orders other accesses as well is a
 * fence for the detectors. Part of emu_device.hpp.
 */
#ifndef EMU_NV_ATOMIC_HPP
#define EMU_NV_ATOMIC_HPP

enum {
    __NV_ATOMIC_RELAXED,
    __NV_ATOMIC_CONSUME,
    __NV_ATOMIC_ACQUIRE,
    __NV_ATOMIC_RELEASE,
    __NV_ATOMIC_ACQ_REL,
    __NV_ATOMIC_SEQ_CST
};
enum {
    __NV_THREAD_SCOPE_THREAD,
    __NV_THREAD_SCOPE_BLOCK,
    __NV_THREAD_SCOPE_CLUSTER,
    __NV_THREAD_SCOPE_DEVICE,
    __NV_THREAD_SCOPE_SYSTEM
};

EMU_INLINE void __nv_atomic_thread_fence(int __order, int = __NV_THREAD_SCOPE_SYSTEM)
{
    if (__order != __NV_ATOMIC_RELAXED)
        __threadfence();
}

/* What comes before an operation on p of this order, and after it. Shared memory orders
   no other blocks than those of the cluster, which emu_release() and emu_acquire()
   know. */
EMU_INLINE void emu_before(const void *__p, int __order)
{
    if (__order < __NV_ATOMIC_RELEASE)
        return;
    if (!emu_is_shared_of_cluster(__p))
        emu_race_fence();
    emu_release(__p);
}
EMU_INLINE void emu_after(const void *__p, int __order)
{
    if (__order == __NV_ATOMIC_CONSUME || __order == __NV_ATOMIC_ACQUIRE ||
        __order >= __NV_ATOMIC_ACQ_REL)
        emu_acquire(__p);
}

/* ---- Loads, stores, exchanges: of 1, 2, 4 or 8 bytes. */
template <class __T>
EMU_INLINE void __nv_atomic_load(const __T *__p, __T *__result, int __order, int = 0)
{
    __atomic_load(const_cast<__T *>(__p), __result, __ATOMIC_SEQ_CST);
    emu_after(__p, __order);
}
template <class __T>
EMU_INLINE __T __nv_atomic_load_n(const __T *__p, int __order, int = 0)
{
    __T __result;
    __nv_atomic_load(__p, &__result, __order);
    return __result;
}
template <class __T>
EMU_INLINE void __nv_atomic_store(__T *__p, const __T *value, int __order, int = 0)
{
    emu_before(__p, __order);
    __atomic_store(__p, const_cast<__T *>(value), __ATOMIC_SEQ_CST);
}
template <class __T, class __V>
EMU_INLINE void __nv_atomic_store_n(__T *__p, __V value, int __order, int = 0)
{
    const __T __v = value;
    __nv_atomic_store(__p, &__v, __order);
}
template <class __T>
EMU_INLINE void __nv_atomic_exchange(__T *__p, const __T *value, __T *__old,
                                     int __order, int = 0)
{
    emu_before(__p, __order);
    __atomic_exchange(__p, const_cast<__T *>(value), __old, __ATOMIC_SEQ_CST);
    emu_after(__p, __order);
}
template <class __T, class __V>
EMU_INLINE __T __nv_atomic_exchange_n(__T *__p, __V value, int __order, int = 0)
{
    const __T __v = value;
    __T __old;
    __nv_atomic_exchange(__p, &__v, &__old, __order);
    return __old;
}
template <class __T>
EMU_INLINE bool __nv_atomic_compare_exchange(__T *__p, __T *__expected,
                                             const __T *__desired, bool __weak,
                                             int __order, int, int = 0)
{
    (void)__weak;
    emu_before(__p, __order);
    const bool __done =
        __atomic_compare_exchange(__p, __expected, const_cast<__T *>(__desired), false,
                                  __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    emu_after(__p, __order);
    return __done;
}
template <class __T, class __V>
EMU_INLINE bool __nv_atomic_compare_exchange_n(__T *__p, __T *__expected, __V __desired,
                                               bool __weak, int __order, int __if_not,
                                               int = 0)
{
    const __T __v = __desired;
    return __nv_atomic_compare_exchange(__p, __expected, &__v, __weak, __order,
                                        __if_not);
}

/* ---- Arithmetic: each with and without the old value as the result. */
#define EMU_NV_ATOMIC(name, expression)                                                \
    template <class __T, class __V>                                                    \
    EMU_INLINE __T __nv_atomic_fetch_##name(__T *__p, __V __operand, int __order,      \
                                            int = 0)                                   \
    {                                                                                  \
        emu_before(__p, __order);                                                      \
        const __T __old = emu_from_bits<__T>(                                          \
            emu_atomic(__p, sizeof(__T), emu_to_bits<__T>((__T)__operand),             \
                       [](uint64_t __old_bits, uint64_t __operand_bits) -> uint64_t {  \
                           __T __a = emu_from_bits<__T>(__old_bits);                   \
                           __T __b = emu_from_bits<__T>(__operand_bits);               \
                           return emu_to_bits<__T>((__T)(expression));                 \
                       }));                                                            \
        emu_after(__p, __order);                                                       \
        return __old;                                                                  \
    }                                                                                  \
    template <class __T, class __V>                                                    \
    EMU_INLINE void __nv_atomic_##name(__T *__p, __V __operand, int __order, int = 0)  \
    {                                                                                  \
        __nv_atomic_fetch_##name(__p, __operand, __order);                             \
    }
EMU_NV_ATOMIC(add, __a + __b)
EMU_NV_ATOMIC(sub, __a - __b)
EMU_NV_ATOMIC(and, __a &__b)
EMU_NV_ATOMIC(or, __a | __b)
EMU_NV_ATOMIC(xor, __a ^ __b)
EMU_NV_ATOMIC(min, __b < __a ? __b : __a)
EMU_NV_ATOMIC(max, __a < __b ? __b : __a)
#undef EMU_NV_ATOMIC

#endif
