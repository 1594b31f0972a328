/* Elements by their bits; element.h states the contract. */
#include "element/element.h"

#include <math.h>
#include <string.h>

#include "operation/matrix.h"

static const uint16_t poison_16[] = {
    [ELEMENT_HALF] = 0x7ead, [ELEMENT_BFLOAT16] = 0x7fde};
enum { POISON_8 = 0xff, POISON_32 = -0x5eadbeef };

size_t element_bytes(enum element type)
{
    return type == ELEMENT_FLOAT || type == ELEMENT_INT32 ? 4
           : type == ELEMENT_E4M3                         ? 1
                                                          : 2;
}

const char *element_name(enum element type)
{
    static const char *const name[] = {[ELEMENT_FLOAT] = "float32",
                                       [ELEMENT_HALF] = "float16",
                                       [ELEMENT_BFLOAT16] = "bfloat16",
                                       [ELEMENT_E4M3] = "e4m3",
                                       [ELEMENT_INT32] = "int32"};

    return name[type];
}

double element_roundoff(enum element type)
{
    static const double roundoff[] = {[ELEMENT_FLOAT] = 0x1p-24,
                                      [ELEMENT_HALF] = 0x1p-11,
                                      [ELEMENT_BFLOAT16] = 0x1p-8,
                                      [ELEMENT_E4M3] = 0x1p-4,
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

/* Of a float that is one. */
static uint16_t upper_half(float x)
{
    uint32_t whole;

    memcpy(&whole, &x, sizeof whole);
    return (uint16_t)(whole >> 16);
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

static double decode_e4m3(uint8_t bits)
{
    const int exponent = bits >> 3 & 15, fraction = bits & 7;
    double x;

    if ((bits & 0x7f) == 0x7f)
        x = NAN;
    else if (exponent == 0)
        x = ldexp(fraction, -9);
    else
        x = ldexp(8 + fraction, exponent - 10);
    return bits >> 7 ? -x : x;
}

/* The units of the last place are those of x's binade; the smallest one is that of the
   subnormal numbers, too. Up to 2^4 units make the next binade. */
static uint8_t encode_e4m3(double x)
{
    enum { LARGEST = 0x7e, LEAST = -6 };
    const uint8_t sign = signbit(x) ? 0x80 : 0;
    int exponent;

    if (isnan(x))
        return 0x7f;
    if (isinf(x))
        return sign | LARGEST;
    frexp(x, &exponent); /* |x| is in [2^(exponent - 1), 2^exponent) */
    exponent = x == 0 || exponent - 1 < LEAST ? LEAST : exponent - 1;
    const double units = rint(ldexp(fabs(x), 3 - exponent));
    const double bits = units + 8 * (exponent - LEAST);
    return sign | (uint8_t)(bits > LARGEST ? LARGEST : bits);
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
    if (type == ELEMENT_E4M3)
        return decode_e4m3(((const uint8_t *)array)[i]);
    const uint16_t bits = ((const uint16_t *)array)[i];
    return type == ELEMENT_HALF ? decode_half(bits) : decode_bfloat16(bits);
}

void element_get_some(enum element type, const void *array, size_t first, size_t n,
                      double *x)
{
    const uint16_t *bits = (const uint16_t *)array + first;

    if (type == ELEMENT_BFLOAT16)
        for (size_t i = 0; i < n; i++)
            x[i] = decode_bfloat16(bits[i]);
    else
        for (size_t i = 0; i < n; i++)
            x[i] = element_get(type, array, first + i);
}

void element_set(enum element type, void *array, size_t i, double x)
{
    if (type == ELEMENT_FLOAT)
        ((float *)array)[i] = (float)x;
    else if (type == ELEMENT_INT32)
        ((int32_t *)array)[i] = (int32_t)rint(x);
    else if (type == ELEMENT_E4M3)
        ((uint8_t *)array)[i] = encode_e4m3(x);
    else
        ((uint16_t *)array)[i] = encode(type, x);
}

/* As many bits of a hash as the type holds exactly become a number in [-1, 1). */
void element_fill(enum element type, void *array, size_t n, uint64_t seed)
{
    const int bits = type == ELEMENT_HALF ? 11 : type == ELEMENT_BFLOAT16 ? 8 : 4;

    if (type == ELEMENT_FLOAT) {
        matrix_fill(array, n, seed);
        return;
    }
    for (size_t i = 0; type == ELEMENT_INT32 && i < n; i++)
        ((int32_t *)array)[i] = (int32_t)(matrix_random(seed, i) >> 33);
    for (size_t i = 0; type != ELEMENT_INT32 && i < n; i++) {
        const int top = (int)(matrix_random(seed, i) >> (63 - bits)) - (1 << bits);
        const float x = (float)top / (float)(1 << bits); /* exact */

        if (type == ELEMENT_BFLOAT16)
            ((uint16_t *)array)[i] = upper_half(x);
        else
            element_set(type, array, i, x);
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
        else if (type == ELEMENT_E4M3)
            ((uint8_t *)array)[i] = POISON_8;
        else
            ((uint16_t *)array)[i] = poison_16[type];
}

bool element_is_poison(enum element type, const void *array, size_t i)
{
    if (type == ELEMENT_FLOAT)
        return matrix_is_poison((const float *)array + i);
    if (type == ELEMENT_INT32)
        return ((const int32_t *)array)[i] == POISON_32;
    if (type == ELEMENT_E4M3)
        return ((const uint8_t *)array)[i] == POISON_8;
    return ((const uint16_t *)array)[i] == poison_16[type];
}
