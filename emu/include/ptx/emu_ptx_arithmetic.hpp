/* Inline PTX: arithmetic, comparisons, conversions. Part of emu_ptx.hpp. */
#ifndef EMU_PTX_ARITHMETIC_HPP
#define EMU_PTX_ARITHMETIC_HPP

#include <type_traits>

#include "../emu/emu_pack16.hpp"

namespace emu_ptx
{

/* ---- Integers wrap around: they are computed without a sign, and not narrower than an
   int. Other types stay as they are. */
template <class T, int BYTES = std::is_integral<T>::value ? (int)sizeof(T) : 0>
struct modular {
    typedef T type;
};
template <class T> struct modular<T, 2> {
    typedef uint32_t type;
};
template <class T> struct modular<T, 4> {
    typedef uint32_t type;
};
template <class T> struct modular<T, 8> {
    typedef uint64_t type;
};
template <class T> using plain = typename modular<T>::type;
/* Twice as wide. */
template <class T> struct twice;
template <> struct twice<int16_t> {
    typedef int32_t type;
};
template <> struct twice<uint16_t> {
    typedef uint32_t type;
};
template <> struct twice<int32_t> {
    typedef int64_t type;
};
template <> struct twice<uint32_t> {
    typedef uint64_t type;
};
template <> struct twice<int64_t> {
    typedef __int128 type;
};
template <> struct twice<uint64_t> {
    typedef unsigned __int128 type;
};
template <class T> using wide = typename twice<T>::type;

#define EMU_PTX_1(name, expression)                                                    \
    template <class T, class D, class A> EMU_INLINE void name(D &&d, const A &a_)      \
    {                                                                                  \
        const T a = get<T>(a_);                                                        \
        put(d, expression);                                                            \
    }
#define EMU_PTX_2(name, expression)                                                    \
    template <class T, class D, class A, class B>                                      \
    EMU_INLINE void name(D &&d, const A &a_, const B &b_)                              \
    {                                                                                  \
        const T a = get<T>(a_), b = get<T>(b_);                                        \
        put(d, expression);                                                            \
    }
#define EMU_PTX_3(name, TC, expression)                                                \
    template <class T, class D, class A, class B, class C>                             \
    EMU_INLINE void name(D &&d, const A &a_, const B &b_, const C &c_)                 \
    {                                                                                  \
        const T a = get<T>(a_), b = get<T>(b_);                                        \
        const TC c = get<TC>(c_);                                                      \
        put(d, expression);                                                            \
    }

EMU_PTX_1(mov, a)
EMU_PTX_2(add, T((plain<T>)a + (plain<T>)b))
EMU_PTX_2(sub, T((plain<T>)a - (plain<T>)b))
EMU_PTX_2(mul, T((plain<T>)a *(plain<T>)b))
EMU_PTX_2(mul_hi, T((wide<T>)a *b >> 8 * sizeof(T)))
EMU_PTX_2(mul_wide, wide<T>((wide<T>)a *b))
EMU_PTX_3(mad, T, T((plain<T>)a *(plain<T>)b + (plain<T>)c))
EMU_PTX_3(mad_hi, T, T((plain<T>)(T)((wide<T>)a *b >> 8 * sizeof(T)) + (plain<T>)c))
EMU_PTX_3(mad_wide, wide<T>,
          wide<T>((plain<wide<T>>)((wide<T>)a *b) + (plain<wide<T>>)c))

/* An integer by 0: PTX does not define it; here all bits are set. */
template <class T> EMU_INLINE T quotient(T a, T b)
{
    if constexpr (std::is_integral<T>::value)
        return b == 0 ? T(~0) : T((__int128)a / b);
    else
        return T(a / b);
}
template <class T> EMU_INLINE T remainder(T a, T b)
{
    return b == 0 ? T(~0) : T((__int128)a % b);
}
EMU_PTX_2(div, quotient<T>(a, b))
EMU_PTX_2(rem, remainder<T>(a, b))
EMU_PTX_2(min, b < a ? b : a)
EMU_PTX_2(max, a < b ? b : a)
template <class T> EMU_INLINE T without_sign(T a)
{
    if constexpr (std::is_integral<T>::value)
        return a < 0 ? T(-(plain<T>)a) : a;
    else
        return T(__builtin_fabs(a));
}
EMU_PTX_1(abs, without_sign<T>(a))
EMU_PTX_1(neg, T(-(plain<T>)a))

/* ---- Bits. bool is a predicate. */
EMU_PTX_2(and_, T(a &b))
EMU_PTX_2(or_, T(a | b))
EMU_PTX_2(xor_, T(a ^ b))
template <class T> EMU_INLINE T complement(T a)
{
    if constexpr (std::is_same<T, bool>::value)
        return !a;
    else
        return T(~a);
}
EMU_PTX_1(not_, complement<T>(a))

/* By more than all bits: nothing, or the sign, is left. */
template <class T, class D, class A, class B>
EMU_INLINE void shl(D &&d, const A &a, const B &by)
{
    const uint32_t n = get<uint32_t>(by);
    put(d, T(n < 8 * sizeof(T) ? (plain<T>)get<T>(a) << n : 0));
}
template <class T, class D, class A, class B>
EMU_INLINE void shr(D &&d, const A &a, const B &by)
{
    const uint32_t n = get<uint32_t>(by), most = 8 * sizeof(T) - 1;
    const T value = get<T>(a);
    put(d, n <= most ? T(value >> n) : value < 0 ? T(-1) : T(0));
}
#define EMU_PTX_FUNNEL(name, intrinsic)                                                \
    template <class D, class A, class B, class C>                                      \
    EMU_INLINE void name(D &&d, const A &a, const B &b, const C &c)                    \
    {                                                                                  \
        put(d, intrinsic(get<uint32_t>(a), get<uint32_t>(b), get<uint32_t>(c)));       \
    }
EMU_PTX_FUNNEL(shf_l_wrap, __funnelshift_l)
EMU_PTX_FUNNEL(shf_l_clamp, __funnelshift_lc)
EMU_PTX_FUNNEL(shf_r_wrap, __funnelshift_r)
EMU_PTX_FUNNEL(shf_r_clamp, __funnelshift_rc)
EMU_PTX_FUNNEL(prmt, __byte_perm)
#undef EMU_PTX_FUNNEL

/* Bit i of the result is the bit of `table` that the three bits i name. */
template <class D, class A, class B, class C, class E>
EMU_INLINE void lop3(D &&d, const A &a_, const B &b_, const C &c_, const E &table_)
{
    const uint32_t a = get<uint32_t>(a_), b = get<uint32_t>(b_), c = get<uint32_t>(c_),
                   table = get<uint32_t>(table_);
    uint32_t result = 0;
    for (int k = 0; k < 8; k++)
        if (table >> k & 1)
            result |= (k & 4 ? a : ~a) & (k & 2 ? b : ~b) & (k & 1 ? c : ~c);
    put(d, result);
}

/* `length` bits from `from` on; a signed type takes its sign from the highest. */
template <class T, class D, class A, class B, class C>
EMU_INLINE void bfe(D &&d, const A &a, const B &from_, const C &length_)
{
    const int bits = 8 * sizeof(T), from = get<uint32_t>(from_) & 0xff,
              length = get<uint32_t>(length_) & 0xff;
    const uint64_t value =
        (uint64_t)get<T>(a); /* a negative number's upper bits are 1 */
    const int end = from + length < bits ? from + length : bits;
    const bool sign = T(-1) < T(0) && length > 0 && value >> (end - 1) & 1;
    uint64_t result = sign ? ~0ull : 0;
    for (int i = 0; from + i < end; i++)
        result = (result & ~(1ull << i)) | (value >> (from + i) & 1) << i;
    put(d, T(result));
}
/* b, with the lower `length` bits of a from bit `from` on. */
template <class T, class D, class A, class B, class C, class E>
EMU_INLINE void bfi(D &&d, const A &a, const B &b, const C &from_, const E &length_)
{
    const uint32_t bits = 8 * sizeof(T), from = get<uint32_t>(from_) & 0xff,
                   length = get<uint32_t>(length_) & 0xff;
    uint64_t mask = length >= 64 ? ~0ull : (1ull << length) - 1;
    mask = from < bits ? mask << from : 0;
    const uint64_t in = from < bits ? (uint64_t)get<T>(a) << from : 0;
    put(d, T((get<T>(b) & ~mask) | (in & mask)));
}
template <class T, class D, class A> EMU_INLINE void popc(D &&d, const A &a)
{
    put(d, (uint32_t)__popcll(get<T>(a)));
}
template <class T, class D, class A> EMU_INLINE void clz(D &&d, const A &a)
{
    put(d, (uint32_t)(__clzll((long long)get<T>(a)) - (64 - 8 * (int)sizeof(T))));
}
template <class T, class D, class A> EMU_INLINE void brev(D &&d, const A &a)
{
    put(d, T(__brevll(get<T>(a)) >> (64 - 8 * sizeof(T))));
}

/* mov.b32 {a, b}, c and mov.b32 c, {a, b} */
template <class... R, class A> EMU_INLINE void unpack(several<R...> to, const A &from)
{
    const unsigned each = sizeof(A) / sizeof...(R);
    for (unsigned i = 0; i < sizeof...(R); i++)
        __builtin_memcpy(to.address[i],
                         (const char *)__builtin_addressof(from) + i * each, each);
}
template <class D, class... R> EMU_INLINE void pack(D &&to, several<R...> from)
{
    const unsigned each = sizeof(D) / sizeof...(R);
    for (unsigned i = 0; i < sizeof...(R); i++)
        __builtin_memcpy((char *)__builtin_addressof(to) + i * each, from.address[i],
                         each);
}

/* ---- Comparisons. Those that end in u are true if a number is NaN. */
#define EMU_PTX_COMPARE(name, expression)                                              \
    struct compare_##name {                                                            \
        template <class T> static bool of(T a, T b)                                    \
        {                                                                              \
            return expression;                                                         \
        }                                                                              \
    };
EMU_PTX_COMPARE(eq, a == b)
EMU_PTX_COMPARE(ne, a < b || b < a)
EMU_PTX_COMPARE(lt, a < b)
EMU_PTX_COMPARE(le, a <= b)
EMU_PTX_COMPARE(gt, a > b)
EMU_PTX_COMPARE(ge, a >= b)
EMU_PTX_COMPARE(lo, a < b)
EMU_PTX_COMPARE(ls, a <= b)
EMU_PTX_COMPARE(hi, a > b)
EMU_PTX_COMPARE(hs, a >= b)
EMU_PTX_COMPARE(equ, !(a < b || b < a))
EMU_PTX_COMPARE(neu, a != b)
EMU_PTX_COMPARE(ltu, !(a >= b))
EMU_PTX_COMPARE(leu, !(a > b))
EMU_PTX_COMPARE(gtu, !(a <= b))
EMU_PTX_COMPARE(geu, !(a < b))
EMU_PTX_COMPARE(num, a == a && b == b)
EMU_PTX_COMPARE(nan, !(a == a && b == b))
EMU_PTX_COMPARE(and, a &&b)
EMU_PTX_COMPARE(or, a || b)
EMU_PTX_COMPARE(xor, a != b)
#undef EMU_PTX_COMPARE

/* p|q: q is the comparison's opposite. */
template <class P> EMU_INLINE void put_both(P &&p, bool yes, bool)
{
    put(p, yes);
}
template <class P, class Q> EMU_INLINE void put_both(pair<P, Q> both, bool yes, bool no)
{
    put(static_cast<P &&>(both.p), yes);
    put(static_cast<Q &&>(both.q), no);
}
template <class T, class COMPARE, class P, class A, class B>
EMU_INLINE void setp(P &&p, const A &a, const B &b)
{
    const bool yes = COMPARE::template of<T>(get<T>(a), get<T>(b));
    put_both(static_cast<P &&>(p), yes, !yes);
}
template <class T, class COMPARE, class LOGIC, class P, class A, class B, class C>
EMU_INLINE void setp(P &&p, const A &a, const B &b, const C &c)
{
    const bool yes = COMPARE::template of<T>(get<T>(a), get<T>(b)), with = get<bool>(c);
    put_both(static_cast<P &&>(p), LOGIC::template of<bool>(yes, with),
             LOGIC::template of<bool>(!yes, with));
}
template <class T, class D, class A, class B, class P>
EMU_INLINE void selp(D &&d, const A &a, const B &b, const P &p)
{
    put(d, get<bool>(p) ? get<T>(a) : get<T>(b));
}
template <class T, class D, class A, class B, class C>
EMU_INLINE void slct(D &&d, const A &a, const B &b, const C &c)
{
    put(d, get<int32_t>(c) >= 0 ? get<T>(a) : get<T>(b));
}

EMU_INLINE float fused(float a, float b, float c)
{
    return __builtin_fmaf(a, b, c);
}
EMU_INLINE double fused(double a, double b, double c)
{
    return __builtin_fma(a, b, c);
}
EMU_INLINE float fused(flushed a, flushed b, flushed c)
{
    return __builtin_fmaf(a, b, c);
}

/* ---- Floating point. The approximations of a GPU are here as exact as the type. */
EMU_PTX_3(fma, T, T(fused(a, b, c)))
/* Of two zeros, -0 is less. */
template <class F> EMU_INLINE F lesser(F a, F b)
{
    return a != a || b < a || (b == a && __builtin_signbit(b)) ? b : a;
}
EMU_PTX_2(fmin, T(lesser<double>(a, b)))
EMU_PTX_2(fmax, T(-lesser<double>(-(double)a, -(double)b)))
EMU_PTX_1(rcp, T(1 / a))
EMU_PTX_1(sqrt, T(__builtin_sqrt((double)a)))
EMU_PTX_1(rsqrt, T(1 / __builtin_sqrt((double)a)))
EMU_PTX_1(ex2, T(__builtin_exp2((double)a)))
EMU_PTX_1(lg2, T(__builtin_log2((double)a)))
EMU_PTX_1(sin, T(__builtin_sin((double)a)))
EMU_PTX_1(cos, T(__builtin_cos((double)a)))
EMU_PTX_1(tanh, T(__builtin_tanh((double)a)))

/* ---- 16 bits, and pairs of them. */
template <int EXPONENT, int FRACTION, int N> struct halves {
    static constexpr emu_format format = {EXPONENT, FRACTION};
    static constexpr int n = N;
    typedef std::conditional_t<N == 2, uint32_t, uint16_t> bits;
    float x[2];

    static halves of(bits from)
    {
        halves h = {};
        for (int i = 0; i < N; i++)
            h.x[i] = emu_unpack16((uint16_t)(from >> 16 * i), format);
        return h;
    }
    static bits packed(const double v[], emu_rounding mode = EMU_NEAREST)
    {
        bits all = 0;
        for (int i = 0; i < N; i++)
            all |= (bits)((uint32_t)emu_pack16(v[i], format, mode) << 16 * i);
        return all;
    }
};
typedef halves<5, 10, 1> f16;
typedef halves<8, 7, 1> bf16;
typedef halves<5, 10, 2> f16x2;
typedef halves<8, 7, 2> bf16x2;

#define EMU_PTX_16(name, parameters, arguments, expression)                            \
    template <class H, class D, EMU_PTX_CLASSES_##arguments>                           \
    EMU_INLINE void name(D &&d, parameters)                                            \
    {                                                                                  \
        EMU_PTX_HALVES_##arguments double result[2] = {};                              \
        for (int i = 0; i < H::n; i++) {                                               \
            EMU_PTX_VALUES_##arguments result[i] = (expression);                       \
        }                                                                              \
        put(d, H::packed(result));                                                     \
    }
#define EMU_PTX_CLASSES_1 class A
#define EMU_PTX_CLASSES_2 class A, class B
#define EMU_PTX_CLASSES_3 class A, class B, class C
#define EMU_PTX_PARAMETERS_1 const A &a_
#define EMU_PTX_PARAMETERS_2 const A &a_, const B &b_
#define EMU_PTX_PARAMETERS_3 const A &a_, const B &b_, const C &c_
#define EMU_PTX_HALVES_1 const H ha = H::of(get<typename H::bits>(a_));
#define EMU_PTX_HALVES_2 EMU_PTX_HALVES_1 const H hb = H::of(get<typename H::bits>(b_));
#define EMU_PTX_HALVES_3 EMU_PTX_HALVES_2 const H hc = H::of(get<typename H::bits>(c_));
#define EMU_PTX_VALUES_1 const double a = ha.x[i];
#define EMU_PTX_VALUES_2 EMU_PTX_VALUES_1 const double b = hb.x[i];
#define EMU_PTX_VALUES_3 EMU_PTX_VALUES_2 const double c = hc.x[i];
#define EMU_PTX_OF_16(name, n, expression)                                             \
    EMU_PTX_16(name, EMU_PTX_PARAMETERS_##n, n, expression)
EMU_PTX_OF_16(add16, 2, a + b)
EMU_PTX_OF_16(sub16, 2, a - b)
EMU_PTX_OF_16(mul16, 2, a *b)
EMU_PTX_OF_16(fma16, 3, a *b + c)
EMU_PTX_OF_16(min16, 2, a != a || b < a ? b : a)
EMU_PTX_OF_16(max16, 2, a != a || a < b ? b : a)
EMU_PTX_OF_16(neg16, 1, -a)
EMU_PTX_OF_16(abs16, 1, __builtin_fabs(a))
#undef EMU_PTX_OF_16
#undef EMU_PTX_16

/* ---- Conversions. */
struct rn {
    static constexpr emu_rounding mode = EMU_NEAREST;
};
struct rz {
    static constexpr emu_rounding mode = EMU_ZERO;
};
template <class H, class MODE, class D, class A> EMU_INLINE void to16(D &&d, const A &a)
{
    const double v[] = {get<float>(a)};
    put(d, H::packed(v, MODE::mode));
}
/* a is the upper half. */
template <class H, class MODE, class D, class A, class B>
EMU_INLINE void to16(D &&d, const A &a, const B &b)
{
    const double v[] = {get<float>(b), get<float>(a)};
    put(d, H::packed(v, MODE::mode));
}
template <class H, class D, class A> EMU_INLINE void from16(D &&d, const A &a)
{
    put(d, H::of(get<uint16_t>(a)).x[0]);
}
/* To nearest, ties away from 0: the upper 19 bits. */
template <class D, class A> EMU_INLINE void to_tf32(D &&d, const A &a_)
{
    const float a = get<float>(a_);
    put(d, a != a ? 0x7fffffffu : ((uint32_t)emu_to_bits(a) + 0x1000) & 0xffffe000);
}
/* From S to T; the register of the result may be wider. */
template <class T, class S, class D, class A> EMU_INLINE void cvt(D &&d, const A &a)
{
    put(d, (T)get<S>(a));
}
/* Out of range: the nearest that exists; NaN is 0. */
template <class T> EMU_INLINE T saturated(double v)
{
    constexpr bool is_signed = T(-1) < T(0);
    constexpr int bits = 8 * sizeof(T) - is_signed;
    constexpr T most = T((1ull << (bits - 1)) - 1 + (1ull << (bits - 1))),
                least = is_signed ? T(-most - 1) : T(0);
    const double limit = bits == 64 ? 0x1p64 : (double)(1ull << (bits & 63));
    return v != v ? T(0) : v >= limit ? most : v < (double)least ? least : T(v);
}
#define EMU_PTX_ROUND(name, function)                                                  \
    template <class T, class S, class D, class A>                                      \
    EMU_INLINE void cvt_##name(D &&d, const A &a)                                      \
    {                                                                                  \
        put(d, saturated<T>(function((double)get<S>(a))));                             \
    }
EMU_PTX_ROUND(rni, __builtin_nearbyint)
EMU_PTX_ROUND(rzi, __builtin_trunc)
EMU_PTX_ROUND(rmi, __builtin_floor)
EMU_PTX_ROUND(rpi, __builtin_ceil)
#undef EMU_PTX_ROUND
#undef EMU_PTX_1
#undef EMU_PTX_2
#undef EMU_PTX_3

} // namespace emu_ptx

#endif
