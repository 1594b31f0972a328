/*
 * Fragments: a lane's share of a matrix that belongs to a warp, in the layout of PTX's
 * mma instructions (PTX ISA, warp-level matrix instructions). In pieces of 8 x 8
 * elements, lane L has two neighbours: elements 2 (L % 4) and 2 (L % 4) + 1 of line L /
 * 4. For 8 bits, in pieces of 8 x 16, it has four; for tf32, and factors of 64 bits, in
 * pieces of 8 x 4, it has one. Part of mma.h.
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
   a lane has, the value of an element in a product, and the element of a sum. */
template <class __T> struct emu_element {
    static constexpr bool __known = false;
};
template <class __S, int __RUN, emu_element_kind __KIND> struct emu_kept {
    typedef __S __storage;
    static constexpr bool __known = true;
    static constexpr emu_element_kind __kind = __KIND;
    static constexpr int __run = __RUN;
    static double value(__S __a)
    {
        return (float)__a;
    }
    static __S of(double __sum, bool)
    {
        return __S(__sum);
    }
};
template <> struct emu_element<__half> : emu_kept<__half, 2, EMU_F16> {
};
template <> struct emu_element<__nv_bfloat16> : emu_kept<__nv_bfloat16, 2, EMU_BF16> {
};
template <> struct emu_element<float> : emu_kept<float, 2, EMU_F32> {
};
template <> struct emu_element<precision::tf32> : emu_kept<float, 1, EMU_TF32> {
    static double value(float __a) /* the lower 13 bits are ignored */
    {
        return emu_from_bits<float>(emu_to_bits(__a) & 0xffffe000);
    }
};
template <> struct emu_element<signed char> : emu_kept<signed char, 4, EMU_S8> {
};
template <> struct emu_element<unsigned char> : emu_kept<unsigned char, 4, EMU_U8> {
};
template <> struct emu_element<int> : emu_kept<int, 2, EMU_S32> {
    static double value(int __a)
    {
        return __a;
    }
    static int of(double __sum, bool __saturates)
    {
        return __saturates && __sum > 0x7fffffff     ? 0x7fffffff
               : __saturates && __sum < -0x80000000l ? -0x7fffffff - 1
                                                     : (int)(int64_t)__sum;
    }
};
template <> struct emu_element<double> : emu_kept<double, 1, EMU_F64> {
    static double value(double __a)
    {
        return __a;
    }
};
EMU_INLINE float __float_to_tf32(float __a) /* to nearest, ties away from 0 */
{
    return __a != __a ? __a
                      : emu_from_bits<float>((emu_to_bits(__a) + 0x1000) & 0xffffe000);
}

/* ---- A matrix's shape: `lines` of `length` elements, of which the lanes' runs are
   parts. of_row: a line is a row. */
template <class __Use, int __M, int __N_, int __K> struct emu_shape;
template <int __M, int __N_, int __K> struct emu_shape<matrix_a, __M, __N_, __K> {
    static constexpr int __lines = __M, __length = __K;
    static constexpr bool __of_row = true;
};
template <int __M, int __N_, int __K> struct emu_shape<matrix_b, __M, __N_, __K> {
    static constexpr int __lines = __N_, __length = __K;
    static constexpr bool __of_row = false;
};
template <int __M, int __N_, int __K> struct emu_shape<accumulator, __M, __N_, __K> {
    static constexpr int __lines = __M, __length = __N_;
    static constexpr bool __of_row = true;
};

template <class __A, class __B> constexpr bool emu_is = false;
template <class __A> constexpr bool emu_is<__A, __A> = true;
template <class __Use, int __M, int __N_, int __K, class __T>
constexpr bool emu_supported()
{
    constexpr bool __sum = emu_is<__Use, accumulator>;
    constexpr bool __wide = (__M == 16 && __N_ == 16) || (__M == 32 && __N_ == 8) ||
                            (__M == 8 && __N_ == 32);
    if (__K == 4)
        return __M == 8 && __N_ == 8 && emu_is<__T, double>;
    if (__K == 8)
        return __M == 16 && __N_ == 16 && emu_is<__T, precision::tf32> == !__sum &&
               (!__sum || emu_is<__T, float>);
    return __K == 16 && __wide &&
           (emu_is<__T, __half> ||
            (__sum ? emu_is<__T, float> || emu_is<__T, int>
                   : emu_is<__T, __nv_bfloat16> || emu_is<__T, signed char> ||
                         emu_is<__T, unsigned char>));
}
/* True if products of such factors have sums of the type. */
template <class __T, class __Sum> constexpr bool emu_adds()
{
    if (emu_is<__T, double>)
        return emu_is<__Sum, double>;
    if (emu_is<__T, signed char> || emu_is<__T, unsigned char>)
        return emu_is<__Sum, int>;
    return emu_is<__Sum, float> || (emu_is<__T, __half> && emu_is<__Sum, __half>);
}

template <class __Use, int __M, int __N_, int __K, class __T, class __Layout = void>
struct fragment {
    static_assert(
        emu_supported<__Use, __M, __N_, __K, __T>(),
        "this fragment is not supported by the emulator: there are 16x16x16, "
        "32x8x16 and "
        "8x32x16 of __half, __nv_bfloat16, signed char and unsigned char, "
        "16x16x8 of tf32, 8x8x4 of double; sums in float, of __half in __half "
        "too, of 8 bits in int, of double in double");
    typedef emu_shape<__Use, __M, __N_, __K> __shape;
    typedef emu_element<__T> __element;
    typedef __T element_type;
    typedef typename __element::__storage storage_element_type;
    static constexpr int __share = __shape::__lines * __shape::__length / 32;
    static constexpr int __run = emu_is<__Use, accumulator> ? 2 : __element::__run;
    /* As on NVIDIA's GPUs: several lanes have a copy of each __half element of a and
       b. */
    static constexpr bool __repeated =
        emu_is<__T, __half> && !emu_is<__Use, accumulator>;
    enum {
        num_elements = __repeated ? 16 : __share,
        num_storage_elements = num_elements
    };
    storage_element_type x[num_elements];

    /* The place of the lane's element i in the matrix. */
    static constexpr int __line(int __lane, int __i)
    {
        return __lane / 4 + __i / __run % (__shape::__lines / 8) * 8;
    }
    static constexpr int __place(int __lane, int __i)
    {
        return (__lane % 4 + __i / __run / (__shape::__lines / 8) * 4) * __run +
               __i % __run;
    }
};

} // namespace wmma
} // namespace nvcuda

#endif
