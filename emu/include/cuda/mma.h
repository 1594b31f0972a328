/*
 * nvcuda::wmma: products of small matrices that are distributed over the lanes of a
 * warp. Accesses have 4 or 8 bytes if a lane's two elements are neighbours; else the
 * elements are loaded and stored one by one. A product is computed in double and
 * rounded once.
 */
#ifndef MMA_H
#define MMA_H

#include "../emu/emu_fragment.hpp"

namespace nvcuda
{
namespace wmma
{

/* ---- All lanes of the warp must arrive before any continues. */
struct emu_whole {
    emu_together head;
    bool whole;
};
__attribute__((no_sanitize("thread"))) static inline bool
emu_is_whole(emu_together *const *lanes)
{
    int lane = 0;
    while (lane < 32 && lanes[lane])
        lane++;
    return lane == 32;
}
__attribute__((no_sanitize("thread"))) static inline void
emu_whole_run(emu_together *const *lanes)
{
    for (int lane = 0; lane < 32; lane++)
        if (lanes[lane])
            ((emu_whole *)lanes[lane])->whole = emu_is_whole(lanes);
}
EMU_INLINE void emu_need_whole(bool whole)
{
    if (!whole)
        emu_stop("works on a fragment without all 32 lanes of its warp");
}
EMU_INLINE int emu_meet(const void *p, unsigned stride, unsigned size)
{
    emu_whole here = {{emu_whole_run}, false};
    EMU_FENCE();
    emu_warp(EMU_TOGETHER, 0xffffffff, (uint64_t)&here, 0);
    EMU_FENCE();
    emu_need_whole(here.whole);
    if ((uintptr_t)p % 32)
        emu_stop("loads or stores a fragment at an address that is no multiple of 32");
    if (stride * size % 16)
        emu_stop(
            "loads or stores a fragment with rows that are no multiple of 16 bytes "
            "apart");
    uint3 t = ::threadIdx, d = ::blockDim;
    return (int)(((t.z * d.y + t.y) * d.x + t.x) % 32);
}

/* A run of elements from i on, at p: one access if they are neighbours there. */
template <class S, int RUN> struct __attribute__((aligned(RUN * sizeof(S)))) emu_run {
    S x[RUN];
};
template <class F, class S>
EMU_INLINE void emu_load_fragment(F &f, const S *p, unsigned stride, bool by_row)
{
    constexpr int run = F::element::run;
    int lane = emu_meet(p, stride, sizeof(S));
    for (int i = 0; i < F::share; i += run) {
        int line = F::line(lane, i), place = F::place(lane, i);
        if (by_row == F::shape::of_row) {
            emu_run<S, run> values =
                *(const emu_run<S, run> *)&p[line * stride + place];
            for (int e = 0; e < run; e++)
                f.x[i + e] = values.x[e];
        } else {
            for (int e = 0; e < run; e++)
                f.x[i + e] = p[(place + e) * stride + line];
        }
    }
    for (int i = F::share; i < F::num_elements; i++)
        f.x[i] = f.x[i % F::share];
}

template <class Use, int M, int N, int K, class T, class Layout>
EMU_INLINE void load_matrix_sync(fragment<Use, M, N, K, T, Layout> &f,
                                 const typename emu_element<T>::storage *p,
                                 unsigned stride)
{
    static_assert(emu_is<Layout, row_major> || emu_is<Layout, col_major>,
                  "matrix_a and matrix_b are row_major or col_major");
    emu_load_fragment(f, p, stride, emu_is<Layout, row_major>);
}
template <int M, int N, int K, class T>
EMU_INLINE void load_matrix_sync(fragment<accumulator, M, N, K, T> &f, const T *p,
                                 unsigned stride, layout_t layout)
{
    emu_load_fragment(f, p, stride, layout == mem_row_major);
}

template <int M, int N, int K, class T>
EMU_INLINE void store_matrix_sync(T *p, const fragment<accumulator, M, N, K, T> &f,
                                  unsigned stride, layout_t layout)
{
    typedef fragment<accumulator, M, N, K, T> F;
    int lane = emu_meet(p, stride, sizeof(T));
    for (int i = 0; i < F::share; i += 2) {
        int line = F::line(lane, i), place = F::place(lane, i);
        if (layout == mem_row_major) {
            *(emu_run<T, 2> *)&p[line * stride + place] =
                emu_run<T, 2>{{f.x[i], f.x[i + 1]}};
        } else {
            p[place * stride + line] = f.x[i];
            p[(place + 1) * stride + line] = f.x[i + 1];
        }
    }
}

template <class F>
EMU_INLINE void fill_fragment(F &f, typename F::storage_element_type value)
{
    for (int i = 0; i < F::num_elements; i++)
        f.x[i] = value;
}

/* ---- d = a b + c, after all lanes have arrived. */
template <class A, class B, class C, class D> struct emu_product {
    emu_together head;
    const A *a;
    const B *b;
    const C *c;
    D *d;
    bool whole;

    __attribute__((noinline, no_sanitize("thread"))) static void
    run(emu_together *const *lanes)
    {
        if (!emu_is_whole(lanes))
            return;
        static_assert(A::shape::length == B::shape::length, "a and b do not match");
        double a[A::shape::lines][A::shape::length],
            b[B::shape::lines][B::shape::length];
        for (int lane = 0; lane < 32; lane++) {
            const emu_product *mine = (const emu_product *)lanes[lane];
            for (int i = 0; i < A::share; i++)
                a[A::line(lane, i)][A::place(lane, i)] =
                    A::element::value(mine->a->x[i]);
            for (int i = 0; i < B::share; i++)
                b[B::line(lane, i)][B::place(lane, i)] =
                    B::element::value(mine->b->x[i]);
        }
        for (int lane = 0; lane < 32; lane++) {
            const emu_product *mine = (const emu_product *)lanes[lane];
            for (int i = 0; i < D::share; i++) {
                double sum = (float)mine->c->x[i];
                for (int k = 0; k < A::shape::length; k++)
                    sum += a[D::line(lane, i)][k] * b[D::place(lane, i)][k];
                mine->d->x[i] = typename D::storage_element_type(sum);
            }
            ((emu_product *)lanes[lane])->whole = true;
        }
        constexpr int k = A::shape::length,
                      outputs = D::shape::lines * D::shape::length;
        emu_matrix(
            A::element::kind, D::element::kind,
            outputs / 128 *
                (k / (emu_is<typename A::element_type, precision::tf32> ? 8 : 16)),
            2l * outputs * k);
    }
};
template <int M, int N, int K, class TA, class LA, class LB, class TC, class TD>
EMU_INLINE void mma_sync(fragment<accumulator, M, N, K, TD> &d,
                         const fragment<matrix_a, M, N, K, TA, LA> &a,
                         const fragment<matrix_b, M, N, K, TA, LB> &b,
                         const fragment<accumulator, M, N, K, TC> &c)
{
    typedef emu_product<
        fragment<matrix_a, M, N, K, TA, LA>, fragment<matrix_b, M, N, K, TA, LB>,
        fragment<accumulator, M, N, K, TC>, fragment<accumulator, M, N, K, TD>>
        product;
    product mine = {{product::run}, &a, &b, &c, &d, false};
    EMU_FENCE();
    emu_warp(EMU_TOGETHER, 0xffffffff, (uint64_t)&mine, 0);
    EMU_FENCE();
    emu_need_whole(mine.whole);
}

} // namespace wmma
} // namespace nvcuda

#endif
