/* Elements by their bits; element.h states the contract. */
#include "operation/element.h"

#include <math.h>
#include <string.h>

#include "operation/matrix.h"

static const uint16_t poison_16[] = {
    [ELEMENT_HALF] = 0x7ead, [ELEMENT_BFLOAT16] = 0x7fde};
enum { POISON_32 = -0x5eadbeef };

size_t element_bytes(enum element type)
{
    return type == ELEMENT_FLOAT || type == ELEMENT_INT32 ? 4 : 2;
}

const char *element_name(enum element type)
{
    static const char *const name[] = {[ELEMENT_FLOAT] = "float32",
                                       [ELEMENT_HALF] = "float16",
                                       [ELEMENT_BFLOAT16] = "bfloat16",
                                       [ELEMENT_INT32] = "int32"};

    return name[type];
}

double element_roundoff(enum element type)
{
    static const double roundoff[] = {[ELEMENT_FLOAT] = 0x1p-24,
                                      [ELEMENT_HALF] = 0x1p-11,
                                      [ELEMENT_BFLOAT16] = 0x1p-8,
                                      [ELEMENT_INT32] = 0};

    return roundoff[type];
}

double element_gamma(enum element type, double n)
{
    const double nu = n * element_roundoff(type);

    return nu < 1 ? nu / (1 - nu) : NAN;
}

/* Of a 16-bit type: the bits of its fraction, and what its exponents are shifted by. */
static int fraction_bits(enum element type)
{
    return type == ELEMENT_HALF ? 10 : 7;
}

static int bias(enum element type)
{
    return type == ELEMENT_HALF ? 15 : 127;
}

/* A bfloat16 is the upper half of a float. */
static double decode_bfloat16(uint16_t bits)
{
    const uint32_t whole = (uint32_t)bits << 16;
    float x;

    memcpy(&x, &whole, sizeof x);
    return x;
}

static double decode_half(uint16_t bits)
{
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    double x;

    if (exponent == 31)
        x = fraction ? NAN : INFINITY;
    else if (exponent == 0)
        x = ldexp(fraction, -24);
    else
        x = ldexp(1024 + fraction, exponent - 25);
    return bits >> 15 ? -x : x;
}

/* Rounds in units of the last place that x's binade has, where the default mode of
   rint(), to nearest even, is the one that is asked for. */
static uint16_t encode(enum element type, double x)
{
    const int f = fraction_bits(type), most = (1 << (15 - f)) - 1;
    const uint16_t sign = signbit(x) ? 0x8000 : 0;
    int exponent;
    double units;

    if (isnan(x))
        return (uint16_t)(sign | most << f | 1 << (f - 1));
    x = fabs(x);
    frexp(x, &exponent); /* x is in [2^(exponent - 1), 2^exponent) */
    exponent += bias(type) - 1;
    if (exponent < 1 || x == 0) /* subnormal: the units of the smallest binade */
        return (uint16_t)(sign | (uint16_t)rint(ldexp(x, bias(type) - 1 + f)));
    if (exponent >= most)
        return (uint16_t)(sign | most << f);
    units = rint(ldexp(x, f - exponent + bias(type))); /* 2^f up to 2^(f+1) */
    return (uint16_t)(sign + ((exponent - 1) << f) + (int)units);
}

double element_get(enum element type, const void *array, size_t i)
{
    if (type == ELEMENT_FLOAT)
        return ((const float *)array)[i];
    if (type == ELEMENT_INT32)
        return ((const int32_t *)array)[i];
    const uint16_t bits = ((const uint16_t *)array)[i];
    return type == ELEMENT_HALF ? decode_half(bits) : decode_bfloat16(bits);
}

void element_set(enum element type, void *array, size_t i, double x)
{
    if (type == ELEMENT_FLOAT)
        ((float *)array)[i] = (float)x;
    else if (type == ELEMENT_INT32)
        ((int32_t *)array)[i] = (int32_t)rint(x);
    else
        ((uint16_t *)array)[i] = encode(type, x);
}

/* As many bits of a hash as the type holds exactly become a number in [-1, 1). */
void element_fill(enum element type, void *array, size_t n, uint64_t seed)
{
    const int bits = type == ELEMENT_HALF ? 11 : 8;

    if (type == ELEMENT_FLOAT) {
        matrix_fill(array, n, seed);
        return;
    }
    for (size_t i = 0; type == ELEMENT_INT32 && i < n; i++)
        ((int32_t *)array)[i] = (int32_t)(matrix_random(seed, i) >> 33);
    for (size_t i = 0; type != ELEMENT_INT32 && i < n; i++) {
        const int top = (int)(matrix_random(seed, i) >> (63 - bits));

        element_set(type, array, i, ldexp(top - (1 << bits), -bits));
    }
}

void element_poison(enum element type, void *array, size_t n)
{
    if (type == ELEMENT_FLOAT) {
        matrix_poison(array, n);
        return;
    }
    for (size_t i = 0; i < n; i++)
        if (type == ELEMENT_INT32)
            ((int32_t *)array)[i] = POISON_32;
        else
            ((uint16_t *)array)[i] = poison_16[type];
}

bool element_is_poison(enum element type, const void *array, size_t i)
{
    if (type == ELEMENT_FLOAT)
        return matrix_is_poison((const float *)array + i);
    if (type == ELEMENT_INT32)
        return ((const int32_t *)array)[i] == POISON_32;
    return ((const uint16_t *)array)[i] == poison_16[type];
}
