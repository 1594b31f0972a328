/* Inline PTX: addresses, loads and stores, asynchronous copies. Part of emu_ptx.hpp. */
#ifndef EMU_PTX_MEMORY_HPP
#define EMU_PTX_MEMORY_HPP

/* ---- Addresses of the shared state space have 32 bits. */
EMU_INLINE size_t __cvta_generic_to_shared(const void *__p)
{
    return emu_shared_address(__p);
}
EMU_INLINE void *__cvta_shared_to_generic(size_t __address)
{
    return emu_shared_at((uint32_t)__address);
}
EMU_INLINE size_t __cvta_generic_to_global(const void *__p)
{
    return (size_t)__p;
}
EMU_INLINE void *__cvta_global_to_generic(size_t __address)
{
    return (void *)__address;
}
EMU_INLINE unsigned __isShared(const void *__p)
{
    return emu_is_shared(__p);
}
EMU_INLINE unsigned __isGlobal(const void *__p)
{
    return emu_is_global(__p);
}

namespace emu_ptx
{

struct __generic;
struct __global;
struct __local;
struct __shared;

/* [base + offset] */
struct __place {
    uint64_t __address;
};
template <class __A> EMU_INLINE uint64_t __address_in(const __A &__a)
{
    if constexpr (sizeof(__A) >= 8)
        return __get<uint64_t>(__a);
    else
        return __get<uint32_t>(__a);
}
template <class __A, class __B>
EMU_INLINE __place __at(const __A &__base, const __B &__offset)
{
    return {__address_in(__base) + __address_in(__offset)};
}
EMU_INLINE char *__pointer_in(__shared *, __place __at)
{
    return (char *)__cvta_shared_to_generic(__at.__address);
}
template <class __SPACE> EMU_INLINE char *__pointer_in(__SPACE *, __place __at)
{
    return (char *)__at.__address;
}
template <class __SPACE> EMU_INLINE char *__pointer(__place __at)
{
    return __pointer_in((__SPACE *)nullptr, __at);
}

template <class __SPACE, class __D, class __A>
EMU_INLINE void __to_generic(__D &&__d, const __A &__a)
{
    __put(__d, (uint64_t)(uintptr_t)__pointer<__SPACE>({__get<uint64_t>(__a)}));
}
template <class __SPACE, class __D, class __A>
EMU_INLINE void __from_generic(__D &&__d, const __A &__a)
{
    uint64_t __address = __get<uint64_t>(__a);
    if (std::is_same<__SPACE, __shared>::value)
        __address = __cvta_generic_to_shared((const void *)__address);
    __put(__d, __address);
}
template <class __SPACE, class __P, class __A>
EMU_INLINE void __isspacep(__P &&__p, const __A &__a)
{
    const void *__at = (const void *)__get<uint64_t>(__a);
    __put(__p, std::is_same<__SPACE, __shared>::value ? emu_is_shared(__at) != 0
                                                      : emu_is_global(__at) != 0);
}

/* ---- The shared memory of other blocks of the cluster. */
template <class __D, class __A, class __R>
EMU_INLINE void __mapa(__D &&__d, const __A &__a, const __R &__r)
{
    __put(__d, (uint64_t)emu_cluster_map((const void *)__get<uint64_t>(__a),
                                         __get<uint32_t>(__r)));
}
template <class __D, class __A, class __R>
EMU_INLINE void __mapa_shared(__D &&__d, const __A &__a, const __R &__r)
{
    const void *__p = __pointer<__shared>({__address_in(__a)});
    const uint32_t __at =
        emu_shared_address(emu_cluster_map(__p, __get<uint32_t>(__r)));
    if constexpr (sizeof(__D) >= 8)
        __put(__d, (uint64_t)__at);
    else
        __put(__d, __at);
}
template <class __D, class __A> EMU_INLINE void __getctarank(__D &&__d, const __A &__a)
{
    __put(__d, (uint32_t)emu_cluster_rank_at((const void *)__get<uint64_t>(__a)));
}
template <class __D, class __A>
EMU_INLINE void __getctarank_shared(__D &&__d, const __A &__a)
{
    __put(__d, (uint32_t)emu_cluster_rank_at(__pointer<__shared>({__address_in(__a)})));
}
template <class __P, class __A>
EMU_INLINE void __isspacep_cluster(__P &&__p, const __A &__a)
{
    __put(__p, emu_is_shared_of_cluster((const void *)__get<uint64_t>(__a)) != 0);
}

/* ---- Loads and stores. N neighbours are one access. */
template <class __T, int __N_>
struct __attribute__((__aligned__(__N_ * sizeof(__T)))) __neighbours {
    __T x[__N_];
};
/* A number in a wider register keeps its value. */
template <class __T, class __D> EMU_INLINE void __put_wide(__D &__d, __T value)
{
    if constexpr (std::is_integral<__T>::value && __T(-1) < __T(0) &&
                  sizeof(__D) > sizeof(__T))
        __put(
            __d,
            (std::conditional_t<sizeof(__D) == 8, int64_t,
                                std::conditional_t<sizeof(__D) == 4, int32_t, int16_t>>)
                value);
    else
        __put(__d, value);
}
/* STRENGTH: weak, or how the access is ordered; then it is atomic, and made each time.
 */
/* __words: weak, of a struct by a library: it may have padding, which nothing sets. */
enum __strength { __weak, __words, __relaxed, __acquire, __release };
template <class __SPACE, class __T, int __N_, __strength __STRENGTH, class __D>
EMU_INLINE void __ld(__D &&__d, __place __from)
{
    static_assert(__N_ == 1, "inline PTX: a vector of registers is missing");
    const __T *__p = (const __T *)__pointer<__SPACE>(__from);
    EMU_FENCE();
    if constexpr (__STRENGTH == __words)
        emu_padding(__p, sizeof *__p);
    if constexpr (__STRENGTH <= __words)
        __put_wide<__T>(__d, *__p);
    else
        __put_wide<__T>(__d, __nv_atomic_load_n(__p, __STRENGTH == __acquire
                                                         ? __NV_ATOMIC_ACQUIRE
                                                         : __NV_ATOMIC_RELAXED));
    EMU_FENCE();
}
/* Several neighbours as one word, where they are relaxed. */
template <size_t __BYTES>
using __word = std::conditional_t<__BYTES % 8 == 0, unsigned long long, uint32_t>;
template <class __SPACE, class __T, int __N_, __strength __STRENGTH, class... __R>
EMU_INLINE void __ld(__several<__R...> __to, __place __from)
{
    static_assert(sizeof...(__R) == __N_, "inline PTX: the vector has another length");
    typedef __word<__N_ * sizeof(__T)> __W;
    EMU_FENCE();
    __neighbours<__T, __N_> all;
    if constexpr (__STRENGTH == __words)
        emu_padding(__pointer<__SPACE>(__from), sizeof all);
    if constexpr (__STRENGTH <= __words || sizeof all % sizeof(__W))
        all = *(const __neighbours<__T, __N_> *)__pointer<__SPACE>(__from);
    else
        for (size_t __i = 0; __i < sizeof all / sizeof(__W); __i++) {
            const __W __w = ((volatile __W *)__pointer<__SPACE>(__from))[__i];
            __builtin_memcpy((char *)&all + __i * sizeof __w, &__w, sizeof __w);
        }
    for (int __i = 0; __i < __N_; __i++)
        __builtin_memcpy(__to.__address[__i], &all.x[__i], sizeof(__T));
}
template <class __SPACE, class __T, int __N_, __strength __STRENGTH, class __A>
EMU_INLINE void __st(__place __to, const __A &value)
{
    static_assert(__N_ == 1, "inline PTX: a vector of registers is missing");
    __T *__p = (__T *)__pointer<__SPACE>(__to);
    EMU_FENCE();
    if constexpr (__STRENGTH <= __words)
        *__p = __get<__T>(value);
    else
        __nv_atomic_store_n(__p, __get<__T>(value),
                            __STRENGTH == __release ? __NV_ATOMIC_RELEASE
                                                    : __NV_ATOMIC_RELAXED);
    EMU_FENCE();
}
template <class __SPACE, class __T, int __N_, __strength __STRENGTH, class... __R>
EMU_INLINE void __st(__place __to, __several<__R...> __from)
{
    static_assert(sizeof...(__R) == __N_, "inline PTX: the vector has another length");
    __neighbours<__T, __N_> all;
    for (int __i = 0; __i < __N_; __i++)
        __builtin_memcpy(&all.x[__i], __from.__address[__i], sizeof(__T));
    typedef __word<__N_ * sizeof(__T)> __W;
    EMU_FENCE();
    if constexpr (__STRENGTH <= __words || sizeof all % sizeof(__W))
        *(__neighbours<__T, __N_> *)__pointer<__SPACE>(__to) = all;
    else
        for (size_t __i = 0; __i < sizeof all / sizeof(__W); __i++) {
            __W __w;
            __builtin_memcpy(&__w, (char *)&all + __i * sizeof __w, sizeof __w);
            ((volatile __W *)__pointer<__SPACE>(__to))[__i] = __w;
        }
    EMU_FENCE();
}

/* ---- Atomic operations. */
template <class __T> struct __atomic_type {
    typedef __T type;
};
template <> struct __atomic_type<uint64_t> {
    typedef unsigned long long type;
};
template <> struct __atomic_type<int64_t> {
    typedef long long type;
};
#define EMU_PTX_ATOMIC(name, intrinsic)                                                \
    struct __op_##name {                                                               \
        template <class __T>                                                           \
        static __attribute__((__always_inline__)) __T __of(__T *__p, __T value)        \
        {                                                                              \
            return intrinsic(__p, value);                                              \
        }                                                                              \
    };
EMU_PTX_ATOMIC(add, atomicAdd)
EMU_PTX_ATOMIC(min, atomicMin)
EMU_PTX_ATOMIC(max, atomicMax)
EMU_PTX_ATOMIC(and, atomicAnd)
EMU_PTX_ATOMIC(or, atomicOr)
EMU_PTX_ATOMIC(xor, atomicXor)
EMU_PTX_ATOMIC(exch, atomicExch)
EMU_PTX_ATOMIC(inc, atomicInc)
EMU_PTX_ATOMIC(dec, atomicDec)
#undef EMU_PTX_ATOMIC
struct __op_cas;
/* ORDER is that of emu_nv_atomic.hpp. */
template <class __SPACE, class __T, class __OP, int __ORDER, class __D, class __A>
EMU_INLINE void __atom(__D &&__d, __place __at, const __A &__a)
{
    typedef typename __atomic_type<__T>::type __U;
    __U *const __p = (__U *)__pointer<__SPACE>(__at);
    emu_before(__p, __ORDER);
    const __U __old = __OP::template __of<__U>(__p, __get<__U>(__a));
    emu_after(__p, __ORDER);
    __put(__d, __old);
}
template <class __SPACE, class __T, class __OP, int __ORDER, class __D, class __A,
          class __B>
EMU_INLINE void __atom(__D &&__d, __place __at, const __A &__a, const __B &__b)
{
    static_assert(std::is_same<__OP, __op_cas>::value, "inline PTX: too many operands");
    typedef typename __atomic_type<__T>::type __U;
    __U *const __p = (__U *)__pointer<__SPACE>(__at);
    emu_before(__p, __ORDER);
    const __U __old = atomicCAS(__p, __get<__U>(__a), __get<__U>(__b));
    emu_after(__p, __ORDER);
    __put(__d, __old);
}
template <class __SPACE, class __T, class __OP, int __ORDER, class __A>
EMU_INLINE void __red(__place __at, const __A &__a)
{
    typedef typename __atomic_type<__T>::type __U;
    __U *const __p = (__U *)__pointer<__SPACE>(__at);
    emu_before(__p, __ORDER);
    __OP::template __of<__U>(__p, __get<__U>(__a));
}
EMU_INLINE void __prefetch(__place)
{
}
/* A policy for the caches: it changes nothing here. */
template <class __D> EMU_INLINE void __createpolicy(__D &&__d)
{
    __put(__d, (uint64_t)0);
}
template <class __D, class __F> EMU_INLINE void __createpolicy(__D &&__d, const __F &)
{
    __put(__d, (uint64_t)0);
}

/* ---- Asynchronous copies. */
template <bool __CG>
EMU_INLINE void __begin_copy(__place __to, __place __from, uint32_t size,
                             uint32_t __read)
{
    if (__CG && size != 16)
        emu_stop("begins a cp.async.cg of a size other than 16 bytes");
    if (__read > size)
        emu_stop("begins an asynchronous copy whose src-size is more than its size");
    EMU_FENCE();
    emu_copy_async(__pointer<__shared>(__to), __pointer<__global>(__from), size,
                   size - __read);
    EMU_FENCE();
}
template <bool __CG, class __S>
EMU_INLINE void __cp_async(__place __to, __place __from, const __S &size)
{
    __begin_copy<__CG>(__to, __from, __get<uint32_t>(size), __get<uint32_t>(size));
}
/* The last operand is the number of bytes to read, or a predicate: read nothing. */
template <bool __CG, class __S, class __R>
EMU_INLINE void __cp_async(__place __to, __place __from, const __S &size,
                           const __R &__read)
{
    const uint32_t bytes = __get<uint32_t>(size);
    if constexpr (std::is_same<__R, bool>::value)
        __begin_copy<__CG>(__to, __from, bytes, __read ? 0 : bytes);
    else
        __begin_copy<__CG>(__to, __from, bytes, __exact<uint32_t>(__read));
}
EMU_INLINE void __cp_commit()
{
    EMU_FENCE();
    emu_copy_commit();
    EMU_FENCE();
}
template <class __N_> EMU_INLINE void __cp_wait(const __N_ &__n)
{
    EMU_FENCE();
    emu_copy_wait(__get<uint32_t>(__n));
    EMU_FENCE();
}
EMU_INLINE void __cp_wait_all()
{
    EMU_FENCE();
    emu_copy_commit();
    emu_copy_wait(0);
    EMU_FENCE();
}

} // namespace emu_ptx

#endif
