/*
 * Lab 14, tma: the copy engine loads whole tiles into shared memory, and warpgroups
 * multiply them there by wgmma, the matrix instruction of Hopper.
 *
 *     block       128 x 256 of C, in two warpgroups; a ring of STAGES tiles
 *     warpgroup    64 x 256 of C: 128 threads with 128 sums each
 *     wgmma        64 x 256 of C: += 64 x 16 of A times 16 x 256 of B', one instruction
 *
 * One thread begins the copies of a tile. The mbarrier of its stage counts the bytes
 * that arrive. wgmma reads both operands from shared memory, through descriptors.
 */
#include <cudaTypedefs.h>
#include <stdint.h>

#include "bgemm.h"

enum {
    BM = 128, /* rows and... */
    BN = 256, /* ...columns of C per block */
    BK = 64,  /* of K per tile: 128 bytes of a row, as the swizzle has */
    STAGES = 4,
    IN_FLIGHT = STAGES > 1, /* tiles whose products may be in flight after a wait */
    GROUP = 8,              /* rows of tiles in a group (lab 09) */

    WGMMA_M = 64, /* what one wgmma multiplies; its N is BN */
    WGMMA_K = 16,

    THREADS = BM / WGMMA_M * 128,
    SUMS = WGMMA_M * BN / 128, /* of a thread */
};

/* Tiles of A and of B, with pieces of 16 bytes swizzled, as lab 13 has them. */
struct stage {
    __nv_bfloat16 A[BM][BK], B[BN][BK];
};
struct shared {
    struct stage ring[STAGES]; /* each tile begins at a multiple of 1024 bytes */
    uint64_t full[STAGES];     /* mbarriers: the phase ends when a tile has arrived */
};

/* --- Tensor maps ------------------------------------------------------------------ */

/* What the copy engine must know of a matrix of bfloat16: rows x K, ld elements from
   row to row; it copies `height` rows x BK at a time. */
static CUtensorMap map_of(const __nv_bfloat16 *X, int rows, int K, int ld, int height)
{
    CUtensorMap map;
    cuuint64_t size[2] = {1, 1}, stride[1] = {16};
    cuuint32_t box[2] = {1, 1}, step[2] = {1, 1};
    CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_NONE;
    // STEP 1: the matrix's size, the box's size, and the bytes from row to row. k,
    // which is contiguous, comes first. A row of a box is 128 bytes, and swizzled.
    // TODO: 4 lines
    // END 1

    void *encode = NULL; // a function of the driver
    cudaDriverEntryPointQueryResult found;
    cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &encode, 12000,
                                     cudaEnableDefault, &found);
    ((PFN_cuTensorMapEncodeTiled_v12000)encode)(
        &map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, (void *)X, size, stride, box, step,
        CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle, CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
        CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    return map;
}

/* --- mbarriers and the copy engine ------------------------------------------------ */

/* The address of a place in shared memory, as instructions of PTX take it. */
__device__ unsigned shared_address(const void *p)
{
    return (unsigned)__cvta_generic_to_shared(p);
}

/* Let phase 0 of an mbarrier wait for `arrivals`, and the copy engine know of it. */
__device__ void barrier_init(uint64_t *barrier, int arrivals)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;"
                 :
                 : "r"(shared_address(barrier)), "r"(arrivals));
    asm volatile("fence.mbarrier_init.release.cluster;" : : : "memory");
}

/* Arrive once, and let the phase wait for `bytes` more. */
__device__ void barrier_expect(uint64_t *barrier, int bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
                 :
                 : "r"(shared_address(barrier)), "r"(bytes)
                 : "memory");
}

/* Wait until the phase of this parity is complete: 0 for phases 0, 2, 4, ... */
__device__ void barrier_wait(uint64_t *barrier, int parity)
{
    int complete = 0;
    while (!complete)
        asm volatile("{\n"
                     ".reg .pred p;\n"
                     "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
                     "selp.s32 %0, 1, 0, p;\n"
                     "}"
                     : "=r"(complete)
                     : "r"(shared_address(barrier)), "r"(parity)
                     : "memory");
}

/* Begin to copy the box of the map from (row, k) on. Its bytes arrive at the mbarrier.
 */
__device__ void copy_tile(void *to, const CUtensorMap *map, int row, int k,
                          uint64_t *barrier)
{
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global"
                 ".mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
                 :
                 : "r"(shared_address(to)), "l"(map), "r"(k), "r"(row),
                   "r"(shared_address(barrier))
                 : "memory");
}

/* --- wgmma ------------------------------------------------------------------------ */

/* What wgmma must know of a tile: the first of its rows, at the k of this step. */
__device__ uint64_t descriptor(const __nv_bfloat16 *from)
{
    uint64_t start = 0, stride = 0, swizzle = 0;
    // STEP 2: the address, and the distance from eight rows to the next eight, both in
    // units of 16 bytes; and the number of the swizzle of 128 bytes.
    // TODO: 3 lines
    // END 2
    return start | stride << 32 | swizzle << 62;
}

/* The sums may be used by wgmma from now on. */
__device__ void products_begin()
{
    asm volatile("wgmma.fence.sync.aligned;" : : : "memory");
}

/* All products since the last call are a group. */
__device__ void products_commit()
{
    asm volatile("wgmma.commit_group.sync.aligned;" : : : "memory");
}

/* Wait until at most N groups are in flight. */
template <int N> __device__ void products_wait()
{
    asm volatile("wgmma.wait_group.sync.aligned %0;" : : "n"(N) : "memory");
}

#define SUMS_4(i) "+f"(sum[i]), "+f"(sum[i + 1]), "+f"(sum[i + 2]), "+f"(sum[i + 3])
#define SUMS_16(i) SUMS_4(i), SUMS_4(i + 4), SUMS_4(i + 8), SUMS_4(i + 12)

/* Begin to add 64 x 16 of A times 16 x 256 of B' to the sums of a warpgroup. */
__device__ void multiply(float sum[SUMS], uint64_t a, uint64_t b)
{
    asm volatile(
        "wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 "
        "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
        "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, "
        "%31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, "
        "%46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, "
        "%61, %62, %63, %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, "
        "%76, %77, %78, %79, %80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, "
        "%91, %92, %93, %94, %95, %96, %97, %98, %99, %100, %101, %102, %103, %104, "
        "%105, %106, %107, %108, %109, %110, %111, %112, %113, %114, %115, %116, "
        "%117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127}, "
        "%128, %129, 1, 1, 1, 0, 0;"
        : SUMS_16(0), SUMS_16(16), SUMS_16(32), SUMS_16(48), SUMS_16(64), SUMS_16(80),
          SUMS_16(96), SUMS_16(112)
        : "l"(a), "l"(b));
}

/* --- The kernel ------------------------------------------------------------------- */

__global__ void __launch_bounds__(THREADS)
    tma(int M, int N, int K, const __grid_constant__ CUtensorMap A,
        const __grid_constant__ CUtensorMap B, __nv_bfloat16 *C, int ldc)
{
    extern __shared__ __align__(1024) char memory[];
    struct shared *shared = (struct shared *)memory;

    // The block's tile of C: down the rows of a group, then its next column (lab 09).
    int rows = (M + BM - 1) / BM, cols = (N + BN - 1) / BN;
    int first = blockIdx.x / (GROUP * cols) * GROUP, height = min(GROUP, rows - first);
    int number = blockIdx.x - first * cols; // in its group
    int row0 = (first + number % height) * BM, col0 = number / height * BN;
    int tiles = (K + BK - 1) / BK;
    int warpgroup = threadIdx.x / 128;

    // One thread lets the copy engine fill the stage of tile t.
    auto fill = [&](int t) {
        struct stage *stage = &shared->ring[t % STAGES];
        uint64_t *full = &shared->full[t % STAGES];
        // STEP 3: arrive, and expect the bytes of both tiles; then begin both copies.
        // TODO: 3 lines
        // END 3
    };

    if (threadIdx.x == 0) {
        for (int s = 0; s < STAGES; s++)
            barrier_init(&shared->full[s], 1);
        for (int t = 0; t < STAGES && t < tiles; t++)
            fill(t);
    }
    __syncthreads(); // the mbarriers exist

    float sum[SUMS] = {};
    for (int t = 0; t < tiles; t++) {
        struct stage *now = &shared->ring[t % STAGES];
        // STEP 4: wait until tile t is complete. Which phase of its stage is that?
        // TODO: 1 line
        // END 4

        products_begin();
        // STEP 5: for each WGMMA_K of the tile, multiply the warpgroup's rows of A by
        // all rows of B.
        // TODO: about 4 lines
        // END 5
        products_commit();
        products_wait<IN_FLIGHT>();
        __syncthreads(); // no warpgroup reads tile t - IN_FLIGHT any more

        // STEP 6: one thread fills that tile's stage again, with the next tile that
        // belongs there, if there is one.
        // TODO: 3 lines
        // END 6
    }
    products_wait<0>();

    // As in a fragment of mma.sync: a warp has 16 rows, and 8 columns are next to 8.
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
#pragma unroll
    for (int i = 0; i < SUMS; i += 2) {
        int row = row0 + warp * 16 + i / 2 % 2 * 8 + lane / 4;
        int col = col0 + i / 4 * 8 + lane % 4 * 2;
        __nv_bfloat162 two = __floats2bfloat162_rn(sum[i], sum[i + 1]);
        __nv_bfloat16 *c = &C[(size_t)row * ldc + col];
        if (row < M && col + 1 < N)
            *(__nv_bfloat162 *)c = two;
        else if (row < M && col < N)
            *c = two.x;
    }
}

void bgemm(int M, int N, int K, const __nv_bfloat16 *A, int lda, const __nv_bfloat16 *B,
           int ldb, __nv_bfloat16 *C, int ldc)
{
    int bytes = sizeof(struct shared);
    int blocks = (M + BM - 1) / BM * ((N + BN - 1) / BN);

    cudaFuncSetAttribute(tma, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    tma<<<blocks, THREADS, bytes>>>(M, N, K, map_of(A, M, K, lda, BM),
                                    map_of(B, N, K, ldb, BN), C, ldc);
}
