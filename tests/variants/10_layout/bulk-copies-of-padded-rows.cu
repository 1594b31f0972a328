// bulk copies of padded rows
#include <cuda/barrier>
#include <cuda/ptx>
#include "sgemm_nt.h"
enum {
    BM = 64,
    BN = 128,
    BK = 32,
    LD = BK + 4,
    TM = 8,
    TN = 8,
    THREADS = 128,
    STAGES = 3
};
struct stage {
    float H[BM][LD], W[BN][LD];
};

__device__ void multiply(const struct stage *s, int tid, float (&acc)[TM][TN],
                         int hs = BM, int ws = BN, int ks = BK)
{
    int lane = tid % 32, warp = tid / 32, y = warp / 2 * 32 + lane / 8,
        x = warp % 2 * 64 + lane % 8;
    for (int k = 0; k < ks; k += 4) {
        float4 h[TM];
        for (int i = 0; i < TM; i++)
            h[i] = *(const float4 *)&s->H[min(y + 4 * i, hs - 1)][k];
        for (int j = 0; j < TN; j++) {
            float4 w = *(const float4 *)&s->W[min(x + 8 * j, ws - 1)][k];
            for (int i = 0; i < TM; i++)
                acc[i][j] += h[i].x * w.x + h[i].y * w.y + h[i].z * w.z + h[i].w * w.w;
        }
    }
}
__device__ void store(float *O, int ldo, int M, int N, int row0, int col0, int tid,
                      const float (&acc)[TM][TN])
{
    int lane = tid % 32, warp = tid / 32, y = warp / 2 * 32 + lane / 8,
        x = warp % 2 * 64 + lane % 8;
    for (int i = 0; i < TM; i++)
        for (int j = 0; j < TN; j++) {
            int r = row0 + y + 4 * i, c = col0 + x + 8 * j;
            if (r < M && c < N)
                O[(size_t)r * ldo + c] = acc[i][j];
        }
}

template <bool AL>
__global__ void __launch_bounds__(THREADS)
    nt(int M, int N, int K, const float *H, int ldh, const float *W, int ldw, float *O,
       int ldo)
{
    extern __shared__ __align__(128) char memory[];
    struct stage *ring = (struct stage *)memory;
    int tid = threadIdx.x, row0 = blockIdx.y * BM, col0 = blockIdx.x * BN,
        tiles = (K + BK - 1) / BK;
    float acc[TM][TN] = {};

    if (AL) {
        __shared__ __align__(8) uint64_t full[STAGES];
        if (tid < STAGES)
            cuda::ptx::mbarrier_init(&full[tid], 1);
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        __syncthreads();
        // A bulk copy per row of a tile, by the threads of warp 0.
        auto fill = [&](int t) {
            if (t >= tiles || tid >= 32)
                return;
            int at = t % STAGES, k0 = t * BK, bytes = min(BK, K - k0) * 4;
            int hs = min(BM, M - row0), ws = min(BN, N - col0);
            if (tid == 0)
                cuda::ptx::mbarrier_arrive_expect_tx(
                    cuda::ptx::sem_release, cuda::ptx::scope_cta,
                    cuda::ptx::space_shared, &full[at], (hs + ws) * bytes);
            __syncwarp();
            for (int i = tid; i < hs + ws; i += 32) {
                if (i < hs)
                    cuda::ptx::cp_async_bulk(cuda::ptx::space_cluster,
                                             cuda::ptx::space_global, &ring[at].H[i][0],
                                             &H[(size_t)(row0 + i) * ldh + k0], bytes,
                                             &full[at]);
                else
                    cuda::ptx::cp_async_bulk(
                        cuda::ptx::space_cluster, cuda::ptx::space_global,
                        &ring[at].W[i - hs][0], &W[(size_t)(col0 + i - hs) * ldw + k0],
                        bytes, &full[at]);
            }
        };

        for (int t = 0; t < STAGES - 1; t++)
            fill(t);
        for (int t = 0; t < tiles; t++) {
            while (
                !cuda::ptx::mbarrier_try_wait_parity(&full[t % STAGES], t / STAGES & 1))
                ;
            __syncthreads();
            fill(t + STAGES - 1);
            multiply(&ring[t % STAGES], tid, acc, min(BM, M - row0), min(BN, N - col0),
                     min(BK, K - t * BK));
        }
        store(O, ldo, M, N, row0, col0, tid, acc);
        return;
    }

    for (int t = 0; t < tiles; t++) {
        __syncthreads();
        for (int i = tid; i < (BM + BN) * BK; i += THREADS) {
            int q = i / BK, k = i % BK, gk = t * BK + k;
            if (q < BM)
                ring[0].H[q][k] =
                    row0 + q < M && gk < K ? H[(size_t)(row0 + q) * ldh + gk] : 0;
            else
                ring[0].W[q - BM][k] = col0 + q - BM < N && gk < K
                                           ? W[(size_t)(col0 + q - BM) * ldw + gk]
                                           : 0;
        }
        __syncthreads();
        multiply(&ring[0], tid, acc);
    }
    store(O, ldo, M, N, row0, col0, tid, acc);
}

void sgemm_nt(int M, int N, int K, const float *H, int ldh, const float *W, int ldw,
              float *O, int ldo)
{
    bool al = (K | ldh | ldw) % 4 == 0 && ((size_t)H | (size_t)W) % 16 == 0;
    auto f = al ? nt<true> : nt<false>;
    int bytes = STAGES * sizeof(struct stage) + 128;
    cudaFuncSetAttribute(f, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    f<<<dim3((N + BN - 1) / BN, (M + BM - 1) / BM), THREADS, bytes>>>(M, N, K, H, ldh,
                                                                      W, ldw, O, ldo);
}
