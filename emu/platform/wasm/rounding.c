/*
 * Arithmetic in a rounding mode, on a processor that only rounds to nearest: the
 * nearest result, and then its neighbour if the exact result is on the other side. long
 * double has 113 bits here, in software.
 */
#include <math.h>
#include <stdbool.h>

#include "emu_launch.h"

/* The sign of hi + lo - q, where hi + lo is exact and near q. */
static int side(long double hi, long double lo, long double q)
{
    const long double e = hi - q + lo;
    return (e > 0) - (e < 0);
}

/* a + b = *hi + *lo, exactly: Knuth's TwoSum. */
static void two_sum(long double a, long double b, long double *hi, long double *lo)
{
    *hi = a + b;
    const long double t = *hi - a;
    *lo = (a - (*hi - t)) + (b - t);
}

/* The sign of the exact result minus q, the nearest one. */
static int error_of(enum emu_operation op, long double a, long double b, long double c,
                    long double q)
{
    long double hi, lo;
    switch (op) {
    case EMU_ADD:
        two_sum(a, b, &hi, &lo);
        return side(hi, lo, q);
    case EMU_MULTIPLY:
        return side(a * b, 0, q);
    case EMU_FMA:
        two_sum(a * b, c, &hi, &lo);
        return side(hi, lo, q);
    case EMU_DIVIDE: /* q = a / b: a - q b, whose sign is turned by that of b */
        return side(a, 0, q * b) * (b < 0 ? -1 : 1);
    case EMU_SQRT:
        return side(a, 0, q * q);
    }
    return 0;
}

/* True if q must become its neighbour above, or below: error is the sign of the exact
   result minus q. */
static bool moves_up(enum emu_rounding mode, bool negative, int error)
{
    return error > 0 && (mode == EMU_UP || (mode == EMU_ZERO && negative));
}

static bool moves_down(enum emu_rounding mode, bool negative, int error)
{
    return error < 0 && (mode == EMU_DOWN || (mode == EMU_ZERO && !negative));
}

#define ROUND(T, q, error, nextafter)                                                  \
    (moves_up(mode, signbit(q), error)     ? nextafter(q, (T)INFINITY)                 \
     : moves_down(mode, signbit(q), error) ? nextafter(q, -(T)INFINITY)                \
                                           : (q))

#define OPERATE(T, sqrt, fma, nextafter)                                               \
    T q = op == EMU_ADD        ? a + b                                                 \
          : op == EMU_MULTIPLY ? a * b                                                 \
          : op == EMU_DIVIDE   ? a / b                                                 \
          : op == EMU_FMA      ? fma(a, b, c)                                          \
                               : sqrt(a);                                                   \
    if (mode == EMU_NEAREST || isnan(q) || isinf(a) || isinf(b) || isinf(c) ||         \
        (op == EMU_DIVIDE && b == 0))                                                  \
        return q;                                                                      \
    if (q == 0 && mode == EMU_DOWN && (op == EMU_ADD || op == EMU_FMA) &&              \
        error_of(op, a, b, c, q) == 0 && !(signbit(q)) && (a != 0 || b != 0))          \
        return -q; /* x - x */                                                         \
    const int error = isinf(q) ? (q > 0 ? -1 : 1) : error_of(op, a, b, c, q);          \
    return ROUND(T, q, error, nextafter);

float emu_round_float(enum emu_operation op, enum emu_rounding mode, float a, float b,
                      float c)
{
    OPERATE(float, sqrtf, fmaf, nextafterf)
}

double emu_round_double(enum emu_operation op, enum emu_rounding mode, double a,
                        double b, double c)
{
    OPERATE(double, sqrt, fma, nextafter)
}

#define CONVERT(To, nextafter)                                                         \
    const To q = (To)a;                                                                \
    const int error = isinf(q) && !isinf((long double)a) ? (q > 0 ? -1 : 1)            \
                      : isfinite(q)                      ? side(a, 0, q)               \
                                                         : 0;                                               \
    return ROUND(To, q, error, nextafter);

float emu_int_to_float(enum emu_rounding mode, long long a)
{
    CONVERT(float, nextafterf)
}

float emu_unsigned_to_float(enum emu_rounding mode, unsigned long long a)
{
    CONVERT(float, nextafterf)
}

float emu_double_to_float(enum emu_rounding mode, double a)
{
    CONVERT(float, nextafterf)
}

double emu_int_to_double(enum emu_rounding mode, long long a)
{
    CONVERT(double, nextafter)
}

double emu_unsigned_to_double(enum emu_rounding mode, unsigned long long a)
{
    CONVERT(double, nextafter)
}
