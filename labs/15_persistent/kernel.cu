/*
 * Lab 15, persistent: blocks stay, and compute one tile of C after the other. One
 * warpgroup copies, two multiply, and the results of a tile are stored while the next
 * tile is multiplied.
 *
 *     cluster     CLUSTER blocks, one above the other, which share the tiles of B
 *     block       128 x BN of C at a time; a ring of tiles of A and B
 *     producer    a warpgroup; one of its threads begins all copies
 *     consumers   two warpgroups, with 64 x BN of C each
 *
 * Each stage of the ring has two mbarriers: a phase of `full` ends when a tile has
 * arrived, and a phase of `empty` when all that multiply with it have done so.
 */
#include <cudaTypedefs.h>
#include <stdint.h>

#include "bgemm.h"

enum {
    BM = 128,    /* rows of C per block. bgemm() chooses BN, the columns */
    BK = 64,     /* of K per tile: 128 bytes of a row, as the swizzle has */
    STAGES = 8,  /* at most: as many as fit into shared memory */
    CLUSTER = 2, /* blocks of a cluster, for large matrices */
    GROUP = 8,   /* rows of tiles in a group (lab 09) */

    WGMMA_M = 64, /* what one wgmma multiplies; its N is BN */
    WGMMA_K = 16,

    CONSUMERS = BM / WGMMA_M, /* warpgroups that multiply */
    THREADS = (1 + CONSUMERS) * 128,
    GIVE = 40,  /* registers of a producer's thread, and... */
    TAKE = 232, /* ...of a consumer's. nvcc gives 168 to each: 65,536 / 384 */

    BOX = 64, /* columns of C that one copy stores: 128 bytes of a row */

    SHARED = 227 * 1024, /* bytes of shared memory that a block can have */

    FEW = 16, /* rows of A, for which there is a kernel of its own: few() */
};

/* Tiles of A and of B, with pieces of 16 bytes swizzled, as lab 14 has them. */
template <int BN> struct stage {
    __nv_bfloat16 A[BM][BK], B[BN][BK];
};
/* Results of a tile, swizzled likewise. */
template <int BN> struct results {
    __nv_bfloat16 box[CONSUMERS][BN / BOX][WGMMA_M][BOX];
};
template <int BN> __host__ __device__ constexpr int stages_of_ring()
{
    int fit = (SHARED - sizeof(struct results<BN>) - 256) / sizeof(struct stage<BN>);
    return fit < STAGES ? fit : STAGES;
}
template <int BN> struct shared_memory {
    struct stage<BN> ring[stages_of_ring<BN>()]; /* 1,024 divides each tile's address */
    struct results<BN> out;
    uint64_t full[stages_of_ring<BN>()], empty[stages_of_ring<BN>()]; /* mbarriers */
};

/* --- Tensor maps ------------------------------------------------------------------ */

/* What the copy engine must know of a matrix of bfloat16: rows x cols, ld elements from
   row to row; it copies `height` rows x 64 at a time, which are swizzled. */
static CUtensorMap map_of(const __nv_bfloat16 *X, int rows, int cols, int ld,
                          int height)
{
    CUtensorMap map;
    cuuint64_t size[2] = {(cuuint64_t)cols, (cuuint64_t)rows};
    cuuint64_t stride[1] = {ld * sizeof(*X)};
    cuuint32_t box[2] = {64, (cuuint32_t)height}, step[2] = {1, 1};

    void *encode = NULL; // a function of the driver
    cudaDriverEntryPointQueryResult found;
    cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &encode, 12000,
                                     cudaEnableDefault, &found);
    ((PFN_cuTensorMapEncodeTiled_v12000)encode)(
        &map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, (void *)X, size, stride, box, step,
        CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
        CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    return map;
}

/* --- mbarriers, clusters, and the copy engine ------------------------------------- */

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

/* Likewise, to the same place of every block of a cluster of BLOCKS blocks. The bytes
   arrive at the mbarrier of each, at the same place. */
template <int BLOCKS>
__device__ void multicast_tile(void *to, const CUtensorMap *map, int row, int k,
                               uint64_t *barrier)
{
    if (BLOCKS == 1)
        copy_tile(to, map, row, k, barrier); // faster than a multicast to one block
    else
        asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global"
                     ".mbarrier::complete_tx::bytes.multicast::cluster"
                     " [%0], [%1, {%2, %3}], [%4], %5;"
                     :
                     : "r"(shared_address(to)), "l"(map), "r"(k), "r"(row),
                       "r"(shared_address(barrier)), "h"((uint16_t)((1 << BLOCKS) - 1))
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

/* The number of this block in its cluster. */
__device__ int cluster_rank()
{
    int rank;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return rank;
}

/* Wait for all threads of a cluster of BLOCKS blocks. This orders mbarriers that were
   initialised, but, between blocks, no stores. */
template <int BLOCKS> __device__ void cluster_sync()
{
    if (BLOCKS == 1)
        __syncthreads(); // faster
    else
        asm volatile("barrier.cluster.arrive.relaxed.aligned;\n"
                     "barrier.cluster.wait.acquire.aligned;"
                     :
                     :
                     : "memory");
}

/* Likewise, and all stores and arrivals of before can be seen by all threads after. */
__device__ void cluster_sync_stores()
{
    asm volatile("barrier.cluster.arrive.release.aligned;\n"
                 "barrier.cluster.wait.acquire.aligned;"
                 :
                 :
                 : "memory");
}

/* Arrive at the mbarrier at this place in block `rank` of the cluster. */
__device__ void barrier_arrive_at(uint64_t *barrier, int rank)
{
    asm volatile("{\n"
                 ".reg .b32 at;\n"
                 "mapa.shared::cluster.u32 at, %0, %1;\n"
                 "mbarrier.arrive.shared::cluster.b64 _, [at];\n"
                 "}"
                 :
                 : "r"(shared_address(barrier)), "r"(rank)
                 : "memory");
}

/* Store to this place in block `rank` of the cluster. */
__device__ void store_at(float *to, int rank, float value)
{
    asm volatile("{\n"
                 ".reg .b32 at;\n"
                 "mapa.shared::cluster.u32 at, %0, %1;\n"
                 "st.shared::cluster.f32 [at], %2;\n"
                 "}"
                 :
                 : "r"(shared_address(to)), "r"(rank), "f"(value)
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

/* Let the next kernel's blocks start where there is room, before this kernel has ended.
 */
__device__ void kernel_after_start()
{
    asm volatile("griddepcontrol.launch_dependents;");
}

/* Wait until the kernel before has ended, and all that it stored can be seen. */
__device__ void kernel_before_wait()
{
    asm volatile("griddepcontrol.wait;" : : : "memory");
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

/* What wgmma must know of a tile: the first of its rows, at the k of this step. */
__device__ uint64_t descriptor(const __nv_bfloat16 *from)
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

/* Wait until at most N groups are in flight. */
template <int N> __device__ void products_wait()
{
    asm volatile("wgmma.wait_group.sync.aligned %0;" : : "n"(N) : "memory");
}

#define SUMS_4(i) "+f"(sum[i]), "+f"(sum[i + 1]), "+f"(sum[i + 2]), "+f"(sum[i + 3])
#define SUMS_8(i) SUMS_4(i), SUMS_4(i + 4)
#define SUMS_16(i) SUMS_8(i), SUMS_8(i + 8)

/* Begin to add 64 x 16 of A times 16 x N of B' to the sums of a warpgroup, 64 x N: N /
   2 of each thread. */
__device__ void multiply(float (&sum)[128], uint64_t a, uint64_t b)
{
    asm volatile(
        "wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 "
        "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
        "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, "
        "%30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, "
        "%44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, "
        "%58, %59, %60, %61, %62, %63, %64, %65, %66, %67, %68, %69, %70, %71, "
        "%72, %73, %74, %75, %76, %77, %78, %79, %80, %81, %82, %83, %84, %85, "
        "%86, %87, %88, %89, %90, %91, %92, %93, %94, %95, %96, %97, %98, %99, "
        "%100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, "
        "%112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, "
        "%124, %125, %126, %127}, "
        "%128, %129, 1, 1, 1, 0, 0;"
        : SUMS_16(0), SUMS_16(16), SUMS_16(32), SUMS_16(48), SUMS_16(64), SUMS_16(80),
          SUMS_16(96), SUMS_16(112)
        : "l"(a), "l"(b));
}
__device__ void multiply(float (&sum)[64], uint64_t a, uint64_t b)
{
    asm volatile(
        "wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 "
        "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
        "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, "
        "%30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, "
        "%44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, "
        "%58, %59, %60, %61, %62, %63}, "
        "%64, %65, 1, 1, 1, 0, 0;"
        : SUMS_16(0), SUMS_16(16), SUMS_16(32), SUMS_16(48)
        : "l"(a), "l"(b));
}
__device__ void multiply(float (&sum)[32], uint64_t a, uint64_t b)
{
    asm volatile(
        "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 "
        "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
        "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, "
        "%30, %31}, "
        "%32, %33, 1, 1, 1, 0, 0;"
        : SUMS_16(0), SUMS_16(16)
        : "l"(a), "l"(b));
}
__device__ void multiply(float (&sum)[8], uint64_t a, uint64_t b)
{
    asm volatile("wgmma.mma_async.sync.aligned.m64n16k16.f32.bf16.bf16 "
                 "{%0, %1, %2, %3, %4, %5, %6, %7}, "
                 "%8, %9, 1, 1, 1, 0, 0;"
                 : SUMS_8(0)
                 : "l"(a), "l"(b));
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

/* Store 64 x BN results of a warpgroup from registers, as lab 14 does. row0, col0:
   their place in C. */
template <int SUMS>
__device__ void store_sums(const float (&sum)[SUMS], int row0, int col0, int M, int N,
                           __nv_bfloat16 *C, int ldc)
{
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32 % 4;
#pragma unroll
    for (int i = 0; i < SUMS; i += 2) {
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

template <int BN, int BLOCKS> // columns of a tile, blocks of a cluster
__global__ void __launch_bounds__(THREADS, 1)
    persistent(int M, int N, int K, const __grid_constant__ CUtensorMap A,
               const __grid_constant__ CUtensorMap B,
               const __grid_constant__ CUtensorMap R, __nv_bfloat16 *C, int ldc)
{
    constexpr int stages = stages_of_ring<BN>();
    extern __shared__ __align__(1024) char memory[];
    struct shared_memory<BN> *shared = (struct shared_memory<BN> *)memory;

    int rank = BLOCKS == 1 ? 0 : uniform(cluster_rank());
    int warpgroup = uniform(threadIdx.x / 128);
    int clusters = gridDim.x / BLOCKS, cluster = blockIdx.x / BLOCKS;
    int rows = (M + BLOCKS * BM - 1) / (BLOCKS * BM), cols = (N + BN - 1) / BN;
    int tiles = (K + BK - 1) / BK; // of K, per tile of C

    // Where the block's part of tile p of C begins: down the rows of a group, then its
    // next column (lab 09).
    auto place = [&](int p, int *row0, int *col0) {
        int first = p / (GROUP * cols) * GROUP, height = min(GROUP, rows - first);
        int number = p - first * cols; // in its group
        *row0 = ((first + number % height) * BLOCKS + rank) * BM;
        *col0 = number / height * BN;
    };

    kernel_after_start();
    if (threadIdx.x == 0) {
        for (int s = 0; s < stages; s++) {
            barrier_init(&shared->full[s], 1);
            // STEP 1: how many arrivals make a stage empty? Each consumer of the
            // cluster arrives once.
            // TODO: about 1 line
            // END 1
        }
    }
    cluster_sync<BLOCKS>(); // the mbarriers of all blocks exist
    kernel_before_wait();

    if (warpgroup == 0) {
        registers_give<GIVE>();
        if (threadIdx.x == 0) {
            int s = 0, parity = 0; // the next stage, and the parity of its phases
            for (int p = cluster; p < rows * cols; p += clusters) {
                int row0, col0;
                place(p, &row0, &col0);
                for (int t = 0; t < tiles; t++) {
                    struct stage<BN> *stage = &shared->ring[s];
                    uint64_t *full = &shared->full[s];
                    uint64_t *empty = &shared->empty[s];
                    // STEP 2: wait until the stage is empty: for the phase of `empty`
                    // before this one (the other parity; before phase 0, that wait
                    // returns at once). Then arrive at `full`, and expect the bytes of
                    // both tiles.
                    // TODO: about 2 lines
                    // END 2
                    copy_tile(stage->A, &A, row0, t * BK, full);
                    // STEP 3: copy this block's part of B, BN / BLOCKS rows, to all
                    // blocks.
                    // TODO: about 3 lines
                    // END 3
                    if (++s == stages)
                        s = 0, parity ^= 1;
                }
            }
        }
    } else {
        registers_take<TAKE>();
        int consumer = warpgroup - 1, thread = threadIdx.x % 128;
        int s = 0, parity = 0; // the next stage, and the parity of its phases
        for (int p = cluster; p < rows * cols; p += clusters) {
            float sum[WGMMA_M * BN / 128] = {};
            int row0, col0;
            place(p, &row0, &col0);
            row0 += consumer * WGMMA_M;
            for (int t = 0; t < tiles; t++) {
                struct stage<BN> *now = &shared->ring[s];
                barrier_wait(&shared->full[s], parity);
                products_begin();
#pragma unroll
                for (int k = 0; k < BK; k += WGMMA_K)
                    multiply(sum, descriptor(&now->A[consumer * WGMMA_M][k]),
                             descriptor(&now->B[0][k]));
                products_commit();
                // STEP 4: when the products are complete, one thread per block of the
                // cluster arrives at this stage's `empty` there.
                // TODO: about 3 lines
                // END 4
                if (++s == stages)
                    s = 0, parity ^= 1;
            }

            if (N % 8 != 0) { // a copy stores whole pieces of 16 bytes
                store_sums(sum, row0, col0, M, N, C, ldc);
                continue;
            }
            // STEP 5: thread 0 waits until its stores of the tile before have read the
            // boxes, and the other threads wait for it.
            // TODO: about 3 lines
            // END 5
#pragma unroll
            for (int i = 0; i < BN / BOX; i++)
                fill_box(shared->out.box[consumer][i], &sum[i * BOX / 2]);
            // STEP 6: when all threads have filled their parts of the boxes, and the
            // copy engine can see that, thread 0 begins to store them, as one group.
            // TODO: about 7 lines
            // END 6
        }
        if (thread == 0)
            stores_wait<0>(); // shared memory is read until then
    }
    if (BLOCKS > 1)
        cluster_sync_stores(); // all arrivals at this block are there
}

/* --- Few rows of A ---------------------------------------------------------------- */

/* 16 rows of C are 1/8 of a tile: most of a wgmma would multiply zeros. So C' = B A' is
   computed: 64 rows of B by 16 of A. The blocks of a cluster have a part of K each, and
   block 0 adds their sums: it finds them in its own shared memory. */
struct few_stage {
    __nv_bfloat16 B[WGMMA_M][BK], A[FEW][BK];
};
enum {
    FEW_THREADS = 160, /* a warpgroup that multiplies, and a warp that copies */
    FEW_STAGES = 20,
    FEW_SUMS = WGMMA_M * FEW / 128, /* of a thread */
};
struct few_shared {
    struct few_stage ring[FEW_STAGES];
    float sum[CLUSTER][FEW_SUMS][128];
    uint64_t full[FEW_STAGES], empty[FEW_STAGES];
};

__global__ void __launch_bounds__(FEW_THREADS)
    few(int M, int N, int K, const __grid_constant__ CUtensorMap A,
        const __grid_constant__ CUtensorMap B, __nv_bfloat16 *C, int ldc)
{
    extern __shared__ __align__(1024) char memory[];
    struct few_shared *shared = (struct few_shared *)memory;
    int rank = cluster_rank(), col0 = blockIdx.x / CLUSTER * WGMMA_M;
    int tiles = (K + BK - 1) / BK;
    int first = tiles * rank / CLUSTER, end = tiles * (rank + 1) / CLUSTER;
    int thread = threadIdx.x;
    float sum[FEW_SUMS] = {};

    kernel_after_start();
    if (thread == 0)
        for (int s = 0; s < FEW_STAGES; s++) {
            barrier_init(&shared->full[s], 1);
            barrier_init(&shared->empty[s], 1);
        }
    cluster_sync<CLUSTER>(); // the mbarriers exist, and so do all blocks
    kernel_before_wait();

    if (thread == 128) {
        for (int t = first, n = 0; t < end; t++, n++) {
            struct few_stage *stage = &shared->ring[n % FEW_STAGES];
            uint64_t *full = &shared->full[n % FEW_STAGES];
            if (n >= FEW_STAGES)
                barrier_wait(&shared->empty[n % FEW_STAGES], (n / FEW_STAGES - 1) % 2);
            barrier_expect(full, sizeof(*stage));
            copy_tile(stage->B, &B, col0, t * BK, full);
            copy_tile(stage->A, &A, 0, t * BK, full);
        }
    } else if (thread < 128) {
        for (int t = first, n = 0; t < end; t++, n++) {
            struct few_stage *now = &shared->ring[n % FEW_STAGES];
            barrier_wait(&shared->full[n % FEW_STAGES], n / FEW_STAGES % 2);
            products_begin();
#pragma unroll
            for (int k = 0; k < BK; k += WGMMA_K)
                multiply(sum, descriptor(&now->B[0][k]), descriptor(&now->A[0][k]));
            products_commit();
            products_wait<0>();
            if (thread == 0)
                barrier_arrive_at(&shared->empty[n % FEW_STAGES], rank);
        }
        for (int i = 0; i < FEW_SUMS; i++)
            store_at(&shared->sum[rank][i][thread], 0, sum[i]);
    }
    cluster_sync_stores(); // block 0 has all sums

    if (rank == 0 && thread < 128) {
        int lane = thread % 32, warp = thread / 32;
        for (int i = 0; i < FEW_SUMS; i++) {
            int col = col0 + warp * 16 + i / 2 % 2 * 8 + lane / 4; // rows of C' are...
            int row = i / 4 * 8 + lane % 4 * 2 + i % 2;            // ...columns of C
            float all = 0;
            for (int r = 0; r < CLUSTER; r++)
                all += shared->sum[r][i][thread];
            if (row < M && col < N)
                C[(size_t)row * ldc + col] = __float2bfloat16(all);
        }
    }
}

/* --- On the host ------------------------------------------------------------------ */

/* Launch a kernel with `blocks` blocks, in clusters of `cluster`. early: blocks may
   start before the kernel before has ended, and wait for it. */
template <typename KERNEL, typename... ARGUMENTS>
static void launch(KERNEL kernel, bool early, int blocks, int cluster, int threads,
                   int bytes, ARGUMENTS... arguments)
{
    cudaLaunchAttribute attributes[2] = {};
    attributes[0].id = cudaLaunchAttributeClusterDimension;
    attributes[0].val.clusterDim.x = cluster;
    attributes[0].val.clusterDim.y = attributes[0].val.clusterDim.z = 1;
    attributes[1].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attributes[1].val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = blocks;
    config.blockDim = threads;
    config.dynamicSmemBytes = bytes;
    config.attrs = attributes;
    config.numAttrs = early ? 2 : 1;
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    cudaLaunchKernelEx(&config, kernel, arguments...);
}

/* Tiles of C, rows of them by columns. */
static int count(int M, int N, int rows, int cols)
{
    return (M + rows - 1) / rows * ((N + cols - 1) / cols);
}

template <int BN, int BLOCKS>
static void start(int sms, int M, int N, int K, const __nv_bfloat16 *A, int lda,
                  const __nv_bfloat16 *B, int ldb, __nv_bfloat16 *C, int ldc)
{
    int clusters = count(M, N, BM * BLOCKS, BN);
    // STEP 7: a block for each SM, in clusters, but no more clusters than tiles.
    // TODO: about 1 line
    // END 7
    bool whole = N % 8 == 0; // else C has no map: see the kernel
    bool early = BN < 256;   // for large matrices, it is slower
    launch(persistent<BN, BLOCKS>, early, clusters * BLOCKS, BLOCKS, THREADS,
           sizeof(struct shared_memory<BN>), M, N, K, map_of(A, M, K, lda, BM),
           map_of(B, N, K, ldb, BN / BLOCKS),
           map_of(C, M, whole ? N : 8, whole ? ldc : 8, WGMMA_M), C, ldc);
}

void bgemm(int M, int N, int K, const __nv_bfloat16 *A, int lda, const __nv_bfloat16 *B,
           int ldb, __nv_bfloat16 *C, int ldc)
{
    static int sms; // of this GPU
    if (sms == 0)
        cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);

    if (M <= FEW)
        launch(few, true, count(M, N, M, WGMMA_M) * CLUSTER, CLUSTER, FEW_THREADS,
               sizeof(struct few_shared), M, N, K, map_of(A, M, K, lda, FEW),
               map_of(B, N, K, ldb, WGMMA_M), C, ldc);
    // Small tiles for small matrices, so that all SMs have one.
    else if (count(M, N, BM, 64) <= sms)
        start<64, 1>(sms, M, N, K, A, lda, B, ldb, C, ldc);
    else if (count(M, N, BM, 128) <= 2 * sms)
        start<128, 1>(sms, M, N, K, A, lda, B, ldb, C, ldc);
    // Clusters, where each has at least four tiles.
    else if (count(M, N, BM * CLUSTER, 256) <= 4 * (sms / CLUSTER))
        start<256, 1>(sms, M, N, K, A, lda, B, ldb, C, ldc);
    else
        start<256, CLUSTER>(sms, M, N, K, A, lda, B, ldb, C, ldc);
}
