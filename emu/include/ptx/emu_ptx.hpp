/*
 * Inline PTX: emucc writes the instructions of asm statements as calls of these
 * functions (ptx/ptx_emit.c). Part of emu_device.hpp.
 *
 * An operand is a register: the program's variable, or one that the PTX declares. An
 * instruction reads and writes its bits as the type that it names.
 *
 *   emu_ptx_integer.hpp      integers, bits
 *   emu_ptx_arithmetic.hpp   comparisons, floating point, conversions
 *   emu_ptx_float8.hpp       conversions of 8-bit floats
 *   emu_ptx_memory.hpp       addresses, loads and stores, asynchronous copies
 *   emu_ptx_warp.hpp         operations of a warp, fragments
 *   emu_ptx_barrier.hpp      barriers, mbarrier objects, fences
 *   emu_ptx_async.hpp        bulk copies, wgmma
 */
#ifndef EMU_PTX_HPP
#define EMU_PTX_HPP

namespace emu_ptx
{

/* The first argument of the function that a statement becomes: rewrite_ptx.c. */
struct __statement {
};

/* ---- Operands that are no registers. */
struct __number {
    long long value;
};
/* A number that nvcc must know. */
template <long long __VALUE> struct __constant {
};
struct __float_bits {
    uint32_t value;
};
struct __double_bits {
    uint64_t value;
};
struct __decimal {
    double value;
};
/* {a, b}: several registers. */
template <class... __R> struct __several {
    void *__address[sizeof...(__R) ? sizeof...(__R) : 1];
    enum { __count = sizeof...(__R) };
};
template <class... __R> EMU_INLINE __several<__R...> __registers(__R &&...__r)
{
    return {{(void *)__builtin_addressof(__r)...}};
}
/* p|q: two results, of which one may be `_`. */
struct __sink {
    uint64_t __ignored;
};
template <class __P, class __Q> struct __pair {
    __P &&__p;
    __Q &&__q;
};
template <class __P, class __Q> EMU_INLINE __pair<__P, __Q> __both(__P &&__p, __Q &&__q)
{
    return {static_cast<__P &&>(__p), static_cast<__Q &&>(__q)};
}

/* A float whose subnormal values are 0: .ftz. */
EMU_INLINE float __flush(float __a)
{
    return __builtin_fabsf(__a) < 0x1p-126f ? __builtin_copysignf(0, __a) : __a;
}
struct __flushed {
    float value;
    __flushed(float __a = 0) : value(__flush(__a))
    {
    }
    operator float() const
    {
        return value;
    }
};

/* What has 64 bits on a GPU, and may have 32 here. */
template <class __X>
constexpr bool emu_is_address = sizeof(size_t) == 4 &&
                                (std::is_pointer<__X>::value ||
                                 std::is_same<__X, unsigned long>::value ||
                                 std::is_same<__X, long>::value);

template <class __T> constexpr bool emu_is_flushed = false;
template <> constexpr bool emu_is_flushed<__flushed> = true;

/* ---- The bits of an operand as a T. A register may be wider than T. */
template <class __T, class __X> EMU_INLINE __T __get(const __X &x)
{
    static_assert(sizeof(__X) >= sizeof(__T) || emu_is_address<__X>,
                  "inline PTX: the operand has fewer bits than the instruction's type");
    if constexpr (emu_is_address<__X> && sizeof(__X) < sizeof(__T))
        return __get<__T>((uint64_t)(uintptr_t)x);
    else if constexpr (emu_is_flushed<__T>)
        return __T(__get<float>(x));
    else {
        __T __t;
        __builtin_memcpy((void *)&__t, (const void *)__builtin_addressof(x),
                         sizeof __t);
        return __t;
    }
}
/* The same of an operand that must be as wide as the type, as ptxas wants it. */
template <class __T, class __X> EMU_INLINE __T __exact(const __X &x)
{
    static_assert(
        !std::is_scalar<__X>::value || sizeof(__X) == sizeof(__T) ||
            (emu_is_address<__X> && sizeof(__T) == 8),
        "inline PTX: an operand has not the number of bits of the "
        "instruction's type: constraint l is for 64 bits, r for 32, h for 16");
    return __get<__T>(x);
}
template <class __T> EMU_INLINE __T __get(const __number &x)
{
    return (__T)x.value;
}
template <class __T, long long __VALUE>
EMU_INLINE __T __get(const __constant<__VALUE> &)
{
    return (__T)__VALUE;
}
template <class __T> EMU_INLINE __T __get(const __float_bits &x)
{
    return __get<__T>(x.value);
}
template <class __T> EMU_INLINE __T __get(const __double_bits &x)
{
    return __get<__T>(x.value);
}
template <class __T> EMU_INLINE __T __get(const __decimal &x)
{
    return (__T)x.value;
}
template <class __X> struct __negation {
    const __X &x;
};
template <class __X> EMU_INLINE __negation<__X> __inverse(const __X &x)
{
    return {x};
}
template <class __T, class __X> EMU_INLINE __T __get(const __negation<__X> &__n)
{
    return !__get<bool>(__n.x);
}

/* The register becomes these bits. */
template <class __X, class __T> EMU_INLINE void __put(__X &x, const __T &value)
{
    static_assert(sizeof(__X) >= sizeof(__T) || emu_is_address<__X>,
                  "inline PTX: the result has more bits than its register");
    uint64_t __bits = 0;
    __builtin_memcpy(&__bits, (const void *)&value, sizeof value);
    __builtin_memcpy((void *)__builtin_addressof(x), &__bits, sizeof x);
}
template <class __T> EMU_INLINE void __put(__sink &&, const __T &)
{
}

/* As nvcc does, refuse an operand whose type is not that of the register. */
template <char __REGISTER, class __X> EMU_INLINE void __fits(const __X &)
{
    constexpr size_t bytes = __REGISTER == 'h'                        ? 2
                             : __REGISTER == 'r' || __REGISTER == 'f' ? 4
                                                                      : 8;
    constexpr bool __decimal = __REGISTER == 'f' || __REGISTER == 'd';
    static_assert(std::is_scalar<__X>::value,
                  "inline PTX: an operand must be a number or a pointer");
    static_assert((sizeof(__X) == bytes || (emu_is_address<__X> && bytes == 8)) &&
                      std::is_floating_point<__X>::value == __decimal,
                  "inline PTX: an operand has another type than its constraint: h is "
                  "for 16 bits, r for 32, l for 64 or a pointer, f for float, d for "
                  "double");
}

/* What a result ("=") held before the statement, the statement must not use: as a float
   it is a NaN, as an index it is out of bounds. In memory it stays, so that the only
   access is the store of the result. */
template <class __X> EMU_INLINE void __forget(__X &x)
{
    constexpr uintptr_t __near = 1 << 16; /* bytes: a frame */
    const uintptr_t __frame = (uintptr_t)__builtin_frame_address(0);
    const uintptr_t __at = (uintptr_t)__builtin_addressof(x);
    if (__at - __frame + __near < 2 * __near)
        __builtin_memset((void *)__at, 0xff, sizeof x);
}

} // namespace emu_ptx

#include "emu_ptx_arithmetic.hpp"

#include "emu_ptx_float8.hpp"
#include "emu_ptx_memory.hpp"
#include "emu_ptx_warp.hpp"

#include "emu_ptx_barrier.hpp"

#include "emu_ptx_async.hpp"

#endif
