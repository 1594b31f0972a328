/* The contracts of weighted_sum() and of its backward pass. */
#ifndef WEIGHTED_SUM_H
#define WEIGHTED_SUM_H

#ifdef __cplusplus
extern "C" {
#endif

/*
 * y = X w, in single precision, on the device: each element of y is the sum of a row of
 * X, weighted by w.
 *
 *   X is rows x D, row-major, element (row, col) is X[row * ldx + col]; ldx is at least
 *   D. w holds D elements, y `rows`. 1 <= rows, D. The arrays do not overlap.
 *
 * Launches on the default stream and returns at once. Errors are the launch's own.
 */
void weighted_sum(int rows, int D, const float *X, int ldx, const float *w, float *y);

/*
 * Its gradients: dX = g w^T and dw = X^T g, where g holds `rows` elements, the gradient
 * of y. dX is rows x D with a leading dimension of lddx, dw holds D elements; both are
 * written, whatever they held before.
 */
void weighted_sum_backward(int rows, int D, const float *X, int ldx, const float *w,
                           const float *g, float *dX, int lddx, float *dw);

/* The same; dw is summed by atomic additions. */
void weighted_sum_backward_atomic(int rows, int D, const float *X, int ldx,
                                  const float *w, const float *g, float *dX, int lddx,
                                  float *dw);

#ifdef __cplusplus
}
#endif

#endif
