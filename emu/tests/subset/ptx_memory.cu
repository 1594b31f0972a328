// Inline PTX: addresses, loads and stores, asynchronous copies, operations of a warp.
#include <stdint.h>

#include "expect.h"

__device__ int somewhere;

__global__ void addresses(int *global)
{
    __shared__ int words[64];
    extern __shared__ int dynamic[];
    int s;
    uint64_t generic, inside;
    const uint32_t at = (uint32_t)__cvta_generic_to_shared(&words[5]);
    asm("{ .reg .u64 t;\n cvta.to.shared.u64 t, %1;\n cvt.u32.u64 %0, t; }"
        : "=r"(s)
        : "l"(&words[5]));
    IS((uint32_t)s, at);
    asm("cvta.to.shared.u64 %0, %1;" : "=l"(inside) : "l"(&dynamic[2]));
    asm("cvta.shared.u64 %0, %1;" : "=l"(generic) : "l"(inside));
    IS((int *)generic, &dynamic[2]);
    IS((int *)__cvta_shared_to_generic(at), &words[5]);
    asm("cvta.to.global.u64 %0, %1;" : "=l"(generic) : "l"(global));
    IS((int *)generic, global);
    asm("{ .reg .pred p;\n isspacep.shared p, %1;\n selp.s32 %0, 1, 0, p; }"
        : "=r"(s)
        : "l"(&words[0]));
    IS(s, 1);
    asm("{ .reg .pred p;\n isspacep.shared p, %1;\n selp.s32 %0, 1, 0, p; }"
        : "=r"(s)
        : "l"(global));
    IS(s, 0);
    asm("{ .reg .pred p;\n isspacep.global p, %1;\n selp.s32 %0, 1, 0, p; }"
        : "=r"(s)
        : "l"(global));
    IS(s, 1);
    IS(__isShared(&words[3]) != 0, true);
    IS(__isShared(global) != 0, false);
}

__global__ void accesses(int *global, float4 *wide)
{
    __shared__ __align__(16) short small[64];
    const int i = threadIdx.x;
    const uint32_t at = (uint32_t)__cvta_generic_to_shared(&small[i * 2]);
    int s, a, b, c, d;
    unsigned u;
    float x, y, z, w;
    asm volatile("st.global.s32 [%0], %1;" : : "l"(global + i), "r"(i * 3) : "memory");
    asm volatile("ld.global.s32 %0, [%1];" : "=r"(s) : "l"(global + i) : "memory");
    IS(s, i * 3);
    asm volatile("ld.relaxed.gpu.global.u32 %0, [%1+0];"
                 : "=r"(u)
                 : "l"(global + i)
                 : "memory");
    IS(u, i * 3u);
    asm volatile("ld.global.nc.L1::no_allocate.L2::128B.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(x), "=f"(y), "=f"(z), "=f"(w)
                 : "l"(wide + i));
    IS(x + y, 8.0f * i + 1);
    IS(z + w, 8.0f * i + 5);
    asm volatile("st.shared.s16 [%0], %1;" : : "r"(at), "h"((short)-i) : "memory");
    asm volatile("st.shared.u16 [%0 + 2], %1;" : : "r"(at), "h"((short)i) : "memory");
    asm volatile("ld.shared.s16 %0, [%1];" : "=r"(s) : "r"(at) : "memory");
    IS(s, -i);
    asm volatile("ld.shared::cta.u16 %0, [%1];" : "=r"(s) : "r"(at) : "memory");
    IS(s, -i & 0xffff);
    asm volatile("ld.u8 %0, [%1];"
                 : "=r"(u)
                 : "l"((char *)&small[i * 2] + 2)
                 : "memory");
    IS(u, (unsigned)i);
    __syncthreads();
    if (i < 8) {
        asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, 7};"
                     :
                     : "r"((uint32_t)__cvta_generic_to_shared(&small[i * 8])), "r"(i),
                       "r"(i + 1), "r"(i + 2)
                     : "memory");
        asm volatile(
            "{ .reg .b32 t<4>;\n ld.shared.v4.b32 {t0, t1, t2, t3}, [%4];\n"
            " mov.b32 %0, t0;\n mov.b32 %1, t1;\n mov.b32 %2, t2;\n mov.b32 %3, t3; }"
            : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
            : "r"((uint32_t)__cvta_generic_to_shared(&small[i * 8]))
            : "memory");
        IS(a, i);
        IS(b, i + 1);
        IS(c, i + 2);
        IS(d, 7);
    }
}

__global__ void atomics(int *words, unsigned long long *wide, float *sums)
{
    __shared__ unsigned box;
    const int i = threadIdx.x;
    unsigned d;
    if (i == 0)
        box = 0;
    __syncthreads();
    const uint32_t at = (uint32_t)__cvta_generic_to_shared(&box);
    asm volatile("atom.shared.add.u32 %0, [%1], 2;" : "=r"(d) : "r"(at) : "memory");
    IS(d % 2 == 0 && d < 64, true);
    asm volatile("red.global.add.s32 [%0], %1;" : : "l"(words), "r"(i) : "memory");
    asm volatile("red.relaxed.gpu.global.max.s32 [%0 + 4], %1;"
                 :
                 : "l"(words), "r"(i - 40)
                 : "memory");
    asm volatile("red.global.add.u64 [%0], %1;"
                 :
                 : "l"(wide), "l"(1ull << 33)
                 : "memory");
    asm volatile("red.global.add.f32 [%0], %1;" : : "l"(sums), "f"(0.5f) : "memory");
    asm volatile("atom.global.or.b32 %0, [%1 + 8], %2;"
                 : "=r"(d)
                 : "l"(words), "r"(1u << i)
                 : "memory");
    IS(d >> i & 1, 0u);
    asm volatile("prefetch.global.L2 [%0];" : : "l"(words));
    __syncthreads();
    IS(box, 64u);
    if (i == 0) {
        asm volatile("atom.acq_rel.gpu.global.cas.b32 %0, [%1 + 12], 7, 9;"
                     : "=r"(d)
                     : "l"(words)
                     : "memory");
        IS(d, 7u);
        asm volatile("atom.exch.b32 %0, [%1 + 12], 11;"
                     : "=r"(d)
                     : "l"(words)
                     : "memory");
        IS(d, 9u);
    }
}

// Blocks that wait for each other: the load is made again each time.
__global__ void turns(int *lock, int *sum)
{
    int state;
    if (threadIdx.x == 0) {
        do
            asm volatile("ld.global.acquire.gpu.b32 %0, [%1];"
                         : "=r"(state)
                         : "l"(lock));
        while (state != (int)blockIdx.x);
        sum[0] = sum[0] * 3 + (int)blockIdx.x;
        asm volatile("fence.acq_rel.gpu;\n"
                     "red.relaxed.gpu.global.add.s32 [%0], 1;"
                     :
                     : "l"(lock)
                     : "memory");
    }
}
__global__ void flags(volatile int *flag)
{
    int state;
    if (threadIdx.x == 32)
        asm volatile("st.volatile.global.u32 [%0], 1;" : : "l"(flag) : "memory");
    if (threadIdx.x == 0)
        do
            asm volatile("ld.volatile.global.u32 %0, [%1];" : "=r"(state) : "l"(flag));
        while (state != 1);
}

// Of 16 bytes, copy as many as there are; the others become 0. Ignored: all of them.
__global__ void copies(const int *in)
{
    __shared__ __align__(16) int box[4][32][4], hinted[32][4];
    const int i = threadIdx.x;
    const uint32_t at = (uint32_t)__cvta_generic_to_shared(&box[0][i][0]);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n"
                 "cp.async.commit_group;\n"
                 "cp.async.cg.shared.global.L2::128B [%2], [%1], 16, %3;\n"
                 "cp.async.ca.shared::cta.global [%4], [%1 + 4], 4;\n"
                 "cp.async.commit_group;"
                 :
                 : "r"(at), "l"(in + 4 * i), "r"(at + 512), "r"(i % 5 * 4),
                   "r"(at + 1024)
                 : "memory");
    asm volatile("{ .reg .pred p;\n setp.ne.s32 p, %2, 0;\n"
                 "  cp.async.ca.shared.global [%0], [%1], 8, p; }"
                 :
                 : "r"(at + 1536), "l"(in + 4 * i), "r"(i % 2)
                 : "memory");
    asm volatile("{ .reg .b64 policy;\n"
                 "  createpolicy.fractional.L2::evict_first.b64 policy, 1.0;\n"
                 "  cp.async.cg.shared.global.L2::cache_hint [%0], [%1], 16, policy; }"
                 :
                 : "r"((uint32_t)__cvta_generic_to_shared(&hinted[i][0])),
                   "l"(in + 4 * i)
                 : "memory");
    asm volatile("cp.async.wait_group 1;" : : : "memory");
    IS(box[0][i][3], 4 * i + 3);
    asm volatile("cp.async.wait_group %0;" : : "n"(0) : "memory");
    for (int k = 0; k < 4; k++)
        IS(box[1][i][k], k < i % 5 ? 4 * i + k : 0);
    IS(box[2][i][0], 4 * i + 1);
    asm volatile("cp.async.wait_all;" : : : "memory");
    IS(hinted[i][3], 4 * i + 3);
    IS(box[3][i][0], i % 2 ? 0 : 4 * i);
    IS(box[3][i][1], i % 2 ? 0 : 4 * i + 1);
}

__global__ void warps()
{
    const unsigned i = threadIdx.x % 32;
    unsigned d, p, lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    IS(lane, i);
    asm("mov.u32 %0, %%tid.x;" : "=r"(d));
    IS(d, threadIdx.x);
    asm("mov.u32 %0, %%ntid.x;" : "=r"(d));
    IS(d, blockDim.x);
    asm("mov.u32 %0, %%ctaid.x;" : "=r"(d));
    IS(d, blockIdx.x);
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(d));
    IS(d, (1u << i) - 1);
    asm volatile("{ .reg .pred q;\n shfl.sync.up.b32 %0|q, %2, 3, 0, 0xffffffff;\n"
                 " selp.u32 %1, 1, 0, q; }"
                 : "=r"(d), "=r"(p)
                 : "r"(i * 7));
    IS(d, i < 3 ? i * 7 : (i - 3) * 7);
    IS(p, i >= 3);
    asm volatile("shfl.sync.bfly.b32 %0, %1, 5, 0x1f, 0xffffffff;" : "=r"(d) : "r"(i));
    IS(d, i ^ 5);
    // Segments of eight lanes.
    asm volatile("{ .reg .pred q;\n shfl.sync.down.b32 %0|q, %2, 2, 0x181f, -1;\n"
                 " selp.u32 %1, 1, 0, q; }"
                 : "=r"(d), "=r"(p)
                 : "r"(i));
    IS(d, i % 8 < 6 ? i + 2 : i);
    IS(p, i % 8 < 6);
    asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1c1f, 0xffffffff;"
                 : "=r"(d)
                 : "r"(i), "r"(1));
    IS(d, i / 4 * 4 + 1);
    asm volatile("{ .reg .pred q;\n setp.gt.u32 q, %1, 20;\n"
                 " vote.sync.ballot.b32 %0, q, 0xffffffff; }"
                 : "=r"(d)
                 : "r"(i));
    IS(d, 0xffe00000u);
    asm volatile("{ .reg .pred q, r;\n setp.gt.u32 q, %2, 20;\n"
                 " vote.sync.any.pred r, q, 0xffffffff;\n selp.u32 %0, 1, 0, r;\n"
                 " vote.sync.all.pred r, !q, 0xffffffff;\n selp.u32 %1, 1, 0, r; }"
                 : "=r"(d), "=r"(p)
                 : "r"(i));
    IS(d, 1u);
    IS(p, 0u);
    asm volatile("redux.sync.add.u32 %0, %1, 0xffffffff;" : "=r"(d) : "r"(i));
    IS(d, 496u);
    asm volatile("redux.sync.max.s32 %0, %1, 0xffffffff;" : "=r"(d) : "r"(i - 40));
    IS((int)d, -9);
    asm volatile("redux.sync.or.b32 %0, %1, 0xffffffff;" : "=r"(d) : "r"(1u << i));
    IS(d, 0xffffffffu);
    asm volatile("activemask.b32 %0;" : "=r"(d));
    IS(d, 0xffffffffu);
    asm volatile(
        "{ .reg .pred q;\n elect.sync %0|q, 0xffffffff;\n selp.u32 %1, 1, 0, q; }"
        : "=r"(d), "=r"(p));
    IS(p, i == d);
    asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
    asm volatile("bar.sync 0;" : : : "memory");
    asm volatile("bar.sync 0, 64;" : : : "memory");
    asm volatile("barrier.cta.sync.aligned 0;" : : : "memory");
    asm volatile("membar.gl;" : : : "memory");
    asm volatile("fence.acq_rel.gpu;" : : : "memory");
    asm volatile("nanosleep.u32 20;");
    asm volatile("" : : : "memory");
}

int main()
{
    int *global, in[128];
    float4 *wide;
    for (int i = 0; i < 128; i++)
        in[i] = i;
    float values[128];
    for (int i = 0; i < 128; i++)
        values[i] = (float)i;
    cudaMalloc(&global, sizeof in);
    cudaMalloc(&wide, sizeof values);
    cudaMemcpy(wide, values, sizeof values, cudaMemcpyHostToDevice);
    addresses<<<1, 1, 64>>>(global);
    accesses<<<1, 32>>>(global, wide);
    cudaMemcpy(global, in, sizeof in, cudaMemcpyHostToDevice);
    copies<<<1, 32>>>(global);
    warps<<<2, 64>>>();
    int words[4] = {0, -100, 0, 7};
    unsigned long long *wide_sum, none = 0;
    float *sum, zero = 0;
    cudaMalloc(&wide_sum, 8);
    cudaMalloc(&sum, 4);
    cudaMemcpy(global, words, sizeof words, cudaMemcpyHostToDevice);
    cudaMemcpy(wide_sum, &none, 8, cudaMemcpyHostToDevice);
    cudaMemcpy(sum, &zero, 4, cudaMemcpyHostToDevice);
    atomics<<<1, 32>>>(global, wide_sum, sum);
    cudaMemcpy(words, global, sizeof words, cudaMemcpyDeviceToHost);
    cudaMemcpy(&none, wide_sum, 8, cudaMemcpyDeviceToHost);
    cudaMemcpy(&zero, sum, 4, cudaMemcpyDeviceToHost);
    HOST_IS(words[0], 496);
    HOST_IS(words[1], -9);
    HOST_IS(words[2], -1);
    HOST_IS(words[3], 11);
    HOST_IS(none, 32ull << 33);
    HOST_IS(zero, 16.0f);
    cudaMemset(global, 0, 16);
    turns<<<4, 32>>>(global, global + 2);
    cudaMemcpy(words, global, sizeof words, cudaMemcpyDeviceToHost);
    HOST_IS(words[0], 4);
    HOST_IS(words[2], 18);
    flags<<<1, 64>>>(global + 1);
    return report();
}
