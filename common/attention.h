/* The contract of attention(). */
#ifndef ATTENTION_H
#define ATTENTION_H

#ifdef __cplusplus
#include <cuda_bf16.h>
extern "C" {
#else
typedef struct __nv_bfloat16 __nv_bfloat16; /* its 16 bits do not matter here */
#endif

/*
 * Attention on the device, of bfloat16 with sums and softmax in FP32. For each head:
 *
 *   S = scale * Q * K^T            N x N scores: of each row of Q with each row of K
 *   P = softmax(S)                 of each row: P[i][j] = exp(S[i][j]) / sum
 *   O = P * V
 *
 *   Q, K, V and O are heads x N x d, row-major without gaps: element (h, i, x) is at
 *   (h * N + i) * d + x. d is 64 or 128, N is any number of rows from 1 on. If causal
 *   is not 0, row i takes part with the columns 0 to i of S alone. scale is positive,
 *   and a row's scores may be too large for exp() in FP32: it is the differences to
 *   their maximum that matter. P may be rounded to bfloat16 before it is multiplied.
 *   The arrays are 16-byte aligned and do not overlap.
 *
 * Launches on the default stream and returns at once. Errors are the launch's own.
 */
void attention(int heads, int N, int d, float scale, int causal, const __nv_bfloat16 *Q,
               const __nv_bfloat16 *K, const __nv_bfloat16 *V, __nv_bfloat16 *O);

#ifdef __cplusplus
}
#endif

#endif
