/* The qualifiers of CUDA, in a file without kernels: there they mean nothing. In .cu
   files the rewriter replaces them. A part of cuda_runtime.h, as with nvcc. */
#ifndef EMU_HOST_DEFINES_H
#define EMU_HOST_DEFINES_H

#ifndef __CUDACC__
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#define __grid_constant__
#define __forceinline__ __inline__ __attribute__((__always_inline__))
#define __align__(bytes) __attribute__((__aligned__(bytes)))
#define __launch_bounds__(...)
#define __cluster_dims__(...)
#endif

#endif
