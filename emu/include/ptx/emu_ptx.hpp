/*
 * Inline PTX: emucc writes the instructions of asm statements as calls of these
 * functions (frontend/ptx_emit.c). Part of emu_device.hpp.
 *
 * An operand is a register: the program's variable, or one that the PTX declares. An
 * instruction reads and writes its bits as the type that it names.
 *
 *   emu_ptx_arithmetic.hpp   numbers
 *   emu_ptx_memory.hpp       addresses, loads and stores, asynchronous copies
 *   emu_ptx_warp.hpp         operations of a warp, fragments, barriers
 *   emu_ptx_async.hpp        bulk copies, wgmma
 */
#ifndef EMU_PTX_HPP
#define EMU_PTX_HPP

namespace emu_ptx
{

/* The first argument of the function that a statement becomes: rewrite_ptx.c. */
struct statement {
};

/* ---- Operands that are no registers. */
struct number {
    long long value;
};
/* A number that nvcc must know. */
template <long long VALUE> struct constant {
};
struct float_bits {
    uint32_t value;
};
struct double_bits {
    uint64_t value;
};
struct real {
    double value;
};
/* {a, b}: several registers. */
template <class... R> struct several {
    void *address[sizeof...(R) ? sizeof...(R) : 1];
    enum { count = sizeof...(R) };
};
template <class... R> EMU_INLINE several<R...> registers(R &&...r)
{
    return {{(void *)__builtin_addressof(r)...}};
}
/* p|q: two results, of which one may be `_`. */
struct sink {
    uint64_t ignored;
};
template <class P, class Q> struct pair {
    P &&p;
    Q &&q;
};
template <class P, class Q> EMU_INLINE pair<P, Q> both(P &&p, Q &&q)
{
    return {static_cast<P &&>(p), static_cast<Q &&>(q)};
}

/* A float whose subnormal values are 0: .ftz. */
EMU_INLINE float flush(float a)
{
    return __builtin_fabsf(a) < 0x1p-126f ? __builtin_copysignf(0, a) : a;
}
struct flushed {
    float value;
    flushed(float a = 0) : value(flush(a))
    {
    }
    operator float() const
    {
        return value;
    }
};

template <class T> constexpr bool emu_is_flushed = false;
template <> constexpr bool emu_is_flushed<flushed> = true;

/* ---- The bits of an operand as a T. A register may be wider than T. */
template <class T, class X> EMU_INLINE T get(const X &x)
{
    static_assert(sizeof(X) >= sizeof(T),
                  "inline PTX: the operand has fewer bits than the instruction's type");
    if constexpr (emu_is_flushed<T>)
        return T(get<float>(x));
    else {
        T t;
        __builtin_memcpy((void *)&t, (const void *)__builtin_addressof(x), sizeof t);
        return t;
    }
}
template <class T> EMU_INLINE T get(const number &x)
{
    return (T)x.value;
}
template <class T, long long VALUE> EMU_INLINE T get(const constant<VALUE> &)
{
    return (T)VALUE;
}
template <class T> EMU_INLINE T get(const float_bits &x)
{
    return get<T>(x.value);
}
template <class T> EMU_INLINE T get(const double_bits &x)
{
    return get<T>(x.value);
}
template <class T> EMU_INLINE T get(const real &x)
{
    return (T)x.value;
}
template <class X> struct negation {
    const X &x;
};
template <class X> EMU_INLINE negation<X> inverse(const X &x)
{
    return {x};
}
template <class T, class X> EMU_INLINE T get(const negation<X> &n)
{
    return !get<bool>(n.x);
}

/* The register becomes these bits. */
template <class X, class T> EMU_INLINE void put(X &x, const T &value)
{
    static_assert(sizeof(X) >= sizeof(T),
                  "inline PTX: the result has more bits than its register");
    uint64_t bits = 0;
    __builtin_memcpy(&bits, (const void *)&value, sizeof value);
    __builtin_memcpy((void *)__builtin_addressof(x), &bits, sizeof x);
}
template <class T> EMU_INLINE void put(sink &&, const T &)
{
}

/* As nvcc does, refuse an operand whose type is not that of the register. */
template <char REGISTER, class X> EMU_INLINE void fits(const X &)
{
    constexpr size_t bytes = REGISTER == 'h'                      ? 2
                             : REGISTER == 'r' || REGISTER == 'f' ? 4
                                                                  : 8;
    constexpr bool real = REGISTER == 'f' || REGISTER == 'd';
    static_assert(std::is_scalar<X>::value,
                  "inline PTX: an operand must be a number or a pointer");
    static_assert(sizeof(X) == bytes && std::is_floating_point<X>::value == real,
                  "inline PTX: an operand has another type than its constraint: h is "
                  "for 16 bits, r for 32, l for 64 or a pointer, f for float, d for "
                  "double");
}

/* What a result ("=") held before the statement, the statement must not use: as a float
   it is a NaN, as an index it is out of bounds. In memory it stays, so that the only
   access is the store of the result. */
template <class X> EMU_INLINE void forget(X &x)
{
    constexpr uintptr_t near = 1 << 16; /* bytes: a frame */
    const uintptr_t frame = (uintptr_t)__builtin_frame_address(0);
    const uintptr_t at = (uintptr_t)__builtin_addressof(x);
    if (at - frame + near < 2 * near)
        __builtin_memset((void *)at, 0xff, sizeof x);
}

} // namespace emu_ptx

#include "emu_ptx_arithmetic.hpp"

#include "emu_ptx_memory.hpp"
#include "emu_ptx_warp.hpp"

#include "emu_ptx_async.hpp"

#endif
