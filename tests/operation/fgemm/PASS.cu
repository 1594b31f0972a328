#include "fgemm.h"

// A thread has an element of C.
__global__ void kernel(int M, int N, int K, float scale, const __nv_fp8_e4m3 *A,
                       int lda, const __nv_fp8_e4m3 *B, int ldb, __nv_bfloat16 *C,
                       int ldc)
{
    int row = blockIdx.y * 8 + threadIdx.y, col = blockIdx.x * 32 + threadIdx.x;
    float sum = 0;
#ifdef TAIL
    K = (K + 15) / 16 * 16;
#endif
#ifdef PADDING
    if (row >= M || col >= ldc)
#else
    if (row >= M || col >= N)
#endif
        return;
    for (int k = 0; k < K; k++) {
        float a = float(A[row * lda + k]);
        float b = float(B[min(col, N - 1) * ldb + k]);
#ifdef ROUNDED_PRODUCTS
        sum += float(__nv_fp8_e4m3(a * b));
#else
        sum += a * b;
#endif
    }
#ifdef UNSCALED
    scale = 1;
#endif
    C[row * ldc + col] = __float2bfloat16(scale * sum);
}

void fgemm(int M, int N, int K, float scale, const __nv_fp8_e4m3 *A, int lda,
           const __nv_fp8_e4m3 *B, int ldb, __nv_bfloat16 *C, int ldc)
{
    kernel<<<dim3((N + 31) / 32, (M + 7) / 8), dim3(32, 8)>>>(M, N, K, scale, A, lda, B,
                                                              ldb, C, ldc);
}
