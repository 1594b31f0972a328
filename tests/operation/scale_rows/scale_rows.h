/* An operation that the harness has never seen: tests/operations.t. */
#ifndef SCALE_ROWS_H
#define SCALE_ROWS_H

#ifdef __cplusplus
#include <cuda_bf16.h>
#include <cuda_fp16.h>
typedef __half scale_half;
typedef __nv_bfloat16 scale_bfloat16;
#else
typedef void scale_half, scale_bfloat16;
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Y[row][col] = s[row] * X[row][col], X in half and Y in bfloat16; in Z likewise 2 * X
   in half. */
void scale_rows(int rows, int cols, const scale_half *X, int ldx, const float *s,
                scale_bfloat16 *Y, int ldy, scale_half *Z);

#ifdef __cplusplus
}
#endif

#endif
