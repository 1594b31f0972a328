/* The contract of sgemm_nt(). */
#ifndef SGEMM_NT_H
#define SGEMM_NT_H

#ifdef __cplusplus
extern "C" {
#endif

/*
 * O = H * W^T, in single precision, on the device: O[row][col] is the dot product of
 * row `row` of H and row `col` of W.
 *
 *   H is M x K, W is N x K, O is M x N, row-major; element (row, col) of O is
 *   O[row * ldo + col], and so on. ldh and ldw are at least K, ldo at least N.
 *   1 <= M, N, K, and multiples of nothing in particular. The arrays do not overlap.
 *   What lies between the columns and ld is not the function's: it is not written.
 *
 * Launches on the default stream and returns at once. Errors are the launch's own.
 */
void sgemm_nt(int M, int N, int K, const float *H, int ldh, const float *W, int ldw,
              float *O, int ldo);

#ifdef __cplusplus
}
#endif

#endif
