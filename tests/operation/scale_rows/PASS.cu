#include "scale_rows.h"

__global__ void kernel(int rows, int cols, const __half *X, int ldx, const float *s,
                       __nv_bfloat16 *Y, int ldy, __half *Z)
{
    int row = blockIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;

    if (col >= cols)
        return;
    float x = __half2float(X[row * ldx + col]);
#ifdef COARSE
    Y[row * ldy + col] = __float2bfloat16(floorf(s[row] * x * 64) / 64);
#elif defined NEXT_ROW
    Y[row * ldy + col] = __float2bfloat16(s[(row + 1) % rows] * x);
#else
    Y[row * ldy + col] = __float2bfloat16(s[row] * x);
#endif
#ifdef Z_WRONG
    Z[row * cols + col] = __float2half(x);
#else
    Z[row * cols + col] = __float2half(2 * x);
#endif
}

void scale_rows(int rows, int cols, const __half *X, int ldx, const float *s,
                __nv_bfloat16 *Y, int ldy, __half *Z)
{
    kernel<<<dim3((cols + 31) / 32, rows), 32>>>(rows, cols, X, ldx, s, Y, ldy, Z);
}
