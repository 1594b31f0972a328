/* Integer intrinsics, and bits read as another type. Part of emu_device.hpp. */
#ifndef EMU_BITS_HPP
#define EMU_BITS_HPP

/* ---- min and max, for the same pairs of types as in nvcc. */
#define EMU_MINMAX(R, A, B)                                                            \
    EMU_INLINE R min(A a, B b)                                                         \
    {                                                                                  \
        return (R)b < (R)a ? (R)b : (R)a;                                              \
    }                                                                                  \
    EMU_INLINE R max(A a, B b)                                                         \
    {                                                                                  \
        return (R)a < (R)b ? (R)b : (R)a;                                              \
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
EMU_INLINE unsigned umin(unsigned a, unsigned b)
{
    return min(a, b);
}
EMU_INLINE unsigned umax(unsigned a, unsigned b)
{
    return max(a, b);
}

/* ---- Bits read as another type. */
#define EMU_REINTERPRET(name, To, From)                                                \
    EMU_INLINE To name(From a)                                                         \
    {                                                                                  \
        return emu_from_bits<To>(emu_to_bits(a));                                      \
    }
EMU_REINTERPRET(__int_as_float, float, int)
EMU_REINTERPRET(__uint_as_float, float, unsigned)
EMU_REINTERPRET(__float_as_int, int, float)
EMU_REINTERPRET(__float_as_uint, unsigned, float)
EMU_REINTERPRET(__longlong_as_double, double, long long)
EMU_REINTERPRET(__double_as_longlong, long long, double)
#undef EMU_REINTERPRET
EMU_INLINE int __double2hiint(double a)
{
    return (int)(emu_to_bits(a) >> 32);
}
EMU_INLINE int __double2loint(double a)
{
    return (int)emu_to_bits(a);
}
EMU_INLINE double __hiloint2double(int high, int low)
{
    return emu_from_bits<double>((uint64_t)high << 32 | (unsigned)low);
}

/* ---- Counting and moving bits. */
EMU_INLINE int __popc(unsigned a)
{
    return __builtin_popcount(a);
}
EMU_INLINE int __popcll(unsigned long long a)
{
    return __builtin_popcountll(a);
}
EMU_INLINE int __clz(int a)
{
    return a ? __builtin_clz((unsigned)a) : 32;
}
EMU_INLINE int __clzll(long long a)
{
    return a ? __builtin_clzll((unsigned long long)a) : 64;
}
EMU_INLINE int __ffs(int a)
{
    return __builtin_ffs(a);
}
EMU_INLINE int __ffsll(long long a)
{
    return __builtin_ffsll(a);
}
/* The position of the `offset`-th set bit, counted from bit `base` upwards, or
   downwards if offset is negative; ~0 if there is none. */
EMU_INLINE unsigned __fns(unsigned mask, unsigned base, int offset)
{
    int left = offset < 0 ? -offset : offset, step = offset < 0 ? -1 : 1;
    if (left == 0)
        return mask >> (base & 31) & 1 ? base : ~0u;
    for (int i = (int)base; i >= 0 && i < 32; i += step)
        if (mask >> i & 1 && --left == 0)
            return (unsigned)i;
    return ~0u;
}
EMU_INLINE unsigned long long __brevll(unsigned long long a)
{
    unsigned long long reversed = 0;
    for (int i = 0; i < 64; i++)
        reversed |= (a >> i & 1) << (63 - i);
    return reversed;
}
EMU_INLINE unsigned __brev(unsigned a)
{
    return (unsigned)(__brevll(a) >> 32);
}
/* Four of the eight bytes of a (0 to 3) and b (4 to 7), by the digits of selector. If
   bit 3 of a digit is set, the result is eight copies of the byte's highest bit. */
EMU_INLINE unsigned __byte_perm(unsigned a, unsigned b, unsigned selector)
{
    uint64_t bytes = (uint64_t)b << 32 | a;
    unsigned result = 0;
    for (int i = 0; i < 4; i++) {
        unsigned digit = selector >> 4 * i, byte = bytes >> 8 * (digit & 7) & 0xff;
        result |= (digit & 8 ? (byte & 0x80 ? 0xff : 0) : byte) << 8 * i;
    }
    return result;
}
/* The upper word of high:low << by, or the lower of high:low >> by. */
EMU_INLINE unsigned __funnelshift_l(unsigned low, unsigned high, unsigned by)
{
    return (unsigned)(((uint64_t)high << 32 | low) << (by & 31) >> 32);
}
EMU_INLINE unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned by)
{
    return (unsigned)(((uint64_t)high << 32 | low) << (by < 32 ? by : 32) >> 32);
}
EMU_INLINE unsigned __funnelshift_r(unsigned low, unsigned high, unsigned by)
{
    return (unsigned)(((uint64_t)high << 32 | low) >> (by & 31));
}
EMU_INLINE unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned by)
{
    return (unsigned)(((uint64_t)high << 32 | low) >> (by < 32 ? by : 32));
}

/* ---- Arithmetic. */
EMU_INLINE int __mul24(int a, int b) /* of the lower 24 bits */
{
    return (int)((unsigned)((int)((unsigned)a << 8) >> 8) *
                 (unsigned)((int)((unsigned)b << 8) >> 8));
}
EMU_INLINE unsigned __umul24(unsigned a, unsigned b)
{
    return (a & 0xffffff) * (b & 0xffffff);
}
EMU_INLINE int __mulhi(int a, int b)
{
    return (int)((long long)a * b >> 32);
}
EMU_INLINE unsigned __umulhi(unsigned a, unsigned b)
{
    return (unsigned)((uint64_t)a * b >> 32);
}
EMU_INLINE long long __mul64hi(long long a, long long b)
{
    return (long long)((__int128)a * b >> 64);
}
EMU_INLINE unsigned long long __umul64hi(unsigned long long a, unsigned long long b)
{
    return (unsigned long long)((unsigned __int128)a * b >> 64);
}
EMU_INLINE unsigned __sad(int a, int b, unsigned c)
{
    return c + (a < b ? (unsigned)b - (unsigned)a : (unsigned)a - (unsigned)b);
}
EMU_INLINE unsigned __usad(unsigned a, unsigned b, unsigned c)
{
    return c + (a < b ? b - a : a - b);
}
EMU_INLINE int __hadd(int a, int b) /* half of the sum, without overflow */
{
    return (int)(((long long)a + b) >> 1);
}
EMU_INLINE int __rhadd(int a, int b)
{
    return (int)(((long long)a + b + 1) >> 1);
}
EMU_INLINE unsigned __uhadd(unsigned a, unsigned b)
{
    return (unsigned)(((uint64_t)a + b) >> 1);
}
EMU_INLINE unsigned __urhadd(unsigned a, unsigned b)
{
    return (unsigned)(((uint64_t)a + b + 1) >> 1);
}
/* c plus the dot product of two vectors of four bytes; in __dp2a, of two halves of a
   and the lower or upper two bytes of b. */
#define EMU_DOT(R, Byte, Half)                                                         \
    EMU_INLINE R __dp4a(R a, R b, R c)                                                 \
    {                                                                                  \
        unsigned sum = (unsigned)c;                                                    \
        for (int i = 0; i < 32; i += 8)                                                \
            sum += (unsigned)((Byte)(a >> i) * (Byte)(b >> i));                        \
        return (R)sum;                                                                 \
    }                                                                                  \
    EMU_INLINE R __dp2a_lo(R a, R b, R c)                                              \
    {                                                                                  \
        return (R)((unsigned)c + (unsigned)((Half)a * (Byte)b) +                       \
                   (unsigned)((Half)(a >> 16) * (Byte)(b >> 8)));                      \
    }                                                                                  \
    EMU_INLINE R __dp2a_hi(R a, R b, R c)                                              \
    {                                                                                  \
        return __dp2a_lo(a, b >> 16, c);                                               \
    }
EMU_DOT(int, signed char, short)
EMU_DOT(unsigned, unsigned char, unsigned short)
#undef EMU_DOT

#endif
