// Inline PTX: warp 0 copies one tile after the other to a ring of three stages, and
// warp 1 adds them up. One lane waits for a whole warp. So many phases that clocks
// wrap.
#include "test.h"

#include "mbarrier.h"

#define STAGES 3
#define TILES 5000
#define WARP 32

__device__ static void copy_tile(float *to, const float *from, mbarrier *full)
{
    asm volatile(
        "cp.async.ca.shared.global [%0], [%1], 4;\n"
        "cp.async.mbarrier.arrive.noinc.shared.b64 [%2];" ::"r"(shared_address(to)),
        "l"(from), "r"(shared_address(full))
        : "memory");
}

/* One lane waits; __syncwarp() orders the others after it. */
__device__ static void wait_for_warp(mbarrier *b, int parity)
{
    if (threadIdx.x % WARP == 0)
        mbarrier_wait(b, parity);
    __syncwarp();
}

__global__ void ring(const float *in, float *out)
{
    __shared__ mbarrier full[STAGES], empty[STAGES];
    __shared__ float tile[STAGES][WARP];
    const int lane = threadIdx.x % WARP;
    float sum = 0;
    if (threadIdx.x == 0)
        for (int s = 0; s < STAGES; s++) {
            mbarrier_init(&full[s], WARP);
            mbarrier_init(&empty[s], WARP);
        }
    __syncthreads();
    for (int t = 0; t < TILES; t++) {
        const int s = t % STAGES, parity = t / STAGES % 2;
        if (threadIdx.x < WARP) {
            wait_for_warp(&empty[s], parity ^ 1);
            copy_tile(&tile[s][lane], &in[(lane + t) % N], &full[s]);
        } else {
            wait_for_warp(&full[s], parity);
            sum += t % N == 0 ? tile[s][lane ^ 1] : 0;
            mbarrier_arrive(&empty[s]);
        }
    }
    out[threadIdx.x] = sum;
}

int main()
{
    RUN(ring, 1, N, i < WARP ? 0 : ((i - WARP) ^ 1) * ((TILES + N - 1) / N))
}
