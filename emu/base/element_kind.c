/* The table of element kinds; element_kind.h states the contract. */
#include "element_kind.h"

#include <math.h>
#include <string.h>

static float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* ---- Factors. */

static float half(uint16_t bits)
{
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    const float value = exponent == 0 ? ldexpf((float)fraction, -24)
                        : exponent == 31
                            ? (fraction ? NAN : INFINITY)
                            : ldexpf((float)(1024 + fraction), exponent - 25);
    return bits & 0x8000 ? -value : value;
}

static void decode_f16(const void *from, int n, float *to)
{
    uint16_t bits;
    for (int i = 0; i < n; i++) {
        memcpy(&bits, (const char *)from + sizeof bits * (size_t)i, sizeof bits);
        to[i] = half(bits);
    }
}

static void decode_bf16(const void *from, int n, float *to)
{
    uint16_t bits;
    for (int i = 0; i < n; i++) {
        memcpy(&bits, (const char *)from + sizeof bits * (size_t)i, sizeof bits);
        to[i] = float_of((uint32_t)bits << 16);
    }
}

enum { TF32_IGNORED = 0x1fff };

static void decode_tf32(const void *from, int n, float *to)
{
    uint32_t bits;
    for (int i = 0; i < n; i++) {
        memcpy(&bits, (const char *)from + sizeof bits * (size_t)i, sizeof bits);
        to[i] = float_of(bits & ~(uint32_t)TF32_IGNORED);
    }
}

static void decode_s8(const void *from, int n, float *to)
{
    for (int i = 0; i < n; i++)
        to[i] = ((const int8_t *)from)[i];
}

/* A magnitude of 7 bits of which `fraction` are the fraction; exact. */
static float small(uint8_t bits, int fraction, uint32_t bias)
{
    const uint32_t magnitude = bits & 0x7f;
    const float value =
        magnitude >> fraction
            ? float_of((magnitude << (23 - fraction)) + ((127 - bias) << 23))
            : (float)magnitude * float_of((128 - bias - (uint32_t)fraction) << 23);
    return bits & 0x80 ? -value : value;
}

/* It has no infinity, and one NaN of each sign. */
static void decode_e4m3(const void *from, int n, float *to)
{
    for (int i = 0; i < n; i++) {
        const uint8_t bits = ((const uint8_t *)from)[i];
        to[i] = (bits & 0x7f) == 0x7f ? NAN : small(bits, 3, 7);
    }
}

/* The upper half of a half. */
static void decode_e5m2(const void *from, int n, float *to)
{
    for (int i = 0; i < n; i++) {
        const uint8_t bits = ((const uint8_t *)from)[i];
        to[i] =
            (bits & 0x7c) == 0x7c ? half((uint16_t)(bits << 8)) : small(bits, 2, 15);
    }
}

/* ---- Sums. A tensor core adds exact products, aligned to the largest, and truncates
   the sum. */

static float truncated(double sum)
{
    const float near = (float)sum;
    return fabs((double)near) > fabs(sum) ? nextafterf(near, 0) : near;
}

/* To nearest, ties to even. */
static uint16_t half_bits(float value)
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

static double read_f16(const void *from)
{
    float value;
    decode_f16(from, 1, &value);
    return value;
}

static void write_f16(void *to, double sum, bool saturates)
{
    const uint16_t bits = half_bits(truncated(sum));
    (void)saturates;
    memcpy(to, &bits, sizeof bits);
}

static double read_f32(const void *from)
{
    float value;
    memcpy(&value, from, sizeof value);
    return value;
}

static void write_f32(void *to, double sum, bool saturates)
{
    const float value = truncated(sum);
    (void)saturates;
    memcpy(to, &value, sizeof value);
}

static double read_s32(const void *from)
{
    int32_t value;
    memcpy(&value, from, sizeof value);
    return value;
}

static void write_s32(void *to, double sum, bool saturates)
{
    const int32_t value = saturates && sum > INT32_MAX   ? INT32_MAX
                          : saturates && sum < INT32_MIN ? INT32_MIN
                                                         : (int32_t)(int64_t)sum;
    memcpy(to, &value, sizeof value);
}

/* ---- The table. */

enum {
    F16 = 1 << EMU_F16,
    E4M3 = 1 << EMU_E4M3,
    E5M2 = 1 << EMU_E5M2,
    F32 = 1 << EMU_F32,
    S32 = 1 << EMU_S32
};

#define FLOAT8                                                                         \
    .mma_sums = F16 | F32, .wgmma_sums = F16 | F32, .mma_rate = "tensor_f16",          \
    .wgmma_rate = "wgmma_16", .rate_bits = 16, .since = 89, .converts = 90
#define BITS(kind, name, width) [kind].bits = (width),
static const struct element elements[EMU_ELEMENT_KINDS] = {
    [EMU_F16] = {.decode = decode_f16,
                 .mma_sums = F16 | F32,
                 .wgmma_sums = F16 | F32,
                 .mma_rate = "tensor_f16",
                 .wgmma_rate = "wgmma_16",
                 .read = read_f16,
                 .write = write_f16},
    [EMU_BF16] = {.decode = decode_bf16,
                  .mma_sums = F32,
                  .wgmma_sums = F32,
                  .mma_rate = "tensor_f16",
                  .wgmma_rate = "wgmma_16",
                  .since = 80},
    [EMU_TF32] = {.decode = decode_tf32,
                  .ignored = TF32_IGNORED,
                  .mma_sums = F32,
                  .wgmma_sums = F32,
                  .mma_rate = "tensor_tf32",
                  .wgmma_rate = "wgmma_tf32"},
    [EMU_S8] = {.decode = decode_s8, .mma_sums = S32, .mma_rate = "tensor_s8"},
    [EMU_E4M3] = {.decode = decode_e4m3, .others = E5M2, FLOAT8},
    [EMU_E5M2] = {.decode = decode_e5m2, .others = E4M3, FLOAT8},
    [EMU_U8] = {.mma_rate = "tensor_s8"}, /* of wmma alone */
    [EMU_F64] = {.mma_rate = "tensor_f64", .since = 8},
    [EMU_F32] = {.read = read_f32, .write = write_f32},
    [EMU_S32] = {.read = read_s32, .write = write_s32},
    EMU_ELEMENTS(BITS)};

const struct element *emu_element(enum emu_element_kind kind)
{
    return &elements[kind];
}

bool emu_element_multiplies(enum emu_element_kind a, enum emu_element_kind b)
{
    return elements[a].decode && (a == b || elements[a].others & 1u << b);
}

int emu_element_bytes(enum emu_element_kind kind)
{
    return elements[kind].bits / 8;
}

int emu_element_k(enum emu_element_kind kind)
{
    return 32 / emu_element_bytes(kind);
}
