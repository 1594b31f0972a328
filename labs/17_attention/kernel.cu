/*
 * Lab 17, attention: two products and a softmax between them, in one kernel. The scores
 * S and the weights P are N x N, far larger than Q, K, V and O: they never leave the
 * registers.
 *
 *     block    128 rows of Q of one head, in 4 warps, which stay
 *     ring     tiles of 64 rows of K and V, of which each passes once (lab 08)
 *     warp      32 rows: 2 x 8 fragments of S, then 2 x D / 8 fragments of O
 *
 * A row's softmax needs the maximum of all its scores, and they come tile by tile. So O
 * and the sum are relative to a maximum so far: if that grows from m to n, both are
 * multiplied by exp(m - n). The fragments of S, rounded, are those that P * V needs.
 */
#include <cuda_pipeline.h>
#include <math.h>

#include "attention.h"

enum {
    BM = 128, /* rows of Q per block */
    BN = 64,  /* rows of K and V per tile */
    WM = 32,  /* rows of Q per warp */

    MMA_M = 16, /* what one mma.sync multiplies */
    MMA_N = 8,
    MMA_K = 16,

    THREADS = BM / WM * 32,
    FM = WM / MMA_M, /* fragments of a warp along its rows, */
    FN = BN / MMA_N, /* and of S along its columns */
    PIECE = 8,       /* elements in 16 bytes */
};

/* Rows as in global memory, but with pieces of 16 bytes swizzled (lab 13). D: d. */
template <int D> struct shared_memory {
    __nv_bfloat16 Q[BM][D];
    struct {
        __nv_bfloat16 K[BN][D], V[BN][D];
    } ring[2];
};

/* Where piece `piece` of a row is in the row, in elements. */
__device__ int swizzle(int row, int piece)
{
    return (piece ^ row % 8) * PIECE;
}

/* The address of a place in shared memory, as instructions of PTX take it. */
__device__ unsigned shared_address(const __nv_bfloat16 *p)
{
    return (unsigned)__cvta_generic_to_shared(p);
}

/* Begin to copy ROWS rows of a head's array, from row0 on. Rows beyond N become 0. */
template <int D, int ROWS>
__device__ void copy_rows(__nv_bfloat16 to[ROWS][D], const __nv_bfloat16 *from,
                          int row0, int N)
{
    enum { PIECES = D / PIECE, AT_A_TIME = THREADS / PIECES };
    int row = threadIdx.x / PIECES, piece = threadIdx.x % PIECES;
    // Rows that are 8 apart have one swizzle.
    auto place = [&](int i) { return &to[row + i][swizzle(row + i % 8, piece)]; };
    const __nv_bfloat16 *element = &from[(size_t)(row0 + row) * D + piece * PIECE];
#pragma unroll
    for (int i = 0; i < ROWS / AT_A_TIME; i++) {
        bool exists = row0 + row + i * AT_A_TIME < N;
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
                     :
                     : "r"(shared_address(place(i * AT_A_TIME))),
                       "l"(exists ? element + i * AT_A_TIME * D : from),
                       "r"(exists ? 16 : 0));
    }
}

/* Load four matrices of 8 x 8 (lab 13). */
__device__ void load_matrices(unsigned to[4], const __nv_bfloat16 *row)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "r"(shared_address(row)));
}

/* Likewise, but each matrix is transposed: a lane gets two elements of a column. */
__device__ void load_transposed(unsigned to[4], const __nv_bfloat16 *row)
{
    asm volatile(
        "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
        : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
        : "r"(shared_address(row)));
}

/* sum += a * b of one fragment of each, by all lanes of a warp (lab 13). */
__device__ void multiply(float sum[4], const unsigned a[4], const unsigned b[2])
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

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

/* scale: of the scores, times log2(e), since exp(x) is 2 to the power of x log2(e). */
template <int D>
__global__ void __launch_bounds__(THREADS, 2)
    attend(int N, float scale, int causal, const __nv_bfloat16 *Q,
           const __nv_bfloat16 *K, const __nv_bfloat16 *V, __nv_bfloat16 *O)
{
    extern __shared__ __align__(128) char memory[];
    struct shared_memory<D> *shared = (struct shared_memory<D> *)memory;

    size_t head = (size_t)blockIdx.y * N * D; // where its arrays begin
    Q += head, K += head, V += head, O += head;
    // With the mask, the last rows have most to do: their blocks start first.
    int row0 = (gridDim.x - 1 - blockIdx.x) * BM;
    int lane = threadIdx.x % 32, warp_row = threadIdx.x / 32 * WM;
    // The row and the piece of 16 x 16 elements whose address this lane gives (lab 13).
    // Q and V: rows 0 to 15 of piece 0, then of piece 1. K: both pieces of rows 0 to 7,
    // then of rows 8 to 15.
    int a_row = lane % 16, a_piece = lane / 16;
    int b_row = lane / 16 * 8 + lane % 8, b_piece = lane / 8 % 2;

    copy_rows<D, BM>(shared->Q, Q, row0, N);
    copy_rows<D, BN>(shared->ring[0].K, K, 0, N);
    copy_rows<D, BN>(shared->ring[0].V, V, 0, N);
    __pipeline_commit();

    float out[FM][D / MMA_N][4] = {}; // O, not yet divided by the row's sum
    // Of rows lane / 4 and lane / 4 + 8: what exponentials are relative to, the maximum
    // or a little less; and the sum of the exponentials in this lane's columns.
    float top[FM][2], sum[FM][2] = {};
    for (int i = 0; i < FM; i++)
        top[i][0] = top[i][1] = -INFINITY;

    int keys = N; // rows of K that this block needs, which are columns of S
    // STEP 1: with the mask, the block's last row, row0 + BM - 1, takes part with
    // columns 0 to row0 + BM - 1: set keys to their number, at most N.
    // TODO: about 2 lines
    // END 1

    for (int key0 = 0, now = 0; key0 < keys; key0 += BN, now ^= 1) {
        __pipeline_wait_prior(0);
        __syncthreads(); // this tile is full; all have read the tile before
        auto *tile = &shared->ring[now];
        if (key0 + BN < keys) {
            copy_rows<D, BN>(shared->ring[now ^ 1].K, K, key0 + BN, N);
            copy_rows<D, BN>(shared->ring[now ^ 1].V, V, key0 + BN, N);
            __pipeline_commit();
        }

        float s[FM][FN][4] = {};
#pragma unroll
        for (int k = 0; k < D; k += MMA_K) {
            unsigned a[FM][4], b[FN / 2][4];
#pragma unroll
            for (int i = 0; i < FM; i++)
                load_matrices(a[i], &shared->Q[warp_row + i * MMA_M + a_row]
                                              [swizzle(a_row, k / PIECE + a_piece)]);
#pragma unroll
            for (int j = 0; j < FN / 2; j++)
                load_matrices(b[j], &tile->K[j * 2 * MMA_N + b_row]
                                            [swizzle(b_row, k / PIECE + b_piece)]);
#pragma unroll
            for (int i = 0; i < FM; i++)
#pragma unroll
                for (int j = 0; j < FN; j++)
                    multiply(s[i][j], a[i], &b[j / 2][j % 2 * 2]);
        }

        // Only tiles at the edge have scores that do not count.
        if (key0 + BN > N || (causal && key0 + BN > row0 + warp_row)) {
#pragma unroll
            for (int i = 0; i < FM; i++)
#pragma unroll
                for (int j = 0; j < FN; j++)
#pragma unroll
                    for (int e = 0; e < 4; e++) {
                        int row = row0 + warp_row + i * MMA_M + e / 2 * 8 + lane / 4;
                        int col = key0 + j * MMA_N + lane % 4 * 2 + e % 2;
                        // STEP 2: what must this score be, if its column does not
                        // exist or is masked, so that its exponential is 0?
                        // TODO: about 2 lines
                        // END 2
                    }
        }

        float largest[FM][2]; // the maximum of each row, with this tile
#pragma unroll
        for (int i = 0; i < FM; i++)
#pragma unroll
            for (int h = 0; h < 2; h++) {
                float x = top[i][h];
                // STEP 3: let x be the maximum of itself and the row's scores in this
                // lane, s[i][j][2 * h] and s[i][j][2 * h + 1]. Then let it be the
                // maximum of the four lanes that have the row, 4 r to 4 r + 3.
                // TODO: about 4 lines
                // END 3
                largest[i][h] = x;
            }

        // Any number near the maximum will do. So all of it stays as it is until a
        // maximum has grown so much that exponentials would be above 2 to the power 8.
        bool grown = false;
#pragma unroll
        for (int i = 0; i < FM; i++)
            grown = grown || (largest[i][0] - top[i][0]) * scale > 8 ||
                    (largest[i][1] - top[i][1]) * scale > 8;
        if (__any_sync(0xffffffff, grown)) {
#pragma unroll
            for (int i = 0; i < FM; i++)
#pragma unroll
                for (int h = 0; h < 2; h++) {
                    // STEP 4: multiply sum[i][h] and the row's elements of out,
                    // out[i][j][2 * h] and out[i][j][2 * h + 1], by the factor that
                    // takes them from top[i][h] to largest[i][h]. Then set top[i][h].
                    // TODO: about 6 lines
                    // END 4
                }
        }

        unsigned p[FM][FN][2]; // P: two columns of each of two rows
#pragma unroll
        for (int i = 0; i < FM; i++)
#pragma unroll
            for (int h = 0; h < 2; h++) {
                float base = top[i][h] * scale, all = 0;
#pragma unroll
                for (int j = 0; j < FN; j++) {
                    float x = 0, y = 0;
                    // STEP 5: set x and y to the exponentials of s[i][j][2 * h] and
                    // s[i][j][2 * h + 1], relative to top[i][h]; base is top * scale.
                    // TODO: about 2 lines
                    // END 5
                    all += x + y;
                    p[i][j][h] = two(x, y);
                }
                sum[i][h] += all;
            }

#pragma unroll
        for (int step = 0; step < BN / MMA_K; step++)
#pragma unroll
            for (int j = 0; j < D / MMA_N; j += 2) {
                unsigned b[4];
                load_transposed(
                    b, &tile->V[step * MMA_K + a_row][swizzle(a_row, j + a_piece)]);
#pragma unroll
                for (int i = 0; i < FM; i++) {
                    // STEP 6: p[i][2 * step] and p[i][2 * step + 1] have 16 columns of
                    // P, in the layout of A. Multiply them by the fragment b[0], b[1]
                    // of V for out[i][j], and by b[2], b[3] for out[i][j + 1].
                    // TODO: about 4 lines
                    // END 6
                }
            }
    }

#pragma unroll
    for (int i = 0; i < FM; i++)
#pragma unroll
        for (int h = 0; h < 2; h++) {
            int row = row0 + warp_row + i * MMA_M + h * 8 + lane / 4;
            float all = 1; // the row's sum
            // STEP 7: begin with sum[i][h], and add the sums of the other lanes that
            // have the row.
            // TODO: about 3 lines
            // END 7
            float share = 1 / all;
            __nv_bfloat16 *o = &O[(size_t)row * D + lane % 4 * 2];
            if (row < N)
#pragma unroll
                for (int j = 0; j < D / MMA_N; j++)
                    *(unsigned *)&o[j * MMA_N] =
                        two(out[i][j][2 * h] * share, out[i][j][2 * h + 1] * share);
        }
}

template <int D>
static void start(int heads, int N, float scale, int causal, const __nv_bfloat16 *Q,
                  const __nv_bfloat16 *K, const __nv_bfloat16 *V, __nv_bfloat16 *O)
{
    int bytes = sizeof(struct shared_memory<D>);
    float log2e = 1.4426950408889634f;

    cudaFuncSetAttribute(attend<D>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    attend<D><<<dim3((N + BM - 1) / BM, heads), THREADS, bytes>>>(N, scale * log2e,
                                                                  causal, Q, K, V, O);
}

void attention(int heads, int N, int d, float scale, int causal, const __nv_bfloat16 *Q,
               const __nv_bfloat16 *K, const __nv_bfloat16 *V, __nv_bfloat16 *O)
{
    if (d == 64)
        start<64>(heads, N, scale, causal, Q, K, V, O);
    else
        start<128>(heads, N, scale, causal, Q, K, V, O);
}
