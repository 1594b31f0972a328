/*
 * Marked numbers: the inputs of a call of which part is withheld (probe_withhold() of
 * probe.h). Their lowest bits tell an element of the first input from one of the
 * second, and from most other numbers.
 */
#ifndef MARK_H
#define MARK_H

#include <stdint.h>

enum { MARKED_INPUTS = 2 };

/* The bits of a float that say which input it is of, and their values. Elements of two
   bytes are bfloat16, which are the upper half of a float. */
static inline uint32_t mark_mask(int bytes)
{
    return bytes == 2 ? 7u << 16 : 0xfff;
}

static inline uint32_t mark_of(int input, int bytes)
{
    static const uint32_t wide[] = {0x5a7, 0xa59}, narrow[] = {3u << 16, 5u << 16};
    return bytes == 2 ? narrow[input] : wide[input];
}

/* Biased exponents: of magnitudes from 2^-15 to below 1. An integer has none of them.
 */
enum { MARK_LEAST = 112, MARK_MOST = 126 };

/* The bits of a float, marked as an element of this input. Its magnitude becomes one of
   these. */
static inline uint32_t mark_bits(uint32_t bits, int input, int bytes)
{
    const uint32_t exponent = bits >> 23 & 0xff;
    const uint32_t to = exponent < MARK_LEAST  ? MARK_LEAST
                        : exponent > MARK_MOST ? MARK_MOST
                                               : exponent;
    bits = (bits & ~(0xffu << 23)) | to << 23;
    return (bits & ~mark_mask(bytes)) | mark_of(input, bytes);
}

/* The input that a float with these bits is marked for; -1: none. */
static inline int mark_input(uint32_t bits, int bytes)
{
    const uint32_t exponent = bits >> 23 & 0xff, mark = bits & mark_mask(bytes);
    if (exponent < MARK_LEAST || exponent > MARK_MOST)
        return -1;
    return mark == mark_of(0, bytes) ? 0 : mark == mark_of(1, bytes) ? 1 : -1;
}

#endif
