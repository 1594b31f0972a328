/*
 * Lab 19, FP8: lab 15's kernel with factors of 8 bits. wgmma multiplies twice as many
 * of them, but its sums have fewer bits than FP32. So a tile's products are summed
 * apart, and then added to sums that are FP32 throughout: they are promoted.
 *
 *     block       128 x 256 of C at a time; a ring of tiles of A and B, 128 along K
 *     producer    a warpgroup; one of its threads begins all copies
 *     consumers   two warpgroups, with 64 x 256 of C each, in two halves: 64 x 128
 *                 sums of one tile, which are added to those of all tiles
 *
 * While one consumer adds, the tensor cores multiply for the other.
 */
#include <cudaTypedefs.h>
#include <stdint.h>

#include "fgemm.h"

enum {
    BM = 128,   /* rows and... */
    BN = 256,   /* ...columns of C per block */
    HALF = 128, /* columns that a consumer multiplies at a time */
    BK = 128,   /* of K per tile: 128 bytes of a row, as the swizzle has */
    STAGES = 3, /* of 48 KiB */
    GROUP = 8,  /* rows of tiles in a group (lab 09) */

    WGMMA_M = 64, /* what one wgmma multiplies; its N is HALF */
    WGMMA_K = 32,

    CONSUMERS = BM / WGMMA_M, /* warpgroups that multiply */
    THREADS = (1 + CONSUMERS) * 128,
    GIVE = 40,  /* registers of a producer's thread, and... */
    TAKE = 232, /* ...of a consumer's. nvcc gives 168 to each: 65,536 / 384 */

    BOX = 64, /* columns of C that one copy stores: 128 bytes of a row */
};

/* Tiles of A and of B, with pieces of 16 bytes swizzled (lab 14); results of a tile,
   swizzled likewise (lab 15). */
struct stage {
    __nv_fp8_e4m3 A[BM][BK], B[BN][BK];
};
struct shared_memory {
    struct stage ring[STAGES]; /* 1,024 divides each tile's address */
    __nv_bfloat16 box[CONSUMERS][BN / BOX][WGMMA_M][BOX];
    uint64_t full[STAGES], empty[STAGES]; /* mbarriers */
};

/* --- Tensor maps ------------------------------------------------------------------ */

/* What the copy engine must know of a matrix: rows x cols elements of `bytes` bytes, ld
   elements from row to row; it copies `height` rows x 128 bytes at a time, which are
   swizzled. */
static CUtensorMap map_of(const void *X, int bytes, int rows, int cols, int ld,
                          int height)
{
    CUtensorMap map;
    CUtensorMapDataType type = CU_TENSOR_MAP_DATA_TYPE_BFLOAT16;
    cuuint64_t size[2] = {(cuuint64_t)cols, (cuuint64_t)rows};
    cuuint64_t stride[1] = {(cuuint64_t)ld * bytes};
    cuuint32_t box[2] = {64, (cuuint32_t)height}, step[2] = {1, 1};
    // STEP 1: for elements of one byte, the type is CU_TENSOR_MAP_DATA_TYPE_UINT8: the
    // copy engine does not calculate. How many of them are 128 bytes?
    // TODO: about 3 lines
    // END 1

    void *encode = NULL; // a function of the driver
    cudaDriverEntryPointQueryResult found;
    cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &encode, 12000,
                                     cudaEnableDefault, &found);
    ((PFN_cuTensorMapEncodeTiled_v12000)encode)(
        &map, type, 2, (void *)X, size, stride, box, step,
        CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
        CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    return map;
}

/* --- mbarriers and the copy engine (labs 14 and 15) ------------------------------- */

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

/* Begin to store a box to the place (row, col) of the map's matrix. What lies outside
   of the matrix is not stored. */
__device__ void store_box(const CUtensorMap *map, int row, int col, const void *from)
{
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group"
                 " [%0, {%1, %2}], [%3];"
                 :
                 : "l"(map), "r"(col), "r"(row), "r"(shared_address(from))
                 : "memory");
}

/* All stores of this thread since the last call are a group. */
__device__ void stores_commit()
{
    asm volatile("cp.async.bulk.commit_group;" : : : "memory");
}

/* Wait until at most N groups of this thread still read shared memory. */
template <int N> __device__ void stores_wait()
{
    asm volatile("cp.async.bulk.wait_group.read %0;" : : "n"(N) : "memory");
}

/* Let the copy engine see what this thread has stored in shared memory. */
__device__ void fence_for_copies()
{
    asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
}

__device__ void barrier_arrive(uint64_t *barrier)
{
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];"
                 :
                 : "r"(shared_address(barrier))
                 : "memory");
}

/* --- Warpgroups ------------------------------------------------------------------- */

/* This warpgroup gives registers back: each thread keeps N. */
template <int N> __device__ void registers_give()
{
    asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" : : "n"(N));
}

/* This warpgroup waits for registers, until each thread has N. */
template <int N> __device__ void registers_take()
{
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" : : "n"(N));
}

/* x, which is the same in all lanes, so that nvcc can see that it is. */
__device__ int uniform(int x)
{
    return __shfl_sync(0xffffffff, x, 0);
}

/* Wait for the 128 threads of this warpgroup. Barrier 0 is that of __syncthreads(). */
__device__ void warpgroup_sync(int warpgroup)
{
    asm volatile("bar.sync %0, 128;" : : "r"(1 + warpgroup) : "memory");
}

/* --- wgmma ------------------------------------------------------------------------ */

/* What wgmma must know of a tile: the first of its rows, at the k of this step:
   bytes as in lab 14. */
__device__ uint64_t descriptor(const __nv_fp8_e4m3 *from)
{
    uint64_t start = shared_address(from) >> 4;
    uint64_t stride = 8 * BK * sizeof(*from) >> 4;
    uint64_t swizzle = 1; // of 128 bytes
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

#define SUMS_4(i) "+f"(sum[i]), "+f"(sum[i + 1]), "+f"(sum[i + 2]), "+f"(sum[i + 3])
#define SUMS_8(i) SUMS_4(i), SUMS_4(i + 4)
#define SUMS_16(i) SUMS_8(i), SUMS_8(i + 8)

/* Wait until all groups are complete: nvcc must not use these sums before. */
__device__ void products_wait(float (&sum)[64])
{
    asm volatile("wgmma.wait_group.sync.aligned 0;"
                 : SUMS_16(0), SUMS_16(16), SUMS_16(32), SUMS_16(48)
                 :
                 : "memory");
}

/* Begin to multiply 64 x 32 of A by 32 x 128 of B'. If `add`, the products are added to
   the sums of a warpgroup; else they are the sums. */
__device__ void multiply(float (&sum)[64], uint64_t a, uint64_t b, int add)
{
    asm volatile(
        "{\n"
        ".reg .pred p;\n"
        "setp.ne.b32 p, %66, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n128k32.f32.e4m3.e4m3 "
        "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
        "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, "
        "%30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, "
        "%44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, "
        "%58, %59, %60, %61, %62, %63}, "
        "%64, %65, p, 1, 1;\n"
        "}"
        : SUMS_16(0), SUMS_16(16), SUMS_16(32), SUMS_16(48)
        : "l"(a), "l"(b), "r"(add));
}

/* --- Results ---------------------------------------------------------------------- */

__device__ unsigned two(float a, float b)
{
    __nv_bfloat162 x = __floats2bfloat162_rn(a, b);
    return *(unsigned *)&x;
}

/* Write 64 x 64 results of a warpgroup to a box: 32 sums of each thread. stmatrix
   stores fragments as ldmatrix loads them (lab 13): here a warp's 16 rows x 16 columns.
 */
__device__ void fill_box(__nv_bfloat16 box[WGMMA_M][BOX], const float *sum)
{
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32 % 4;
    int row = warp * 16 + lane % 16;
#pragma unroll
    for (int i = 0; i < BOX / 2; i += 8) {
        int piece = (i / 4 + lane / 16) ^ row % 8; // swizzled
        asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};"
                     :
                     : "r"(shared_address(&box[row][piece * 8])),
                       "r"(two(sum[i], sum[i + 1])), "r"(two(sum[i + 2], sum[i + 3])),
                       "r"(two(sum[i + 4], sum[i + 5])),
                       "r"(two(sum[i + 6], sum[i + 7]))
                     : "memory");
    }
}

/* Store 64 x 256 results of a warpgroup from registers, as lab 14 does. row0, col0:
   their place in C. */
__device__ void store_sums(const float (&sum)[BN / 2], int row0, int col0, int M, int N,
                           __nv_bfloat16 *C, int ldc)
{
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32 % 4;
#pragma unroll
    for (int i = 0; i < BN / 2; i += 2) {
        int row = row0 + warp * 16 + i / 2 % 2 * 8 + lane / 4;
        int col = col0 + i / 4 * 8 + lane % 4 * 2;
        __nv_bfloat162 pair = __floats2bfloat162_rn(sum[i], sum[i + 1]);
        __nv_bfloat16 *c = &C[(size_t)row * ldc + col];
        if (row < M && col + 1 < N)
            *(__nv_bfloat162 *)c = pair;
        else if (row < M && col < N)
            *c = pair.x;
    }
}

/* --- The kernel ------------------------------------------------------------------- */

__global__ void __launch_bounds__(THREADS, 1)
    fp8(int M, int N, int K, float scale, const __grid_constant__ CUtensorMap A,
        const __grid_constant__ CUtensorMap B, const __grid_constant__ CUtensorMap R,
        __nv_bfloat16 *C, int ldc)
{
    extern __shared__ __align__(1024) char memory[];
    struct shared_memory *shared = (struct shared_memory *)memory;

    int warpgroup = uniform(threadIdx.x / 128);
    int rows = (M + BM - 1) / BM, cols = (N + BN - 1) / BN;
    int tiles = (K + BK - 1) / BK; // of K, per tile of C

    // Where tile p of C begins: down the rows of a group, then its next column (lab
    // 09).
    auto place = [&](int p, int *row0, int *col0) {
        int first = p / (GROUP * cols) * GROUP, height = min(GROUP, rows - first);
        int number = p - first * cols; // in its group
        *row0 = (first + number % height) * BM;
        *col0 = number / height * BN;
    };

    if (threadIdx.x == 0)
        for (int s = 0; s < STAGES; s++) {
            barrier_init(&shared->full[s], 1);
            barrier_init(&shared->empty[s], CONSUMERS);
        }
    __syncthreads(); // the mbarriers exist

    if (warpgroup == 0) {
        registers_give<GIVE>();
        if (threadIdx.x > 0)
            return;
        int s = 0, parity = 0; // the next stage, and the parity of its phases
        for (int p = blockIdx.x; p < rows * cols; p += gridDim.x) {
            int row0, col0;
            place(p, &row0, &col0);
            for (int t = 0; t < tiles; t++) {
                struct stage *stage = &shared->ring[s];
                barrier_wait(&shared->empty[s], parity ^ 1);
                barrier_expect(&shared->full[s], sizeof(*stage));
                copy_tile(stage->A, &A, row0, t * BK, &shared->full[s]);
                copy_tile(stage->B, &B, col0, t * BK, &shared->full[s]);
                if (++s == STAGES)
                    s = 0, parity ^= 1;
            }
        }
        return;
    }

    registers_take<TAKE>();
    int consumer = warpgroup - 1, thread = threadIdx.x % 128;
    int s = 0, parity = 0; // the next stage, and the parity of its phases
    for (int p = blockIdx.x; p < rows * cols; p += gridDim.x) {
        float sum[BN / 2] = {}; // 64 x 256, of all tiles: FP32
        int row0, col0;
        place(p, &row0, &col0);
        row0 += consumer * WGMMA_M;
        for (int t = 0; t < tiles; t++) {
            struct stage *now = &shared->ring[s];
            barrier_wait(&shared->full[s], parity);
#pragma unroll
            for (int h = 0; h < BN / HALF; h++) {
                float part[HALF / 2]; // 64 x 128, of this tile
                products_begin();
                // STEP 2: multiply 64 rows of A by 128 rows of B from h * HALF on, 32
                // along K at a time. The first products are the new sums. Commit.
                // TODO: about 4 lines
                // END 2
                products_wait(part);
                // STEP 3: promote: add the tile's sums to those of all tiles.
                // TODO: about 2 lines
                // END 3
            }
            if (thread == 0)
                barrier_arrive(&shared->empty[s]);
            if (++s == STAGES)
                s = 0, parity ^= 1;
        }

#pragma unroll
        for (int i = 0; i < BN / 2; i++) {
            // STEP 4: what becomes of a sum before it is rounded?
            // TODO: 1 line
            // END 4
        }
        if (N % 8 != 0) { // a copy stores whole pieces of 16 bytes
            store_sums(sum, row0, col0, M, N, C, ldc);
            continue;
        }
        if (thread == 0)
            stores_wait<0>(); // those of the tile before have read the boxes
        warpgroup_sync(warpgroup);
#pragma unroll
        for (int i = 0; i < BN / BOX; i++)
            fill_box(shared->box[consumer][i], &sum[i * BOX / 2]);
        fence_for_copies();
        warpgroup_sync(warpgroup); // the boxes are full
        if (thread == 0) {
            for (int i = 0; i < BN / BOX; i++)
                store_box(&R, row0, col0 + i * BOX, shared->box[consumer][i]);
            stores_commit();
        }
    }
    if (thread == 0)
        stores_wait<0>(); // shared memory is read until then
}

/* --- On the host ------------------------------------------------------------------ */

void fgemm(int M, int N, int K, float scale, const __nv_fp8_e4m3 *A, int lda,
           const __nv_fp8_e4m3 *B, int ldb, __nv_bfloat16 *C, int ldc)
{
    static int sms; // of this GPU
    if (sms == 0)
        cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);

    int tiles = (M + BM - 1) / BM * ((N + BN - 1) / BN);
    int bytes = sizeof(struct shared_memory);
    bool whole = N % 8 == 0; // else C has no map: see the kernel
    cudaFuncSetAttribute(fp8, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    fp8<<<min(tiles, sms), THREADS, bytes>>>(
        M, N, K, scale, map_of(A, 1, M, K, lda, BM), map_of(B, 1, N, K, ldb, BN),
        map_of(C, 2, M, whole ? N : 8, whole ? ldc : 8, WGMMA_M), C, ldc);
}
