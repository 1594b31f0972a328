/*
 * Floating-point numbers of 16 bits, packed and unpacked: the exact value, rounded
 * once. Part of emu_float16.hpp.
 */
#ifndef EMU_PACK16_HPP
#define EMU_PACK16_HPP

#define EMU_PURE __attribute__((__noinline__, const, __no_sanitize__("thread"))) static

/* A sign, `exponent` bits and `fraction` bits. */
struct emu_format {
    int __exponent, __fraction;
};

/* v in the format's bits, rounded. */
EMU_PURE unsigned short emu_pack16(double __v, emu_format __f, emu_rounding __mode)
{
    uint64_t __bits = emu_to_bits(__v), all = ((1ull << __f.__exponent) - 1)
                                              << __f.__fraction;
    unsigned short __sign = (unsigned short)(__bits >> 63 << 15);
    if (__v != __v)
        return 0x7fff;
    int __bias = (1 << (__f.__exponent - 1)) - 1, __least = 1 - __bias;
    int __exponent = (int)(__bits >> 52 & 0x7ff) - 1023;
    if (__exponent == 1024)
        return (unsigned short)(__sign | all);
    if (__exponent ==
        -1023) /* 0, or so small that its only relevant property is that it is not 0 */
        __exponent = -1022 - 52, __bits = __bits << 12 != 0;
    else
        __bits = (__bits & ((1ull << 52) - 1)) | 1ull << 52;
    int __lost =
        52 - __f.__fraction + (__exponent < __least ? __least - __exponent : 0);
    __lost = __lost > 62 ? 62 : __lost;
    uint64_t __kept = __bits >> __lost, __rest = __bits & ((1ull << __lost) - 1);
    uint64_t __tie = 1ull << (__lost - 1);
    bool __up = __mode == EMU_NEAREST
                    ? __rest > __tie || (__rest == __tie && __kept & 1)
                    : __rest && __mode == (__sign ? EMU_DOWN : EMU_UP);
    uint64_t __result = __kept + __up;
    if (__exponent >= __least) /* else it is subnormal, or was rounded up to the
                              smallest normal number */
        __result += (uint64_t)(__exponent + __bias - 1) << __f.__fraction;
    if (__result >= all)
        __result = __mode == EMU_NEAREST || __mode == (__sign ? EMU_DOWN : EMU_UP)
                       ? all
                       : all - 1;
    return (unsigned short)(__sign | __result);
}

EMU_PURE float emu_unpack16(unsigned short __bits, emu_format __f)
{
    int all = (1 << __f.__exponent) - 1, __bias = all / 2;
    int __exponent = __bits >> __f.__fraction & all,
        __fraction = __bits & ((1 << __f.__fraction) - 1);
    uint32_t __sign = (uint32_t)(__bits & 0x8000) << 16;
    if (__exponent == 0) { /* fraction times the smallest subnormal number; exact */
        double value =
            __fraction *
            emu_from_bits<double>((uint64_t)(1024 - __bias - __f.__fraction) << 52);
        return (float)(__sign ? -value : value);
    }
    __exponent = __exponent == all ? 255 : __exponent - __bias + 127;
    return emu_from_bits<float>(__sign | (uint32_t)__exponent << 23 |
                                (uint32_t)__fraction << (23 - __f.__fraction));
}

/* A number near x + rest, such that rounding it to 16 bits rounds the exact value: if
   it is not exact, its last bit is 1. */
EMU_PURE double emu_odd(double x, double __rest)
{
    uint64_t __bits = emu_to_bits(x);
    if (!(__rest != 0) || __bits & 1 || isinf(x))
        return x;
    return emu_from_bits<double>((__rest > 0) == (x > 0) ? __bits + 1 : __bits - 1);
}

/* a * b + c; and an integer. */
EMU_PURE double emu_fma_odd(double __a, double __b, double __c)
{
    double __product = __a * __b, __sum = __product + __c, __back = __sum - __product;
    return emu_odd(__sum, (__product - (__sum - __back)) + (__c - __back));
}
template <class __I> EMU_INLINE double emu_integer_odd(__I __a)
{
    double x = (double)__a;
    return emu_odd(x, (double)((__int128)__a - (__int128)x));
}

#undef EMU_PURE

#endif
