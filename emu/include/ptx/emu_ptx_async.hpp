/* Inline PTX of compute capability 9.0: bytes of mbarriers, bulk copies, wgmma. Part of
   emu_ptx.hpp. */
#ifndef EMU_PTX_ASYNC_HPP
#define EMU_PTX_ASYNC_HPP

namespace emu_ptx
{

/* ---- The bytes that an mbarrier's phase waits for. */
template <class __SPACE, class __N_>
EMU_INLINE void __mbarrier_expect(__place __at, const __N_ &bytes)
{
    EMU_FENCE();
    emu_mbarrier_expect(__pointer<__SPACE>(__at), __get<uint32_t>(bytes));
    EMU_FENCE();
}
template <class __SPACE, class __N_>
EMU_INLINE void __mbarrier_complete(__place __at, const __N_ &bytes)
{
    EMU_FENCE();
    emu_mbarrier_complete(__pointer<__SPACE>(__at), __get<uint32_t>(bytes));
    EMU_FENCE();
}
template <class __SPACE, bool __DROPS, class __D, class __N_>
EMU_INLINE void __mbarrier_arrive_expect(__D &&__d, __place __at, const __N_ &bytes)
{
    __mbarrier_expect<__SPACE>(__at, bytes);
    __mbarrier_arrive<__SPACE, true, __DROPS>(static_cast<__D &&>(__d), __at);
}
template <class __SPACE, bool __DROPS, class __N_>
EMU_INLINE void __mbarrier_arrive_expect(__place __at, const __N_ &bytes)
{
    __mbarrier_arrive_expect<__SPACE, __DROPS>(__sink(), __at, bytes);
}

/* ---- Bulk copies. [map, {x, y}] is a place in an array. */
template <class... __C> struct __box {
    const void *__map;
    int __at[sizeof...(__C)];
    enum { __rank = sizeof...(__C) };
};
template <class __A, class... __C>
EMU_INLINE __box<__C...> __box_at(const __A &__map, const __C &...__c)
{
    return {(const void *)__get<uint64_t>(__map), {(int)__get<uint32_t>(__c)...}};
}
template <int __RANK, class... __C, class __R = __constant<0>>
EMU_INLINE void __tensor_load(__place __to, __box<__C...> __from, __place __mbarrier,
                              const __R &__ranks = __R())
{
    static_assert(__RANK == sizeof...(__C),
                  "inline PTX: the copy needs a coordinate for each dimension");
    EMU_FENCE();
    emu_tensor_load(__pointer<__shared>(__to), __from.__map, __from.__at, __RANK,
                    __pointer<__shared>(__mbarrier), __get<uint16_t>(__ranks));
    EMU_FENCE();
}
template <int __RANK, class... __C>
EMU_INLINE void __tensor_store(__box<__C...> __to, __place __from)
{
    static_assert(__RANK == sizeof...(__C),
                  "inline PTX: the copy needs a coordinate for each dimension");
    EMU_FENCE();
    emu_tensor_store(__to.__map, __to.__at, __RANK, __pointer<__shared>(__from));
    EMU_FENCE();
}
template <class __N_, class __R = __constant<0>>
EMU_INLINE void __bulk_load(__place __to, __place __from, const __N_ &bytes,
                            __place __mbarrier, const __R &__ranks = __R())
{
    EMU_FENCE();
    emu_bulk_load(__pointer<__shared>(__to), __pointer<__global>(__from),
                  __get<uint32_t>(bytes), __pointer<__shared>(__mbarrier),
                  __get<uint16_t>(__ranks));
    EMU_FENCE();
}
template <class __N_>
EMU_INLINE void __bulk_store(__place __to, __place __from, const __N_ &bytes)
{
    EMU_FENCE();
    emu_bulk_store(__pointer<__global>(__to), __pointer<__shared>(__from),
                   __get<uint32_t>(bytes));
    EMU_FENCE();
}
EMU_INLINE void __bulk_commit()
{
    EMU_FENCE();
    emu_bulk_commit();
    EMU_FENCE();
}
/* WHAT: `read`, or `none` for all. */
struct __read;
struct __none;
template <class __WHAT, class __N_> EMU_INLINE void __bulk_wait(const __N_ &__prior)
{
    EMU_FENCE();
    emu_bulk_wait(__get<uint32_t>(__prior), std::is_same<__WHAT, __read>::value);
    EMU_FENCE();
}
EMU_INLINE void __bulk_prefetch(...)
{
}
EMU_INLINE void __proxy_fence()
{
    EMU_FENCE();
    emu_proxy_fence();
    EMU_FENCE();
}
EMU_INLINE void __init_fence()
{
    EMU_FENCE();
    emu_init_fence();
    EMU_FENCE();
}
EMU_INLINE void __kernel_before_wait()
{
    EMU_FENCE();
    emu_kernel_before_wait();
    EMU_FENCE();
}
/* Of what the emulator does at once. */
EMU_INLINE void __no_fence()
{
    EMU_FENCE();
}

/* ---- wgmma. */
EMU_INLINE void __wgmma_fence()
{
    EMU_FENCE();
    emu_wgmma_fence();
    EMU_FENCE();
}
EMU_INLINE void __wgmma_commit()
{
    EMU_FENCE();
    emu_wgmma_commit();
    EMU_FENCE();
}
template <class __N_> EMU_INLINE void __wgmma_wait(const __N_ &__prior)
{
    EMU_FENCE();
    emu_wgmma_wait(__get<uint32_t>(__prior));
    EMU_FENCE();
}

/* 1 or -1. */
template <class __S> EMU_INLINE int __negates(const __S &__scale)
{
    return __get<int32_t>(__scale) < 0;
}
template <class __A> EMU_INLINE uint64_t __descriptor_of(const __A &__a)
{
    return __get<uint64_t>(__a);
}
template <class... __R> EMU_INLINE uint64_t __descriptor_of(const __several<__R...> &)
{
    return 0;
}
template <class __A> EMU_INLINE void *const *__registers_of(const __A &)
{
    return nullptr;
}
template <class... __R>
EMU_INLINE void *const *__registers_of(const __several<__R...> &__a)
{
    static_assert(sizeof...(__R) == 4, "inline PTX: wgmma takes 4 registers of a");
    return __a.__address;
}
template <emu_element_kind __OF, emu_element_kind __OF_B, emu_element_kind __D,
          int __N_, class... __R, class __A, class __B, class __P, class __S, class __T>
EMU_INLINE void __multiply(const __several<__R...> &__d, const __A &__a, const __B &__b,
                           const __P &__adds, const __S &__sa, const __T &__sb,
                           int __trans_a, int __trans_b)
{
    static_assert(__N_ % 8 == 0 && __N_ >= 8 && __N_ <= 256,
                  "inline PTX: wgmma's n is a multiple of 8 up to 256");
    static_assert(sizeof...(__R) == __N_ / (__D == EMU_F16 ? 4 : 2),
                  "inline PTX: wgmma needs n / 2 registers of f32 for the result, or "
                  "n / 4 of f16x2");
    const emu_wgmma_shape __shape = {
        __N_,      __OF,      __OF_B,          __D,
        __trans_a, __trans_b, __negates(__sa), __negates(__sb)};
    EMU_FENCE();
    emu_wgmma(&__shape, __d.__address, __get<bool>(__adds), __descriptor_of(__a),
              __registers_of(__a), __descriptor_of(__b));
    EMU_FENCE();
}
template <emu_element_kind __OF> EMU_INLINE void __transposes()
{
    static_assert(__OF == EMU_F16 || __OF == EMU_BF16,
                  "inline PTX: wgmma has no operands for transposition of elements "
                  "other than f16 and bf16");
}
/* Of tf32 and 8-bit floats nothing can be transposed; of a in registers, only b. */
template <emu_element_kind __OF, emu_element_kind __OF_B, emu_element_kind __D,
          int __N_, class... __R, class __A, class __B, class __P, class __S, class __T>
EMU_INLINE void __wgmma(const __several<__R...> &__d, const __A &__a, const __B &__b,
                        const __P &__adds, const __S &__sa, const __T &__sb)
{
    __multiply<__OF, __OF_B, __D, __N_>(__d, __a, __b, __adds, __sa, __sb, 0, 0);
}
template <emu_element_kind __OF, emu_element_kind __OF_B, emu_element_kind __D,
          int __N_, class... __R, class... __A, class __B, class __P, class __S,
          class __T, class __V>
EMU_INLINE void __wgmma(const __several<__R...> &__d, const __several<__A...> &__a,
                        const __B &__b, const __P &__adds, const __S &__sa,
                        const __T &__sb, const __V &__trans_b)
{
    __transposes<__OF>();
    __multiply<__OF, __OF_B, __D, __N_>(__d, __a, __b, __adds, __sa, __sb, 0,
                                        __get<int32_t>(__trans_b));
}
template <emu_element_kind __OF, emu_element_kind __OF_B, emu_element_kind __D,
          int __N_, class... __R, class __A, class __B, class __P, class __S, class __T,
          class __U, class __V>
EMU_INLINE void __wgmma(const __several<__R...> &__d, const __A &__a, const __B &__b,
                        const __P &__adds, const __S &__sa, const __T &__sb,
                        const __U &__trans_a, const __V &__trans_b)
{
    __transposes<__OF>();
    __multiply<__OF, __OF_B, __D, __N_>(__d, __a, __b, __adds, __sa, __sb,
                                        __get<int32_t>(__trans_a),
                                        __get<int32_t>(__trans_b));
}

/* ---- setmaxnreg: inc or dec. */
struct __inc;
struct __dec;
template <class __ACTION, class __N_> EMU_INLINE void __setmaxnreg(const __N_ &)
{
    static_assert(sizeof(__N_) == 0,
                  "inline PTX: setmaxnreg takes a constant: a number, "
                  "or an operand with the constraint n");
}
template <class __ACTION, long long __N_> EMU_INLINE void __setmaxnreg(__constant<__N_>)
{
    static_assert(__N_ >= 24 && __N_ <= 256 && __N_ % 8 == 0,
                  "inline PTX: setmaxnreg takes a multiple of 8 from 24 to 256");
    EMU_FENCE();
    emu_setmaxnreg(std::is_same<__ACTION, __inc>::value, (unsigned)__N_);
    EMU_FENCE();
}

} // namespace emu_ptx

#endif
