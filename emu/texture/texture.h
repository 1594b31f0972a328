/*
 * Arrays, and the texture and surface objects that exist. The runtime API makes them
 * (api_array.c, api_texture.c) while no kernel runs; kernels read them.
 */
#ifndef EMU_TEXTURE_H
#define EMU_TEXTURE_H

#include <cuda_runtime.h>
#include <stdbool.h>
#include <stdint.h>

/* Texels in device memory: `depth` slices or layers of `height` rows of `width`. */
struct image {
    char *start;
    struct cudaChannelFormatDesc desc;
    uint32_t texel_bytes;
    size_t width, height, depth; /* at least 1 each */
    size_t pitch, slice;         /* bytes from row to row, from slice to slice */
    int rank;                    /* 1 to 3; without the layers */
    bool layered;                /* depth counts layers */
};

/* What a cudaArray_t points to. */
struct cudaArray {
    struct image image;
    struct cudaExtent extent; /* as the program gave it */
    unsigned flags;
};

/* Bytes of a texel; 0 if there is no such format: 1, 2 or 4 channels of 8, 16 or 32
   bits each, of which floats have at least 16. */
uint32_t emu_texel_bytes(const struct cudaChannelFormatDesc *desc);
int emu_texel_channels(const struct cudaChannelFormatDesc *desc); /* 1, 2 or 4 */

/* An object. */
struct texture {
    struct image image;
    struct cudaResourceDesc resource; /* as the program gave them */
    struct cudaTextureDesc how;       /* of a texture alone */
    float border[4];                  /* what is outside; 0 for linear memory */
    bool surface;
};

/* Add a copy of the object: its handle, which is never used again; 0 if memory is
   exhausted. */
unsigned long long emu_texture_add(const struct texture *t);
/* The object; NULL if there is none with this handle, or it was destroyed. */
const struct texture *emu_texture_find(unsigned long long object, bool surface);
/* Destroy it. */
void emu_texture_drop(unsigned long long object);
void emu_texture_forget(void); /* all of them */

/* For a kernel's call that returns to pc: the object. If it does not exist, or has not
   these emu_dimensions, the running thread ends by a CRASH. */
const struct texture *emu_texture_of_call(unsigned long long object, bool surface,
                                          int dimensions, uintptr_t pc);

#endif
