/* CUDA_CHECK(call): stop with file, line and reason when a CUDA call fails. */
#ifndef CUDA_CHECK_H
#define CUDA_CHECK_H

#include <cuda_runtime.h>

#define CUDA_CHECK(call) cuda_check((call), #call, __FILE__, __LINE__)

#ifdef __cplusplus
extern "C" {
#endif

/* Return if `error` is cudaSuccess; else print "file:line: call: reason" to stderr,
   then what to do where that is known, and exit with status 2. */
void cuda_check(cudaError_t error, const char *call, const char *file, int line);

#ifdef __cplusplus
}
#endif

#endif
