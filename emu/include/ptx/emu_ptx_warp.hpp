/* Inline PTX: operations of a warp, fragments of matrices. Part of emu_ptx.hpp. */
#ifndef EMU_PTX_WARP_HPP
#define EMU_PTX_WARP_HPP

namespace emu_ptx
{

/* ---- Special registers. */
EMU_INLINE __number __value_of(uint64_t value)
{
    return {(long long)value};
}
#define EMU_PTX_SPECIAL(name, value)                                                   \
    EMU_INLINE __number __special_##name()                                             \
    {                                                                                  \
        return __value_of(value);                                                      \
    }
#define EMU_PTX_COORDINATES(name, builtin)                                             \
    EMU_PTX_SPECIAL(name##_x, ::builtin.x)                                             \
    EMU_PTX_SPECIAL(name##_y, ::builtin.y)                                             \
    EMU_PTX_SPECIAL(name##_z, ::builtin.z)
EMU_PTX_COORDINATES(tid, threadIdx)
EMU_PTX_COORDINATES(ntid, blockDim)
EMU_PTX_COORDINATES(ctaid, blockIdx)
EMU_PTX_COORDINATES(nctaid, gridDim)
EMU_INLINE unsigned __thread_number()
{
    const uint3 __t = ::threadIdx;
    const dim3 __d = ::blockDim;
    return (__t.z * __d.y + __t.y) * __d.x + __t.x;
}
EMU_INLINE unsigned __lane()
{
    return __thread_number() % 32;
}
EMU_PTX_SPECIAL(laneid, __lane())
EMU_PTX_SPECIAL(warpid, __thread_number() / 32)
EMU_PTX_SPECIAL(nwarpid, 64)
EMU_PTX_SPECIAL(smid, 0)
EMU_PTX_SPECIAL(nsmid, 1)
EMU_PTX_SPECIAL(clock, emu_ticks())
EMU_PTX_SPECIAL(clock64, emu_ticks())
EMU_PTX_SPECIAL(globaltimer, emu_ticks())
EMU_PTX_SPECIAL(lanemask_eq, 1u << __lane())
EMU_PTX_SPECIAL(lanemask_lt, (1u << __lane()) - 1)
EMU_PTX_SPECIAL(lanemask_le, (2u << __lane()) - 1)
EMU_PTX_SPECIAL(lanemask_gt, ~((2u << __lane()) - 1))
EMU_PTX_SPECIAL(lanemask_ge, ~((1u << __lane()) - 1))
#define EMU_PTX_CLUSTER(name, part)                                                    \
    EMU_PTX_SPECIAL(name##_x, emu_cluster_place().part.x)                              \
    EMU_PTX_SPECIAL(name##_y, emu_cluster_place().part.y)                              \
    EMU_PTX_SPECIAL(name##_z, emu_cluster_place().part.z)
EMU_PTX_CLUSTER(cluster_ctaid, __block)
EMU_PTX_CLUSTER(cluster_nctaid, __blocks)
EMU_PTX_CLUSTER(clusterid, __cluster)
EMU_PTX_CLUSTER(nclusterid, __clusters)
EMU_PTX_SPECIAL(cluster_ctarank, emu_cluster_place().__rank)
EMU_PTX_SPECIAL(cluster_nctarank, emu_cluster_place().size)
#undef EMU_PTX_CLUSTER
#undef EMU_PTX_COORDINATES
#undef EMU_PTX_SPECIAL

/* ---- shfl.sync: the lane from which the value comes; -1 if there is none. Bits 8 to
   12 of c are those of a lane's number that are the same in a segment; bits 0 to 4 are
   the segment's last lane, or with .up its first. */
struct __idx;
struct __up;
struct __down;
struct __bfly;
template <class __MODE> EMU_INLINE int __source_lane(int __b, int __c)
{
    const int __mine = (int)__lane(), __segment = __c >> 8 & 0x1f,
              __end_of = __c & 0x1f;
    const int __end = (__mine & __segment) | (__end_of & ~__segment),
              __first = __mine & __segment;
    int __j;
    if constexpr (std::is_same<__MODE, __up>::value)
        return __j = __mine - __b, __j >= __end ? __j : -1;
    else if constexpr (std::is_same<__MODE, __down>::value)
        __j = __mine + __b;
    else if constexpr (std::is_same<__MODE, __bfly>::value)
        __j = __mine ^ __b;
    else
        __j = __first | (__b & ~__segment);
    return __j <= __end ? __j : -1;
}
template <class __D> EMU_INLINE void __put_shuffled(__D &&__d, uint32_t value, bool)
{
    __put(__d, value);
}
template <class __D, class __P>
EMU_INLINE void __put_shuffled(__pair<__D, __P> __both, uint32_t value, bool __valid)
{
    __put(static_cast<__D &&>(__both.__p), value);
    __put(static_cast<__P &&>(__both.__q), __valid);
}
template <class __MODE, class __D, class __A, class __B, class __C, class __M>
EMU_INLINE void __shfl(__D &&__d, const __A &__a, const __B &__b, const __C &__c,
                       const __M &__mask)
{
    const int __from =
        __source_lane<__MODE>(__get<uint32_t>(__b) & 0x1f, __get<uint32_t>(__c));
    const uint64_t value =
        emu_shuffle(EMU_SHFL_IDX, __get<uint32_t>(__mask), __get<uint32_t>(__a),
                    __from < 0 ? (int)__lane() : __from, 32);
    __put_shuffled(static_cast<__D &&>(__d), (uint32_t)value, __from >= 0);
}

template <class __P, class __A, class __M>
EMU_INLINE void __vote_all(__P &&__p, const __A &__a, const __M &__m)
{
    __put(__p, __all_sync(__get<uint32_t>(__m), __get<bool>(__a)) != 0);
}
template <class __P, class __A, class __M>
EMU_INLINE void __vote_any(__P &&__p, const __A &__a, const __M &__m)
{
    __put(__p, __any_sync(__get<uint32_t>(__m), __get<bool>(__a)) != 0);
}
template <class __D, class __A, class __M>
EMU_INLINE void __ballot(__D &&__d, const __A &__a, const __M &__m)
{
    __put(__d, (uint32_t)__ballot_sync(__get<uint32_t>(__m), __get<bool>(__a)));
}
#define EMU_PTX_REDUX(name)                                                            \
    template <class __T, class __D, class __A, class __M>                              \
    EMU_INLINE void __redux_##name(__D &&__d, const __A &__a, const __M &__m)          \
    {                                                                                  \
        __put(__d,                                                                     \
              (__T)__reduce_##name##_sync(__get<uint32_t>(__m), __get<__T>(__a)));     \
    }
EMU_PTX_REDUX(add)
EMU_PTX_REDUX(min)
EMU_PTX_REDUX(max)
EMU_PTX_REDUX(and)
EMU_PTX_REDUX(or)
EMU_PTX_REDUX(xor)
#undef EMU_PTX_REDUX
template <class __D> EMU_INLINE void __activemask(__D &&__d)
{
    __put(__d, (uint32_t)::__activemask());
}
/* The lowest lane of the mask. */
template <class __P> EMU_INLINE void __put_elected(__P &&__p, uint32_t, bool __mine)
{
    __put(__p, __mine);
}
template <class __D, class __P>
EMU_INLINE void __put_elected(__pair<__D, __P> __both, uint32_t __leader, bool __mine)
{
    __put(static_cast<__D &&>(__both.__p), __leader);
    __put(static_cast<__P &&>(__both.__q), __mine);
}
template <class __P, class __M> EMU_INLINE void __elect(__P &&__p, const __M &__mask)
{
    const uint32_t __lanes = __get<uint32_t>(__mask), __leader = __builtin_ctz(__lanes);
    ::__syncwarp(__lanes);
    __put_elected(static_cast<__P &&>(__p), __leader, __lane() == __leader);
}
template <class __M> EMU_INLINE void __syncwarp(const __M &__mask)
{
    ::__syncwarp(__get<uint32_t>(__mask));
}

/* ---- Fragments: emu_launch.h. */
template <class __SPACE, bool __TRANS, int __N_, class... __R>
EMU_INLINE void __ldmatrix(__several<__R...> __to, __place __from)
{
    static_assert(
        sizeof...(__R) == __N_,
        "inline PTX: ldmatrix needs a register for each matrix: x1, x2 or x4");
    EMU_FENCE();
    emu_ldmatrix(__to.__address, sizeof...(__R), __TRANS, __pointer<__SPACE>(__from));
    EMU_FENCE();
}
template <class __SPACE, bool __TRANS, int __N_, class... __R>
EMU_INLINE void __stmatrix(__place __to, __several<__R...> __from)
{
    static_assert(
        sizeof...(__R) == __N_,
        "inline PTX: stmatrix needs a register for each matrix: x1, x2 or x4");
    EMU_FENCE();
    emu_stmatrix(__pointer<__SPACE>(__to), __from.__address, sizeof...(__R), __TRANS);
    EMU_FENCE();
}

#define EMU_PTX_SHAPE(K)                                                               \
    struct __m16n8k##K {                                                               \
        static constexpr int __k = K;                                                  \
    };
EMU_PTX_SHAPE(4)
EMU_PTX_SHAPE(8)
EMU_PTX_SHAPE(16)
EMU_PTX_SHAPE(32)
#undef EMU_PTX_SHAPE
struct __f32;
struct __tf32;
struct __s8;
struct __e4m3;
struct __e5m2;
struct __u8;
struct __f64;
struct __s32;
struct __none;
struct __satfinite;
template <class __T> struct __kind_of;
#define EMU_PTX_KIND(KIND, T, BITS)                                                    \
    template <> struct __kind_of<__##T> {                                              \
        static constexpr emu_element_kind __kind = KIND;                               \
        static constexpr int __bits = BITS;                                            \
    };
#define __bf16 __bf16_
EMU_ELEMENTS(EMU_PTX_KIND)
#undef __bf16
#undef EMU_PTX_KIND

template <class __R>
constexpr bool __is_of_bits =
    !std::is_floating_point<typename std::remove_reference<__R>::type>::value;

/* d = a b + c: a is 16 x k, b k x 8, c and d 16 x 8. */
template <class __SHAPE, class __T, class __D, class __C, class __SAT = __none,
          class __TB = __T, class... __RD, class... __RA, class... __RB, class... __RC>
EMU_INLINE void __mma(__several<__RD...> __d, __several<__RA...> __a,
                      __several<__RB...> __b, __several<__RC...> __c)
{
    constexpr int __k = __SHAPE::__k, __bits = __kind_of<__T>::__bits;
    static_assert(
        sizeof...(__RA) == 16 * __k * __bits / 1024 &&
            sizeof...(__RB) == (8 * __k * __bits + 1023) / 1024 &&
            sizeof...(__RC) == 4 * __kind_of<__C>::__bits / 32 &&
            sizeof...(__RD) == 4 * __kind_of<__D>::__bits / 32,
        "inline PTX: mma has another number of registers: its operands are D, A, "
        "B and C, in this order");
    static_assert(
        (__is_of_bits<__RA> && ...) && (__is_of_bits<__RB> && ...),
        "inline PTX: the registers of A and B have constraint r, and not f: do "
        "their numbers begin after those of the sums?");
    static constexpr emu_mma_shape __shape = {__k,
                                              __kind_of<__T>::__kind,
                                              __kind_of<__TB>::__kind,
                                              __kind_of<__D>::__kind,
                                              __kind_of<__C>::__kind,
                                              std::is_same<__SAT, __satfinite>::value};
    EMU_FENCE();
    emu_mma(&__shape, __d.__address, __a.__address, __b.__address, __c.__address);
    EMU_FENCE();
}

} // namespace emu_ptx

#endif
