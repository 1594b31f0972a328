#include <cuda/barrier>
#include <cuda/ptx>
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

enum {
    CONSUMERS = BM / TM * (BN / TN),
    THREADS = CONSUMERS + 32,
    LM = BM / TM < 4 ? 2 : 4,
    LN = 32 / LM
};

struct stage {
    float A[BM][BK + 4], B[BK][BN];
};
struct shared {
    struct stage ring[STAGES];
    uint64_t full[STAGES], empty[STAGES];
};

int tile_valid(const struct tile *t)
{
    int c = t->bm / t->tm * (t->bn / t->tn), lm = t->bm / t->tm < 4 ? 2 : 4,
        ln = 32 / lm;
    return t->bm % t->tm == 0 && t->bn % t->tn == 0 && c % 32 == 0 && c + 32 <= 1024 &&
           t->bm % (lm * t->tm) == 0 && t->bn % (ln * t->tn) == 0 &&
           (c + 32) * (t->tm * t->tn + t->tm + t->tn + 40) <= 65536 && t->bk % 4 == 0 &&
           t->bn % 4 == 0 && t->stages >= 2 &&
           t->stages * ((t->bk + 4) * t->bm + t->bk * t->bn) * 4 + 16 * t->stages <=
               227 * 1024;
}

template <bool ALIGNED>
__global__ void __launch_bounds__(THREADS)
    producer_consumer(int M, int N, int K, float alpha, const float *A, const float *B,
                      float beta, float *C)
{
    extern __shared__ __align__(16) char memory[];
    struct shared *s = (struct shared *)memory;
    int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN, tiles = (K + BK - 1) / BK;

    if (threadIdx.x < STAGES) {
        cuda::ptx::mbarrier_init(&s->full[threadIdx.x], 32);
        cuda::ptx::mbarrier_init(&s->empty[threadIdx.x], CONSUMERS);
    }
    __syncthreads();
    if (threadIdx.x >= CONSUMERS) {
        int lane = threadIdx.x - CONSUMERS;
        for (int t = 0; t < tiles; t++) {
            int at = t % STAGES;
            if (t >= STAGES)
                while (!cuda::ptx::mbarrier_try_wait_parity(&s->empty[at],
                                                            (t / STAGES - 1) & 1))
                    ;
            for (int i = lane; i < BM * BK / 4; i += 32) {
                int r = i / (BK / 4), k = i % (BK / 4) * 4, gr = min(row0 + r, M - 1);
                for (int e = 0; e < (ALIGNED ? 1 : 4); e++) {
                    int gk = t * BK + k + e;
                    bool in = gk < K;
                    if (ALIGNED)
                        __pipeline_memcpy_async(&s->ring[at].A[r][k],
                                                in ? &A[gr * K + gk] : A, 16,
                                                in ? 0 : 16);
                    else
                        __pipeline_memcpy_async(&s->ring[at].A[r][k + e],
                                                in ? &A[gr * K + gk] : A, 4,
                                                in ? 0 : 4);
                }
            }
            for (int i = lane; i < BK * BN / 4; i += 32) {
                int k = i / (BN / 4), c = i % (BN / 4) * 4, gk = t * BK + k;
                for (int e = 0; e < (ALIGNED ? 1 : 4); e++) {
                    int gc = col0 + c + e;
                    bool in = gk < K && gc < N;
                    if (ALIGNED)
                        __pipeline_memcpy_async(&s->ring[at].B[k][c],
                                                in ? &B[gk * N + gc] : B, 16,
                                                in ? 0 : 16);
                    else
                        __pipeline_memcpy_async(&s->ring[at].B[k][c + e],
                                                in ? &B[gk * N + gc] : B, 4,
                                                in ? 0 : 4);
                }
            }
            asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(
                             (unsigned)__cvta_generic_to_shared(&s->full[at]))
                         : "memory");
        }
        asm volatile("cp.async.wait_all;" ::: "memory");
        return;
    }
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, wn = BN / (LN * TN);
    int tr = warp / wn * LM * TM + lane / LN, tc = warp % wn * LN * TN + lane % LN;
    float acc[TM][TN] = {};
    for (int t = 0; t < tiles; t++) {
        int at = t % STAGES;
        while (!cuda::ptx::mbarrier_try_wait_parity(&s->full[at], t / STAGES & 1))
            ;
        for (int k = 0; k < BK; k++) {
            float a[TM], b[TN];
            for (int i = 0; i < TM; i++)
                a[i] = s->ring[at].A[tr + i * LM][k];
            for (int j = 0; j < TN; j++)
                b[j] = s->ring[at].B[k][tc + j * LN];
            for (int i = 0; i < TM; i++)
                for (int j = 0; j < TN; j++)
                    acc[i][j] += a[i] * b[j];
        }
        cuda::ptx::mbarrier_arrive(&s->empty[at]);
    }
    for (int i = 0; i < TM; i++)
        for (int j = 0; j < TN; j++) {
            int r = row0 + tr + i * LM, c = col0 + tc + j * LN;
            if (r < M && c < N)
                C[r * N + c] = beta == 0 ? alpha * acc[i][j]
                                         : alpha * acc[i][j] + beta * C[r * N + c];
        }
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    dim3 grid((N + BN - 1) / BN, (M + BM - 1) / BM);
    auto f =
        K % 4 == 0 && N % 4 == 0 ? producer_consumer<true> : producer_consumer<false>;
    cudaFuncSetAttribute(f, cudaFuncAttributeMaxDynamicSharedMemorySize,
                         sizeof(struct shared));
    f<<<grid, THREADS, sizeof(struct shared)>>>(M, N, K, alpha, A, B, beta, C);
}
