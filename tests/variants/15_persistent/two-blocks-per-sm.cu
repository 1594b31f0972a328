// Small blocks, two on each SM (by the occupancy API): one consumer warpgroup of 64 x
// 128 and one producer warp; 3 stages; the other block hides the epilogue.

#include <cudaTypedefs.h>
#include <stdint.h>
#include "bgemm.h"
typedef __nv_bfloat16 bf16;
__device__ __forceinline__ uint32_t s32(const void *p)
{
    return (uint32_t)__cvta_generic_to_shared(p);
}
__device__ __forceinline__ void bar_init(uint64_t *b, int n)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(s32(b)), "r"(n)
                 : "memory");
}
__device__ __forceinline__ void bar_fence()
{
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}
__device__ __forceinline__ void bar_expect(uint64_t *b, int n)
{
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(s32(b)),
                 "r"(n)
                 : "memory");
}
__device__ __forceinline__ void bar_arrive(uint64_t *b)
{
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(s32(b)) : "memory");
}
__device__ __forceinline__ void bar_arrive_at(uint64_t *b, int rank)
{
    asm volatile(
        "{\n.reg .b32 ra;\nmapa.shared::cluster.u32 ra, %0, "
        "%1;\nmbarrier.arrive.release.cluster.shared::cluster.b64 _, [ra];\n}" ::"r"(
            s32(b)),
        "r"(rank)
        : "memory");
}
__device__ __forceinline__ void bar_wait(uint64_t *b, int parity)
{
    asm volatile(
        "{\n.reg .pred P1;\nLAB_WAIT:\nmbarrier.try_wait.parity.shared::cta.b64 P1, "
        "[%0], %1;\n@P1 bra DONE;\nbra LAB_WAIT;\nDONE:\n}" ::"r"(s32(b)),
        "r"(parity)
        : "memory");
}
__device__ __forceinline__ void tma_load(void *to, const CUtensorMap *m, uint64_t *b,
                                         int x, int y)
{
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx:"
                 ":bytes [%0], [%1, {%3, %4}], [%2];" ::"r"(s32(to)),
                 "l"(m), "r"(s32(b)), "r"(x), "r"(y)
                 : "memory");
}
__device__ __forceinline__ void tma_multicast(void *to, const CUtensorMap *m,
                                              uint64_t *b, int x, int y, uint16_t mask)
{
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes."
        "multicast::cluster [%0], [%1, {%4, %5}], [%2], %3;" ::"r"(s32(to)),
        "l"(m), "r"(s32(b)), "h"(mask), "r"(x), "r"(y)
        : "memory");
}
__device__ __forceinline__ void tma_store(const CUtensorMap *m, const void *from, int x,
                                          int y)
{
    asm volatile(
        "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%2, %3}], [%1];" ::
            "l"(m),
        "r"(s32(from)), "r"(x), "r"(y)
        : "memory");
}
__device__ __forceinline__ void wg_fence()
{
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}
__device__ __forceinline__ void wg_commit()
{
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}
template <int N> __device__ __forceinline__ void wg_wait()
{
    asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory");
}
__device__ __forceinline__ uint64_t desc128(const void *p)
{
    return (uint64_t)((s32(p) & 0x3ffff) >> 4) | (uint64_t)1 << 16 |
           (uint64_t)64 << 32 | (uint64_t)1 << 62;
}
__device__ __forceinline__ void cluster_arrive()
{
    asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
}
__device__ __forceinline__ void cluster_wait()
{
    asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
}
__device__ __forceinline__ uint32_t ctarank()
{
    uint32_t r;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(r));
    return r;
}
__device__ __forceinline__ bool elect()
{
    uint32_t p;
    asm volatile(
        "{\n.reg .pred P;\nelect.sync _|P, 0xffffffff;\nselp.u32 %0, 1, 0, P;\n}"
        : "=r"(p));
    return p;
}
__device__ __forceinline__ uint32_t pack(float x, float y)
{
    __nv_bfloat162 h = __floats2bfloat162_rn(x, y);
    return *reinterpret_cast<uint32_t *>(&h);
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
static CUtensorMap map2(const bf16 *p, int rows, int cols, int ld, int h, int w = 64,
                        CUtensorMapSwizzle sw = CU_TENSOR_MAP_SWIZZLE_128B)
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
    cuuint64_t dim[2] = {(cuuint64_t)cols, (cuuint64_t)rows},
               str[1] = {(cuuint64_t)ld * 2};
    cuuint32_t box[2] = {(cuuint32_t)w, (cuuint32_t)h}, es[2] = {1, 1};
    enc(&m, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, (void *)p, dim, str, box, es,
        CU_TENSOR_MAP_INTERLEAVE_NONE, sw, CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
        CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    return m;
}
__device__ __forceinline__ void wg128(float (&d)[64], uint64_t a, uint64_t b, int scale)
{
    asm volatile(
        "{\n.reg .pred p;\nsetp.ne.b32 p, %66, "
        "0;\nwgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 {%0, %1, %2, %3, "
        "%4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, "
        "%20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, "
        "%35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, "
        "%50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63}, %64, "
        "%65, p, 1, 1, 0, 0;\n}"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]),
          "+f"(d[6]), "+f"(d[7]), "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]),
          "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15]), "+f"(d[16]), "+f"(d[17]),
          "+f"(d[18]), "+f"(d[19]), "+f"(d[20]), "+f"(d[21]), "+f"(d[22]), "+f"(d[23]),
          "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]), "+f"(d[28]), "+f"(d[29]),
          "+f"(d[30]), "+f"(d[31]), "+f"(d[32]), "+f"(d[33]), "+f"(d[34]), "+f"(d[35]),
          "+f"(d[36]), "+f"(d[37]), "+f"(d[38]), "+f"(d[39]), "+f"(d[40]), "+f"(d[41]),
          "+f"(d[42]), "+f"(d[43]), "+f"(d[44]), "+f"(d[45]), "+f"(d[46]), "+f"(d[47]),
          "+f"(d[48]), "+f"(d[49]), "+f"(d[50]), "+f"(d[51]), "+f"(d[52]), "+f"(d[53]),
          "+f"(d[54]), "+f"(d[55]), "+f"(d[56]), "+f"(d[57]), "+f"(d[58]), "+f"(d[59]),
          "+f"(d[60]), "+f"(d[61]), "+f"(d[62]), "+f"(d[63])
        : "l"(a), "l"(b), "r"(scale));
}

constexpr int BM = 64, BN = 128, BK = 64, ST = 3;
struct Sm {
    bf16 A[ST][BM][BK], B[ST][BN][BK];
    uint64_t full[ST], empty[ST];
};
__global__ void __launch_bounds__(160, 2)
    k(int M, int N, int K, const __grid_constant__ CUtensorMap mA,
      const __grid_constant__ CUtensorMap mB, bf16 *C, int ldc)
{
    extern __shared__ __align__(1024) char raw[];
    Sm &s = *(Sm *)raw;
    int tid = threadIdx.x, lane = tid & 31, w = tid >> 5, T = (K + BK - 1) / BK;
    int cols = (N + BN - 1) / BN, tiles = (M + BM - 1) / BM * cols, st = 0, ph = 0;
    if (tid == 0) {
        for (int i = 0; i < ST; i++) {
            bar_init(&s.full[i], 1);
            bar_init(&s.empty[i], 128);
        }
        bar_fence();
    }
    __syncthreads();
    if (w == 4) {
        if (lane)
            return;
        for (int p = blockIdx.x; p < tiles; p += gridDim.x)
            for (int t = 0; t < T; t++) {
                bar_wait(&s.empty[st], ph ^ 1);
                bar_expect(&s.full[st], (BM + BN) * BK * 2);
                tma_load(s.A[st], &mA, &s.full[st], t * BK, p / cols * BM);
                tma_load(s.B[st], &mB, &s.full[st], t * BK, p % cols * BN);
                if (++st == ST)
                    st = 0, ph ^= 1;
            }
        return;
    }
    for (int p = blockIdx.x; p < tiles; p += gridDim.x) {
        float d[64];
        for (int t = 0; t < T; t++) {
            bar_wait(&s.full[st], ph);
            wg_fence();
#pragma unroll
            for (int kk = 0; kk < 64; kk += 16)
                wg128(d, desc128(&s.A[st][0][kk]), desc128(&s.B[st][0][kk]),
                      t + kk > 0);
            wg_commit();
            wg_wait<0>();
            bar_arrive(&s.empty[st]);
            if (++st == ST)
                st = 0, ph ^= 1;
        }
        int m0 = p / cols * BM, n0 = p % cols * BN;
        for (int i = 0; i < 64; i += 2)
            put2(C, ldc, M, N, m0 + w * 16 + lane / 4 + (i & 2) * 4,
                 n0 + i / 4 * 8 + lane % 4 * 2, d[i], d[i + 1]);
    }
}
void bgemm(int M, int N, int K, const bf16 *A, int lda, const bf16 *B, int ldb, bf16 *C,
           int ldc)
{
    cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, sizeof(Sm));
    int dev, sms, per;
    cudaGetDevice(&dev);
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, dev);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per, k, 160, sizeof(Sm));
    int tiles = ((M + BM - 1) / BM) * ((N + BN - 1) / BN);
    k<<<min(tiles, sms * per), 160, sizeof(Sm)>>>(M, N, K, map2(A, M, K, lda, BM),
                                                  map2(B, N, K, ldb, BN), C, ldc);
}
