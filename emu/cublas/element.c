/* Elements; element.h has the contract. */
#include "element.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

size_t emu_element_size(enum element type)
{
    static const size_t size[] = {
        [ELEMENT_S] = 4, [ELEMENT_D] = 8,  [ELEMENT_C] = 8,  [ELEMENT_Z] = 16,
        [ELEMENT_H] = 2, [ELEMENT_BF] = 2, [ELEMENT_I8] = 1, [ELEMENT_I32] = 4};
    return size[type];
}

bool emu_element_complex(enum element type)
{
    return type == ELEMENT_C || type == ELEMENT_Z;
}

enum element emu_element_part(enum element type)
{
    return type == ELEMENT_C ? ELEMENT_S : type == ELEMENT_Z ? ELEMENT_D : type;
}

enum element emu_element_of(cudaDataType type)
{
    switch (type) {
    case CUDA_R_32F:
        return ELEMENT_S;
    case CUDA_R_64F:
        return ELEMENT_D;
    case CUDA_C_32F:
        return ELEMENT_C;
    case CUDA_C_64F:
        return ELEMENT_Z;
    case CUDA_R_16F:
        return ELEMENT_H;
    case CUDA_R_16BF:
        return ELEMENT_BF;
    case CUDA_R_8I:
        return ELEMENT_I8;
    case CUDA_R_32I:
        return ELEMENT_I32;
    default:
        return ELEMENT_NONE;
    }
}

/* ---- 16 bits: the bits of a half and of a bfloat16. */

static double half_value(uint16_t bits)
{
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    const double size = exponent == 31  ? (fraction ? NAN : INFINITY)
                        : exponent == 0 ? ldexp(fraction, -24)
                                        : ldexp(1024 + fraction, exponent - 25);
    return bits >> 15 ? -size : size;
}

static uint16_t half_bits(double value)
{
    enum { INFINITE = 31 << 10, QUIET = 1 << 9, LEAST = -14 };
    const uint16_t sign = signbit(value) ? 1 << 15 : 0;
    const double size = fabs(value);
    int exponent = 0;
    if (isnan(value))
        return sign | INFINITE | QUIET;
    if (size == 0)
        return sign;
    if (size >= 65520) /* halfway between the largest half and 2^16 */
        return sign | INFINITE;
    frexp(size, &exponent);
    exponent = exponent - 1 < LEAST ? LEAST : exponent - 1;
    /* The fraction has 10 bits; if it is rounded up to 2^11, the exponent grows. */
    const int units = (int)nearbyint(ldexp(size, 10 - exponent));
    return (uint16_t)(sign | (((exponent - LEAST) << 10) + units));
}

static double bfloat_value(uint16_t bits)
{
    const uint32_t wide = (uint32_t)bits << 16;
    float value;
    memcpy(&value, &wide, sizeof value);
    return value;
}

static uint16_t bfloat_bits(double value)
{
    const float narrow = (float)value;
    uint32_t wide;
    memcpy(&wide, &narrow, sizeof wide);
    if (isnan(value))
        return (uint16_t)(wide >> 16 | 0x40);
    return (uint16_t)((wide + 0x7fff + (wide >> 16 & 1)) >> 16);
}

/* ---- Any type. */

double complex emu_element_get(enum element type, const void *array, ptrdiff_t i)
{
    switch (type) {
    case ELEMENT_S:
        return ((const float *)array)[i];
    case ELEMENT_D:
        return ((const double *)array)[i];
    case ELEMENT_C:
        return ((const float complex *)array)[i];
    case ELEMENT_Z:
        return ((const double complex *)array)[i];
    case ELEMENT_H:
        return half_value(((const uint16_t *)array)[i]);
    case ELEMENT_BF:
        return bfloat_value(((const uint16_t *)array)[i]);
    case ELEMENT_I8:
        return ((const int8_t *)array)[i];
    case ELEMENT_I32:
        return ((const int32_t *)array)[i];
    default:
        return 0;
    }
}

static int64_t saturated(double value, int64_t least, int64_t most)
{
    return value <= (double)least  ? least
           : value >= (double)most ? most
                                   : (int64_t)nearbyint(value);
}

void emu_element_put(enum element type, void *array, ptrdiff_t i, double complex value)
{
    const double real = creal(value);
    switch (type) {
    case ELEMENT_S:
        ((float *)array)[i] = (float)real;
        break;
    case ELEMENT_D:
        ((double *)array)[i] = real;
        break;
    case ELEMENT_C:
        ((float complex *)array)[i] = (float complex)value;
        break;
    case ELEMENT_Z:
        ((double complex *)array)[i] = value;
        break;
    case ELEMENT_H:
        ((uint16_t *)array)[i] = half_bits(real);
        break;
    case ELEMENT_BF:
        ((uint16_t *)array)[i] = bfloat_bits(real);
        break;
    case ELEMENT_I8:
        ((int8_t *)array)[i] = (int8_t)saturated(real, INT8_MIN, INT8_MAX);
        break;
    case ELEMENT_I32:
        ((int32_t *)array)[i] = (int32_t)saturated(real, INT32_MIN, INT32_MAX);
        break;
    default:
        break;
    }
}
