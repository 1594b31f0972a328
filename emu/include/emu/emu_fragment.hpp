/*
 * Fragments: a lane's share of a matrix that belongs to a warp, in the layout of PTX's
 * mma instructions (PTX ISA, warp-level matrix instructions). In pieces of 8 x 8
 * elements, lane L has two neighbours: elements 2 (L % 4) and 2 (L % 4) + 1 of line L /
 * 4. For tf32, in pieces of 8 x 4, it has one. Part of mma.h.
 */
#ifndef EMU_FRAGMENT_HPP
#define EMU_FRAGMENT_HPP

#include "cuda_bf16.h"
#include "cuda_fp16.h"

namespace nvcuda
{
namespace wmma
{

struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;
namespace precision
{
struct tf32;
}
enum layout_t { mem_row_major, mem_col_major };

/* ---- The type in which an element is stored, how many neighbouring elements of a line
   a lane has, and the value of an element in a product. */
template <class T> struct emu_element {
    static constexpr bool known = false;
};
template <class S, int RUN, emu_element_kind KIND> struct emu_kept {
    typedef S storage;
    static constexpr bool known = true;
    static constexpr emu_element_kind kind = KIND;
    static constexpr int run = RUN;
    static double value(S a)
    {
        return (float)a;
    }
};
template <> struct emu_element<__half> : emu_kept<__half, 2, EMU_F16> {
};
template <> struct emu_element<__nv_bfloat16> : emu_kept<__nv_bfloat16, 2, EMU_BF16> {
};
template <> struct emu_element<float> : emu_kept<float, 2, EMU_F32> {
};
template <> struct emu_element<precision::tf32> : emu_kept<float, 1, EMU_TF32> {
    static double value(float a) /* the lower 13 bits are ignored */
    {
        return emu_from_bits<float>(emu_to_bits(a) & 0xffffe000);
    }
};
EMU_INLINE float __float_to_tf32(float a) /* to nearest, ties away from 0 */
{
    return a != a ? a : emu_from_bits<float>((emu_to_bits(a) + 0x1000) & 0xffffe000);
}

/* ---- A matrix's shape: `lines` of `length` elements, of which the lanes' runs are
   parts. of_row: a line is a row. */
template <class Use, int M, int N, int K> struct emu_shape;
template <int M, int N, int K> struct emu_shape<matrix_a, M, N, K> {
    static constexpr int lines = M, length = K;
    static constexpr bool of_row = true;
};
template <int M, int N, int K> struct emu_shape<matrix_b, M, N, K> {
    static constexpr int lines = N, length = K;
    static constexpr bool of_row = false;
};
template <int M, int N, int K> struct emu_shape<accumulator, M, N, K> {
    static constexpr int lines = M, length = N;
    static constexpr bool of_row = true;
};

template <class A, class B> constexpr bool emu_is = false;
template <class A> constexpr bool emu_is<A, A> = true;
template <class Use, int M, int N, int K, class T> constexpr bool emu_supported()
{
    constexpr bool sum = emu_is<Use, accumulator>;
    constexpr bool wide =
        (M == 16 && N == 16) || (M == 32 && N == 8) || (M == 8 && N == 32);
    if (K == 8)
        return M == 16 && N == 16 && emu_is<T, precision::tf32> == !sum &&
               (!sum || emu_is<T, float>);
    return K == 16 && wide &&
           (emu_is<T, __half> || (sum ? emu_is<T, float> : emu_is<T, __nv_bfloat16>));
}

template <class Use, int M, int N, int K, class T, class Layout = void>
struct fragment {
    static_assert(emu_supported<Use, M, N, K, T>(),
                  "this fragment is not supported by the emulator: there are 16x16x16, "
                  "32x8x16 and "
                  "8x32x16 of __half and __nv_bfloat16, 16x16x8 of tf32, and sums of "
                  "them in float, "
                  "of __half in __half too");
    typedef emu_shape<Use, M, N, K> shape;
    typedef emu_element<T> element;
    typedef T element_type;
    typedef typename element::storage storage_element_type;
    static constexpr int share = shape::lines * shape::length / 32;
    /* As on NVIDIA's GPUs: several lanes have a copy of each __half element of a and
       b. */
    static constexpr bool repeated = emu_is<T, __half> && !emu_is<Use, accumulator>;
    enum { num_elements = repeated ? 16 : share, num_storage_elements = num_elements };
    storage_element_type x[num_elements];

    /* The place of the lane's element i in the matrix. */
    static constexpr int line(int lane, int i)
    {
        return lane / 4 + i / element::run % (shape::lines / 8) * 8;
    }
    static constexpr int place(int lane, int i)
    {
        return (lane % 4 + i / element::run / (shape::lines / 8) * 4) * element::run +
               i % element::run;
    }
};

} // namespace wmma
} // namespace nvcuda

#endif
