/* Inline PTX: operations of a warp, fragments of matrices, barriers. Part of
   emu_ptx.hpp. */
#ifndef EMU_PTX_WARP_HPP
#define EMU_PTX_WARP_HPP

namespace emu_ptx
{

/* ---- Special registers. */
EMU_INLINE number value_of(uint64_t value)
{
    return {(long long)value};
}
#define EMU_PTX_SPECIAL(name, value)                                                   \
    EMU_INLINE number special_##name()                                                 \
    {                                                                                  \
        return value_of(value);                                                        \
    }
#define EMU_PTX_COORDINATES(name, builtin)                                             \
    EMU_PTX_SPECIAL(name##_x, ::builtin.x)                                             \
    EMU_PTX_SPECIAL(name##_y, ::builtin.y)                                             \
    EMU_PTX_SPECIAL(name##_z, ::builtin.z)
EMU_PTX_COORDINATES(tid, threadIdx)
EMU_PTX_COORDINATES(ntid, blockDim)
EMU_PTX_COORDINATES(ctaid, blockIdx)
EMU_PTX_COORDINATES(nctaid, gridDim)
EMU_INLINE unsigned thread_number()
{
    const uint3 t = ::threadIdx;
    const dim3 d = ::blockDim;
    return (t.z * d.y + t.y) * d.x + t.x;
}
EMU_INLINE unsigned lane()
{
    return thread_number() % 32;
}
EMU_PTX_SPECIAL(laneid, lane())
EMU_PTX_SPECIAL(warpid, thread_number() / 32)
EMU_PTX_SPECIAL(nwarpid, 64)
EMU_PTX_SPECIAL(smid, 0)
EMU_PTX_SPECIAL(nsmid, 1)
EMU_PTX_SPECIAL(clock, emu_ticks())
EMU_PTX_SPECIAL(clock64, emu_ticks())
EMU_PTX_SPECIAL(globaltimer, emu_ticks())
EMU_PTX_SPECIAL(lanemask_eq, 1u << lane())
EMU_PTX_SPECIAL(lanemask_lt, (1u << lane()) - 1)
EMU_PTX_SPECIAL(lanemask_le, (2u << lane()) - 1)
EMU_PTX_SPECIAL(lanemask_gt, ~((2u << lane()) - 1))
EMU_PTX_SPECIAL(lanemask_ge, ~((1u << lane()) - 1))
#define EMU_PTX_CLUSTER(name, part)                                                    \
    EMU_PTX_SPECIAL(name##_x, emu_cluster_place().part.x)                              \
    EMU_PTX_SPECIAL(name##_y, emu_cluster_place().part.y)                              \
    EMU_PTX_SPECIAL(name##_z, emu_cluster_place().part.z)
EMU_PTX_CLUSTER(cluster_ctaid, block)
EMU_PTX_CLUSTER(cluster_nctaid, blocks)
EMU_PTX_CLUSTER(clusterid, cluster)
EMU_PTX_CLUSTER(nclusterid, clusters)
EMU_PTX_SPECIAL(cluster_ctarank, emu_cluster_place().rank)
EMU_PTX_SPECIAL(cluster_nctarank, emu_cluster_place().size)
#undef EMU_PTX_CLUSTER
#undef EMU_PTX_COORDINATES
#undef EMU_PTX_SPECIAL

/* ---- shfl.sync: the lane from which the value comes; -1 if there is none. Bits 8 to
   12 of c are those of a lane's number that are the same in a segment; bits 0 to 4 are
   the segment's last lane, or with .up its first. */
struct idx;
struct up;
struct down;
struct bfly;
template <class MODE> EMU_INLINE int source_lane(int b, int c)
{
    const int mine = (int)lane(), segment = c >> 8 & 0x1f, end_of = c & 0x1f;
    const int end = (mine & segment) | (end_of & ~segment), first = mine & segment;
    int j;
    if constexpr (std::is_same<MODE, up>::value)
        return j = mine - b, j >= end ? j : -1;
    else if constexpr (std::is_same<MODE, down>::value)
        j = mine + b;
    else if constexpr (std::is_same<MODE, bfly>::value)
        j = mine ^ b;
    else
        j = first | (b & ~segment);
    return j <= end ? j : -1;
}
template <class D> EMU_INLINE void put_shuffled(D &&d, uint32_t value, bool)
{
    put(d, value);
}
template <class D, class P>
EMU_INLINE void put_shuffled(pair<D, P> both, uint32_t value, bool valid)
{
    put(static_cast<D &&>(both.p), value);
    put(static_cast<P &&>(both.q), valid);
}
template <class MODE, class D, class A, class B, class C, class M>
EMU_INLINE void shfl(D &&d, const A &a, const B &b, const C &c, const M &mask)
{
    const int from = source_lane<MODE>(get<uint32_t>(b) & 0x1f, get<uint32_t>(c));
    const uint64_t value =
        emu_shuffle(EMU_SHFL_IDX, get<uint32_t>(mask), get<uint32_t>(a),
                    from < 0 ? (int)lane() : from, 32);
    put_shuffled(static_cast<D &&>(d), (uint32_t)value, from >= 0);
}

template <class P, class A, class M>
EMU_INLINE void vote_all(P &&p, const A &a, const M &m)
{
    put(p, __all_sync(get<uint32_t>(m), get<bool>(a)) != 0);
}
template <class P, class A, class M>
EMU_INLINE void vote_any(P &&p, const A &a, const M &m)
{
    put(p, __any_sync(get<uint32_t>(m), get<bool>(a)) != 0);
}
template <class D, class A, class M>
EMU_INLINE void ballot(D &&d, const A &a, const M &m)
{
    put(d, (uint32_t)__ballot_sync(get<uint32_t>(m), get<bool>(a)));
}
#define EMU_PTX_REDUX(name)                                                            \
    template <class T, class D, class A, class M>                                      \
    EMU_INLINE void redux_##name(D &&d, const A &a, const M &m)                        \
    {                                                                                  \
        put(d, (T)__reduce_##name##_sync(get<uint32_t>(m), get<T>(a)));                \
    }
EMU_PTX_REDUX(add)
EMU_PTX_REDUX(min)
EMU_PTX_REDUX(max)
EMU_PTX_REDUX(and)
EMU_PTX_REDUX(or)
EMU_PTX_REDUX(xor)
#undef EMU_PTX_REDUX
template <class D> EMU_INLINE void activemask(D &&d)
{
    put(d, (uint32_t)__activemask());
}
/* The lowest lane of the mask. */
template <class P> EMU_INLINE void put_elected(P &&p, uint32_t, bool mine)
{
    put(p, mine);
}
template <class D, class P>
EMU_INLINE void put_elected(pair<D, P> both, uint32_t leader, bool mine)
{
    put(static_cast<D &&>(both.p), leader);
    put(static_cast<P &&>(both.q), mine);
}
template <class P, class M> EMU_INLINE void elect(P &&p, const M &mask)
{
    const uint32_t lanes = get<uint32_t>(mask), leader = __builtin_ctz(lanes);
    __syncwarp(lanes);
    put_elected(static_cast<P &&>(p), leader, lane() == leader);
}
template <class M> EMU_INLINE void syncwarp(const M &mask)
{
    __syncwarp(get<uint32_t>(mask));
}

/* ---- Barriers and fences. */
EMU_INLINE int bar(emu_bar_kind kind, uint32_t id, uint32_t threads, bool predicate)
{
    EMU_FENCE();
    const int result = emu_bar(kind, id, threads, predicate);
    EMU_FENCE();
    return result;
}
/* Barrier 0 of all threads is that of __syncthreads(). */
template <class N> EMU_INLINE void bar_sync(const N &n)
{
    if (get<uint32_t>(n) == 0)
        __syncthreads();
    else
        bar(EMU_BAR_SYNC, get<uint32_t>(n), 0, false);
}
template <class N, class T> EMU_INLINE void bar_sync(const N &n, const T &threads)
{
    const dim3 d = ::blockDim;
    if (get<uint32_t>(n) == 0 && get<uint32_t>(threads) == d.x * d.y * d.z)
        __syncthreads();
    else
        bar(EMU_BAR_SYNC, get<uint32_t>(n), get<uint32_t>(threads), false);
}
template <class N, class T> EMU_INLINE void bar_arrive(const N &n, const T &threads)
{
    bar(EMU_BAR_ARRIVE, get<uint32_t>(n), get<uint32_t>(threads), false);
}
/* For how many threads the predicate is true. The number of threads may be left out. */
template <class D, class N, class P>
EMU_INLINE void bar_red_popc(D &&d, const N &n, const P &p)
{
    put(d, (uint32_t)bar(EMU_BAR_SYNC, get<uint32_t>(n), 0, get<bool>(p)));
}
template <class D, class N, class T, class P>
EMU_INLINE void bar_red_popc(D &&d, const N &n, const T &threads, const P &p)
{
    put(d, (uint32_t)bar(EMU_BAR_SYNC, get<uint32_t>(n), get<uint32_t>(threads),
                         get<bool>(p)));
}
template <class D, class N, class P>
EMU_INLINE void bar_red_or(D &&d, const N &n, const P &p)
{
    put(d, bar(EMU_BAR_SYNC, get<uint32_t>(n), 0, get<bool>(p)) != 0);
}
template <class D, class N, class T, class P>
EMU_INLINE void bar_red_or(D &&d, const N &n, const T &threads, const P &p)
{
    put(d,
        bar(EMU_BAR_SYNC, get<uint32_t>(n), get<uint32_t>(threads), get<bool>(p)) != 0);
}
template <class D, class N, class P>
EMU_INLINE void bar_red_and(D &&d, const N &n, const P &p)
{
    put(d, bar(EMU_BAR_SYNC, get<uint32_t>(n), 0, !get<bool>(p)) == 0);
}
template <class D, class N, class T, class P>
EMU_INLINE void bar_red_and(D &&d, const N &n, const T &threads, const P &p)
{
    put(d, bar(EMU_BAR_SYNC, get<uint32_t>(n), get<uint32_t>(threads), !get<bool>(p)) ==
               0);
}

/* ---- mbarrier objects. */
template <class SPACE, class N> EMU_INLINE void mbarrier_init(place at, const N &count)
{
    EMU_FENCE();
    emu_mbarrier_init(pointer<SPACE>(at), get<uint32_t>(count));
    EMU_FENCE();
}
template <class SPACE> EMU_INLINE void mbarrier_inval(place at)
{
    EMU_FENCE();
    emu_mbarrier_inval(pointer<SPACE>(at));
    EMU_FENCE();
}
template <class SPACE, bool MAY_COMPLETE, bool DROPS, class D, class N = number>
EMU_INLINE void mbarrier_arrive(D &&d, place at, const N &count = number{1})
{
    EMU_FENCE();
    put(d, emu_mbarrier_arrive(pointer<SPACE>(at), get<uint32_t>(count), MAY_COMPLETE,
                               DROPS));
    EMU_FENCE();
}
template <class SPACE, bool PARITY, class P, class S>
EMU_INLINE void mbarrier_wait(P &&p, place at, const S &state)
{
    EMU_FENCE();
    uint64_t phase;
    if constexpr (PARITY)
        phase = get<uint32_t>(state);
    else
        phase = get<uint64_t>(state);
    put(p, emu_mbarrier_wait(pointer<SPACE>(at), phase, PARITY) != 0);
    EMU_FENCE();
}
/* The last operand limits how long a thread sleeps. */
template <class SPACE, bool PARITY, class P, class S, class T>
EMU_INLINE void mbarrier_wait(P &&p, place at, const S &state, const T &)
{
    mbarrier_wait<SPACE, PARITY>(static_cast<P &&>(p), at, state);
}
template <class D, class S> EMU_INLINE void mbarrier_pending(D &&d, const S &state)
{
    put(d, (uint32_t)emu_mbarrier_pending(get<uint64_t>(state)));
}
template <class SPACE, bool COUNTS> EMU_INLINE void cp_arrive(place at)
{
    EMU_FENCE();
    emu_copy_arrive(pointer<SPACE>(at), COUNTS);
    EMU_FENCE();
}

/* ---- Fences. */
EMU_INLINE void membar_cta()
{
    __threadfence_block();
}
EMU_INLINE void membar_gl()
{
    __threadfence();
}
EMU_INLINE void membar_sys()
{
    __threadfence_system();
}
EMU_INLINE void fence_cta()
{
    __threadfence_block();
}
EMU_INLINE void cluster_arrive()
{
    __cluster_barrier_arrive();
}
EMU_INLINE void cluster_arrive_relaxed()
{
    __cluster_barrier_arrive_relaxed();
}
EMU_INLINE void cluster_wait()
{
    __cluster_barrier_wait();
}
EMU_INLINE void fence_cluster()
{
    __threadfence_block();
    emu_init_fence();
}
EMU_INLINE void fence_gpu()
{
    __threadfence();
}
EMU_INLINE void fence_sys()
{
    __threadfence_system();
}
template <class N> EMU_INLINE void nanosleep(const N &)
{
    emu_pause();
}

/* ---- Fragments: emu_launch.h. */
template <class SPACE, bool TRANS, int N, class... R>
EMU_INLINE void ldmatrix(several<R...> to, place from)
{
    static_assert(
        sizeof...(R) == N,
        "inline PTX: ldmatrix needs a register for each matrix: x1, x2 or x4");
    EMU_FENCE();
    emu_ldmatrix(to.address, sizeof...(R), TRANS, pointer<SPACE>(from));
    EMU_FENCE();
}
template <class SPACE, bool TRANS, int N, class... R>
EMU_INLINE void stmatrix(place to, several<R...> from)
{
    static_assert(
        sizeof...(R) == N,
        "inline PTX: stmatrix needs a register for each matrix: x1, x2 or x4");
    EMU_FENCE();
    emu_stmatrix(pointer<SPACE>(to), from.address, sizeof...(R), TRANS);
    EMU_FENCE();
}

#define EMU_PTX_SHAPE(K)                                                               \
    struct m16n8k##K {                                                                 \
        static constexpr int k = K;                                                    \
    };
EMU_PTX_SHAPE(4)
EMU_PTX_SHAPE(8)
EMU_PTX_SHAPE(16)
EMU_PTX_SHAPE(32)
#undef EMU_PTX_SHAPE
struct f32;
struct tf32;
struct s8;
struct s32;
struct none;
struct satfinite;
template <class T> struct kind_of;
#define EMU_PTX_KIND(KIND, T, BITS)                                                    \
    template <> struct kind_of<T> {                                                    \
        static constexpr emu_element_kind kind = KIND;                                 \
        static constexpr int bits = BITS;                                              \
    };
EMU_ELEMENTS(EMU_PTX_KIND)
#undef EMU_PTX_KIND

/* d = a b + c: a is 16 x k, b k x 8, c and d 16 x 8. */
template <class SHAPE, class T, class D, class C, class SAT = none, class... RD,
          class... RA, class... RB, class... RC>
EMU_INLINE void mma(several<RD...> d, several<RA...> a, several<RB...> b,
                    several<RC...> c)
{
    constexpr int k = SHAPE::k, bits = kind_of<T>::bits;
    static_assert(sizeof...(RA) == 16 * k * bits / 1024 &&
                      sizeof...(RB) == (8 * k * bits + 1023) / 1024 &&
                      sizeof...(RC) == 4 * kind_of<C>::bits / 32 &&
                      sizeof...(RD) == 4 * kind_of<D>::bits / 32,
                  "inline PTX: mma has another number of registers");
    static constexpr emu_mma_shape shape = {k, kind_of<T>::kind, kind_of<D>::kind,
                                            kind_of<C>::kind,
                                            std::is_same<SAT, satfinite>::value};
    EMU_FENCE();
    emu_mma(&shape, d.address, a.address, b.address, c.address);
    EMU_FENCE();
}

} // namespace emu_ptx

#endif
