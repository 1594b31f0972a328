/*
 * latent() for Hopper, from one reading of H: copies by tensor maps, wgmma, and
 * clusters of two blocks that stay. Each block of a cluster has 128 tokens and half of
 * the columns; it loads half of the rows of H, for both. k is rotated in registers.
 */
#include <cudaTypedefs.h>
#include <stdint.h>

#include "latent.h"

enum {
    BM = 128, /* tokens and... */
    BN = 288, /* ...columns of c and k per block */
    BK = 64,  /* of D per tile */
    STAGES = 4,
    CLUSTER = 2, /* blocks side by side that share the tiles of H */

    WGMMA_M = 64,
    WGMMA_N = 144, /* two of them make BN */
    WGMMA_K = 16,

    CONSUMERS = BM / WGMMA_M,
    THREADS = (1 + CONSUMERS) * 128,
    PART = BM / CLUSTER,       /* rows of H that each block of a cluster loads */
    BOX = 32,                  /* columns that are loaded, or stored, together */
    SUMS = WGMMA_M * BN / 128, /* of a thread */
};

struct stage {
    __nv_bfloat16 H[BM][BK], W[BN][BK];
};
struct shared {
    struct stage ring[STAGES];
    __nv_bfloat16 out[CONSUMERS][2][WGMMA_M][BOX];
    uint64_t full[STAGES], empty[STAGES];
};

/* rows x cols elements without gaps, of which `height` x `width` are a box. */
static CUtensorMap map_of(const __nv_bfloat16 *X, int rows, int cols, int height,
                          int width)
{
    CUtensorMap map;
    cuuint64_t size[2] = {(cuuint64_t)cols, (cuuint64_t)rows},
               stride[1] = {cols * sizeof(*X)};
    cuuint32_t box[2] = {(cuuint32_t)width, (cuuint32_t)height}, step[2] = {1, 1};
    void *encode = NULL; // a function of the driver
    cudaDriverEntryPointQueryResult found;
    cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &encode, 12000,
                                     cudaEnableDefault, &found);
    ((PFN_cuTensorMapEncodeTiled_v12000)encode)(
        &map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, (void *)X, size, stride, box, step,
        CU_TENSOR_MAP_INTERLEAVE_NONE,
        width == BK ? CU_TENSOR_MAP_SWIZZLE_128B : CU_TENSOR_MAP_SWIZZLE_64B,
        CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
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

/* Begin to copy the box of the map from (row, k) on. Its bytes arrive at the
 * mbarrier.
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

__device__ unsigned cluster_rank()
{
    unsigned rank;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return rank;
}
__device__ void cluster_sync()
{
    asm volatile("barrier.cluster.arrive.release.aligned;\n"
                 "barrier.cluster.wait.acquire.aligned;"
                 :
                 :
                 : "memory");
}
/* Arrive at the mbarrier of the block with this rank. */
__device__ void arrive_at(uint64_t *barrier, unsigned rank)
{
    asm volatile("{\n"
                 ".reg .b32 at;\n"
                 "mapa.shared::cluster.u32 at, %0, %1;\n"
                 "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [at];\n"
                 "}"
                 :
                 : "r"(shared_address(barrier)), "r"(rank)
                 : "memory");
}
/* Likewise, to all blocks of the cluster. */
__device__ void multicast_tile(void *to, const CUtensorMap *map, int row, int k,
                               uint64_t *barrier)
{
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global"
                 ".mbarrier::complete_tx::bytes.multicast::cluster "
                 "[%0], [%1, {%2, %3}], [%4], %5;"
                 :
                 : "r"(shared_address(to)), "l"(map), "r"(k), "r"(row),
                   "r"(shared_address(barrier)),
                   "h"((unsigned short)((1 << CLUSTER) - 1))
                 : "memory");
}
__device__ void store_tile(const CUtensorMap *map, int row, int col, const void *from)
{
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group "
                 "[%0, {%1, %2}], [%3];"
                 :
                 : "l"(map), "r"(col), "r"(row), "r"(shared_address(from))
                 : "memory");
}

/* --- wgmma
 * ------------------------------------------------------------------------ */

/* What wgmma must know of a tile: the first of its rows, at the k of this step.
 */
__device__ uint64_t descriptor(const __nv_bfloat16 *from)
{
    uint64_t start = 0, stride = 0, swizzle = 0;
    // STEP 2: the address, and the distance from eight rows to the next eight,
    // both in units of 16 bytes; and the number of the swizzle of 128 bytes.
    start = shared_address(from) >> 4;
    stride = 8 * BK * sizeof(*from) >> 4;
    swizzle = 1;
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
#define SUMS_8(i) SUMS_4(i), SUMS_4(i + 4)
#define SUMS_24(i) SUMS_8(i), SUMS_8(i + 8), SUMS_8(i + 16)

/* Begin to add 64 x 16 of H times 16 x 144 of W' to sums of a warpgroup. */
__device__ void multiply(float *sum, uint64_t h, uint64_t w)
{
    asm volatile(
        "wgmma.mma_async.sync.aligned.m64n144k16.f32.bf16.bf16 "
        "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
        "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, "
        "%30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, "
        "%44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, "
        "%58, %59, %60, %61, %62, %63, %64, %65, %66, %67, %68, %69, %70, %71}, "
        "%72, %73, 1, 1, 1, 0, 0;"
        : SUMS_24(0), SUMS_24(24), SUMS_24(48)
        : "l"(h), "l"(w));
}

/* --- The kernel
 * ------------------------------------------------------------------- */

__device__ unsigned two(float a, float b)
{
    __nv_bfloat162 x = __floats2bfloat162_rn(a, b);
    return *(unsigned *)&x;
}

/* The columns of c and k are numbered through: those of k begin at a whole box.
 */
__host__ __device__ int first_of_k(int dc)
{
    return (dc + BOX - 1) / BOX * BOX;
}

struct maps {
    CUtensorMap H, Wc, Wr, c, k;
};
struct angles {
    const float *cos, *sin;
    const int *position;
};

__global__ void __cluster_dims__(CLUSTER) __launch_bounds__(THREADS, 1)
    project(int tokens, int D, int dc, int dr, const __grid_constant__ struct maps maps,
            struct angles at)
{
    extern __shared__ __align__(1024) char memory[];
    struct shared *shared = (struct shared *)memory;
    int rows = (tokens + BM - 1) / BM, first_k = first_of_k(dc);
    int cols = (first_k + dr + BN * CLUSTER - 1) / (BN * CLUSTER);
    int tiles = (D + BK - 1) / BK;
    int rank = cluster_rank(), clusters = gridDim.x / CLUSTER;
    int warpgroup = threadIdx.x / 128;

    if (threadIdx.x == 0) {
        for (int s = 0; s < STAGES; s++) {
            barrier_init(&shared->full[s], 1);
            barrier_init(&shared->empty[s], CONSUMERS * CLUSTER);
        }
    }
    cluster_sync();

    if (warpgroup == 0) {
        asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
        if (threadIdx.x == 0)
            for (int p = blockIdx.x / CLUSTER, n = 0; p < rows * cols; p += clusters) {
                int row0 = p / cols * BM, col0 = (p % cols * CLUSTER + rank) * BN;
                for (int t = 0; t < tiles; t++, n++) {
                    struct stage *stage = &shared->ring[n % STAGES];
                    uint64_t *full = &shared->full[n % STAGES];
                    if (n >= STAGES)
                        barrier_wait(&shared->empty[n % STAGES], n / STAGES - 1 & 1);
                    barrier_expect(full, sizeof *stage);
                    multicast_tile(stage->H[rank * PART], &maps.H, row0 + rank * PART,
                                   t * BK, full);
                    for (int j = 0; j < BN; j += BOX) {
                        int col = col0 + j;
                        copy_tile(stage->W[j], col < first_k ? &maps.Wc : &maps.Wr,
                                  col < first_k ? col : col - first_k, t * BK, full);
                    }
                }
            }
    } else {
        asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
        int wg = warpgroup - 1, thread = threadIdx.x % 128, lane = thread % 32,
            warp = thread / 32;
        for (int p = blockIdx.x / CLUSTER, n = 0; p < rows * cols; p += clusters) {
            int row0 = p / cols * BM + wg * WGMMA_M;
            int col0 = (p % cols * CLUSTER + rank) * BN;
            float sum[SUMS] = {};
            for (int t = 0; t < tiles; t++, n++) {
                struct stage *now = &shared->ring[n % STAGES];
                barrier_wait(&shared->full[n % STAGES], n / STAGES & 1);
                products_begin();
#pragma unroll
                for (int k = 0; k < BK; k += WGMMA_K) {
                    uint64_t h = descriptor(&now->H[wg * WGMMA_M][k]);
                    multiply(sum, h, descriptor(&now->W[0][k]));
                    multiply(sum + SUMS / 2, h, descriptor(&now->W[WGMMA_N][k]));
                }
                products_commit();
                products_wait<1>();
                if (t > 0 && thread < CLUSTER)
                    arrive_at(&shared->empty[(n - 1) % STAGES], thread);
            }
            products_wait<0>();
            if (thread < CLUSTER)
                arrive_at(&shared->empty[(n - 1) % STAGES], thread);

            /* A thread has elements of two rows, 8 apart. */
            int row = row0 + warp * 16 + lane / 4, at_row[2];
            for (int i = 0; i < 2; i++)
                at_row[i] = row + 8 * i < tokens ? at.position[row + 8 * i] : 0;
#pragma unroll
            for (int j = 0; j < BN / BOX; j++) {
                int col = col0 + j * BOX;
                float *s = &sum[j * 16];
                __nv_bfloat16(*out)[BOX] = shared->out[wg][j % 2];
                if (col >= first_k) {
#pragma unroll
                    for (int i = 0; i < 16; i += 2) {
                        int pair = (col - first_k) / 2 + i / 4 * 4 + lane % 4;
                        if (pair < dr / 2) {
                            int angle = at_row[i / 2 % 2] * (dr / 2) + pair;
                            float x = at.cos[angle], y = at.sin[angle];
                            float even = s[i] * x - s[i + 1] * y;
                            s[i + 1] = s[i] * y + s[i + 1] * x;
                            s[i] = even;
                        }
                    }
                }
                if (thread == 0 && j == 0)
                    asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
                else if (thread == 0)
                    asm volatile("cp.async.bulk.wait_group.read 1;" ::: "memory");
                asm volatile("bar.sync %0, 128;" ::"r"(1 + wg) : "memory");
#pragma unroll
                for (int i = 0; i < 16; i += 8) {
                    int line = warp * 16 + lane / 8 % 2 * 8 + lane % 8;
                    int piece = i / 4 + lane / 16; // of 8 columns
                    char *to = (char *)out[line] + (piece ^ line / 2 % 4) * 16;
                    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, "
                                 "%2, %3, %4};" ::"r"(shared_address(to)),
                                 "r"(two(s[i], s[i + 1])), "r"(two(s[i + 2], s[i + 3])),
                                 "r"(two(s[i + 4], s[i + 5])),
                                 "r"(two(s[i + 6], s[i + 7]))
                                 : "memory");
                }
                asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
                asm volatile("bar.sync %0, 128;" ::"r"(1 + wg) : "memory");
                if (thread == 0) {
                    if (col < dc)
                        store_tile(&maps.c, row0, col, out);
                    else if (col >= first_k && col - first_k < dr)
                        store_tile(&maps.k, row0, col - first_k, out);
                    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
                }
            }
        }
        if (thread == 0)
            asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
    }
    cluster_sync();
}

void latent(int tokens, int D, int dc, int dr, const __nv_bfloat16 *H,
            const __nv_bfloat16 *Wc, const __nv_bfloat16 *Wr, const float *cos,
            const float *sin, const int *position, __nv_bfloat16 *c, __nv_bfloat16 *k)
{
    int bytes = sizeof(struct shared), device, sms;
    int tiles = (tokens + BM - 1) / BM *
                ((first_of_k(dc) + dr + BN * CLUSTER - 1) / (BN * CLUSTER));
    struct maps maps = {map_of(H, tokens, D, PART, BK), map_of(Wc, dc, D, BOX, BK),
                        map_of(Wr, dr, D, BOX, BK), map_of(c, tokens, dc, WGMMA_M, BOX),
                        map_of(k, tokens, dr, WGMMA_M, BOX)};
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
    int blocks = (tiles < sms / CLUSTER ? tiles : sms / CLUSTER) * CLUSTER;
    cudaFuncSetAttribute(project, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    project<<<blocks, THREADS, bytes>>>(tokens, D, dc, dr, maps,
                                        (struct angles){cos, sin, position});
}
