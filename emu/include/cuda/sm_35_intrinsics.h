/* A part of cuda_runtime.h, as with nvcc. */
#include "cuda_runtime.h"
