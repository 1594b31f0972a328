/* Inline PTX of compute capability 9.0: bytes of mbarriers, bulk copies, wgmma. Part of
   emu_ptx.hpp. */
#ifndef EMU_PTX_ASYNC_HPP
#define EMU_PTX_ASYNC_HPP

namespace emu_ptx
{

/* ---- The bytes that an mbarrier's phase waits for. */
template <class SPACE, class N>
EMU_INLINE void mbarrier_expect(place at, const N &bytes)
{
    EMU_FENCE();
    emu_mbarrier_expect(pointer<SPACE>(at), get<uint32_t>(bytes));
    EMU_FENCE();
}
template <class SPACE, class N>
EMU_INLINE void mbarrier_complete(place at, const N &bytes)
{
    EMU_FENCE();
    emu_mbarrier_complete(pointer<SPACE>(at), get<uint32_t>(bytes));
    EMU_FENCE();
}
template <class SPACE, bool DROPS, class D, class N>
EMU_INLINE void mbarrier_arrive_expect(D &&d, place at, const N &bytes)
{
    mbarrier_expect<SPACE>(at, bytes);
    mbarrier_arrive<SPACE, true, DROPS>(static_cast<D &&>(d), at);
}
template <class SPACE, bool DROPS, class N>
EMU_INLINE void mbarrier_arrive_expect(place at, const N &bytes)
{
    mbarrier_arrive_expect<SPACE, DROPS>(sink(), at, bytes);
}

/* ---- Bulk copies. [map, {x, y}] is a place in an array. */
template <class... C> struct box {
    const void *map;
    int at[sizeof...(C)];
    enum { rank = sizeof...(C) };
};
template <class A, class... C> EMU_INLINE box<C...> box_at(const A &map, const C &...c)
{
    return {(const void *)get<uint64_t>(map), {(int)get<uint32_t>(c)...}};
}
template <int RANK, class... C, class R = constant<0>>
EMU_INLINE void tensor_load(place to, box<C...> from, place mbarrier,
                            const R &ranks = R())
{
    static_assert(RANK == sizeof...(C),
                  "inline PTX: the copy needs a coordinate for each dimension");
    EMU_FENCE();
    emu_tensor_load(pointer<shared>(to), from.map, from.at, RANK,
                    pointer<shared>(mbarrier), get<uint16_t>(ranks));
    EMU_FENCE();
}
template <int RANK, class... C> EMU_INLINE void tensor_store(box<C...> to, place from)
{
    static_assert(RANK == sizeof...(C),
                  "inline PTX: the copy needs a coordinate for each dimension");
    EMU_FENCE();
    emu_tensor_store(to.map, to.at, RANK, pointer<shared>(from));
    EMU_FENCE();
}
template <class N, class R = constant<0>>
EMU_INLINE void bulk_load(place to, place from, const N &bytes, place mbarrier,
                          const R &ranks = R())
{
    EMU_FENCE();
    emu_bulk_load(pointer<shared>(to), pointer<global>(from), get<uint32_t>(bytes),
                  pointer<shared>(mbarrier), get<uint16_t>(ranks));
    EMU_FENCE();
}
template <class N> EMU_INLINE void bulk_store(place to, place from, const N &bytes)
{
    EMU_FENCE();
    emu_bulk_store(pointer<global>(to), pointer<shared>(from), get<uint32_t>(bytes));
    EMU_FENCE();
}
EMU_INLINE void bulk_commit()
{
    EMU_FENCE();
    emu_bulk_commit();
    EMU_FENCE();
}
/* WHAT: `read`, or `none` for all. */
struct read;
struct none;
template <class WHAT, class N> EMU_INLINE void bulk_wait(const N &prior)
{
    EMU_FENCE();
    emu_bulk_wait(get<uint32_t>(prior), std::is_same<WHAT, read>::value);
    EMU_FENCE();
}
EMU_INLINE void bulk_prefetch(...)
{
}
EMU_INLINE void proxy_fence()
{
    EMU_FENCE();
    emu_proxy_fence();
    EMU_FENCE();
}
EMU_INLINE void init_fence()
{
    EMU_FENCE();
    emu_init_fence();
    EMU_FENCE();
}
EMU_INLINE void kernel_before_wait()
{
    EMU_FENCE();
    emu_kernel_before_wait();
    EMU_FENCE();
}
/* Of what the emulator does at once. */
EMU_INLINE void no_fence()
{
    EMU_FENCE();
}

/* ---- wgmma. */
EMU_INLINE void wgmma_fence()
{
    EMU_FENCE();
    emu_wgmma_fence();
    EMU_FENCE();
}
EMU_INLINE void wgmma_commit()
{
    EMU_FENCE();
    emu_wgmma_commit();
    EMU_FENCE();
}
template <class N> EMU_INLINE void wgmma_wait(const N &prior)
{
    EMU_FENCE();
    emu_wgmma_wait(get<uint32_t>(prior));
    EMU_FENCE();
}

/* 1 or -1. */
template <class S> EMU_INLINE int negates(const S &scale)
{
    return get<int32_t>(scale) < 0;
}
template <class A> EMU_INLINE uint64_t descriptor_of(const A &a)
{
    return get<uint64_t>(a);
}
template <class... R> EMU_INLINE uint64_t descriptor_of(const several<R...> &)
{
    return 0;
}
template <class A> EMU_INLINE void *const *registers_of(const A &)
{
    return nullptr;
}
template <class... R> EMU_INLINE void *const *registers_of(const several<R...> &a)
{
    static_assert(sizeof...(R) == 4, "inline PTX: wgmma takes 4 registers of a");
    return a.address;
}
template <emu_element_kind OF, emu_element_kind D, int N, class... R, class A, class B,
          class P, class S, class T>
EMU_INLINE void multiply(const several<R...> &d, const A &a, const B &b, const P &adds,
                         const S &sa, const T &sb, int trans_a, int trans_b)
{
    static_assert(N % 8 == 0 && N >= 8 && N <= 256,
                  "inline PTX: wgmma's n is a multiple of 8 up to 256");
    static_assert(sizeof...(R) == N / (D == EMU_F16 ? 4 : 2),
                  "inline PTX: wgmma needs n / 2 registers of f32 for the result, or "
                  "n / 4 of f16x2");
    const emu_wgmma_shape shape = {N,       OF,          D,          trans_a,
                                   trans_b, negates(sa), negates(sb)};
    EMU_FENCE();
    emu_wgmma(&shape, d.address, get<bool>(adds), descriptor_of(a), registers_of(a),
              descriptor_of(b));
    EMU_FENCE();
}
/* Of tf32 nothing can be transposed; of a in registers, only b. */
template <emu_element_kind OF, emu_element_kind D, int N, class... R, class A, class B,
          class P, class S, class T>
EMU_INLINE void wgmma(const several<R...> &d, const A &a, const B &b, const P &adds,
                      const S &sa, const T &sb)
{
    multiply<OF, D, N>(d, a, b, adds, sa, sb, 0, 0);
}
template <emu_element_kind OF, emu_element_kind D, int N, class... R, class... A,
          class B, class P, class S, class T, class V>
EMU_INLINE void wgmma(const several<R...> &d, const several<A...> &a, const B &b,
                      const P &adds, const S &sa, const T &sb, const V &trans_b)
{
    multiply<OF, D, N>(d, a, b, adds, sa, sb, 0, get<int32_t>(trans_b));
}
template <emu_element_kind OF, emu_element_kind D, int N, class... R, class A, class B,
          class P, class S, class T, class U, class V>
EMU_INLINE void wgmma(const several<R...> &d, const A &a, const B &b, const P &adds,
                      const S &sa, const T &sb, const U &trans_a, const V &trans_b)
{
    multiply<OF, D, N>(d, a, b, adds, sa, sb, get<int32_t>(trans_a),
                       get<int32_t>(trans_b));
}

/* ---- setmaxnreg: inc or dec. */
struct inc;
struct dec;
template <class ACTION, class N> EMU_INLINE void setmaxnreg(const N &)
{
    static_assert(sizeof(N) == 0, "inline PTX: setmaxnreg takes a constant: a number, "
                                  "or an operand with the constraint n");
}
template <class ACTION, long long N> EMU_INLINE void setmaxnreg(constant<N>)
{
    static_assert(N >= 24 && N <= 256 && N % 8 == 0,
                  "inline PTX: setmaxnreg takes a multiple of 8 from 24 to 256");
    EMU_FENCE();
    emu_setmaxnreg(std::is_same<ACTION, inc>::value, (unsigned)N);
    EMU_FENCE();
}

} // namespace emu_ptx

#endif
