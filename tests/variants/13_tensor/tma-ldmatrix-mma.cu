// Tensor copies (TMA, swizzle 128B) by one thread fill the ring, ldmatrix and mma.sync
// consume; results from registers.
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
#include <cudaTypedefs.h>
constexpr int BM = 128, BN = 128, BK = 64, ST = 4;
struct Sm {
    bf16 A[ST][BM][BK], B[ST][BN][BK];
    uint64_t full[ST];
};
__device__ void wait(uint64_t *b, int par)
{
    asm volatile(
        "{\n.reg .pred P1;\nLAB_WAIT:\nmbarrier.try_wait.parity.shared::cta.b64 P1, "
        "[%0], %1;\n@P1 bra DONE;\nbra LAB_WAIT;\nDONE:\n}" ::"r"(s32(b)),
        "r"(par)
        : "memory");
}
__device__ void tma(void *to, const CUtensorMap *m, int k, int row, uint64_t *b)
{
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx:"
                 ":bytes [%0], [%1, {%3, %4}], [%2];" ::"r"(s32(to)),
                 "l"(m), "r"(s32(b)), "r"(k), "r"(row)
                 : "memory");
}
__global__ void __launch_bounds__(256)
    k(int M, int N, int K, const __grid_constant__ CUtensorMap mA,
      const __grid_constant__ CUtensorMap mB, bf16 *C, int ldc)
{
    extern __shared__ __align__(1024) char raw[];
    Sm &s = *(Sm *)raw;
    int tid = threadIdx.x, lane = tid & 31, w = tid >> 5, m0 = blockIdx.y * BM,
        n0 = blockIdx.x * BN, T = (K + BK - 1) / BK;
    auto fill = [&](int t) {
        uint64_t *b = &s.full[t % ST];
        asm volatile(
            "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(s32(b)),
            "r"((BM + BN) * BK * 2)
            : "memory");
        tma(s.A[t % ST], &mA, t * BK, m0, b);
        tma(s.B[t % ST], &mB, t * BK, n0, b);
    };
    if (tid == 0) {
        for (int i = 0; i < ST; i++)
            asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(s32(&s.full[i]))
                         : "memory");
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
        for (int t = 0; t < min(ST - 1, T); t++)
            fill(t);
    }
    __syncthreads();
    int wm = w / 4 * 64, wn = w % 4 * 32;
    float acc[4][4][4] = {};
    for (int t = 0; t < T; t++) {
        wait(&s.full[t % ST], t / ST & 1);
        uint32_t a0 = s32(s.A[t % ST]), b0 = s32(s.B[t % ST]);
#pragma unroll
        for (int kk = 0; kk < BK / 16; kk++) {
            uint32_t a[4][4], b[2][4];
#pragma unroll
            for (int i = 0; i < 4; i++) {
                int r = wm + i * 16 + (lane & 15), p = kk * 2 + (lane >> 4);
                ldsm4(a[i], a0 + r * 128 + ((p ^ (r & 7)) << 4));
            }
#pragma unroll
            for (int j = 0; j < 2; j++) {
                int r = wn + j * 16 + (lane & 7) + ((lane >> 4) << 3),
                    p = kk * 2 + ((lane >> 3) & 1);
                ldsm4(b[j], b0 + r * 128 + ((p ^ (r & 7)) << 4));
            }
#pragma unroll
            for (int i = 0; i < 4; i++)
#pragma unroll
                for (int j = 0; j < 4; j++)
                    mma16(acc[i][j], a[i], b[j / 2][j % 2 * 2],
                          b[j / 2][j % 2 * 2 + 1]);
        }
        __syncthreads(); // all have read tile t (which is also t - 1 of the next round)
        if (tid == 0 && t + ST - 1 < T)
            fill(t + ST - 1);
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            for (int h = 0; h < 2; h++)
                put2(C, ldc, M, N, m0 + wm + i * 16 + h * 8 + lane / 4,
                     n0 + wn + j * 8 + lane % 4 * 2, acc[i][j][h * 2],
                     acc[i][j][h * 2 + 1]);
}
static CUtensorMap map2(const bf16 *p, int rows, int K, int ld, int h)
{
    static PFN_cuTensorMapEncodeTiled_v12000 enc;
    if (!enc) {
        cudaDriverEntryPointQueryResult q;
        void *f = nullptr;
        cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &f, 12000,
                                         cudaEnableDefault, &q);
        enc = (PFN_cuTensorMapEncodeTiled_v12000)f;
    }
    CUtensorMap m;
    cuuint64_t dim[2] = {(cuuint64_t)K, (cuuint64_t)rows},
               str[1] = {(cuuint64_t)ld * 2};
    cuuint32_t box[2] = {BK, (cuuint32_t)h}, es[2] = {1, 1};
    enc(&m, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, (void *)p, dim, str, box, es,
        CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
        CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    return m;
}
void bgemm(int M, int N, int K, const bf16 *A, int lda, const bf16 *B, int ldb, bf16 *C,
           int ldc)
{
    cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, sizeof(Sm));
    k<<<dim3((N + BN - 1) / BN, (M + BM - 1) / BM), 256, sizeof(Sm)>>>(
        M, N, K, map2(A, M, K, lda, BM), map2(B, N, K, ldb, BN), C, ldc);
}
