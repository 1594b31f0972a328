/*
 * Marked numbers: the inputs of a call of which part is withheld (probe_withhold() of
 * probe.h). Their lowest bits tell an element of the first input from one of the
 * second, and from most other numbers.
 */
#ifndef MARK_H
#define MARK_H

#include <stdint.h>
#include <string.h>

enum { MARKED_INPUTS = 2 };

/* The bits of a float that say which input it is of, and their values. Elements of two
   bytes are bfloat16, which are the upper half of a float. Elements of one byte are
   E4M3, whose fraction is the upper three bits of a float's. */
static inline uint32_t mark_mask(int bytes)
{
    return bytes == 1 ? 7u << 20 : bytes == 2 ? 7u << 16 : 0xfff;
}

static inline uint32_t mark_of(int input, int bytes)
{
    static const uint32_t wide[] = {0x5a7, 0xa59}, narrow[] = {3, 5};
    return bytes == 4 ? wide[input] : narrow[input] << (bytes == 1 ? 20 : 16);
}

/* Biased exponents: of magnitudes from 2^-15, or 2^-6 of E4M3, to below 1. An integer
   has none of them. */
enum { MARK_MOST = 126 };
static inline uint32_t mark_least(int bytes)
{
    return bytes == 1 ? 121 : 112;
}

/* An element as the bits of a float. The exponent of an E4M3 is biased by 120 less; a
   subnormal one, which has another value, becomes too small to be marked. */
static inline uint32_t mark_read(const void *at, int bytes)
{
    uint32_t bits = 0;
    memcpy((char *)&bits + 4 - bytes, at, (size_t)bytes);
    if (bytes == 1)
        bits = (bits & 1u << 31) | ((bits >> 4 & 0x7f << 20) + (120u << 23));
    return bits;
}

/* Store an element that has been marked. */
static inline void mark_write(void *at, uint32_t bits, int bytes)
{
    if (bytes == 1)
        bits = (bits & 1u << 31) | ((bits - (120u << 23)) & 0x7f << 20) << 4;
    memcpy(at, (char *)&bits + 4 - bytes, (size_t)bytes);
}

/* The bits of a float, marked as an element of this input. Its magnitude becomes one of
   these. */
static inline uint32_t mark_bits(uint32_t bits, int input, int bytes)
{
    const uint32_t exponent = bits >> 23 & 0xff;
    const uint32_t least = mark_least(bytes);
    const uint32_t to = exponent < least       ? least
                        : exponent > MARK_MOST ? MARK_MOST
                                               : exponent;
    bits = (bits & ~(0xffu << 23)) | to << 23;
    return (bits & ~mark_mask(bytes)) | mark_of(input, bytes);
}

/* The input that a float with these bits is marked for; -1: none. */
static inline int mark_input(uint32_t bits, int bytes)
{
    const uint32_t exponent = bits >> 23 & 0xff, mark = bits & mark_mask(bytes);
    if (exponent < mark_least(bytes) || exponent > MARK_MOST)
        return -1;
    return mark == mark_of(0, bytes) ? 0 : mark == mark_of(1, bytes) ? 1 : -1;
}

#endif
