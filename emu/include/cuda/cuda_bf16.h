/* __nv_bfloat16, 16 bits: the upper half of a float, 8 bits of exponent, 7 of fraction.
 */
#ifndef EMU_CUDA_BF16_H
#define EMU_CUDA_BF16_H

#include "../emu/emu_float16_names.hpp"

typedef emu_float16<8, 7> __nv_bfloat16;
typedef emu_pair<__nv_bfloat16> __nv_bfloat162;
typedef __nv_bfloat16::__raw __nv_bfloat16_raw;
typedef __nv_bfloat16::__raw2 __nv_bfloat162_raw;
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
EMU_FLOAT16_NAMES(__nv_bfloat16, __nv_bfloat162, bfloat16, bfloat162)

#define CUDART_ONE_BF16 __ushort_as_bfloat16(0x3f80)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16(0)
#define CUDART_INF_BF16 __ushort_as_bfloat16(0x7f80)
#define CUDART_NAN_BF16 __ushort_as_bfloat16(0x7fff)

#endif
