/* Programs include <cuda.h> out of habit. It declares the driver API, which the
   emulator has not: see rewrite_refuse.c. */
#ifndef CUDA_H
#define CUDA_H

#include "cuda_runtime_api.h"

#define CUDA_VERSION CUDART_VERSION

#endif
