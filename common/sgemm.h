/*
 * The one contract of the course: every lab, skeleton or solution, defines this
 * function in its kernel.cu, and every checker and benchmark calls nothing else.
 */
#ifndef SGEMM_H
#define SGEMM_H

#ifdef __cplusplus
extern "C" {
#endif

/*
 * C = alpha * A * B + beta * C, in single precision, on the device.
 *
 *   A is M x K, B is K x N, C is M x N; all row-major and contiguous, so that
 *   element (row, col) of A is A[row * K + col].
 *   1 <= M, N, K <= 1,000,000, and multiples of nothing in particular.
 *   A, B and C come from cudaMalloc, hold at most 2^31 - 1 elements each, and do
 *   not overlap. Where beta is 0, C is written and never read: it may hold NaN.
 *
 * Launches on the default stream and returns at once. Errors are the launch's own:
 * cudaGetLastError() and cudaDeviceSynchronize() tell.
 */
void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C);

#ifdef __cplusplus
}
#endif

#endif
