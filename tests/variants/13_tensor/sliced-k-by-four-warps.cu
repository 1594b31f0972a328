// Sliced K: four warps multiply different quarters of every tile along K, and add their
// sums through shared memory at the end.
#include "bgemm.h"
#include <stdint.h>
#include <cuda_pipeline.h>
typedef __nv_bfloat16 bf16;
__device__ __forceinline__ uint32_t s32(const void *p)
{
    return (uint32_t)__cvta_generic_to_shared(p);
}
__device__ __forceinline__ void ldsm4(uint32_t (&r)[4], uint32_t a)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(a)
                 : "memory");
}
__device__ __forceinline__ void mma16(float (&d)[4], const uint32_t (&a)[4],
                                      uint32_t b0, uint32_t b1)
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, "
                 "{%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}
__device__ __forceinline__ void cp16(uint32_t dst, const bf16 *src, int bytes)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(dst), "l"(src),
                 "r"(bytes)
                 : "memory");
}
__device__ __forceinline__ void put2(bf16 *C, int ldc, int M, int N, int r, int c,
                                     float x, float y)
{
    if (r >= M || c >= N)
        return;
    if (c + 1 < N)
        *(__nv_bfloat162 *)(C + (size_t)r * ldc + c) = __floats2bfloat162_rn(x, y);
    else
        C[(size_t)r * ldc + c] = __float2bfloat16(x);
}
// bytes of the piece of 8 at (row, k) that exist; 0 outside
__device__ __forceinline__ int piece_bytes(int row, int rows, int k, int K)
{
    return row < rows && k < K ? min(16, (K - k) * 2) : 0;
}
constexpr int BM = 64, BN = 64, BK = 64, ST = 3;
struct Sm {
    union {
        struct {
            bf16 A[BM][BK], B[BN][BK];
        } st[ST];
        float4 red[3][32][32];
    };
};
__global__ void __launch_bounds__(128) k(int M, int N, int K, const bf16 *A, int lda,
                                         const bf16 *B, int ldb, bf16 *C, int ldc)
{
    extern __shared__ __align__(128) char raw[];
    Sm &s = *(Sm *)raw;
    int tid = threadIdx.x, lane = tid & 31, w = tid >> 5, m0 = blockIdx.x * BM,
        n0 = blockIdx.y * BN, T = (K + BK - 1) / BK;
    auto fill = [&](int t) {
        int p = tid & 7, kk = t * BK + p * 8;
        if (t < T)
            for (int r = tid >> 3; r < BM + BN; r += 16) {
                bool a = r < BM;
                int row = a ? m0 + r : n0 + r - BM,
                    n = piece_bytes(row, a ? M : N, kk, K);
                cp16(s32(a ? s.st[t % ST].A[r] : s.st[t % ST].B[r - BM]) +
                         (p ^ (r & 7)) * 16,
                     n ? (a ? A + (size_t)row * lda : B + (size_t)row * ldb) + kk : A,
                     n);
            }
        asm volatile("cp.async.commit_group;" ::: "memory");
    };
    float acc[4][8][4] = {};
    fill(0);
    fill(1);
    for (int t = 0; t < T; t++) {
        asm volatile("cp.async.wait_group 1;" ::: "memory");
        __syncthreads();
        fill(t + 2);
        uint32_t a0 = s32(s.st[t % ST].A), b0 = s32(s.st[t % ST].B), a[4][4], b[4][4];
        for (int i = 0; i < 4; i++) {
            int r = i * 16 + (lane & 15);
            ldsm4(a[i], a0 + r * 128 + ((w * 2 + (lane >> 4)) ^ (r & 7)) * 16);
        }
        for (int i = 0; i < 4; i++) {
            int r = i * 16 + (lane & 15);
            ldsm4(b[i], b0 + r * 128 + ((w * 2 + (lane >> 4)) ^ (r & 7)) * 16);
        }
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 8; j++)
                mma16(acc[i][j], a[i], b[j / 2][j % 2], b[j / 2][j % 2 + 2]);
    }
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    if (w)
        for (int x = 0; x < 32; x++)
            s.red[w - 1][x][lane] = *(float4 *)acc[x / 8][x % 8];
    __syncthreads();
    if (w)
        return;
    for (int x = 0; x < 32; x++) {
        float *d = acc[x / 8][x % 8];
        for (int g = 0; g < 3; g++) {
            float4 o = s.red[g][x][lane];
            d[0] += o.x;
            d[1] += o.y;
            d[2] += o.z;
            d[3] += o.w;
        }
        int r = m0 + x / 8 * 16 + lane / 4, c = n0 + x % 8 * 8 + lane % 4 * 2;
        put2(C, ldc, M, N, r, c, d[0], d[1]);
        put2(C, ldc, M, N, r + 8, c, d[2], d[3]);
    }
}
void bgemm(int M, int N, int K, const bf16 *A, int lda, const bf16 *B, int ldb, bf16 *C,
           int ldc)
{
    cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, sizeof(Sm));
    k<<<dim3((M + BM - 1) / BM, (N + BN - 1) / BN), 128, sizeof(Sm)>>>(M, N, K, A, lda,
                                                                       B, ldb, C, ldc);
}
