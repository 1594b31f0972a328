// Tiles stay contiguous in K, as in global memory. Where row r has its piece of four k
// is swizzled by r, so that eight lanes that read the same k of eight rows use all
// banks.
#include "sgemm_nt.h"

enum {
    BM = 64,
    BN = 64,
    BK = 32,
    TM = 4, // rows of a thread: 16 apart
    TN = 4,
    THREADS = 256,
    PIECES = BK / 4 // of four k, per row of a tile
};

// Piece p of row r of a tile.
__device__ float4 *piece(float tile[][BK], int r, int p)
{
    return (float4 *)&tile[r][(p ^ r % PIECES) * 4];
}

// Copy rows of X from row0 on, and k from k0 on; 0 outside.
__device__ void copy(float to[][BK], const float *X, int ld, int rows, int K, int row0,
                     int k0, bool aligned)
{
    for (int i = threadIdx.x; i < BM * PIECES; i += THREADS) {
        int r = i / PIECES, p = i % PIECES, k = k0 + 4 * p;
        float4 v = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
        if (row0 + r < rows) {
            const float *x = &X[(size_t)(row0 + r) * ld + k];
            if (aligned && k + 3 < K) {
                v = *(const float4 *)x;
            } else {
                v.x = k < K ? x[0] : 0.0f;
                v.y = k + 1 < K ? x[1] : 0.0f;
                v.z = k + 2 < K ? x[2] : 0.0f;
                v.w = k + 3 < K ? x[3] : 0.0f;
            }
        }
        *piece(to, r, p) = v;
    }
}

__global__ void swizzled(int M, int N, int K, const float *H, int ldh, const float *W,
                         int ldw, float *O, int ldo, bool aligned)
{
    __shared__ __align__(16) float Hs[BM][BK], Ws[BN][BK];
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
    float acc[TM][TN] = {};

    for (int k0 = 0; k0 < K; k0 += BK) {
        copy(Hs, H, ldh, M, K, row0, k0, aligned);
        copy(Ws, W, ldw, N, K, col0, k0, aligned);
        __syncthreads();
        for (int p = 0; p < PIECES; p++) {
            float4 h[TM], w[TN];
            for (int i = 0; i < TM; i++)
                h[i] = *piece(Hs, ty + 16 * i, p);
            for (int j = 0; j < TN; j++)
                w[j] = *piece(Ws, tx + 16 * j, p);
            for (int i = 0; i < TM; i++)
                for (int j = 0; j < TN; j++)
                    acc[i][j] += h[i].x * w[j].x + h[i].y * w[j].y + h[i].z * w[j].z +
                                 h[i].w * w[j].w;
        }
        __syncthreads();
    }
    for (int i = 0; i < TM; i++)
        for (int j = 0; j < TN; j++) {
            int row = row0 + ty + 16 * i, col = col0 + tx + 16 * j;
            if (row < M && col < N)
                O[(size_t)row * ldo + col] = acc[i][j];
        }
}

void sgemm_nt(int M, int N, int K, const float *H, int ldh, const float *W, int ldw,
              float *O, int ldo)
{
    bool aligned =
        (ldh | ldw) % 4 == 0 && ((size_t)H | (size_t)W) % sizeof(float4) == 0;
    dim3 grid((N + BN - 1) / BN, (M + BM - 1) / BM);
    swizzled<<<grid, THREADS>>>(M, N, K, H, ldh, W, ldw, O, ldo, aligned);
}
