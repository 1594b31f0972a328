/*
 * Floating-point numbers of 16 bits, packed and unpacked: the exact value, rounded
 * once. Part of emu_float16.hpp.
 */
#ifndef EMU_PACK16_HPP
#define EMU_PACK16_HPP

#define EMU_PURE __attribute__((noinline, const, no_sanitize("thread"))) static

/* A sign, `exponent` bits and `fraction` bits. */
struct emu_format {
    int exponent, fraction;
};

/* v in the format's bits, rounded. */
EMU_PURE unsigned short emu_pack16(double v, emu_format f, emu_rounding mode)
{
    uint64_t bits = emu_to_bits(v), all = ((1ull << f.exponent) - 1) << f.fraction;
    unsigned short sign = (unsigned short)(bits >> 63 << 15);
    if (v != v)
        return 0x7fff;
    int bias = (1 << (f.exponent - 1)) - 1, least = 1 - bias;
    int exponent = (int)(bits >> 52 & 0x7ff) - 1023;
    if (exponent == 1024)
        return (unsigned short)(sign | all);
    if (exponent ==
        -1023) /* 0, or so small that its only relevant property is that it is not 0 */
        exponent = -1022 - 52, bits = bits << 12 != 0;
    else
        bits = (bits & ((1ull << 52) - 1)) | 1ull << 52;
    int lost = 52 - f.fraction + (exponent < least ? least - exponent : 0);
    lost = lost > 62 ? 62 : lost;
    uint64_t kept = bits >> lost, rest = bits & ((1ull << lost) - 1);
    uint64_t tie = 1ull << (lost - 1);
    bool up = mode == EMU_NEAREST ? rest > tie || (rest == tie && kept & 1)
                                  : rest && mode == (sign ? EMU_DOWN : EMU_UP);
    uint64_t result = kept + up;
    if (exponent >= least) /* else it is subnormal, or was rounded up to the smallest
                              normal number */
        result += (uint64_t)(exponent + bias - 1) << f.fraction;
    if (result >= all)
        result =
            mode == EMU_NEAREST || mode == (sign ? EMU_DOWN : EMU_UP) ? all : all - 1;
    return (unsigned short)(sign | result);
}

EMU_PURE float emu_unpack16(unsigned short bits, emu_format f)
{
    int all = (1 << f.exponent) - 1, bias = all / 2;
    int exponent = bits >> f.fraction & all, fraction = bits & ((1 << f.fraction) - 1);
    uint32_t sign = (uint32_t)(bits & 0x8000) << 16;
    if (exponent == 0) { /* fraction times the smallest subnormal number; exact */
        double value = fraction * emu_from_bits<double>(
                                      (uint64_t)(1024 - bias - f.fraction) << 52);
        return (float)(sign ? -value : value);
    }
    exponent = exponent == all ? 255 : exponent - bias + 127;
    return emu_from_bits<float>(sign | (uint32_t)exponent << 23 |
                                (uint32_t)fraction << (23 - f.fraction));
}

/* A number near x + rest, such that rounding it to 16 bits rounds the exact value: if
   it is not exact, its last bit is 1. */
EMU_PURE double emu_odd(double x, double rest)
{
    uint64_t bits = emu_to_bits(x);
    if (!(rest != 0) || bits & 1 || isinf(x))
        return x;
    return emu_from_bits<double>((rest > 0) == (x > 0) ? bits + 1 : bits - 1);
}

/* a * b + c; and an integer. */
EMU_PURE double emu_fma_odd(double a, double b, double c)
{
    double product = a * b, sum = product + c, back = sum - product;
    return emu_odd(sum, (product - (sum - back)) + (c - back));
}
template <class I> EMU_INLINE double emu_integer_odd(I a)
{
    double x = (double)a;
    return emu_odd(x, (double)((__int128)a - (__int128)x));
}

#undef EMU_PURE

#endif
