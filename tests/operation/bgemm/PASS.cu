#include "bgemm.h"

// A warp has a tile of 16 x 8 elements of C: one mma.sync for each 16 of K.
__device__ unsigned pair(const __nv_bfloat16 *X, int rows, int K, int ld, int row,
                         int k)
{
    __nv_bfloat16 zero = __float2bfloat16(0.0f), two[2];
    for (int e = 0; e < 2; e++) {
#ifdef TAIL
        bool inside = row < rows;
#else
        bool inside = row < rows && k + e < K;
#endif
        two[e] = inside ? X[row * ld + k + e] : zero; // FAULT
    }
    return (unsigned)__bfloat16_as_ushort(two[0]) |
           (unsigned)__bfloat16_as_ushort(two[1]) << 16;
}

__global__ void kernel(int M, int N, int K, const __nv_bfloat16 *A, int lda,
                       const __nv_bfloat16 *B, int ldb, __nv_bfloat16 *C, int ldc)
{
    int row0 = blockIdx.y * 16, col0 = blockIdx.x * 8, lane = threadIdx.x;
    int line = lane / 4, two = lane % 4 * 2;
    float c[4] = {};
    for (int k = 0; k < K; k += 16) {
        unsigned a[4], b[2];
        for (int r = 0; r < 4; r++)
            a[r] = pair(A, M, K, lda, row0 + line + r % 2 * 8, k + two + r / 2 * 8);
        for (int r = 0; r < 2; r++)
            b[r] = pair(B, N, K, ldb, col0 + line, k + two + r * 8);
#ifdef LANES
        unsigned swapped = a[1];
        a[1] = a[2];
        a[2] = swapped;
#endif
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
                     "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                     : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                     : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]),
                       "r"(b[1]));
#ifdef BFLOAT16_SUMS
        for (int i = 0; i < 4; i++)
            c[i] = __bfloat162float(__float2bfloat16(c[i]));
#endif
    }
    for (int i = 0; i < 4; i++) {
        int row = row0 + line + i / 2 * 8, col = col0 + two + i % 2;
#ifdef PADDING
        if (row < M && col < ldc)
#else
        if (row < M && col < N)
#endif
            C[row * ldc + col] = __float2bfloat16(c[i]);
    }
}

void bgemm(int M, int N, int K, const __nv_bfloat16 *A, int lda, const __nv_bfloat16 *B,
           int ldb, __nv_bfloat16 *C, int ldc)
{
    dim3 grid((N + 7) / 8, (M + 15) / 16);
    kernel<<<grid, 32>>>(M, N, K, A, lda, B, ldb, C, ldc);
}
