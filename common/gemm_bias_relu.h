/* The contracts of gemm_bias_relu() and of its backward pass. */
#ifndef GEMM_BIAS_RELU_H
#define GEMM_BIAS_RELU_H

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Y = relu(X W + b), in single precision, on the device: a fully connected layer.
 * relu(z) is z where z > 0, else 0. Element col of b belongs to column col of Y.
 *
 *   X is M x K, W is K x N, Y is M x N, all row-major and contiguous; b holds N
 *   elements. 1 <= M, N, K. The arrays do not overlap. Inputs are finite.
 *
 * Launches on the default stream and returns at once. Errors are the launch's own.
 */
void gemm_bias_relu(int M, int N, int K, const float *X, const float *W, const float *b,
                    float *Y);

/*
 * Its gradients. dY, M x N, is the gradient of Y; Y is the result of gemm_bias_relu(),
 * so that none of its elements is negative. With dZ = dY where Y > 0, else 0:
 *
 *   dX = dZ W^T  (M x K),    dW = X^T dZ  (K x N),    db = the column sums of dZ  (N).
 *
 * All three are written, whatever they held before.
 */
void gemm_bias_relu_backward(int M, int N, int K, const float *X, const float *W,
                             const float *Y, const float *dY, float *dX, float *dW,
                             float *db);

#ifdef __cplusplus
}
#endif

#endif
