/* A device of host memory, for tests/trial_test.c: kernels are C functions. */
#ifndef TEST_DEVICE_H
#define TEST_DEVICE_H

#include <cuda_runtime.h>

/* What a kernel leaves: the next cudaGetLastError() returns it. */
extern cudaError_t launch_error;
/* The name of any error. */
extern const char *error_name;

#endif
