/*
 * Lab 05, tile2d: a thread computes TM x TN elements of C. For each k it reads TM
 * elements of As and TN of Bs into registers, and multiplies each with each.
 *
 *                                       +-----------+
 *                                       | . b b b . |  Bs: 8 x 128
 *                                       +-----------+
 *      As: 128 x 8    +-----+           +-----------+
 *                     | a . |           | . o o o . |  \
 *                     | a . |           | . o o o . |   TM x TN results of one thread
 *                     | a . |           | . o o o . |  /
 *                     +-----+           +-----------+  C: 128 x 128 a block
 */
#include "sgemm.h"

enum {
    BM = 128,                      /* rows of C that a block computes */
    BN = 128,                      /* columns of C that it computes */
    BK = 8,                        /* columns of As, rows of Bs */
    TM = 8,                        /* rows of C that a thread computes */
    TN = 8,                        /* columns of C that it computes */
    THREADS = BM / TM * (BN / TN), /* in a block: 256 */
};

/* Other sizes work too, if every thread copies the same number of elements. */
static_assert(BM % TM == 0 && BN % TN == 0 && THREADS <= 1024,
              "a block is made of whole thread tiles, 1024 at most");
static_assert(BM * BK % THREADS == 0 && BK * BN % THREADS == 0,
              "every thread copies the same number of elements");

__global__ void __launch_bounds__(THREADS, 2)
    tile2d(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    // STEP 1: declare the two tiles, As and Bs, in shared memory.
    __shared__ float As[BM][BK];
    __shared__ float Bs[BK][BN];
    // END 1

    int tx = threadIdx.x, ty = threadIdx.y;
    int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN; // the block's first element
    int row = row0 + ty * TM, col = col0 + tx * TN;     // the thread's first element
    float acc[TM][TN] = {};

    for (int k0 = 0; k0 < K; k0 += BK) {
        // STEP 2: copy both tiles, THREADS elements at a time; store 0 outside.
        int thread = ty * (BN / TN) + tx;
        for (int i = 0; i < BM * BK; i += THREADS) {
            int r = (thread + i) / BK, k = (thread + i) % BK;
            bool inside = row0 + r < M && k0 + k < K;
            As[r][k] = inside ? A[(row0 + r) * K + k0 + k] : 0.0f;
        }
        for (int i = 0; i < BK * BN; i += THREADS) {
            int k = (thread + i) / BN, c = (thread + i) % BN;
            bool inside = k0 + k < K && col0 + c < N;
            Bs[k][c] = inside ? B[(k0 + k) * N + col0 + c] : 0.0f;
        }
        // END 2

        // STEP 3: wait; for each k, fill a and b, then acc += a times b; wait again.
        __syncthreads(); // both tiles are full
#pragma unroll // nvcc sees all the loads of a tile, and combines those of neighbours
        for (int k = 0; k < BK; k++) {
            float a[TM], b[TN];
            for (int i = 0; i < TM; i++)
                a[i] = As[ty * TM + i][k];
            for (int j = 0; j < TN; j++)
                b[j] = Bs[k][tx * TN + j];
            for (int i = 0; i < TM; i++)
                for (int j = 0; j < TN; j++)
                    acc[i][j] += a[i] * b[j];
        }
        __syncthreads(); // all reads are done; the tiles may be overwritten
        // END 3
    }

    for (int i = 0; i < TM; i++)
        for (int j = 0; j < TN; j++)
            if (row + i < M && col + j < N) {
                int at = (row + i) * N + col + j;
                float old = beta == 0.0f ? 0.0f : beta * C[at];
                C[at] = alpha * acc[i][j] + old;
            }
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    dim3 block(BN / TN, BM / TM);
    dim3 grid((N + BN - 1) / BN, (M + BM - 1) / BM);
    tile2d<<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
}
