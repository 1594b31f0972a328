/*
 * CUDA for editors: clangd includes this header before each .cu file (.clangd), so that
 * clang knows CUDA's names without NVIDIA's toolkit. emucc, nvcc and kernels never
 * include it. clang has its own idea of which functions kernels may call; here they may
 * call all of the emulator's.
 */
#ifndef EDITOR_CUDA_H
#define EDITOR_CUDA_H

/* Before the pragma below: functions of the host alone. */
#include <assert.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <type_traits>
#include <utility>

#define __CUDACC__ 1
#define __NVCC__ 1

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((managed))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __forceinline__ inline __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
/* Later releases of CUDA have these; clang 14 does not know them. */
#define __grid_constant__
#define __cluster_dims__(...)
#define __maxnreg__(n)

/* clang has a function of this name, which has no host version. */
#define __syncthreads editor_syncthreads

#pragma clang force_cuda_host_device begin
#include <math.h>

#include <cuda_runtime.h>

#include <cuda_pipeline.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/ptx>
#include <mma.h>

/* What clang makes of <<<grid, block, shared, stream>>>: the first if it finds a
   toolkit of CUDA 9.2 or later, the second without one. */
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0,
                                     cudaStream_t stream = nullptr);
unsigned cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0,
                           cudaStream_t stream = nullptr);
#pragma clang force_cuda_host_device end
#endif
