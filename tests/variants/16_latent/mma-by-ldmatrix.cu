/*
 * Ordinary tensor cores: cp.async copies tiles, ldmatrix and mma.sync multiply them, as
 * in lab 13. A block has 64 tokens and all columns, and so it reads H once, without a
 * cluster. Its eight warps have 64 columns of c and 8 of k each.
 */
#include <cuda_pipeline.h>

#include "latent.h"

enum {
    BM = 64,   /* tokens per block */
    BK = 64,   /* of D per tile */
    WARPS = 8, /* side by side */
    WC = 64,   /* columns of c per warp, */
    WR = 8,    /* columns of k, */
    WN = WC + WR,
    STAGES = 2,
    THREADS = WARPS * 32,
    PIECES = BK / 8, /* of 16 bytes, in a row */
    FM = BM / 16,    /* fragments of a warp */
    FN = WN / 8,
};

/* A warp's rows of Wc are followed by its rows of Wr. Pieces are swizzled. */
struct stage {
    __nv_bfloat16 H[BM][BK], W[WARPS * WN][BK];
};

__device__ unsigned shared_address(const void *p)
{
    return (unsigned)__cvta_generic_to_shared(p);
}

/* Begin to copy a piece of a row, or set it to 0 if it does not exist. */
__device__ void copy_piece(__nv_bfloat16 (*to)[BK], int r, int piece,
                           const __nv_bfloat16 *X, int row, int rows, int k, int D)
{
    bool exists = row < rows && k < D;
    __pipeline_memcpy_async(&to[r][(piece ^ r % 8) * 8],
                            exists ? &X[(size_t)row * D + k] : X, 16, exists ? 0 : 16);
}

__device__ void load_four(unsigned to[4], const __nv_bfloat16 *row)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "r"(shared_address(row)));
}

__device__ void load_two(unsigned to[2], const __nv_bfloat16 *row)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
                 : "=r"(to[0]), "=r"(to[1])
                 : "r"(shared_address(row)));
}

__device__ void multiply(float sum[4], const unsigned a[4], const unsigned b[2])
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

__global__ void __launch_bounds__(THREADS)
    project(int tokens, int D, int dc, int dr, int cols, const __nv_bfloat16 *H,
            const __nv_bfloat16 *Wc, const __nv_bfloat16 *Wr, const float *cos,
            const float *sin, const int *position, __nv_bfloat16 *c, __nv_bfloat16 *k)
{
    extern __shared__ __align__(128) char memory[];
    struct stage *ring = (struct stage *)memory;
    int row0 = blockIdx.x / cols * BM, col = blockIdx.x % cols;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int tiles = (D + BK - 1) / BK;

    auto fill = [&](int t) {
        struct stage *to = &ring[t % STAGES];
        int piece = threadIdx.x % PIECES, at = t * BK + piece * 8;
        for (int r = threadIdx.x / PIECES; r < BM; r += THREADS / PIECES)
            copy_piece(to->H, r, piece, H, row0 + r, tokens, at, D);
        for (int r = threadIdx.x / PIECES; r < WARPS * WN; r += THREADS / PIECES) {
            int w = col * WARPS + r / WN, i = r % WN;
            if (i < WC)
                copy_piece(to->W, r, piece, Wc, w * WC + i, dc, at, D);
            else
                copy_piece(to->W, r, piece, Wr, w * WR + i - WC, dr, at, D);
        }
    };

    float sum[FM][FN][4] = {};
    fill(0);
    __pipeline_commit();
    for (int t = 0; t < tiles; t++) {
        if (t + 1 < tiles)
            fill(t + 1);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads(); // tile t is full
        struct stage *now = &ring[t % STAGES];
        for (int p = 0; p < PIECES; p += 2) {
            unsigned a[FM][4];
            for (int i = 0; i < FM; i++)
                load_four(a[i],
                          &now->H[i * 16 + lane % 16][(p + lane / 16 ^ lane % 8) * 8]);
            for (int j = 0; j < FN; j++) {
                unsigned b[2];
                load_two(b, &now->W[warp * WN + j * 8 + lane % 8]
                                   [(p + lane / 8 % 2 ^ lane % 8) * 8]);
                for (int i = 0; i < FM; i++)
                    multiply(sum[i][j], a[i], b);
            }
        }
        __syncthreads(); // tile t may be overwritten
    }

    for (int i = 0; i < FM * 2; i++) {
        int row = row0 + i * 8 + lane / 4;
        if (row >= tokens)
            continue;
        for (int j = 0; j < FN; j++) {
            float even = sum[i / 2][j][i % 2 * 2], odd = sum[i / 2][j][i % 2 * 2 + 1];
            int w = col * WARPS + warp, at = w * WC + j * 8 + lane % 4 * 2;
            if (j < WC / 8) {
                if (at < dc)
                    *(__nv_bfloat162 *)&c[(size_t)row * dc + at] =
                        __floats2bfloat162_rn(even, odd);
                continue;
            }
            at = w * WR + lane % 4 * 2;
            if (at < dr) {
                int angle = position[row] * (dr / 2) + at / 2;
                float x = cos[angle], y = sin[angle];
                *(__nv_bfloat162 *)&k[(size_t)row * dr + at] =
                    __floats2bfloat162_rn(even * x - odd * y, even * y + odd * x);
            }
        }
    }
}

void latent(int tokens, int D, int dc, int dr, const __nv_bfloat16 *H,
            const __nv_bfloat16 *Wc, const __nv_bfloat16 *Wr, const float *cos,
            const float *sin, const int *position, __nv_bfloat16 *c, __nv_bfloat16 *k)
{
    int bytes = STAGES * sizeof(struct stage);
    int cols =
        max((dc + WARPS * WC - 1) / (WARPS * WC), (dr + WARPS * WR - 1) / (WARPS * WR));

    cudaFuncSetAttribute(project, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    project<<<(tokens + BM - 1) / BM * cols, THREADS, bytes>>>(
        tokens, D, dc, dr, cols, H, Wc, Wr, cos, sin, position, c, k);
}
