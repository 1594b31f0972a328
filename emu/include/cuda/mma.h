/*
 * nvcuda::wmma: products of small matrices that are distributed over the lanes of a
 * warp. Accesses have 4 or 8 bytes if a lane's two elements are neighbours; else the
 * elements are loaded and stored one by one. A product is computed in double and
 * rounded once.
 */
#ifndef EMU_MMA_H
#define EMU_MMA_H

#include "../emu/emu_fragment.hpp"

namespace nvcuda
{
namespace wmma
{

/* ---- All lanes of the warp must arrive before any continues. */
struct emu_whole {
    emu_together __head;
    bool __whole;
};
__attribute__((__no_sanitize__("thread"))) static inline bool
emu_is_whole(emu_together *const *__lanes)
{
    int __lane = 0;
    while (__lane < 32 && __lanes[__lane])
        __lane++;
    return __lane == 32;
}
__attribute__((__no_sanitize__("thread"))) static inline void
emu_whole_run(emu_together *const *__lanes)
{
    for (int __lane = 0; __lane < 32; __lane++)
        if (__lanes[__lane])
            ((emu_whole *)__lanes[__lane])->__whole = emu_is_whole(__lanes);
}
EMU_INLINE void emu_need_whole(bool __whole)
{
    if (!__whole)
        emu_stop("works on a fragment without all 32 lanes of its warp");
}
EMU_INLINE int emu_meet(const void *__p, unsigned __stride, unsigned size)
{
    emu_whole __here = {{emu_whole_run}, false};
    EMU_FENCE();
    emu_warp(EMU_TOGETHER, 0xffffffff, (uint64_t)&__here, 0);
    EMU_FENCE();
    emu_need_whole(__here.__whole);
    /* The guide asks for 32 bytes; NVIDIA's immaTensorCoreGemm loads 8 bits from 16. */
    if ((uintptr_t)__p % (size == 1 ? 16 : 32))
        emu_stop(size == 1 ? "loads a fragment at an address that is no multiple of 16"
                           : "loads or stores a fragment at an address that is no "
                             "multiple of 32");
    if (__stride * size % 16)
        emu_stop(
            "loads or stores a fragment with rows that are no multiple of 16 bytes "
            "apart");
    uint3 __t = ::threadIdx, __d = ::blockDim;
    return (int)(((__t.z * __d.y + __t.y) * __d.x + __t.x) % 32);
}

/* A run of elements from i on, at p: one access if they are neighbours there. */
template <class __S, int __RUN>
struct __attribute__((__aligned__(__RUN * sizeof(__S)))) emu_run {
    __S x[__RUN];
};
template <class __F, class __S>
EMU_INLINE void emu_load_fragment(__F &__f, const __S *__p, unsigned __stride,
                                  bool __by_row)
{
    constexpr int __run = __F::__run;
    int __lane = emu_meet(__p, __stride, sizeof(__S));
    for (int __i = 0; __i < __F::__share; __i += __run) {
        int __line = __F::__line(__lane, __i), __place = __F::__place(__lane, __i);
        if (__by_row == __F::__shape::__of_row) {
            emu_run<__S, __run> __values =
                *(const emu_run<__S, __run> *)&__p[__line * __stride + __place];
            for (int __e = 0; __e < __run; __e++)
                __f.x[__i + __e] = __values.x[__e];
        } else {
            for (int __e = 0; __e < __run; __e++)
                __f.x[__i + __e] = __p[(__place + __e) * __stride + __line];
        }
    }
    for (int __i = __F::__share; __i < __F::num_elements; __i++)
        __f.x[__i] = __f.x[__i % __F::__share];
}

template <class __Use, int __M, int __N_, int __K, class __T, class __Layout>
EMU_INLINE void load_matrix_sync(fragment<__Use, __M, __N_, __K, __T, __Layout> &__f,
                                 const typename emu_element<__T>::__storage *__p,
                                 unsigned __stride)
{
    static_assert(emu_is<__Layout, row_major> || emu_is<__Layout, col_major>,
                  "matrix_a and matrix_b are row_major or col_major");
    emu_load_fragment(__f, __p, __stride, emu_is<__Layout, row_major>);
}
template <int __M, int __N_, int __K, class __T>
EMU_INLINE void load_matrix_sync(fragment<accumulator, __M, __N_, __K, __T> &__f,
                                 const __T *__p, unsigned __stride, layout_t __layout)
{
    emu_load_fragment(__f, __p, __stride, __layout == mem_row_major);
}

template <int __M, int __N_, int __K, class __T>
EMU_INLINE void store_matrix_sync(__T *__p,
                                  const fragment<accumulator, __M, __N_, __K, __T> &__f,
                                  unsigned __stride, layout_t __layout)
{
    typedef fragment<accumulator, __M, __N_, __K, __T> __F;
    int __lane = emu_meet(__p, __stride, sizeof(__T));
    for (int __i = 0; __i < __F::__share; __i += 2) {
        int __line = __F::__line(__lane, __i), __place = __F::__place(__lane, __i);
        if (__layout == mem_row_major) {
            *(emu_run<__T, 2> *)&__p[__line * __stride + __place] =
                emu_run<__T, 2>{{__f.x[__i], __f.x[__i + 1]}};
        } else {
            __p[__place * __stride + __line] = __f.x[__i];
            __p[(__place + 1) * __stride + __line] = __f.x[__i + 1];
        }
    }
}

template <class __F>
EMU_INLINE void fill_fragment(__F &__f, typename __F::storage_element_type value)
{
    for (int __i = 0; __i < __F::num_elements; __i++)
        __f.x[__i] = value;
}

/* ---- d = a b + c, after all lanes have arrived. */
template <class __A, class __B, class __C, class __D> struct emu_product {
    emu_together __head;
    const __A *__a;
    const __B *__b;
    const __C *__c;
    __D *__d;
    bool __saturates, __whole;

    __attribute__((__noinline__, __no_sanitize__("thread"))) static void
    __run(emu_together *const *__lanes)
    {
        if (!emu_is_whole(__lanes))
            return;
        static_assert(__A::__shape::__length == __B::__shape::__length,
                      "a and b do not match");
        double __a[__A::__shape::__lines][__A::__shape::__length],
            __b[__B::__shape::__lines][__B::__shape::__length];
        for (int __lane = 0; __lane < 32; __lane++) {
            const emu_product *__mine = (const emu_product *)__lanes[__lane];
            for (int __i = 0; __i < __A::__share; __i++)
                __a[__A::__line(__lane, __i)][__A::__place(__lane, __i)] =
                    __A::__element::value(__mine->__a->x[__i]);
            for (int __i = 0; __i < __B::__share; __i++)
                __b[__B::__line(__lane, __i)][__B::__place(__lane, __i)] =
                    __B::__element::value(__mine->__b->x[__i]);
        }
        for (int __lane = 0; __lane < 32; __lane++) {
            const emu_product *__mine = (const emu_product *)__lanes[__lane];
            for (int __i = 0; __i < __D::__share; __i++) {
                double __sum = __C::__element::value(__mine->__c->x[__i]);
                for (int __k = 0; __k < __A::__shape::__length; __k++)
                    __sum = fma(__a[__D::__line(__lane, __i)][__k],
                                __b[__D::__place(__lane, __i)][__k], __sum);
                __mine->__d->x[__i] = __D::__element::of(__sum, __mine->__saturates);
            }
            ((emu_product *)__lanes[__lane])->__whole = true;
        }
        constexpr int __k = __A::__shape::__length,
                      __outputs = __D::__shape::__lines * __D::__shape::__length;
        emu_matrix(__A::__element::__kind, __D::__element::__kind,
                   __k == 4 ? 1
                            : __outputs / 128 *
                                  (__k / (__A::__element::__run == 1 ? 8 : 16)),
                   2l * __outputs * __k);
    }
};
template <int __M, int __N_, int __K, class __TA, class __LA, class __LB, class __TC,
          class __TD>
EMU_INLINE void mma_sync(fragment<accumulator, __M, __N_, __K, __TD> &__d,
                         const fragment<matrix_a, __M, __N_, __K, __TA, __LA> &__a,
                         const fragment<matrix_b, __M, __N_, __K, __TA, __LB> &__b,
                         const fragment<accumulator, __M, __N_, __K, __TC> &__c,
                         bool __saturates = false)
{
    static_assert(emu_adds<__TA, __TC>() && emu_adds<__TA, __TD>(),
                  "products of these factors have sums of another type");
    typedef emu_product<fragment<matrix_a, __M, __N_, __K, __TA, __LA>,
                        fragment<matrix_b, __M, __N_, __K, __TA, __LB>,
                        fragment<accumulator, __M, __N_, __K, __TC>,
                        fragment<accumulator, __M, __N_, __K, __TD>>
        __product;
    __product __mine = {{__product::__run}, &__a, &__b, &__c, &__d, __saturates, false};
    EMU_FENCE();
    emu_warp(EMU_TOGETHER, 0xffffffff, (uint64_t)&__mine, 0);
    EMU_FENCE();
    emu_need_whole(__mine.__whole);
}

} // namespace wmma
} // namespace nvcuda

#endif
