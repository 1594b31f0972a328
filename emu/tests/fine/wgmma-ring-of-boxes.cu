// A product by two warpgroups: a ring of three stages that the copy engine fills; a
// stage is filled again while the products of the next one are in flight. Sums are
// exact.
#include <cuda_bf16.h>
#include <stdio.h>

#include "hopper.h"

enum {
    BM = 128,
    BN = 8,
    BK = 64,
    STAGES = 3,
    TILES = 8,
    K = BK * TILES,
    THREADS = 256
};

struct stage {
    __nv_bfloat16 a[BM][BK], b[BN][BK];
};

static int of_a(int i, int k)
{
    return (i * 7 + k * 3) % 5 - 2;
}
static int of_b(int j, int k)
{
    return (j * 5 + k * 11) % 7 - 3;
}

__global__ void __launch_bounds__(THREADS)
    product(const __grid_constant__ CUtensorMap A,
            const __grid_constant__ CUtensorMap B, float *out)
{
    extern __shared__ __align__(1024) char memory[];
    __shared__ mbarrier full[STAGES];
    stage *ring = (stage *)memory;
    const int group = threadIdx.x / 128, lane = threadIdx.x % 32;
    float d[4] = {0};
    auto fill = [&](int t) {
        const int s = t % STAGES;
        expect_bytes(&full[s], sizeof ring[s]);
        box_load(ring[s].a, &A, t * BK, 0, &full[s]);
        box_load(ring[s].b, &B, t * BK, 0, &full[s]);
    };
    if (threadIdx.x == 0) {
        for (int s = 0; s < STAGES; s++)
            mbarrier_init(&full[s], 1);
        fence_init();
    }
    __syncthreads();
    if (threadIdx.x == 0)
        for (int t = 0; t < STAGES; t++)
            fill(t);
    for (int t = 0; t < TILES; t++) {
        const stage *now = &ring[t % STAGES];
        mbarrier_wait(&full[t % STAGES], t / STAGES % 2);
        wgmma_fence();
        for (int k = 0; k < BK; k += 16)
            wgmma(d, descriptor(&now->a[group * 64][k], 1),
                  descriptor(&now->b[0][k], 1));
        wgmma_commit();
        asm volatile("wgmma.wait_group.sync.aligned 1;" ::: "memory");
        __syncthreads(); // no thread reads the stage before this one
        if (threadIdx.x == 0 && t > 0 && t - 1 + STAGES < TILES)
            fill(t - 1 + STAGES);
    }
    wgmma_wait();
    for (int i = 0; i < 4; i++)
        out[(threadIdx.x / 32 * 16 + lane / 4 + i / 2 * 8) * BN + lane % 4 * 2 +
            i % 2] = d[i];
}

int main()
{
    static __nv_bfloat16 a[BM * K], b[BN * K];
    static float host[BM * BN];
    __nv_bfloat16 *A, *B;
    float *out;
    for (int i = 0; i < BM * K; i++)
        a[i] = __float2bfloat16((float)of_a(i / K, i % K));
    for (int i = 0; i < BN * K; i++)
        b[i] = __float2bfloat16((float)of_b(i / K, i % K));
    cudaMalloc(&A, sizeof a);
    cudaMalloc(&B, sizeof b);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(A, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(B, b, sizeof b, cudaMemcpyHostToDevice);
    const int bytes = STAGES * sizeof(stage);
    cudaFuncSetAttribute(product, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    product<<<1, THREADS, bytes>>>(map_of(A, K, BM, BM, CU_TENSOR_MAP_SWIZZLE_128B),
                                   map_of(B, K, BN, BN, CU_TENSOR_MAP_SWIZZLE_128B),
                                   out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < BM * BN; i++) {
        int sum = 0;
        for (int k = 0; k < K; k++)
            sum += of_a(i / BN, k) * of_b(i % BN, k);
        if (host[i] != (float)sum) {
            printf("out[%d] is %g, not %d\n", i, host[i], sum);
            return 1;
        }
    }
    printf("right\n");
}
