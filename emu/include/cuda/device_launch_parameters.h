/* threadIdx and the like: cuda_runtime.h has them. */
#include "cuda_runtime.h"
