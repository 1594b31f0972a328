// epilogue-staged-in-passes
#include <cuda_pipeline.h>
#include "sgemm.h"
#include "tile.h"

#ifndef BM
#define BM 64
#define BN 128
#define BK 16
#define TM 8
#define TN 8
#define STAGES 4
#endif
#define EXTRA 0
#define MIN_STAGES 2
#define MORE(t) (0)

enum {
    COMPUTE = BM / TM * (BN / TN), // threads that multiply
    LM = BM / TM < 4 ? 2 : 4,
    LN = 32 / LM,
    THREADS = COMPUTE + EXTRA
};
int tile_valid(const struct tile *t)
{
    if (t->bm % t->tm || t->bn % t->tn || t->stages < MIN_STAGES || t->bk % 4 ||
        t->bn % 4)
        return 0;
    int c = t->bm / t->tm * (t->bn / t->tn), lm = t->bm / t->tm < 4 ? 2 : 4,
        ln = 32 / lm;
    return c % 32 == 0 && c + EXTRA <= 1024 && t->bm % (lm * t->tm) == 0 &&
           t->bn % (ln * t->tn) == 0 &&
           (c + EXTRA) * (t->tm * t->tn + t->tm + t->tn + 40) <= 65536 &&
           t->stages * (t->bm * (t->bk + 4) + t->bk * t->bn) * 4 + 1024 + MORE(t) <=
               227 * 1024;
}

__device__ inline void cp16(float *to, const float *from, bool in)
{
    __pipeline_memcpy_async(to, from, 16, in ? 0 : 16);
}
__device__ inline void cp4(float *to, const float *from, bool in)
{
    __pipeline_memcpy_async(to, from, 4, in ? 0 : 4);
}

struct stage {
    float A[BM][BK + 4], B[BK][BN];
};
// Thread `id` of n begins its copies of tile t of A, and of B.
template <bool AL>
__device__ void load_a(struct stage *s, const float *A, int M, int K, int row0, int t,
                       int id, int n)
{
    for (int i = id; i < BM * BK / 4; i += n) {
        int r = i / (BK / 4), k = i % (BK / 4) * 4, gr = min(row0 + r, M - 1),
            gk = t * BK + k;
        if (AL)
            cp16(&s->A[r][k], gk < K ? &A[(size_t)gr * K + gk] : A, gk < K);
        else
            for (int e = 0; e < 4; e++)
                cp4(&s->A[r][k + e], gk + e < K ? &A[(size_t)gr * K + gk + e] : A,
                    gk + e < K);
    }
}
template <bool AL>
__device__ void load_b(struct stage *s, const float *B, int N, int K, int col0, int t,
                       int id, int n)
{
    for (int i = id; i < BK * BN / 4; i += n) {
        int k = i / (BN / 4), c = i % (BN / 4) * 4, gk = t * BK + k, gc = col0 + c;
        if (AL) {
            bool in = gk < K && gc < N;
            cp16(&s->B[k][c], in ? &B[(size_t)gk * N + gc] : B, in);
        } else
            for (int e = 0; e < 4; e++) {
                bool in = gk < K && gc + e < N;
                cp4(&s->B[k][c + e], in ? &B[(size_t)gk * N + gc + e] : B, in);
            }
    }
}
struct shared {
    struct stage ring[STAGES];
};

__device__ void multiply(const struct stage *s, int tr, int tc, float (&acc)[TM][TN])
{
    for (int k = 0; k < BK; k++) {
        float a[TM], b[TN];
        for (int i = 0; i < TM; i++)
            a[i] = s->A[tr + i * LM][k];
        for (int j = 0; j < TN; j++)
            b[j] = s->B[k][tc + j * LN];
        for (int i = 0; i < TM; i++)
            for (int j = 0; j < TN; j++)
                acc[i][j] += a[i] * b[j];
    }
}

__device__ void put(float *C, int M, int N, int r, int c, float alpha, float beta,
                    float v)
{
    if (r < M && c < N)
        C[(size_t)r * N + c] =
            beta == 0 ? alpha * v : alpha * v + beta * C[(size_t)r * N + c];
}
template <bool AL>
__global__ void __launch_bounds__(THREADS)
    gemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
         float *C)

{
    extern __shared__ __align__(16) char memory[];
    struct shared *s = (struct shared *)memory;
    int tid = threadIdx.x;
    int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN, tiles = (K + BK - 1) / BK;

    int lane = tid % 32, warp = tid / 32, wn = BN / (LN * TN);
    int tr = warp / wn * LM * TM + lane / LN, tc = warp % wn * LN * TN + lane % LN;
    float acc[TM][TN] = {};

    auto fill = [&](int t) {
        if (t < tiles) {
            load_a<AL>(&s->ring[t % STAGES], A, M, K, row0, t, tid, THREADS);
            load_b<AL>(&s->ring[t % STAGES], B, N, K, col0, t, tid, THREADS);
        }
        __pipeline_commit();
    };
    for (int t = 0; t < STAGES - 1; t++)
        fill(t);
    for (int t = 0; t < tiles; t++) {
        __pipeline_wait_prior(STAGES - 2);
        __syncthreads();
        fill(t + STAGES - 1);
        multiply(&s->ring[t % STAGES], tr, tc, acc);
    }
    __pipeline_wait_prior(0);
    // C goes through shared memory, so that a warp stores whole rows: two of the
    // thread's rows at a time, as the tile of C is larger than the ring of a small
    // tile.
    float(*out)[BN] = (float(*)[BN])s->ring;
    const int G = 2; // rows of a thread in a pass
    int wr = warp / wn;
    for (int i0 = 0; i0 < TM; i0 += G) {
        __syncthreads();
        for (int g = 0; g < G; g++)
            for (int j = 0; j < TN; j++)
                out[(wr * G + g) * LM + lane / LN][tc + j * LN] = acc[i0 + g][j];
        __syncthreads();
        for (int i = tid; i < BM / TM * G * BN; i += THREADS) {
            int q = i / BN, c = i % BN, w = q / (G * LM), g = q / LM % G, y = q % LM;
            put(C, M, N, row0 + w * LM * TM + (i0 + g) * LM + y, col0 + c, alpha, beta,
                out[q][c]);
        }
    }
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    bool al = K % 4 == 0 && N % 4 == 0 && ((size_t)A | (size_t)B | (size_t)C) % 16 == 0;
    dim3 grid((N + BN - 1) / BN, (M + BM - 1) / BM);
    auto f = al ? gemm<true> : gemm<false>;
    cudaFuncSetAttribute(f, cudaFuncAttributeMaxDynamicSharedMemorySize,
                         sizeof(struct shared));
    f<<<grid, THREADS, sizeof(struct shared)>>>(M, N, K, alpha, A, B, beta, C);
}
