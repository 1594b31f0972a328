// Without asynchronous copies: each thread loads a float4 along K into registers, and
// stores it transposed. One tile, two barriers.
#include "sgemm_nt.h"

enum { BM = 64, BN = 64, BK = 16, TM = 4, TN = 4, PAD = 4, THREADS = 256 };

// Four elements of row `row` of X from k on; 0 outside.
__device__ float4 load4(const float *X, int ld, int rows, int K, int row, int k,
                        bool aligned)
{
    float4 v = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    if (row >= rows)
        return v;
    const float *x = &X[(size_t)row * ld + k];
    if (aligned && k < K)
        return *(const float4 *)x;
    v.x = k < K ? x[0] : 0.0f;
    v.y = k + 1 < K ? x[1] : 0.0f;
    v.z = k + 2 < K ? x[2] : 0.0f;
    v.w = k + 3 < K ? x[3] : 0.0f;
    return v;
}

__global__ void registers(int M, int N, int K, const float *H, int ldh, const float *W,
                          int ldw, float *O, int ldo, bool aligned)
{
    __shared__ __align__(16) float Ht[BK][BM + PAD], Wt[BK][BN + PAD];
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    int r = threadIdx.x / 4, q = threadIdx.x % 4 * 4; // its piece of each tile
    int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
    float acc[TM][TN] = {};

    for (int k0 = 0; k0 < K; k0 += BK) {
        float4 h = load4(H, ldh, M, K, row0 + r, k0 + q, aligned);
        float4 w = load4(W, ldw, N, K, col0 + r, k0 + q, aligned);
        Ht[q][r] = h.x, Ht[q + 1][r] = h.y, Ht[q + 2][r] = h.z, Ht[q + 3][r] = h.w;
        Wt[q][r] = w.x, Wt[q + 1][r] = w.y, Wt[q + 2][r] = w.z, Wt[q + 3][r] = w.w;
        __syncthreads(); // both tiles are full
        for (int k = 0; k < BK; k++) {
            float4 a = *(float4 *)&Ht[k][ty * 4], b = *(float4 *)&Wt[k][tx * 4];
            float as[TM] = {a.x, a.y, a.z, a.w}, bs[TN] = {b.x, b.y, b.z, b.w};
            for (int i = 0; i < TM; i++)
                for (int j = 0; j < TN; j++)
                    acc[i][j] += as[i] * bs[j];
        }
        __syncthreads(); // both tiles are read
    }
    for (int i = 0; i < TM; i++)
        for (int j = 0; j < TN; j++) {
            int row = row0 + ty * 4 + i, col = col0 + tx * 4 + j;
            if (row < M && col < N)
                O[(size_t)row * ldo + col] = acc[i][j];
        }
}

void sgemm_nt(int M, int N, int K, const float *H, int ldh, const float *W, int ldw,
              float *O, int ldo)
{
    bool aligned =
        (K | ldh | ldw) % 4 == 0 && ((size_t)H | (size_t)W) % sizeof(float4) == 0;
    dim3 grid((N + BN - 1) / BN, (M + BM - 1) / BM);
    registers<<<grid, THREADS>>>(M, N, K, H, ldh, W, ldw, O, ldo, aligned);
}
