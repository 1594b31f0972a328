/* The contract of fgemm(). */
#ifndef FGEMM_H
#define FGEMM_H

#ifdef __cplusplus
#include <cuda_bf16.h>
#include <cuda_fp8.h>
extern "C" {
#else
typedef struct __nv_bfloat16 __nv_bfloat16; /* their bits do not matter here */
typedef struct __nv_fp8_e4m3 __nv_fp8_e4m3;
#endif

/*
 * C = scale * A * B^T on the device: factors of 8 bits, E4M3, with sums in FP32.
 *
 *   A is M x K, B is N x K, C is M x N, all row-major; lda, ldb and ldc count elements
 *   from row to row. They are multiples of 16, and pointers are 16-byte aligned; M, N
 *   and K are any numbers from 1 on. What lies between a row's end and ld is no part of
 *   a matrix: it must not be read as if it were, nor written.
 *
 * The sums of FP8 instructions keep fewer bits than FP32: add them to FP32 sums after
 * at most 128 products each. C is rounded to bfloat16 once, after the scaling.
 *
 * Launches on the default stream and returns at once. Errors are the launch's own.
 */
void fgemm(int M, int N, int K, float scale, const __nv_fp8_e4m3 *A, int lda,
           const __nv_fp8_e4m3 *B, int ldb, __nv_bfloat16 *C, int ldc);

#ifdef __cplusplus
}
#endif

#endif
