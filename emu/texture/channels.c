/*
 * The value of a fetch from the bytes of its texels: channels of 8, 16 or 32 bits
 * become 32 bits each, an integer of the same value or a float. The contract is in
 * emu_fetch.h.
 */
#include "emu_fetch.h"

#include <string.h>

#include "texture.h"

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* An IEEE 754 half. */
static float half_value(uint32_t half)
{
    const uint32_t sign = half >> 15 << 31, exponent = half >> 10 & 31,
                   fraction = half & 1023;
    uint32_t bits = sign | (exponent + 112) << 23 | fraction << 13;
    float value;
    if (exponent == 31)
        bits = sign | 255u << 23 | fraction << 13;
    if (exponent == 0) { /* a subnormal one, or 0 */
        value = (float)fraction / (1 << 24);
        return sign ? -value : value;
    }
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Channel c of a texel as an integer: its bits, the sign extended. */
static uint32_t integer(const struct cudaChannelFormatDesc *desc, const uint4 *value,
                        int c)
{
    const int bytes = desc->x / 8;
    uint32_t bits = 0;
    memcpy(&bits, (const char *)value + c * bytes, bytes);
    if (desc->f == cudaChannelFormatKindSigned && bytes < 4 && bits >> (desc->x - 1))
        bits |= ~0u << desc->x;
    return bits;
}

/* As a float: with cudaReadModeNormalizedFloat, an integer is a part of its largest
   value. */
static float real(const struct texture *t, const uint4 *value, int c)
{
    const struct cudaChannelFormatDesc *desc = &t->image.desc;
    const uint32_t bits = integer(desc, value, c);
    float result;
    if (desc->f == cudaChannelFormatKindFloat) {
        memcpy(&result, &bits, sizeof result);
        return desc->x == 16 ? half_value(bits) : result;
    }
    if (desc->f == cudaChannelFormatKindUnsigned)
        return (float)bits / (float)((1u << desc->x) - 1);
    result = (float)(int32_t)bits / (float)((1u << (desc->x - 1)) - 1);
    return result < -1 ? -1 : result;
}

static bool gives_float(const struct texture *t)
{
    return t->image.desc.f == cudaChannelFormatKindFloat ||
           t->how.readMode == cudaReadModeNormalizedFloat;
}

/* Channel c of texel i. Outside, it is the colour of the border. */
static float real_at(const struct texture *t, const struct emu_fetch *f, int i, int c)
{
    return f->__texel[i] ? real(t, &f->__value[i], c) : t->border[c];
}
static uint32_t integer_at(const struct texture *t, const struct emu_fetch *f, int i,
                           int c)
{
    return f->__texel[i] ? integer(&t->image.desc, &f->__value[i], c)
                         : bits_of(t->border[c]);
}

void emu_fetch_result(const struct emu_fetch *f, uint32_t channels[4])
{
    const struct texture *t = emu_texture_find(f->__object, false);
    const int n = emu_texel_channels(&t->image.desc);
    memset(channels, 0, 4 * sizeof *channels);
    for (int c = 0; c < n; c++) {
        double sum = 0;
        if (!gives_float(t)) {
            channels[c] = integer_at(t, f, 0, c);
            continue;
        }
        for (int i = 0; i < f->__n; i++)
            sum += (double)f->__weight[i] * real_at(t, f, i, c);
        channels[c] = bits_of((float)sum);
    }
}

void emu_fetch_gathered(const struct emu_fetch *f, int component, uint32_t channels[4])
{
    const struct texture *t = emu_texture_find(f->__object, false);
    const bool exists =
        component >= 0 && component < emu_texel_channels(&t->image.desc);
    for (int i = 0; i < 4; i++)
        channels[i] = !exists          ? 0
                      : gives_float(t) ? bits_of(real_at(t, f, i, component))
                                       : integer_at(t, f, i, component);
}
