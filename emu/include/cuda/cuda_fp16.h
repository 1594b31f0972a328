/* __half, 16 bits: a sign, 5 bits of exponent, 10 of fraction (IEEE 754 binary16). */
#ifndef EMU_CUDA_FP16_H
#define EMU_CUDA_FP16_H

#include "../emu/emu_channels.hpp"
#include "../emu/emu_float16_names.hpp"

typedef emu_float16<5, 10> __half;
typedef emu_pair<__half> __half2;
typedef __half::__raw __half_raw;
typedef __half::__raw2 __half2_raw;
typedef __half half;
typedef __half2 half2;
EMU_FLOAT16_NAMES(__half, __half2, half, half2)

/* Textures of it. */
template <> inline cudaChannelFormatDesc cudaCreateChannelDesc<__half>()
{
    return cudaCreateChannelDescHalf();
}
template <> inline cudaChannelFormatDesc cudaCreateChannelDesc<__half2>()
{
    return cudaCreateChannelDescHalf2();
}

#define CUDART_ONE_FP16 __ushort_as_half(0x3c00)
#define CUDART_ZERO_FP16 __ushort_as_half(0)
#define CUDART_INF_FP16 __ushort_as_half(0x7c00)
#define CUDART_NAN_FP16 __ushort_as_half(0x7fff)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(0x7bff)

#endif
