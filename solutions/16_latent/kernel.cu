/*
 * Lab 16, latent: two products of one matrix, and a rotation of the second one's
 * results, in one kernel that reads this matrix once.
 *
 *     c = H Wc', k = rotated (H Wr'): see latent.h
 *
 *     cluster     two blocks side by side, which share the tiles of H
 *     block       128 tokens; 256 columns of c and 32 of k: 288 columns of a product
 *     wgmma       64 tokens x 144 columns: a consumer needs two
 *
 * Blocks stay, one warpgroup copies, and two multiply, as in lab 15.
 */
#include <cudaTypedefs.h>
#include <stdint.h>

#include "latent.h"

enum {
    BM = 128,     /* tokens per block, */
    BC = 256,     /* columns of c, */
    BR = 32,      /* columns of k, */
    BN = BC + BR, /* and of both */
    BK = 64,      /* of D per tile: 128 bytes of a row, as the swizzle has */
    STAGES = 4,
    CLUSTER = 2, /* blocks side by side */

    WGMMA_M = 64, /* what one wgmma multiplies */
    WGMMA_N = BN / 2,
    WGMMA_K = 16,

    CONSUMERS = BM / WGMMA_M, /* warpgroups that multiply */
    THREADS = (1 + CONSUMERS) * 128,
    GIVE = 40,  /* registers of a producer's thread, and... */
    TAKE = 232, /* ...of a consumer's. nvcc gives 168 to each: 65,536 / 384 */

    BOX = 64,                  /* columns of c that one copy stores; of k, BR */
    SUMS = WGMMA_M * BN / 128, /* of a thread */
};

/* Tiles of H and of both weights, rows of Wc first. Pieces of 16 bytes are swizzled. */
struct stage {
    __nv_bfloat16 H[BM][BK], W[BN][BK];
};
struct shared {
    struct stage ring[STAGES];                  /* 1,024 divides each tile's address */
    __nv_bfloat16 box[CONSUMERS][WGMMA_M][BOX]; /* results, swizzled likewise */
    uint64_t full[STAGES], empty[STAGES];       /* mbarriers */
};

/* --- Tensor maps ------------------------------------------------------------------ */

/* What the copy engine must know of a matrix of bfloat16: rows x cols, ld elements from
   row to row; it copies `height` rows x `width` at a time, which are swizzled:
   64 columns are 128 bytes, 32 are 64. */
static CUtensorMap map_of(const __nv_bfloat16 *X, int rows, int cols, int ld,
                          int height, int width)
{
    CUtensorMap map;
    cuuint64_t size[2] = {(cuuint64_t)cols, (cuuint64_t)rows};
    cuuint64_t stride[1] = {ld * sizeof(*X)};
    cuuint32_t box[2] = {(cuuint32_t)width, (cuuint32_t)height};
    cuuint32_t step[2] = {1, 1};

    void *encode = NULL; // a function of the driver
    cudaDriverEntryPointQueryResult found;
    cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &encode, 12000,
                                     cudaEnableDefault, &found);
    ((PFN_cuTensorMapEncodeTiled_v12000)encode)(
        &map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, (void *)X, size, stride, box, step,
        CU_TENSOR_MAP_INTERLEAVE_NONE,
        width == 64 ? CU_TENSOR_MAP_SWIZZLE_128B : CU_TENSOR_MAP_SWIZZLE_64B,
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

/* Likewise, to the same place of both blocks of the cluster. The bytes arrive at the
   mbarrier of each, at the same place. */
__device__ void multicast_tile(void *to, const CUtensorMap *map, int row, int k,
                               uint64_t *barrier)
{
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global"
                 ".mbarrier::complete_tx::bytes.multicast::cluster"
                 " [%0], [%1, {%2, %3}], [%4], %5;"
                 :
                 : "r"(shared_address(to)), "l"(map), "r"(k), "r"(row),
                   "r"(shared_address(barrier)), "h"((uint16_t)((1 << CLUSTER) - 1))
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

/* Wait for all threads of the cluster. This orders mbarriers that were initialised,
   but, between blocks, no stores. */
__device__ void cluster_sync()
{
    asm volatile("barrier.cluster.arrive.relaxed.aligned;\n"
                 "barrier.cluster.wait.acquire.aligned;"
                 :
                 :
                 : "memory");
}

/* Likewise, and all stores and arrivals of before can be seen by all threads after. */
__device__ void cluster_sync_arrivals()
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

/* Begin to add 64 x 16 of H times 16 x 144 of W' to the sums of a warpgroup, 64 x 144:
   72 of each thread. */
__device__ void multiply(float *sum, uint64_t a, uint64_t b)
{
    asm volatile(
        "wgmma.mma_async.sync.aligned.m64n144k16.f32.bf16.bf16 "
        "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
        "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, "
        "%30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, "
        "%44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, "
        "%58, %59, %60, %61, %62, %63, %64, %65, %66, %67, %68, %69, %70, %71}, "
        "%72, %73, 1, 1, 1, 0, 0;"
        : SUMS_16(0), SUMS_16(16), SUMS_16(32), SUMS_16(48), SUMS_8(64)
        : "l"(a), "l"(b));
}
/* --- Results ---------------------------------------------------------------------- */

__device__ unsigned two(float a, float b)
{
    __nv_bfloat162 x = __floats2bfloat162_rn(a, b);
    return *(unsigned *)&x;
}

/* Write 64 x COLS results of a warpgroup to a box: COLS / 2 sums of each thread.
   stmatrix stores fragments as ldmatrix loads them (lab 13): here a warp's 16 rows x 16
   columns. */
template <int COLS> __device__ void fill_box(__nv_bfloat16 *box, const float *sum)
{
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32 % 4;
    int row = warp * 16 + lane % 16;
    int swizzle = COLS == 64 ? row % 8 : row / 2 % 4; // of 128 bytes, or of 64
#pragma unroll
    for (int i = 0; i < COLS / 2; i += 8) {
        int piece = (i / 4 + lane / 16) ^ swizzle;
        asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};"
                     :
                     : "r"(shared_address(&box[row * COLS + piece * 8])),
                       "r"(two(sum[i], sum[i + 1])), "r"(two(sum[i + 2], sum[i + 3])),
                       "r"(two(sum[i + 4], sum[i + 5])),
                       "r"(two(sum[i + 6], sum[i + 7]))
                     : "memory");
    }
}

/* --- The kernel ------------------------------------------------------------------- */

struct maps {
    CUtensorMap H, Wc, Wr, c, k;
};
struct angles {
    const float *cos, *sin;
    const int *position;
};

__global__ void __cluster_dims__(CLUSTER) __launch_bounds__(THREADS, 1)
    project(int tokens, int D, int dc, int dr, const __grid_constant__ struct maps maps,
            const struct angles angles)
{
    extern __shared__ __align__(1024) char memory[];
    struct shared *shared = (struct shared *)memory;

    int rank = cluster_rank(), warpgroup = threadIdx.x / 128;
    int clusters = gridDim.x / CLUSTER, cluster = blockIdx.x / CLUSTER;
    int rows = (tokens + BM - 1) / BM;
    int cols = max((dc + CLUSTER * BC - 1) / (CLUSTER * BC),
                   (dr + CLUSTER * BR - 1) / (CLUSTER * BR));
    int tiles = (D + BK - 1) / BK; // of D, per tile of results

    if (threadIdx.x == 0) {
        for (int s = 0; s < STAGES; s++) {
            barrier_init(&shared->full[s], 1);
            barrier_init(&shared->empty[s], CONSUMERS * CLUSTER);
        }
    }
    cluster_sync(); // the mbarriers of both blocks exist

    // Tile p has the tokens from p / cols * BM on. This block has the columns from
    // col * BC on of c, and from col * BR on of k.
    if (warpgroup == 0) {
        registers_give<GIVE>();
        if (threadIdx.x == 0) {
            int s = 0, parity = 0; // the next stage, and the parity of its phases
            for (int p = cluster; p < rows * cols; p += clusters) {
                int row0 = p / cols * BM, col = p % cols * CLUSTER + rank;
                for (int t = 0; t < tiles; t++) {
                    struct stage *stage = &shared->ring[s];
                    uint64_t *full = &shared->full[s];
                    barrier_wait(&shared->empty[s], parity ^ 1);
                    barrier_expect(full, sizeof(*stage));
                    // STEP 1: copy this block's half of H's rows to both blocks. Then
                    // copy the block's own rows of Wc and of Wr, one below the other.
                    int part = rank * (BM / CLUSTER);
                    multicast_tile(stage->H[part], &maps.H, row0 + part, t * BK, full);
                    copy_tile(stage->W[0], &maps.Wc, col * BC, t * BK, full);
                    copy_tile(stage->W[BC], &maps.Wr, col * BR, t * BK, full);
                    // END 1
                    if (++s == STAGES)
                        s = 0, parity ^= 1;
                }
            }
        }
    } else {
        registers_take<TAKE>();
        int consumer = warpgroup - 1, thread = threadIdx.x % 128;
        int lane = threadIdx.x % 32, warp = thread / 32;
        __nv_bfloat16 *box = shared->box[consumer][0];
        int s = 0, parity = 0; // the next stage, and the parity of its phases
        for (int p = cluster; p < rows * cols; p += clusters) {
            int row0 = p / cols * BM + consumer * WGMMA_M;
            int col = p % cols * CLUSTER + rank;
            float sum[SUMS] = {};

            // A thread has elements of two rows, 8 apart, and in each four pairs of k.
            // Their angles are loaded now, while the first tiles are copied.
            float cos[2][BR / 8] = {}, sin[2][BR / 8] = {};
#pragma unroll
            for (int i = 0; i < 2; i++) {
                int row = row0 + warp * 16 + i * 8 + lane / 4;
                // STEP 2: the four angles of the row's token. The pair of sums that
                // belongs to angle j is number j * 4 + lane % 4 of the block's 16.
                if (row < tokens) {
                    int at = angles.position[row] * (dr / 2);
#pragma unroll
                    for (int j = 0; j < BR / 8; j++) {
                        int pair = col * BR / 2 + j * 4 + lane % 4;
                        if (pair < dr / 2) {
                            cos[i][j] = angles.cos[at + pair];
                            sin[i][j] = angles.sin[at + pair];
                        }
                    }
                }
                // END 2
            }

            for (int t = 0; t < tiles; t++) {
                struct stage *now = &shared->ring[s];
                barrier_wait(&shared->full[s], parity);
                products_begin();
#pragma unroll
                for (int k = 0; k < BK; k += WGMMA_K) {
                    uint64_t h = descriptor(&now->H[consumer * WGMMA_M][k]);
                    // STEP 3: the first half of the columns, and the second one. Which
                    // of the thread's sums do they have?
                    multiply(&sum[0], h, descriptor(&now->W[0][k]));
                    multiply(&sum[SUMS / 2], h, descriptor(&now->W[WGMMA_N][k]));
                    // END 3
                }
                products_commit();
                products_wait<0>();
                if (thread < CLUSTER)
                    barrier_arrive_at(&shared->empty[s], thread);
                if (++s == STAGES)
                    s = 0, parity ^= 1;
            }

            // STEP 4: rotate the pairs. After the BC / 2 sums of c come those of k: of
            // each 8 columns, the pair of the first row, then that of the second.
#pragma unroll
            for (int j = 0; j < BR / 8; j++) {
#pragma unroll
                for (int i = 0; i < 2; i++) {
                    float *pair = &sum[BC / 2 + j * 4 + i * 2];
                    float even = pair[0], odd = pair[1];
                    pair[0] = even * cos[i][j] - odd * sin[i][j];
                    pair[1] = even * sin[i][j] + odd * cos[i][j];
                }
            }
            // END 4

#pragma unroll
            for (int j = 0; j < BC / BOX + 1; j++) {
                if (thread == 0)
                    stores_wait<0>(); // the box has been read
                warpgroup_sync(warpgroup);
                if (j < BC / BOX)
                    fill_box<BOX>(box, &sum[j * BOX / 2]);
                else
                    fill_box<BR>(box, &sum[BC / 2]);
                fence_for_copies();
                warpgroup_sync(warpgroup);
                // STEP 5: thread 0 begins to store the box: to c, or, the last one, to
                // k.
                if (thread == 0) {
                    if (j < BC / BOX)
                        store_box(&maps.c, row0, col * BC + j * BOX, box);
                    else
                        store_box(&maps.k, row0, col * BR, box);
                    stores_commit();
                }
                // END 5
            }
        }
        if (thread == 0)
            stores_wait<0>(); // shared memory is read until then
    }
    cluster_sync_arrivals(); // all arrivals at this block are there
}

void latent(int tokens, int D, int dc, int dr, const __nv_bfloat16 *H,
            const __nv_bfloat16 *Wc, const __nv_bfloat16 *Wr, const float *cos,
            const float *sin, const int *position, __nv_bfloat16 *c, __nv_bfloat16 *k)
{
    static int sms; // of this GPU
    if (sms == 0) {
        cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
        cudaFuncSetAttribute(project, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             sizeof(struct shared));
    }
    struct maps maps = {};
    // STEP 6: a map of each matrix: its rows and columns, the elements from row to row,
    // and the rows and columns of what is copied together.
    maps.H = map_of(H, tokens, D, D, BM / CLUSTER, BK);
    maps.Wc = map_of(Wc, dc, D, D, BC, BK);
    maps.Wr = map_of(Wr, dr, D, D, BR, BK);
    maps.c = map_of(c, tokens, dc, dc, WGMMA_M, BOX);
    maps.k = map_of(k, tokens, dr, dr, WGMMA_M, BR);
    // END 6
    int cols = max((dc + CLUSTER * BC - 1) / (CLUSTER * BC),
                   (dr + CLUSTER * BR - 1) / (CLUSTER * BR));
    int clusters = min((tokens + BM - 1) / BM * cols, sms / CLUSTER);
    project<<<clusters * CLUSTER, THREADS, sizeof(struct shared)>>>(
        tokens, D, dc, dr, maps, (struct angles){cos, sin, position});
}
