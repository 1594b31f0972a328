/*
 * Arithmetic in a rounding mode: the processor's own, switched for one operation. No
 * signal may end the thread meanwhile, or the mode would stay. The volatile variables
 * keep the operation between the two switches.
 */
#include <fenv.h>
#include <math.h>

#include "emu_launch.h"
#include "running.h"

static const int modes[] = {[EMU_NEAREST] = FE_TONEAREST,
                            [EMU_ZERO] = FE_TOWARDZERO,
                            [EMU_UP] = FE_UPWARD,
                            [EMU_DOWN] = FE_DOWNWARD};

/* The flag for "in a kernel" is cleared meanwhile: see crash.c. */
static uint64_t *begin(enum emu_rounding mode)
{
    uint64_t *held = emu_hold_on();
    fesetround(modes[mode]);
    return held;
}

static void end(uint64_t *held)
{
    fesetround(FE_TONEAREST);
    emu_go_on(held);
}

#define OPERATE(T, sqrt, fma)                                                          \
    volatile T x = a, y = b, z = c, result = 0;                                        \
    uint64_t *log_end = begin(mode);                                                   \
    switch (op) {                                                                      \
    case EMU_ADD:                                                                      \
        result = x + y;                                                                \
        break;                                                                         \
    case EMU_MULTIPLY:                                                                 \
        result = x * y;                                                                \
        break;                                                                         \
    case EMU_DIVIDE:                                                                   \
        result = x / y;                                                                \
        break;                                                                         \
    case EMU_FMA:                                                                      \
        result = fma(x, y, z);                                                         \
        break;                                                                         \
    case EMU_SQRT:                                                                     \
        result = sqrt(x);                                                              \
        break;                                                                         \
    }                                                                                  \
    end(log_end);                                                                      \
    return result;

float emu_round_float(enum emu_operation op, enum emu_rounding mode, float a, float b,
                      float c)
{
    OPERATE(float, sqrtf, fmaf)
}

double emu_round_double(enum emu_operation op, enum emu_rounding mode, double a,
                        double b, double c)
{
    OPERATE(double, sqrt, fma)
}

#define CONVERT(From, To)                                                              \
    volatile From x = a;                                                               \
    uint64_t *log_end = begin(mode);                                                   \
    volatile To result = x;                                                            \
    end(log_end);                                                                      \
    return result;

float emu_int_to_float(enum emu_rounding mode, long long a)
{
    CONVERT(long long, float)
}

float emu_unsigned_to_float(enum emu_rounding mode, unsigned long long a)
{
    CONVERT(unsigned long long, float)
}

float emu_double_to_float(enum emu_rounding mode, double a)
{
    CONVERT(double, float)
}

double emu_int_to_double(enum emu_rounding mode, long long a)
{
    CONVERT(long long, double)
}

double emu_unsigned_to_double(enum emu_rounding mode, unsigned long long a)
{
    CONVERT(unsigned long long, double)
}
