/* Conversions of 16-bit floats; fragments.h states the contract. */
#include <math.h>
#include <string.h>

#include "fragments.h"

float emu_half(uint16_t bits)
{
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    const float value = exponent == 0 ? ldexpf((float)fraction, -24)
                        : exponent == 31
                            ? (fraction ? NAN : INFINITY)
                            : ldexpf((float)(1024 + fraction), exponent - 25);
    return bits & 0x8000 ? -value : value;
}

float emu_float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* To nearest, ties to even. */
uint16_t emu_to_half(float value)
{
    const float size = fabsf(value);
    const uint16_t sign = signbit(value) ? 0x8000 : 0;
    int exponent;
    if (value != value)
        return 0x7fff;
    if (size >= 65520)
        return sign | 0x7c00;
    if (size < 0x1p-14f)
        return sign | (uint16_t)nearbyintf(size * 0x1p24f);
    const float fraction = frexpf(size, &exponent); /* from 0.5 to 1 */
    return sign |
           (uint16_t)(((exponent + 13) << 10) + (int)nearbyintf(fraction * 2048));
}
