/*
 * What the device functions of textures and surfaces (emu_texture.hpp, emu_surface.hpp)
 * ask of the emulator: which texels an access touches, and what they give. The device
 * functions load and store the texels themselves, so that these are accesses of the
 * kernel. A function here ends the thread by a CRASH if the object does not exist, or
 * has other dimensions than the call.
 */
#ifndef EMU_FETCH_H
#define EMU_FETCH_H

#include <stdint.h>

#include "../cuda/vector_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The dimensions of a call; layers follow them. */
enum emu_dimensions {
    EMU_1D = 1,
    EMU_2D = 2,
    EMU_3D = 3,
    EMU_LAYERED = 4 /* added to 1 or 2 */
};

/* The texels of one fetch. */
struct emu_fetch {
    unsigned long long __object;
    int __n;                /* texels: at most 8 */
    int __bytes;            /* per texel: 1, 2, 4, 8 or 16 */
    const void *__texel[8]; /* NULL: outside, the border's colour or 0 */
    float __weight[8];      /* their sum is 1, except in a gather, which has none */
    uint4 __value[8];       /* the caller loads __bytes bytes of each texel to here */
};

/* The texels that tex1D() to tex3D() and tex1DLayered(), tex2DLayered() read at these
   coordinates, of which the unused ones are 0. */
void emu_fetch_place(struct emu_fetch *__f, unsigned long long __object,
                     int __dimensions, float __x, float __y, float __z, int __layer);
/* That of tex1Dfetch(), and the four of tex2Dgather(). */
void emu_fetch_linear(struct emu_fetch *__f, unsigned long long __object, int __i);
void emu_fetch_gather(struct emu_fetch *__f, unsigned long long __object, float __x,
                      float __y);
/* What the fetch gives, once its texels are loaded: four channels of 32 bits, an int,
   an unsigned or a float each; 0 where the texture has no channel. Of a gather, the
   channel `component` of each texel. */
void emu_fetch_result(const struct emu_fetch *__f, uint32_t __channels[4]);
void emu_fetch_gathered(const struct emu_fetch *__f, int __component,
                        uint32_t __channels[4]);

/* The address of n bytes of a surface, x bytes after the start of a row; NULL: the
   access has no effect, and reads 0. `mode` is a cudaSurfaceBoundaryMode. With
   cudaBoundaryModeTrap, an access outside ends the thread by OUT_OF_BOUNDS. */
void *emu_surface_place(unsigned long long __object, int __dimensions, int __x, int __y,
                        int __z, int __n, int __mode, int __writes);

#ifdef __cplusplus
}
#endif

#endif
