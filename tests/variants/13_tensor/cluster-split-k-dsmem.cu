// A cluster of two blocks shares a tile of C: each has half of K, and adds half of the
// other's sums, which it reads through distributed shared memory.
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
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
constexpr int BM = 64, BN = 128, BK = 64, ST = 3, SPLIT = 2;
struct Sm {
    bf16 A[ST][BM][BK], B[ST][BN][BK];
    float4 sums[16][128];
};
__global__ void __cluster_dims__(SPLIT, 1, 1) __launch_bounds__(128)
    k(int M, int N, int K, const bf16 *A, int lda, const bf16 *B, int ldb, bf16 *C,
      int ldc)
{
    extern __shared__ __align__(128) char raw[];
    Sm &s = *(Sm *)raw;
    auto cl = cg::this_cluster();
    int rank = cl.block_rank(), tid = threadIdx.x, lane = tid & 31, w = tid >> 5;
    int n0 = blockIdx.x / SPLIT * BN, m0 = blockIdx.y * BM, T = (K + BK - 1) / BK,
        t0 = rank * T / SPLIT, t1 = (rank + 1) * T / SPLIT;
    auto fill = [&](int t) {
        if (t < t1)
            for (int q = tid; q < (BM + BN) * 8; q += 128) {
                int r = q >> 3, p = q & 7, kk = t * BK + p * 8;
                bool a = r < BM;
                int row = a ? m0 + r : n0 + r - BM,
                    n = piece_bytes(row, a ? M : N, kk, K);
                cp16(s32(a ? s.A[t % ST][r] : s.B[t % ST][r - BM]) + (p ^ (r & 7)) * 16,
                     n ? (a ? A + (size_t)row * lda : B + (size_t)row * ldb) + kk : A,
                     n);
            }
        __pipeline_commit();
    };
    float acc[4][4][4] = {};
    for (int i = 0; i < ST - 1; i++)
        fill(t0 + i);
    for (int t = t0; t < t1; t++) {
        __pipeline_wait_prior(ST - 2);
        __syncthreads();
        fill(t + ST - 1);
        uint32_t a0 = s32(s.A[t % ST]), b0 = s32(s.B[t % ST]);
        for (int kk = 0; kk < 4; kk++) {
            uint32_t a[4][4], b[2][4];
            for (int i = 0; i < 4; i++) {
                int r = i * 16 + (lane & 15);
                ldsm4(a[i], a0 + r * 128 + ((kk * 2 + (lane >> 4)) ^ (r & 7)) * 16);
            }
            for (int j = 0; j < 2; j++) {
                int r = w * 32 + j * 16 + (lane & 15);
                ldsm4(b[j], b0 + r * 128 + ((kk * 2 + (lane >> 4)) ^ (r & 7)) * 16);
            }
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < 4; j++)
                    mma16(acc[i][j], a[i], b[j / 2][j % 2], b[j / 2][j % 2 + 2]);
        }
    }
    __pipeline_wait_prior(0);
    // the half that the other block stores: fragments of rows i / 2 != rank
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            if (i / 2 != rank)
                s.sums[i * 4 + j][tid] = *(float4 *)acc[i][j];
    cl.sync();
    const Sm *other = cl.map_shared_rank(&s, rank ^ 1);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            if (i / 2 == rank) {
                float4 v = other->sums[i * 4 + j][tid];
                int r = m0 + i * 16 + lane / 4, c = n0 + w * 32 + j * 8 + lane % 4 * 2;
                put2(C, ldc, M, N, r, c, acc[i][j][0] + v.x, acc[i][j][1] + v.y);
                put2(C, ldc, M, N, r + 8, c, acc[i][j][2] + v.z, acc[i][j][3] + v.w);
            }
    cl.sync();
}
void bgemm(int M, int N, int K, const bf16 *A, int lda, const bf16 *B, int ldb, bf16 *C,
           int ldc)
{
    cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, sizeof(Sm));
    k<<<dim3((N + BN - 1) / BN * SPLIT, (M + BM - 1) / BM), 128, sizeof(Sm)>>>(
        M, N, K, A, lda, B, ldb, C, ldc);
}
