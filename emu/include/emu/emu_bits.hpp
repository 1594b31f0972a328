/* Integer intrinsics, and bits read as another type. Part of emu_device.hpp. */
#ifndef EMU_BITS_HPP
#define EMU_BITS_HPP

/* ---- min and max, for the same pairs of types as in nvcc. */
#define EMU_MINMAX(R, A, B)                                                            \
    EMU_INLINE R min(A __a, B __b)                                                     \
    {                                                                                  \
        return (R)__b < (R)__a ? (R)__b : (R)__a;                                      \
    }                                                                                  \
    EMU_INLINE R max(A __a, B __b)                                                     \
    {                                                                                  \
        return (R)__a < (R)__b ? (R)__b : (R)__a;                                      \
    }
#define EMU_MINMAX_PAIR(T)                                                             \
    EMU_MINMAX(T, T, T)                                                                \
    EMU_MINMAX(unsigned T, unsigned T, unsigned T)                                     \
    EMU_MINMAX(unsigned T, T, unsigned T)                                              \
    EMU_MINMAX(unsigned T, unsigned T, T)
EMU_MINMAX_PAIR(int)
EMU_MINMAX_PAIR(long)
EMU_MINMAX_PAIR(long long)
#undef EMU_MINMAX_PAIR
#undef EMU_MINMAX
EMU_INLINE unsigned umin(unsigned __a, unsigned __b)
{
    return min(__a, __b);
}
EMU_INLINE unsigned umax(unsigned __a, unsigned __b)
{
    return max(__a, __b);
}

/* ---- Bits read as another type. */
#define EMU_REINTERPRET(name, To, From)                                                \
    EMU_INLINE To name(From __a)                                                       \
    {                                                                                  \
        return emu_from_bits<To>(emu_to_bits(__a));                                    \
    }
EMU_REINTERPRET(__int_as_float, float, int)
EMU_REINTERPRET(__uint_as_float, float, unsigned)
EMU_REINTERPRET(__float_as_int, int, float)
EMU_REINTERPRET(__float_as_uint, unsigned, float)
EMU_REINTERPRET(__longlong_as_double, double, long long)
EMU_REINTERPRET(__double_as_longlong, long long, double)
#undef EMU_REINTERPRET
EMU_INLINE int __double2hiint(double __a)
{
    return (int)(emu_to_bits(__a) >> 32);
}
EMU_INLINE int __double2loint(double __a)
{
    return (int)emu_to_bits(__a);
}
EMU_INLINE double __hiloint2double(int __high, int __low)
{
    return emu_from_bits<double>((uint64_t)__high << 32 | (unsigned)__low);
}

/* ---- Counting and moving bits. */
EMU_INLINE int __popc(unsigned __a)
{
    return __builtin_popcount(__a);
}
EMU_INLINE int __popcll(unsigned long long __a)
{
    return __builtin_popcountll(__a);
}
EMU_INLINE int __clz(int __a)
{
    return __a ? __builtin_clz((unsigned)__a) : 32;
}
EMU_INLINE int __clzll(long long __a)
{
    return __a ? __builtin_clzll((unsigned long long)__a) : 64;
}
EMU_INLINE int __ffs(int __a)
{
    return __builtin_ffs(__a);
}
EMU_INLINE int __ffsll(long long __a)
{
    return __builtin_ffsll(__a);
}
/* The position of the `offset`-th set bit, counted from bit `base` upwards, or
   downwards if offset is negative; ~0 if there is none. */
EMU_INLINE unsigned __fns(unsigned __mask, unsigned __base, int __offset)
{
    int __left = __offset < 0 ? -__offset : __offset, __step = __offset < 0 ? -1 : 1;
    if (__left == 0)
        return __mask >> (__base & 31) & 1 ? __base : ~0u;
    for (int __i = (int)__base; __i >= 0 && __i < 32; __i += __step)
        if (__mask >> __i & 1 && --__left == 0)
            return (unsigned)__i;
    return ~0u;
}
EMU_INLINE unsigned long long __brevll(unsigned long long __a)
{
    unsigned long long __reversed = 0;
    for (int __i = 0; __i < 64; __i++)
        __reversed |= (__a >> __i & 1) << (63 - __i);
    return __reversed;
}
EMU_INLINE unsigned __brev(unsigned __a)
{
    return (unsigned)(__brevll(__a) >> 32);
}
/* Four of the eight bytes of a (0 to 3) and b (4 to 7), by the digits of selector. If
   bit 3 of a digit is set, the result is eight copies of the byte's highest bit. */
EMU_INLINE unsigned __byte_perm(unsigned __a, unsigned __b, unsigned __selector)
{
    uint64_t bytes = (uint64_t)__b << 32 | __a;
    unsigned __result = 0;
    for (int __i = 0; __i < 4; __i++) {
        unsigned __digit = __selector >> 4 * __i,
                 __byte = bytes >> 8 * (__digit & 7) & 0xff;
        __result |= (__digit & 8 ? (__byte & 0x80 ? 0xff : 0) : __byte) << 8 * __i;
    }
    return __result;
}
/* The upper word of high:low << by, or the lower of high:low >> by. */
EMU_INLINE unsigned __funnelshift_l(unsigned __low, unsigned __high, unsigned __by)
{
    return (unsigned)(((uint64_t)__high << 32 | __low) << (__by & 31) >> 32);
}
EMU_INLINE unsigned __funnelshift_lc(unsigned __low, unsigned __high, unsigned __by)
{
    return (unsigned)(((uint64_t)__high << 32 | __low) << (__by < 32 ? __by : 32) >>
                      32);
}
EMU_INLINE unsigned __funnelshift_r(unsigned __low, unsigned __high, unsigned __by)
{
    return (unsigned)(((uint64_t)__high << 32 | __low) >> (__by & 31));
}
EMU_INLINE unsigned __funnelshift_rc(unsigned __low, unsigned __high, unsigned __by)
{
    return (unsigned)(((uint64_t)__high << 32 | __low) >> (__by < 32 ? __by : 32));
}

/* ---- Arithmetic. */
EMU_INLINE int __mul24(int __a, int __b) /* of the lower 24 bits */
{
    return (int)((unsigned)((int)((unsigned)__a << 8) >> 8) *
                 (unsigned)((int)((unsigned)__b << 8) >> 8));
}
EMU_INLINE unsigned __umul24(unsigned __a, unsigned __b)
{
    return (__a & 0xffffff) * (__b & 0xffffff);
}
EMU_INLINE int __mulhi(int __a, int __b)
{
    return (int)((long long)__a * __b >> 32);
}
EMU_INLINE unsigned __umulhi(unsigned __a, unsigned __b)
{
    return (unsigned)((uint64_t)__a * __b >> 32);
}
EMU_INLINE long long __mul64hi(long long __a, long long __b)
{
    return (long long)((__int128)__a * __b >> 64);
}
EMU_INLINE unsigned long long __umul64hi(unsigned long long __a, unsigned long long __b)
{
    return (unsigned long long)((unsigned __int128)__a * __b >> 64);
}
EMU_INLINE unsigned __sad(int __a, int __b, unsigned __c)
{
    return __c +
           (__a < __b ? (unsigned)__b - (unsigned)__a : (unsigned)__a - (unsigned)__b);
}
EMU_INLINE unsigned __usad(unsigned __a, unsigned __b, unsigned __c)
{
    return __c + (__a < __b ? __b - __a : __a - __b);
}
EMU_INLINE int __hadd(int __a, int __b) /* half of the sum, without overflow */
{
    return (int)(((long long)__a + __b) >> 1);
}
EMU_INLINE int __rhadd(int __a, int __b)
{
    return (int)(((long long)__a + __b + 1) >> 1);
}
EMU_INLINE unsigned __uhadd(unsigned __a, unsigned __b)
{
    return (unsigned)(((uint64_t)__a + __b) >> 1);
}
EMU_INLINE unsigned __urhadd(unsigned __a, unsigned __b)
{
    return (unsigned)(((uint64_t)__a + __b + 1) >> 1);
}
/* c plus the dot product of two vectors of four bytes; in __dp2a, of two halves of a
   and the lower or upper two bytes of b. */
#define EMU_DOT(R, Byte, Half)                                                         \
    EMU_INLINE R __dp4a(R __a, R __b, R __c)                                           \
    {                                                                                  \
        unsigned __sum = (unsigned)__c;                                                \
        for (int __i = 0; __i < 32; __i += 8)                                          \
            __sum += (unsigned)((Byte)(__a >> __i) * (Byte)(__b >> __i));              \
        return (R)__sum;                                                               \
    }                                                                                  \
    EMU_INLINE R __dp2a_lo(R __a, R __b, R __c)                                        \
    {                                                                                  \
        return (R)((unsigned)__c + (unsigned)((Half)__a * (Byte)__b) +                 \
                   (unsigned)((Half)(__a >> 16) * (Byte)(__b >> 8)));                  \
    }                                                                                  \
    EMU_INLINE R __dp2a_hi(R __a, R __b, R __c)                                        \
    {                                                                                  \
        return __dp2a_lo(__a, __b >> 16, __c);                                         \
    }
EMU_DOT(int, signed char, short)
EMU_DOT(unsigned, unsigned char, unsigned short)
#undef EMU_DOT

#endif
