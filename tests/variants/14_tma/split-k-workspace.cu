// Split K: parts of K in blockIdx.z (as many as fill the GPU, 2 here at least when K
// has four tiles) store float sums in a workspace; a second kernel adds them and rounds
// once.

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

constexpr int BM = 128, BN = 128, BK = 64, ST = 4;
struct Sm {
    bf16 A[ST][BM][BK], B[ST][BN][BK];
    uint64_t full[ST];
};

__global__ void __launch_bounds__(256, 1)
    part(int M, int N, int K, const __grid_constant__ CUtensorMap mA,
         const __grid_constant__ CUtensorMap mB, float *ws)
{
    extern __shared__ __align__(1024) char raw[];
    Sm &s = *(Sm *)raw;
    int tid = threadIdx.x, lane = tid & 31, w = tid >> 5, m0 = blockIdx.y * BM,
        n0 = blockIdx.x * BN, T = (K + BK - 1) / BK;
    int t0 = T * blockIdx.z / gridDim.z, n = T * (blockIdx.z + 1) / gridDim.z - t0;
    auto fill = [&](int t) {
        bar_expect(&s.full[t % ST], (BM + BN) * BK * 2);
        tma_load(s.A[t % ST], &mA, &s.full[t % ST], (t0 + t) * BK, m0);
        tma_load(s.B[t % ST], &mB, &s.full[t % ST], (t0 + t) * BK, n0);
    };
    if (tid == 0) {
        for (int i = 0; i < ST; i++)
            bar_init(&s.full[i], 1);
        bar_fence();
        for (int t = 0; t < min(ST, n); t++)
            fill(t);
    }
    __syncthreads();
    float d[64];
    for (int t = 0; t < n; t++) {
        bar_wait(&s.full[t % ST], t / ST & 1);
        wg_fence();
#pragma unroll
        for (int kk = 0; kk < 64; kk += 16)
            wg128(d, desc128(&s.A[t % ST][w / 4 * 64][kk]),
                  desc128(&s.B[t % ST][0][kk]), t + kk > 0);
        wg_commit();
        wg_wait<0>();
        __syncthreads();
        if (tid == 0 && t + ST < n)
            fill(t + ST);
    }
    float *out = ws + (size_t)blockIdx.z * M * N;
    for (int i = 0; i < 64; i++) {
        int r = m0 + w * 16 + lane / 4 + (i & 2) * 4,
            c = n0 + i / 4 * 8 + lane % 4 * 2 + (i & 1);
        if (r < M && c < N)
            out[(size_t)r * N + c] = d[i];
    }
}
__global__ void finish(int M, int N, int parts, const float *ws, bf16 *C, int ldc)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y;
    if (c >= N)
        return;
    float s = 0;
    for (int z = 0; z < parts; z++)
        s += ws[((size_t)z * M + r) * N + c];
    C[(size_t)r * ldc + c] = __float2bfloat16(s);
}
void bgemm(int M, int N, int K, const bf16 *A, int lda, const bf16 *B, int ldb, bf16 *C,
           int ldc)
{
    int parts = max(1, min((K + BK - 1) / BK / 2, 2));
    float *ws;
    cudaMallocAsync((void **)&ws, (size_t)parts * M * N * 4, 0);
    cudaFuncSetAttribute(part, cudaFuncAttributeMaxDynamicSharedMemorySize, sizeof(Sm));
    part<<<dim3((N + BN - 1) / BN, (M + BM - 1) / BM, parts), 256, sizeof(Sm)>>>(
        M, N, K, map2(A, M, K, lda, BM), map2(B, N, K, ldb, BN), ws);
    finish<<<dim3((N + 127) / 128, M), 128>>>(M, N, parts, ws, C, ldc);
    cudaFreeAsync(ws, 0);
}
