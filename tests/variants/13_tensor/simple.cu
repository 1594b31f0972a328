/*
 * The least that the technique needs: one tile of A and one of B in static shared
 * memory, without asynchronous copies, in functions with template parameters.
 */
#include <cstdint>

#include "bgemm.h"

constexpr int EDGE = 64; // rows and columns of C per block, and K per tile
constexpr int WARPS = 4; // each has 16 rows

using element = __nv_bfloat16;

template <int ROWS> struct tile {
    __align__(128) element row[ROWS][EDGE];

    __device__ element *piece(int r, int p)
    {
        return &row[r][(p ^ (r & 7)) << 3];
    }

    /* Rows from row0 on of X (all x K), columns from k0 on; 0 for what is beyond K. */
    __device__ void copy(const element *X, int ld, int all, int K, int row0, int k0)
    {
        for (int i = threadIdx.y * 32 + threadIdx.x; i < ROWS * 8; i += WARPS * 32) {
            int r = i / 8, p = i % 8, k = k0 + p * 8;
            uint4 v = make_uint4(0, 0, 0, 0);
            if (k < K && row0 + r < all)
                v = *reinterpret_cast<const uint4 *>(X + (size_t)(row0 + r) * ld + k);
            element *e = reinterpret_cast<element *>(&v);
            for (int n = 0; n < 8; n++)
                if (k + n >= K)
                    e[n] = __float2bfloat16(0.0f);
            *reinterpret_cast<uint4 *>(piece(r, p)) = v;
        }
    }
};

struct fragment {
    uint32_t r[4];

    __device__ void load(const element *row)
    {
        uint32_t at = __cvta_generic_to_shared(row);
        asm volatile(
            "ldmatrix.sync.aligned.m8n8.x4.shared::cta.b16 {%0,%1,%2,%3}, [%4];"
            : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
            : "r"(at)
            : "memory");
    }
};

template <int H> __device__ float4 product(fragment a, fragment b, float4 c)
{
    float4 d;
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
        "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13};"
        : "=f"(d.x), "=f"(d.y), "=f"(d.z), "=f"(d.w)
        : "r"(a.r[0]), "r"(a.r[1]), "r"(a.r[2]), "r"(a.r[3]), "r"(b.r[2 * H]),
          "r"(b.r[2 * H + 1]), "f"(c.x), "f"(c.y), "f"(c.z), "f"(c.w));
    return d;
}

__global__ void simple(int M, int N, int K, const element *A, int lda, const element *B,
                       int ldb, element *C, int ldc)
{
    __shared__ tile<EDGE> As, Bs;
    const int lane = threadIdx.x, warp = threadIdx.y;
    const int row0 = blockIdx.x * EDGE, col0 = blockIdx.y * EDGE;
    float4 sum[EDGE / 8] = {};

    for (int k0 = 0; k0 < K; k0 += EDGE) {
        As.copy(A, lda, M, K, row0, k0);
        Bs.copy(B, ldb, N, K, col0, k0);
        __syncthreads();
        for (int p = 0; p < EDGE / 8; p += 2) {
            fragment a, b;
            a.load(As.piece(warp * 16 + (lane & 15), p + (lane >> 4)));
            for (int j = 0; j < EDGE / 16; j++) {
                b.load(Bs.piece(j * 16 + (lane >> 4) * 8 + (lane & 7),
                                p + (lane >> 3 & 1)));
                sum[2 * j] = product<0>(a, b, sum[2 * j]);
                sum[2 * j + 1] = product<1>(a, b, sum[2 * j + 1]);
            }
        }
        __syncthreads();
    }
    for (int j = 0; j < EDGE / 8; j++) {
        const float of[4] = {sum[j].x, sum[j].y, sum[j].z, sum[j].w};
        for (int e = 0; e < 4; e++) {
            int row = row0 + warp * 16 + lane / 4 + e / 2 * 8;
            int col = col0 + j * 8 + lane % 4 * 2 + e % 2;
            if (row < M && col < N)
                C[(size_t)row * ldc + col] = __float2bfloat16(of[e]);
        }
    }
}

void bgemm(int M, int N, int K, const element *A, int lda, const element *B, int ldb,
           element *C, int ldc)
{
    simple<<<dim3((M + EDGE - 1) / EDGE, (N + EDGE - 1) / EDGE), dim3(32, WARPS)>>>(
        M, N, K, A, lda, B, ldb, C, ldc);
}
