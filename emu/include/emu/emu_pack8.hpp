/*
 * Floating-point numbers of 8 bits, packed and unpacked: the exact value, rounded once
 * to the nearest. E4M3 has 4 bits of exponent, 3 of fraction, no infinity and one NaN
 * of each sign; E5M2 has 5 and 2, as the upper half of a __half. Part of cuda_fp8.h and
 * emu_ptx.hpp.
 */
#ifndef EMU_PACK8_HPP
#define EMU_PACK8_HPP

#include "emu_pack16.hpp"

#define EMU_PURE __attribute__((__noinline__, const, __no_sanitize__("thread"))) static

/* A number beyond the largest finite one becomes that if it saturates, else an
   infinity, or a NaN of E4M3. Any NaN is the one without a sign. */
EMU_PURE unsigned char emu_pack8(double __v, bool __e5m2, bool __saturates)
{
    const uint64_t __bits = emu_to_bits(__v), __all = (1ull << 52) - 1;
    const unsigned __sign = (unsigned)(__bits >> 56) & 0x80;
    const unsigned __most = __e5m2 ? 0x7b : 0x7e;
    const unsigned __beyond = __saturates ? __most : __e5m2 ? 0x7c : 0x7f;
    const int __fraction = __e5m2 ? 2 : 3, __least = __e5m2 ? -14 : -6;
    const int __exponent = (int)(__bits >> 52 & 0x7ff) - 1023;
    if (__v != __v)
        return 0x7f;
    if (__exponent > 15) /* an infinity, too */
        return (unsigned char)(__sign | __beyond);
    const int __lost =
        52 - __fraction + (__exponent < __least ? __least - __exponent : 0);
    if (__lost > 53) /* less than half of the smallest number */
        return (unsigned char)__sign;
    const uint64_t __significand = (__bits & __all) | (__all + 1);
    const uint64_t __kept = __significand >> __lost, __tie = 1ull << (__lost - 1),
                   __rest = __significand & (2 * __tie - 1);
    unsigned __result =
        (unsigned)__kept + (__rest > __tie || (__rest == __tie && __kept & 1));
    if (__exponent > __least)
        __result += (unsigned)(__exponent - __least) << __fraction;
    return (unsigned char)(__sign | (__result > __most ? __beyond : __result));
}

/* By the bits of a half: those of an E4M3, which has another bias, are of a number that
   is smaller by 2^8. */
EMU_PURE float emu_unpack8(unsigned char __bits, bool __e5m2)
{
    const emu_format __half_format = {5, 10};
    if (__e5m2 || (__bits & 0x7f) == 0x7f)
        return emu_unpack16((unsigned short)(__bits << 8), __half_format);
    return 256 *
           emu_unpack16((unsigned short)((__bits & 0x80) << 8 | (__bits & 0x7f) << 7),
                        __half_format);
}

#undef EMU_PURE

#endif
