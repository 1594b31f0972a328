/* Marks for a profiler, as in <cuda_profiler_api.h>. They have no effect. */
#ifndef EMU_CUDA_PROFILER_API_H
#define EMU_CUDA_PROFILER_API_H

#include "driver_types.h"

#ifdef __cplusplus
extern "C" {
#endif

cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);

#ifdef __cplusplus
}
#endif

#endif
