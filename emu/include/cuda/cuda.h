/* Many programs include <cuda.h> without need. It declares the driver API, which the
   emulator does not support: see rewrite_refuse.c. */
#ifndef CUDA_H
#define CUDA_H

#include "cuda_runtime_api.h"

#define CUDA_VERSION CUDART_VERSION

#endif
