#include "weighted_sum.h"

__global__ void forward(int rows, int D, const float *X, int ldx, const float *w,
                        float *y)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    if (row >= rows)
        return;
    for (int col = 0; col < D; col++)
        sum += X[row * ldx + col] * w[col];
    y[row] = sum;
}

__global__ void backward(int rows, int D, const float *X, int ldx, const float *w,
                         const float *g, float *dX, int lddx, float *dw)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    if (col >= D)
        return;
    for (int row = 0; row < rows; row++) {
#ifdef DX_WITHOUT_G
        dX[row * lddx + col] = w[col];
#else
        dX[row * lddx + col] = g[row] * w[col];
#endif
        sum += X[row * ldx + col] * g[row];
    }
#ifndef DW_NOT_WRITTEN
    dw[col] = sum;
#endif
}

__global__ void clear(int n, float *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = 0;
}

__global__ void backward_atomic(int rows, int D, const float *X, int ldx,
                                const float *w, const float *g, float *dX, int lddx,
                                float *dw)
{
    int row = blockIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;

    if (col >= D)
        return;
    dX[row * lddx + col] = g[row] * w[col];
#ifdef WITHOUT_ATOMICS
    dw[col] += X[row * ldx + col] * g[row]; // FAULT
#else
    atomicAdd(&dw[col], X[row * ldx + col] * g[row]);
#endif
}

void weighted_sum(int rows, int D, const float *X, int ldx, const float *w, float *y)
{
    forward<<<(rows + 127) / 128, 128>>>(rows, D, X, ldx, w, y);
}

void weighted_sum_backward(int rows, int D, const float *X, int ldx, const float *w,
                           const float *g, float *dX, int lddx, float *dw)
{
    backward<<<(D + 127) / 128, 128>>>(rows, D, X, ldx, w, g, dX, lddx, dw);
}

#ifndef ATOMIC_MISSING
void weighted_sum_backward_atomic(int rows, int D, const float *X, int ldx,
                                  const float *w, const float *g, float *dX, int lddx,
                                  float *dw)
{
#ifndef NOT_CLEARED
    clear<<<(D + 127) / 128, 128>>>(D, dw);
#endif
    backward_atomic<<<dim3((D + 127) / 128, rows), 128>>>(rows, D, X, ldx, w, g, dX,
                                                          lddx, dw);
}
#endif
