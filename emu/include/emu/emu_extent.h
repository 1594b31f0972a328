/* Boxes of memory: types of the CUDA runtime API for copies in up to three dimensions.
   Names are NVIDIA's (CUDA Runtime API reference, release 13.0). */
#ifndef EMU_EXTENT_H
#define EMU_EXTENT_H

#include <stddef.h>

struct cudaPitchedPtr {
    void *ptr;
    size_t pitch;        /* bytes from one row to the next */
    size_t xsize, ysize; /* elements of a row; rows of a slice */
};

/* The width of memory that is no array is in bytes. */
struct cudaExtent {
    size_t width, height, depth;
};
struct cudaPos {
    size_t x, y, z;
};

#ifdef __cplusplus
#define EMU_EXTENT_FUNCTION inline
#else
#define EMU_EXTENT_FUNCTION static inline __attribute__((__unused__))
#endif
EMU_EXTENT_FUNCTION struct cudaPitchedPtr
make_cudaPitchedPtr(void *__pointer, size_t __pitch, size_t __width, size_t __height)
{
    const struct cudaPitchedPtr __made = {__pointer, __pitch, __width, __height};
    return __made;
}
EMU_EXTENT_FUNCTION struct cudaExtent make_cudaExtent(size_t __width, size_t __height,
                                                      size_t __depth)
{
    const struct cudaExtent __made = {__width, __height, __depth};
    return __made;
}
EMU_EXTENT_FUNCTION struct cudaPos make_cudaPos(size_t __x, size_t __y, size_t __z)
{
    const struct cudaPos __made = {__x, __y, __z};
    return __made;
}
#undef EMU_EXTENT_FUNCTION

#endif
