/* Surfaces: their types. Names and values are NVIDIA's. */
#ifndef __SURFACE_TYPES_H__
#define __SURFACE_TYPES_H__

/* What an access outside the surface does. */
enum cudaSurfaceBoundaryMode {
    cudaBoundaryModeZero = 0,  /* reads give 0, writes have no effect */
    cudaBoundaryModeClamp = 1, /* the nearest element is accessed instead */
    cudaBoundaryModeTrap = 2   /* the kernel fails */
};
typedef unsigned long long cudaSurfaceObject_t;

#endif
