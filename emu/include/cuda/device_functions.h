/* __syncthreads() and its kin: cuda_runtime.h has them. */
#include "cuda_runtime.h"
