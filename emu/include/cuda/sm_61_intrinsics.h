/* __dp4a() and __dp2a_lo() are there without this header, as with nvcc. */
#include "cuda_runtime.h"
