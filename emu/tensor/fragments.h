/* What products of fragments share: fragments.c and wgmma.c. */
#ifndef EMU_FRAGMENTS_H
#define EMU_FRAGMENTS_H

#include <stdint.h>

/* The float of these bits; of a half's bits; the half's bits, to nearest, ties to
   even. */
float emu_float_of(uint32_t bits);
float emu_half(uint16_t bits);
uint16_t emu_to_half(float value);

#endif
