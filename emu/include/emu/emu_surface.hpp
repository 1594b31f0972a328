/* Reads and writes of surface objects (CUDA C++ Programming Guide, Surface Functions):
   x counts bytes. Part of emu_device.hpp. */
#ifndef EMU_SURFACE_HPP
#define EMU_SURFACE_HPP

#include "../cuda/surface_types.h"
#include "emu_fetch.h"

template <class __T>
EMU_INLINE __T emu_surface_read(cudaSurfaceObject_t __object, int __dimensions, int __x,
                                int __y, int __z, int __mode)
{
    static_assert(sizeof(__T) <= 16 && (sizeof(__T) & (sizeof(__T) - 1)) == 0,
                  "a surface has elements of 1, 2, 4, 8 or 16 bytes");
    const __T *__from = (const __T *)emu_surface_place(__object, __dimensions, __x, __y,
                                                       __z, sizeof(__T), __mode, 0);
    if (!__from)
        return __T();
    return *__from;
}
template <class __T>
EMU_INLINE void emu_surface_write(__T value, cudaSurfaceObject_t __object,
                                  int __dimensions, int __x, int __y, int __z,
                                  int __mode)
{
    static_assert(sizeof(__T) <= 16 && (sizeof(__T) & (sizeof(__T) - 1)) == 0,
                  "a surface has elements of 1, 2, 4, 8 or 16 bytes");
    __T *__to = (__T *)emu_surface_place(__object, __dimensions, __x, __y, __z,
                                         sizeof(__T), __mode, 1);
    if (__to)
        *__to = value;
}

/* EMU_SURFACE(beginning of the names, dimensions, (parameters), (arguments), x, y, z)
 */
#define EMU_LIST(...) __VA_ARGS__
#define EMU_SURFACE(name, dimensions, parameters, arguments, at)                       \
    template <class __T>                                                               \
    EMU_INLINE __T name##read(cudaSurfaceObject_t __object, EMU_LIST parameters,       \
                              cudaSurfaceBoundaryMode __mode = cudaBoundaryModeTrap)   \
    {                                                                                  \
        return emu_surface_read<__T>(__object, dimensions, EMU_LIST at, __mode);       \
    }                                                                                  \
    template <class __T>                                                               \
    EMU_INLINE void name##read(__T *__result, cudaSurfaceObject_t __object,            \
                               EMU_LIST parameters,                                    \
                               cudaSurfaceBoundaryMode __mode = cudaBoundaryModeTrap)  \
    {                                                                                  \
        *__result = name##read<__T>(__object, EMU_LIST arguments, __mode);             \
    }                                                                                  \
    template <class __T>                                                               \
    EMU_INLINE void name##write(__T value, cudaSurfaceObject_t __object,               \
                                EMU_LIST parameters,                                   \
                                cudaSurfaceBoundaryMode __mode = cudaBoundaryModeTrap) \
    {                                                                                  \
        emu_surface_write<__T>(value, __object, dimensions, EMU_LIST at, __mode);      \
    }
EMU_SURFACE(surf1D, EMU_1D, (int __x), (__x), (__x, 0, 0))
EMU_SURFACE(surf2D, EMU_2D, (int __x, int __y), (__x, __y), (__x, __y, 0))
EMU_SURFACE(surf3D, EMU_3D, (int __x, int __y, int __z), (__x, __y, __z),
            (__x, __y, __z))
EMU_SURFACE(surf1DLayered, EMU_1D + EMU_LAYERED, (int __x, int __layer), (__x, __layer),
            (__x, 0, __layer))
EMU_SURFACE(surf2DLayered, EMU_2D + EMU_LAYERED, (int __x, int __y, int __layer),
            (__x, __y, __layer), (__x, __y, __layer))
#undef EMU_SURFACE
#undef EMU_LIST

#endif
