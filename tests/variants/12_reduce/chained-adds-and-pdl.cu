// dw is summed by a chain: the block of chunk i waits until chunk i-1 has added
// (acquire/release flag), so the order is fixed. Blocks take their chunk from a
// counter, so that a chunk never waits for one that has not begun. Forward: two rows
// per warp, halves of a warp.
#include "weighted_sum.h"
constexpr int T = 64, CH = 256;
__global__ void fwd(int rows, int D, const float *X, int ldx, const float *w, float *y)
{
    int lane = threadIdx.x & 15;
    long row = (blockIdx.x * (long)blockDim.x + threadIdx.x) >> 4;
    float s = 0;
    if (row < rows)
        for (int c = lane; c < D; c += 16)
            s = fmaf(X[row * ldx + c], w[c], s);
    for (int o = 8; o > 0; o >>= 1)
        s += __shfl_down_sync(0xffffffff, s, o, 16);
    if (lane == 0 && row < rows)
        y[row] = s;
}
__device__ int load_acquire(const int *p)
{
    int v;
    asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
    return v;
}
__device__ void store_release(int *p, int v)
{
    asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(p), "r"(v) : "memory");
}
// state: [0] the counter of jobs, then a flag per strip
__global__ void bwd(int rows, int D, const float *X, int ldx, const float *w,
                    const float *g, float *dX, int lddx, float *dw, int *state,
                    int strips, bool chain)
{
    __shared__ int job;
    if (threadIdx.x == 0)
        job = atomicAdd(state, 1);
    __syncthreads();
    int chunk = job / strips, strip = job % strips, col = strip * T + threadIdx.x;
    int r0 = chunk * CH, r1 = min(rows, r0 + CH);
    float s = 0;
    if (col < D) {
        float v = w[col];
        for (int r = r0; r < r1; r++) {
            float gr = g[r];
            dX[(size_t)r * lddx + col] = gr * v;
            s += X[(size_t)r * ldx + col] * gr;
        }
    }
    if (!chain) {
        if (col < D)
            atomicAdd(dw + col, s);
        return;
    }
    int *flag = state + 1 + strip;
    if (threadIdx.x == 0)
        while (load_acquire(flag) != chunk)
            __nanosleep(100);
    __syncthreads();
    if (col < D)
        dw[col] = chunk ? __ldcg(dw + col) + s : s;
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        store_release(flag, chunk + 1);
    }
}
extern "C" void weighted_sum(int rows, int D, const float *X, int ldx, const float *w,
                             float *y)
{
    fwd<<<(rows + 7) / 8, 128>>>(rows, D, X, ldx, w, y);
}
static void backward(int rows, int D, const float *X, int ldx, const float *w,
                     const float *g, float *dX, int lddx, float *dw, bool chain)
{
    int strips = (D + T - 1) / T, chunks = (rows + CH - 1) / CH;
    int *state;
    cudaMallocAsync(&state, (1 + strips) * sizeof(int), 0);
    cudaMemsetAsync(state, 0, (1 + strips) * sizeof(int), 0);
    if (!chain)
        cudaMemsetAsync(dw, 0, D * sizeof(float), 0);
    bwd<<<strips * chunks, T>>>(rows, D, X, ldx, w, g, dX, lddx, dw, state, strips,
                                chain);
    cudaFreeAsync(state, 0);
}
extern "C" void weighted_sum_backward(int rows, int D, const float *X, int ldx,
                                      const float *w, const float *g, float *dX,
                                      int lddx, float *dw)
{
    backward(rows, D, X, ldx, w, g, dX, lddx, dw, true);
}
extern "C" void weighted_sum_backward_atomic(int rows, int D, const float *X, int ldx,
                                             const float *w, const float *g, float *dX,
                                             int lddx, float *dw)
{
    backward(rows, D, X, ldx, w, g, dX, lddx, dw, false);
}
