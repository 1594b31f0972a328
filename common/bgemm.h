/* The contract of bgemm(). */
#ifndef BGEMM_H
#define BGEMM_H

#ifdef __cplusplus
#include <cuda_bf16.h>
extern "C" {
#else
typedef struct __nv_bfloat16 __nv_bfloat16; /* its 16 bits do not matter here */
#endif

/*
 * C = A * B^T on the device, of bfloat16 with sums in FP32: C[row][col] is the dot
 * product of row `row` of A and row `col` of B, rounded to bfloat16 once, at the end.
 *
 *   A is M x K, B is N x K, C is M x N, row-major; element (row, col) of C is
 *   C[row * ldc + col], and so on. lda and ldb are at least K, ldc at least N, and all
 *   three are multiples of 8; the arrays are 16-byte aligned and do not overlap.
 *   1 <= M, N, K, and multiples of nothing in particular.
 *
 * What lies between the columns and ld may be NaN, and must not be written.
 *
 * Launches on the default stream and returns at once. Errors are the launch's own.
 */
void bgemm(int M, int N, int K, const __nv_bfloat16 *A, int lda, const __nv_bfloat16 *B,
           int ldb, __nv_bfloat16 *C, int ldc);

#ifdef __cplusplus
}
#endif

#endif
