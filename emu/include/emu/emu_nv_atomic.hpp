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

EMU_INLINE void __nv_atomic_thread_fence(int order, int = __NV_THREAD_SCOPE_SYSTEM)
{
    if (order != __NV_ATOMIC_RELAXED)
        emu_race_fence();
}

/* The fence of an operation on p. Shared memory orders no other blocks than those of
   the cluster, which emu_release() and emu_acquire() know. */
EMU_INLINE void emu_fence_at(const void *p, int order)
{
    if (!emu_is_shared_of_cluster(p))
        __nv_atomic_thread_fence(order);
}
/* What comes before an operation on p of this order, and after it. */
EMU_INLINE void emu_before(const void *p, int order)
{
    emu_fence_at(p, order);
    if (order >= __NV_ATOMIC_RELEASE)
        emu_release(p);
}
EMU_INLINE void emu_after(const void *p, int order)
{
    if (order == __NV_ATOMIC_CONSUME || order == __NV_ATOMIC_ACQUIRE ||
        order >= __NV_ATOMIC_ACQ_REL)
        emu_acquire(p);
}

/* ---- Loads, stores, exchanges: of 1, 2, 4 or 8 bytes. */
template <class T>
EMU_INLINE void __nv_atomic_load(const T *p, T *result, int order, int = 0)
{
    __atomic_load(const_cast<T *>(p), result, __ATOMIC_SEQ_CST);
    emu_fence_at(p, order);
    emu_after(p, order);
}
template <class T> EMU_INLINE T __nv_atomic_load_n(const T *p, int order, int = 0)
{
    T result;
    __nv_atomic_load(p, &result, order);
    return result;
}
template <class T>
EMU_INLINE void __nv_atomic_store(T *p, const T *value, int order, int = 0)
{
    emu_before(p, order);
    __atomic_store(p, const_cast<T *>(value), __ATOMIC_SEQ_CST);
}
template <class T, class V>
EMU_INLINE void __nv_atomic_store_n(T *p, V value, int order, int = 0)
{
    const T v = value;
    __nv_atomic_store(p, &v, order);
}
template <class T>
EMU_INLINE void __nv_atomic_exchange(T *p, const T *value, T *old, int order, int = 0)
{
    emu_before(p, order);
    __atomic_exchange(p, const_cast<T *>(value), old, __ATOMIC_SEQ_CST);
    emu_after(p, order);
}
template <class T, class V>
EMU_INLINE T __nv_atomic_exchange_n(T *p, V value, int order, int = 0)
{
    const T v = value;
    T old;
    __nv_atomic_exchange(p, &v, &old, order);
    return old;
}
template <class T>
EMU_INLINE bool __nv_atomic_compare_exchange(T *p, T *expected, const T *desired,
                                             bool weak, int order, int, int = 0)
{
    (void)weak;
    emu_before(p, order);
    const bool done =
        __atomic_compare_exchange(p, expected, const_cast<T *>(desired), false,
                                  __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    emu_after(p, order);
    return done;
}
template <class T, class V>
EMU_INLINE bool __nv_atomic_compare_exchange_n(T *p, T *expected, V desired, bool weak,
                                               int order, int if_not, int = 0)
{
    const T v = desired;
    return __nv_atomic_compare_exchange(p, expected, &v, weak, order, if_not);
}

/* ---- Arithmetic: each with and without the old value as the result. */
#define EMU_NV_ATOMIC(name, expression)                                                \
    template <class T, class V>                                                        \
    EMU_INLINE T __nv_atomic_fetch_##name(T *p, V operand, int order, int = 0)         \
    {                                                                                  \
        emu_before(p, order);                                                          \
        const T old = emu_from_bits<T>(                                                \
            emu_atomic(p, sizeof(T), emu_to_bits<T>((T)operand),                       \
                       [](uint64_t old_bits, uint64_t operand_bits) -> uint64_t {      \
                           T a = emu_from_bits<T>(old_bits);                           \
                           T b = emu_from_bits<T>(operand_bits);                       \
                           return emu_to_bits<T>((T)(expression));                     \
                       }));                                                            \
        emu_after(p, order);                                                           \
        return old;                                                                    \
    }                                                                                  \
    template <class T, class V>                                                        \
    EMU_INLINE void __nv_atomic_##name(T *p, V operand, int order, int = 0)            \
    {                                                                                  \
        __nv_atomic_fetch_##name(p, operand, order);                                   \
    }
EMU_NV_ATOMIC(add, a + b)
EMU_NV_ATOMIC(sub, a - b)
EMU_NV_ATOMIC(and, a &b)
EMU_NV_ATOMIC(or, a | b)
EMU_NV_ATOMIC(xor, a ^ b)
EMU_NV_ATOMIC(min, b < a ? b : a)
EMU_NV_ATOMIC(max, a < b ? b : a)
#undef EMU_NV_ATOMIC

#endif
