/*
 * Lab 18, Hopper attention: lab 17's kernel with the instructions of labs 14 and 15.
 * While one warpgroup computes exponentials, the tensor cores multiply for the other.
 *
 *     block       128 rows of Q of one head; a ring of tiles of 128 rows of K and V
 *     producer    a warpgroup; one of its threads begins all copies
 *     consumers   two warpgroups with 64 rows each, which take turns: one begins its
 *                 products, those of S of this tile and of P * V of the one before,
 *                 and lets the other begin its own; meanwhile it computes P
 *
 * wgmma takes P from registers, where the sums of S already are in the layout that it
 * needs. V is multiplied as it is: its rows are along the sums' k.
 */
#include <cudaTypedefs.h>
#include <math.h>
#include <stdint.h>

#include "attention.h"

enum {
    WM = 64,     /* rows of Q per consumer, as wgmma has them */
    BM = 2 * WM, /* per block */
    BN = 128,    /* rows of K and V per tile */
    STAGES = 2,
    WGMMA_K = 16,
    BOX = 64,   /* elements of a row that are copied at a time: 128 bytes, swizzled */
    GIVE = 24,  /* registers of a producer's thread, and... */
    TAKE = 240, /* ...of a consumer's. nvcc gives 168 to each: 65,536 / 384 */
    THREADS = 3 * 128,
};

/* Boxes as the copy engine brings them: lab 14's tiles, d / 64 of them side by side. */
template <int D> struct shared_memory {
    __nv_bfloat16 Q[2][D / BOX][WM][BOX]; /* of each consumer; then its rows of O */
    __nv_bfloat16 K[STAGES][D / BOX][BN][BOX], V[STAGES][D / BOX][BN][BOX];
    uint64_t full_q, full_k[STAGES], full_v[STAGES]; /* mbarriers */
    uint64_t empty_k[STAGES], empty_v[STAGES];
};

/* --- Tensor maps ------------------------------------------------------------------ */

/* What the copy engine must know of heads x N x d elements; it copies `rows` rows x 64
   of one head at a time. Rows beyond N are zeros, and are not stored. */
static CUtensorMap map_of(const __nv_bfloat16 *X, int heads, int N, int d, int rows)
{
    CUtensorMap map;
    cuuint64_t size[3] = {(cuuint64_t)d, (cuuint64_t)N, (cuuint64_t)heads};
    cuuint64_t stride[2] = {}; // bytes from row to row, and from head to head
    cuuint32_t box[3] = {BOX, (cuuint32_t)rows, 1}, step[3] = {1, 1, 1};
    // STEP 1: the strides of rows and of heads, in bytes.
    stride[0] = d * sizeof(*X);
    stride[1] = (cuuint64_t)N * d * sizeof(*X);
    // END 1

    void *encode = NULL; // a function of the driver
    cudaDriverEntryPointQueryResult found;
    cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &encode, 12000,
                                     cudaEnableDefault, &found);
    ((PFN_cuTensorMapEncodeTiled_v12000)encode)(
        &map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 3, (void *)X, size, stride, box, step,
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

__device__ void barrier_arrive(uint64_t *barrier)
{
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];"
                 :
                 : "r"(shared_address(barrier))
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

/* Begin to copy ROWS rows of a head, from `row` on, to D / 64 boxes. Their bytes arrive
   at the mbarrier. */
template <int D, int ROWS>
__device__ void copy_rows(__nv_bfloat16 to[D / BOX][ROWS][BOX], const CUtensorMap *map,
                          int row, int head, uint64_t *barrier)
{
#pragma unroll
    for (int i = 0; i < D / BOX; i++)
        asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global"
                     ".mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, %4}], [%5];"
                     :
                     : "r"(shared_address(to[i])), "l"(map), "r"(i * BOX), "r"(row),
                       "r"(head), "r"(shared_address(barrier))
                     : "memory");
}

/* Store 64 rows of a head from D / 64 boxes, and wait until they have been read. */
template <int D>
__device__ void store_rows(const CUtensorMap *map, int row, int head,
                           const __nv_bfloat16 from[D / BOX][WM][BOX])
{
#pragma unroll
    for (int i = 0; i < D / BOX; i++)
        asm volatile("cp.async.bulk.tensor.3d.global.shared::cta.bulk_group"
                     " [%0, {%1, %2, %3}], [%4];"
                     :
                     : "l"(map), "r"(i * BOX), "r"(row), "r"(head),
                       "r"(shared_address(from[i]))
                     : "memory");
    asm volatile("cp.async.bulk.commit_group;\n"
                 "cp.async.bulk.wait_group.read 0;"
                 :
                 :
                 : "memory");
}

/* Let the copy engine see what this thread has stored in shared memory. */
__device__ void fence_for_copies()
{
    asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
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

/* Wait for the 128 threads of this consumer: barriers 1 and 2. */
__device__ void consumer_sync(int consumer)
{
    asm volatile("bar.sync %0, 128;" : : "r"(1 + consumer) : "memory");
}

/* The turns are barriers 3 and 4, of 256 threads: those of a consumer wait at its own
   one, until those of the other have arrived there. */
__device__ void turn_wait(int consumer)
{
    asm volatile("bar.sync %0, 256;" : : "r"(3 + consumer) : "memory");
}
__device__ void turn_give(int other)
{
    asm volatile("bar.arrive %0, 256;" : : "r"(3 + other) : "memory");
}

/* --- wgmma (lab 14) --------------------------------------------------------------- */

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
#define SUMS_16(i) SUMS_4(i), SUMS_4(i + 4), SUMS_4(i + 8), SUMS_4(i + 12)
#define SUMS_32 SUMS_16(0), SUMS_16(16)
#define SUMS_64 SUMS_32, SUMS_16(32), SUMS_16(48)

/* Wait until at most N groups are in flight, those of these sums not among them: nvcc
   must not use the sums before. */
template <int N> __device__ void products_wait(float (&sum)[64])
{
    asm volatile("wgmma.wait_group.sync.aligned %64;" : SUMS_64 : "n"(N) : "memory");
}
template <int N> __device__ void products_wait(float (&sum)[32])
{
    asm volatile("wgmma.wait_group.sync.aligned %32;" : SUMS_32 : "n"(N) : "memory");
}

/* What wgmma must know of rows of Q or K, which are contiguous along the sums' k. */
__device__ uint64_t descriptor(const __nv_bfloat16 *from)
{
    uint64_t start = shared_address(from) >> 4;
    uint64_t stride = 8 * BOX * sizeof(*from) >> 4;
    uint64_t swizzle = 1; // of 128 bytes
    return start | stride << 32 | swizzle << 62;
}

/* Likewise of V, whose rows are along k: 64 columns of it are contiguous. */
__device__ uint64_t descriptor_of_rows(const __nv_bfloat16 *from)
{
    uint64_t leading = 0; // bytes from a box to the next one, which has 64 more columns
    // STEP 2: a box has BN rows of 64 elements.
    leading = BN * BOX * sizeof(*from);
    // END 2
    return descriptor(from) | leading >> 4 << 16;
}

#define REGISTERS_32                                                                   \
    "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, " \
    "%18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31"
#define REGISTERS_64                                                                   \
    REGISTERS_32 ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, " \
                 "%45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, "   \
                 "%58, %59, %60, %61, %62, %63"

/* Begin to multiply 64 x 16 of Q by 16 x 128 of K'. If `add`, the products are added to
   the sums; else they are the sums. */
__device__ void multiply(float (&sum)[64], uint64_t a, uint64_t b, int add)
{
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %66, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 "
                 "{" REGISTERS_64 "}, %64, %65, p, 1, 1, 0, 0;\n"
                 "}"
                 : SUMS_64
                 : "l"(a), "l"(b), "r"(add));
}

/* Begin to add 64 x 16 of P, from registers, times 16 x d of V to the sums. */
__device__ void multiply(float (&sum)[64], const unsigned a[4], uint64_t b)
{
    asm volatile("wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 "
                 "{" REGISTERS_64 "}, {%64, %65, %66, %67}, %68, 1, 1, 1, 1;"
                 : SUMS_64
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b));
}
__device__ void multiply(float (&sum)[32], const unsigned a[4], uint64_t b)
{
    asm volatile("wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 "
                 "{" REGISTERS_32 "}, {%32, %33, %34, %35}, %36, 1, 1, 1, 1;"
                 : SUMS_32
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b));
}

/* --- Softmax (lab 17) ------------------------------------------------------------- */

/* 2 to the power of x, by one instruction. */
__device__ float power_of_two(float x)
{
    float y;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
}

/* Two numbers, rounded: half a register each. */
__device__ unsigned two(float a, float b)
{
    __nv_bfloat162 x = __floats2bfloat162_rn(a, b);
    return *(unsigned *)&x;
}

/* Of two rows of a thread, lane / 4 and lane / 4 + 8 of its warp's 16: the maximum so
   far, the sum of this lane's columns, and what O must be multiplied by. */
struct rows {
    float top[2], sum[2], shrink[2];
};

/* A row of S has 2 sums of every 4 of a thread. Make them exponentials. */
__device__ void exponentials(float (&s)[BN / 2], float scale, struct rows *r)
{
#pragma unroll
    for (int h = 0; h < 2; h++) {
        float largest = r->top[h], sum = 0;
#pragma unroll
        for (int i = 2 * h; i < BN / 2; i += 4)
            largest = fmaxf(largest, fmaxf(s[i], s[i + 1]));
        largest = fmaxf(largest, __shfl_xor_sync(0xffffffff, largest, 1));
        largest = fmaxf(largest, __shfl_xor_sync(0xffffffff, largest, 2));
#pragma unroll
        for (int i = 2 * h; i < BN / 2; i += 4) {
            s[i] = power_of_two(s[i] * scale - largest * scale);
            s[i + 1] = power_of_two(s[i + 1] * scale - largest * scale);
            sum += s[i] + s[i + 1];
        }
        r->shrink[h] = power_of_two((r->top[h] - largest) * scale);
        r->sum[h] = r->sum[h] * r->shrink[h] + sum;
        r->top[h] = largest;
    }
}

/* --- The kernel ------------------------------------------------------------------- */

/* scale: of the scores, times log2(e). */
template <int D>
__global__ void __launch_bounds__(THREADS, 1)
    attend(int N, float scale, int causal, const __grid_constant__ CUtensorMap Q,
           const __grid_constant__ CUtensorMap K, const __grid_constant__ CUtensorMap V,
           const __grid_constant__ CUtensorMap O)
{
    extern __shared__ __align__(1024) char memory[];
    struct shared_memory<D> *shared = (struct shared_memory<D> *)memory;

    int head = blockIdx.y, row0 = (gridDim.x - 1 - blockIdx.x) * BM;
    int tiles = ((causal ? min(N, row0 + BM) : N) + BN - 1) / BN;
    int warpgroup = uniform(threadIdx.x / 128);

    if (threadIdx.x == 0) {
        barrier_init(&shared->full_q, 1);
        for (int i = 0; i < STAGES; i++) {
            barrier_init(&shared->full_k[i], 1);
            barrier_init(&shared->full_v[i], 1);
            barrier_init(&shared->empty_k[i], 2); // each consumer arrives once
            barrier_init(&shared->empty_v[i], 2);
        }
    }
    __syncthreads(); // the mbarriers exist

    if (warpgroup == 0) {
        registers_give<GIVE>();
        if (threadIdx.x > 0)
            return;
        barrier_expect(&shared->full_q, sizeof(shared->Q));
        copy_rows<D, WM>(shared->Q[0], &Q, row0, head, &shared->full_q);
        copy_rows<D, WM>(shared->Q[1], &Q, row0 + WM, head, &shared->full_q);
        for (int t = 0; t < tiles; t++) {
            int s = t % STAGES, parity = t / STAGES % 2;
            // STEP 3: wait until this stage of K is empty (lab 15), expect its bytes,
            // and copy the tile's rows to it. Then do the same for V.
            barrier_wait(&shared->empty_k[s], parity ^ 1);
            barrier_expect(&shared->full_k[s], sizeof(shared->K[s]));
            copy_rows<D, BN>(shared->K[s], &K, t * BN, head, &shared->full_k[s]);
            barrier_wait(&shared->empty_v[s], parity ^ 1);
            barrier_expect(&shared->full_v[s], sizeof(shared->V[s]));
            copy_rows<D, BN>(shared->V[s], &V, t * BN, head, &shared->full_v[s]);
            // END 3
        }
        return;
    }

    registers_take<TAKE>();
    int consumer = warpgroup - 1, thread = threadIdx.x % 128;
    int lane = thread % 32, warp = thread / 32;
    row0 += consumer * WM;

    float out[D / 2] = {};  // 64 x D of O, not yet divided by the rows' sums
    float s[BN / 2];        // 64 x BN scores, then their exponentials
    unsigned p[BN / 16][4]; // those of the tile before, rounded
    struct rows rows = {{-INFINITY, -INFINITY}, {}, {}};

    // Begin to multiply Q by tile t of K: one group.
    auto begin_scores = [&](int t) {
        products_begin();
#pragma unroll
        for (int k = 0; k < D; k += WGMMA_K)
            multiply(s, descriptor(&shared->Q[consumer][k / BOX][0][k % BOX]),
                     descriptor(&shared->K[t % STAGES][k / BOX][0][k % BOX]), k > 0);
        products_commit();
    };
    // Begin to add P times tile t of V to out: one group.
    auto begin_values = [&](int t) {
#pragma unroll
        for (int k = 0; k < BN; k += WGMMA_K)
            multiply(out, p[k / WGMMA_K],
                     descriptor_of_rows(&shared->V[t % STAGES][0][k][0]));
        products_commit();
    };
    // Scores that do not count have exponentials of 0 (lab 17).
    auto mask = [&](int t) {
        if ((t + 1) * BN <= N && (!causal || (t + 1) * BN <= row0))
            return;
#pragma unroll
        for (int i = 0; i < BN / 2; i++) {
            int row = row0 + warp * 16 + i / 2 % 2 * 8 + lane / 4;
            int col = t * BN + i / 4 * 8 + lane % 4 * 2 + i % 2;
            if (col >= N || (causal && col > row))
                s[i] = -INFINITY;
        }
    };
    auto round_p = [&] {
#pragma unroll
        for (int k = 0; k < BN / WGMMA_K; k++) {
            // STEP 4: the sums of two neighbouring groups of 8 columns, s[8 * k] to
            // s[8 * k + 7], are the four registers p[k] of 16 columns: two sums each.
#pragma unroll
            for (int i = 0; i < 4; i++)
                p[k][i] = two(s[8 * k + 2 * i], s[8 * k + 2 * i + 1]);
            // END 4
        }
    };

    if (consumer == 1)
        turn_give(0); // the first turn
    barrier_wait(&shared->full_q, 0);
    barrier_wait(&shared->full_k[0], 0);
    turn_wait(consumer);
    begin_scores(0);
    turn_give(1 - consumer);
    products_wait<0>(s);
    if (thread == 0)
        barrier_arrive(&shared->empty_k[0]);
    mask(0);
    exponentials(s, scale, &rows);
    round_p();

    for (int t = 1; t < tiles; t++) {
        int now = t % STAGES, before = (t - 1) % STAGES;
        barrier_wait(&shared->full_k[now], t / STAGES % 2);
        // STEP 5: in this consumer's turn, begin the scores of this tile; when V of the
        // tile before has arrived, begin its values. Then it is the other's turn.
        turn_wait(consumer);
        begin_scores(t);
        barrier_wait(&shared->full_v[before], (t - 1) / STAGES % 2);
        begin_values(t - 1);
        turn_give(1 - consumer);
        // END 5

        // STEP 6: wait for the scores alone. Then one thread arrives at empty_k.
        products_wait<1>(s);
        if (thread == 0)
            barrier_arrive(&shared->empty_k[now]);
        // END 6
        mask(t);
        exponentials(s, scale, &rows); // while the tensor cores multiply values

        // STEP 7: wait for the values, and arrive at empty_v. Then p is free, and out
        // is relative to the maximum before: multiply each element by its row's shrink.
        products_wait<0>(out);
        if (thread == 0)
            barrier_arrive(&shared->empty_v[before]);
#pragma unroll
        for (int i = 0; i < D / 2; i++)
            out[i] *= rows.shrink[i / 2 % 2];
        // END 7
        round_p();
    }

    int last = tiles - 1;
    barrier_wait(&shared->full_v[last % STAGES], last / STAGES % 2);
    products_begin();
    begin_values(last);
    products_wait<0>(out);
    if (consumer == 0)
        turn_wait(0); // consumer 1 has given one turn more

    // O takes the place of Q, of this consumer's rows: as lab 15's results.
    float share[2]; // 1 / sum of the row, in the four lanes that have it
#pragma unroll
    for (int h = 0; h < 2; h++) {
        float sum = rows.sum[h];
        sum += __shfl_xor_sync(0xffffffff, sum, 1);
        sum += __shfl_xor_sync(0xffffffff, sum, 2);
        share[h] = 1 / sum;
    }
    int row = warp * 16 + lane % 16;
#pragma unroll
    for (int i = 0; i < D / 2; i += 8) {
        int col = i * 2, piece = (col % BOX / 8 + lane / 16) ^ row % 8; // swizzled
        asm volatile(
            "stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};"
            :
            : "r"(shared_address(&shared->Q[consumer][col / BOX][row][piece * 8])),
              "r"(two(out[i] * share[0], out[i + 1] * share[0])),
              "r"(two(out[i + 2] * share[1], out[i + 3] * share[1])),
              "r"(two(out[i + 4] * share[0], out[i + 5] * share[0])),
              "r"(two(out[i + 6] * share[1], out[i + 7] * share[1]))
            : "memory");
    }
    fence_for_copies();
    consumer_sync(consumer); // all rows are there
    if (thread == 0)
        store_rows<D>(&O, row0, head, shared->Q[consumer]);
}

template <int D>
static void start(int heads, int N, float scale, int causal, const __nv_bfloat16 *Q,
                  const __nv_bfloat16 *K, const __nv_bfloat16 *V, __nv_bfloat16 *O)
{
    int bytes = sizeof(struct shared_memory<D>);
    float log2e = 1.4426950408889634f;

    cudaFuncSetAttribute(attend<D>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    attend<D><<<dim3((N + BM - 1) / BM, heads), THREADS, bytes>>>(
        N, scale * log2e, causal, map_of(Q, heads, N, D, WM),
        map_of(K, heads, N, D, BN), map_of(V, heads, N, D, BN),
        map_of(O, heads, N, D, WM));
}

void attention(int heads, int N, int d, float scale, int causal, const __nv_bfloat16 *Q,
               const __nv_bfloat16 *K, const __nv_bfloat16 *V, __nv_bfloat16 *O)
{
    if (d == 64)
        start<64>(heads, N, scale, causal, Q, K, V, O);
    else
        start<128>(heads, N, scale, causal, Q, K, V, O);
}
