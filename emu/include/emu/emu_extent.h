/* Boxes of memory: their sizes, positions and pointers, and the parameters of a copy
   between two of them. Names are NVIDIA's (CUDA Runtime API reference). Part of
   driver_types.h, after its enum cudaMemcpyKind. */
#ifndef EMU_EXTENT_H
#define EMU_EXTENT_H

#include <stddef.h>

#include "../cuda/texture_types.h"

struct cudaPitchedPtr {
    void *ptr;
    size_t pitch;        /* bytes from row to row */
    size_t xsize, ysize; /* a row, and rows per slice; ysize * pitch is a slice */
};
/* width: in elements where an array takes part, else in bytes. */
struct cudaExtent {
    size_t width, height, depth;
};
struct cudaPos {
    size_t x, y, z;
};
struct cudaMemcpy3DParms {
    cudaArray_t srcArray; /* an array or a pointer; the other one is 0 */
    struct cudaPos srcPos;
    struct cudaPitchedPtr srcPtr;
    cudaArray_t dstArray;
    struct cudaPos dstPos;
    struct cudaPitchedPtr dstPtr;
    struct cudaExtent extent;
    enum cudaMemcpyKind kind;
};

static inline struct cudaPitchedPtr make_cudaPitchedPtr(void *__pointer, size_t __pitch,
                                                        size_t __width, size_t __height)
{
    struct cudaPitchedPtr __p;
    __p.ptr = __pointer;
    __p.pitch = __pitch;
    __p.xsize = __width;
    __p.ysize = __height;
    return __p;
}
static inline struct cudaExtent make_cudaExtent(size_t __width, size_t __height,
                                                size_t __depth)
{
    struct cudaExtent __e;
    __e.width = __width;
    __e.height = __height;
    __e.depth = __depth;
    return __e;
}
static inline struct cudaPos make_cudaPos(size_t __x, size_t __y, size_t __z)
{
    struct cudaPos __p;
    __p.x = __x;
    __p.y = __y;
    __p.z = __z;
    return __p;
}

#endif
