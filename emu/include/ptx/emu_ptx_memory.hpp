/* Inline PTX: addresses, loads and stores, asynchronous copies. Part of emu_ptx.hpp. */
#ifndef EMU_PTX_MEMORY_HPP
#define EMU_PTX_MEMORY_HPP

/* ---- Addresses of the shared state space have 32 bits. */
EMU_INLINE size_t __cvta_generic_to_shared(const void *p)
{
    return emu_shared_address(p);
}
EMU_INLINE void *__cvta_shared_to_generic(size_t address)
{
    return emu_shared_at((uint32_t)address);
}
EMU_INLINE size_t __cvta_generic_to_global(const void *p)
{
    return (size_t)p;
}
EMU_INLINE void *__cvta_global_to_generic(size_t address)
{
    return (void *)address;
}
EMU_INLINE unsigned __isShared(const void *p)
{
    return emu_is_shared(p);
}
EMU_INLINE unsigned __isGlobal(const void *p)
{
    return emu_is_global(p);
}

namespace emu_ptx
{

struct generic;
struct global;
struct local;
struct shared;

/* [base + offset] */
struct place {
    uint64_t address;
};
template <class A> EMU_INLINE uint64_t address_in(const A &a)
{
    if constexpr (sizeof(A) >= 8)
        return get<uint64_t>(a);
    else
        return get<uint32_t>(a);
}
template <class A, class B> EMU_INLINE place at(const A &base, const B &offset)
{
    return {address_in(base) + address_in(offset)};
}
EMU_INLINE char *pointer_in(shared *, place at)
{
    return (char *)__cvta_shared_to_generic(at.address);
}
template <class SPACE> EMU_INLINE char *pointer_in(SPACE *, place at)
{
    return (char *)at.address;
}
template <class SPACE> EMU_INLINE char *pointer(place at)
{
    return pointer_in((SPACE *)nullptr, at);
}

template <class SPACE, class D, class A> EMU_INLINE void to_generic(D &&d, const A &a)
{
    put(d, (uint64_t)(uintptr_t)pointer<SPACE>({get<uint64_t>(a)}));
}
template <class SPACE, class D, class A> EMU_INLINE void from_generic(D &&d, const A &a)
{
    uint64_t address = get<uint64_t>(a);
    if (std::is_same<SPACE, shared>::value)
        address = __cvta_generic_to_shared((const void *)address);
    put(d, address);
}
template <class SPACE, class P, class A> EMU_INLINE void isspacep(P &&p, const A &a)
{
    const void *at = (const void *)get<uint64_t>(a);
    put(p, std::is_same<SPACE, shared>::value ? emu_is_shared(at) != 0
                                              : emu_is_global(at) != 0);
}

/* ---- The shared memory of other blocks of the cluster. */
template <class D, class A, class R> EMU_INLINE void mapa(D &&d, const A &a, const R &r)
{
    put(d, (uint64_t)emu_cluster_map((const void *)get<uint64_t>(a), get<uint32_t>(r)));
}
template <class D, class A, class R>
EMU_INLINE void mapa_shared(D &&d, const A &a, const R &r)
{
    const void *p = pointer<shared>({address_in(a)});
    const uint32_t at = emu_shared_address(emu_cluster_map(p, get<uint32_t>(r)));
    if constexpr (sizeof(D) >= 8)
        put(d, (uint64_t)at);
    else
        put(d, at);
}
template <class D, class A> EMU_INLINE void getctarank(D &&d, const A &a)
{
    put(d, (uint32_t)emu_cluster_rank_at((const void *)get<uint64_t>(a)));
}
template <class D, class A> EMU_INLINE void getctarank_shared(D &&d, const A &a)
{
    put(d, (uint32_t)emu_cluster_rank_at(pointer<shared>({address_in(a)})));
}
template <class P, class A> EMU_INLINE void isspacep_cluster(P &&p, const A &a)
{
    put(p, emu_is_shared_of_cluster((const void *)get<uint64_t>(a)) != 0);
}

/* ---- Loads and stores. N neighbours are one access. */
template <class T, int N> struct __attribute__((aligned(N * sizeof(T)))) neighbours {
    T x[N];
};
/* A number in a wider register keeps its value. */
template <class T, class D> EMU_INLINE void put_wide(D &d, T value)
{
    if constexpr (std::is_integral<T>::value && T(-1) < T(0) && sizeof(D) > sizeof(T))
        put(d,
            (std::conditional_t<sizeof(D) == 8, int64_t,
                                std::conditional_t<sizeof(D) == 4, int32_t, int16_t>>)
                value);
    else
        put(d, value);
}
/* STRENGTH: weak, or how the access is ordered; then it is atomic, and made each time.
 */
enum strength { weak, relaxed, acquire, release };
template <class SPACE, class T, int N, strength STRENGTH, class D>
EMU_INLINE void ld(D &&d, place from)
{
    static_assert(N == 1, "inline PTX: a vector of registers is missing");
    const T *p = (const T *)pointer<SPACE>(from);
    EMU_FENCE();
    if constexpr (STRENGTH == weak)
        put_wide<T>(d, *p);
    else
        put_wide<T>(d,
                    __nv_atomic_load_n(p, STRENGTH == acquire ? __NV_ATOMIC_ACQUIRE
                                                              : __NV_ATOMIC_RELAXED));
    EMU_FENCE();
}
template <class SPACE, class T, int N, strength, class... R>
EMU_INLINE void ld(several<R...> to, place from)
{
    static_assert(sizeof...(R) == N, "inline PTX: the vector has another length");
    EMU_FENCE();
    const neighbours<T, N> all = *(const neighbours<T, N> *)pointer<SPACE>(from);
    for (int i = 0; i < N; i++)
        __builtin_memcpy(to.address[i], &all.x[i], sizeof(T));
}
template <class SPACE, class T, int N, strength STRENGTH, class A>
EMU_INLINE void st(place to, const A &value)
{
    static_assert(N == 1, "inline PTX: a vector of registers is missing");
    T *p = (T *)pointer<SPACE>(to);
    EMU_FENCE();
    if constexpr (STRENGTH == weak)
        *p = get<T>(value);
    else
        __nv_atomic_store_n(p, get<T>(value),
                            STRENGTH == release ? __NV_ATOMIC_RELEASE
                                                : __NV_ATOMIC_RELAXED);
    EMU_FENCE();
}
template <class SPACE, class T, int N, strength, class... R>
EMU_INLINE void st(place to, several<R...> from)
{
    static_assert(sizeof...(R) == N, "inline PTX: the vector has another length");
    neighbours<T, N> all;
    for (int i = 0; i < N; i++)
        __builtin_memcpy(&all.x[i], from.address[i], sizeof(T));
    *(neighbours<T, N> *)pointer<SPACE>(to) = all;
    EMU_FENCE();
}

/* ---- Atomic operations. */
template <class T> struct atomic_type {
    typedef T type;
};
template <> struct atomic_type<uint64_t> {
    typedef unsigned long long type;
};
template <> struct atomic_type<int64_t> {
    typedef long long type;
};
#define EMU_PTX_ATOMIC(name, intrinsic)                                                \
    struct op_##name {                                                                 \
        template <class T> static __attribute__((always_inline)) T of(T *p, T value)   \
        {                                                                              \
            return intrinsic(p, value);                                                \
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
struct op_cas;
/* ORDER is that of emu_nv_atomic.hpp. */
template <class SPACE, class T, class OP, int ORDER, class D, class A>
EMU_INLINE void atom(D &&d, place at, const A &a)
{
    typedef typename atomic_type<T>::type U;
    U *const p = (U *)pointer<SPACE>(at);
    emu_before(p, ORDER);
    const U old = OP::template of<U>(p, get<U>(a));
    emu_after(p, ORDER);
    put(d, old);
}
template <class SPACE, class T, class OP, int ORDER, class D, class A, class B>
EMU_INLINE void atom(D &&d, place at, const A &a, const B &b)
{
    static_assert(std::is_same<OP, op_cas>::value, "inline PTX: too many operands");
    typedef typename atomic_type<T>::type U;
    U *const p = (U *)pointer<SPACE>(at);
    emu_before(p, ORDER);
    const U old = atomicCAS(p, get<U>(a), get<U>(b));
    emu_after(p, ORDER);
    put(d, old);
}
template <class SPACE, class T, class OP, int ORDER, class A>
EMU_INLINE void red(place at, const A &a)
{
    typedef typename atomic_type<T>::type U;
    U *const p = (U *)pointer<SPACE>(at);
    emu_before(p, ORDER);
    OP::template of<U>(p, get<U>(a));
}
EMU_INLINE void prefetch(place)
{
}
/* A policy for the caches: it changes nothing here. */
template <class D> EMU_INLINE void createpolicy(D &&d)
{
    put(d, (uint64_t)0);
}
template <class D, class F> EMU_INLINE void createpolicy(D &&d, const F &)
{
    put(d, (uint64_t)0);
}

/* ---- Asynchronous copies. */
template <bool CG>
EMU_INLINE void begin_copy(place to, place from, uint32_t size, uint32_t read)
{
    if (CG && size != 16)
        emu_stop("begins a cp.async.cg of a size other than 16 bytes");
    if (read > size)
        emu_stop("begins an asynchronous copy whose src-size is more than its size");
    EMU_FENCE();
    emu_copy_async(pointer<shared>(to), pointer<global>(from), size, size - read);
    EMU_FENCE();
}
template <bool CG, class S>
EMU_INLINE void cp_async(place to, place from, const S &size)
{
    begin_copy<CG>(to, from, get<uint32_t>(size), get<uint32_t>(size));
}
/* The last operand is the number of bytes to read, or a predicate: read nothing. */
template <bool CG, class S, class R>
EMU_INLINE void cp_async(place to, place from, const S &size, const R &read)
{
    const uint32_t bytes = get<uint32_t>(size);
    if constexpr (std::is_same<R, bool>::value)
        begin_copy<CG>(to, from, bytes, read ? 0 : bytes);
    else
        begin_copy<CG>(to, from, bytes, get<uint32_t>(read));
}
EMU_INLINE void cp_commit()
{
    EMU_FENCE();
    emu_copy_commit();
    EMU_FENCE();
}
template <class N> EMU_INLINE void cp_wait(const N &n)
{
    EMU_FENCE();
    emu_copy_wait(get<uint32_t>(n));
    EMU_FENCE();
}
EMU_INLINE void cp_wait_all()
{
    EMU_FENCE();
    emu_copy_commit();
    emu_copy_wait(0);
    EMU_FENCE();
}

} // namespace emu_ptx

#endif
