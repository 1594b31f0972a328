/*
 * One kernel for each thing that is measured. Those that time themselves leave the
 * clocks of block 0 in clocks[0].
 */
#ifndef MICROBENCH_KERNELS_CUH
#define MICROBENCH_KERNELS_CUH

#include <cuda_runtime.h>
#include <string.h>

__global__ void empty(void)
{
}

/* Eight FMAs in flight per thread. Clocks of block 0 in clocks[0], nanoseconds
   in clocks[1]. */
__global__ void multiply_add(float *out, int rounds, long long *clocks)
{
    float x[8], a = threadIdx.x, b = blockIdx.x;
    for (int i = 0; i < 8; i++)
        x[i] = i;
    long long ns0, ns1, start = clock64();
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns0));
    for (int r = 0; r < rounds; r++)
#pragma unroll
        for (int j = 0; j < 16; j++)
#pragma unroll
            for (int i = 0; i < 8; i++)
                x[i] = fmaf(x[i], a, b);
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns1));
    long long end = clock64();
    float sum = 0;
    for (int i = 0; i < 8; i++)
        sum += x[i];
    if (sum == 0.5f)
        *out = sum;
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        clocks[0] = end - start;
        clocks[1] = ns1 - ns0;
    }
}

/* As in a tiled product: each of 8 x 8 sums takes one product of a's and b's. */
__global__ void outer_product(const float *in, float *out, int rounds,
                              long long *clocks)
{
    float a[8], b[8], sum[8][8] = {};
    for (int i = 0; i < 8; i++) {
        a[i] = in[i];
        b[i] = in[8 + i];
    }
    long long start = clock64();
    for (int r = 0; r < rounds; r++)
#pragma unroll
        for (int i = 0; i < 8; i++)
#pragma unroll
            for (int j = 0; j < 8; j++)
                sum[i][j] = fmaf(a[i], b[j], sum[i][j]);
    __syncthreads();
    if (threadIdx.x == 0 && blockIdx.x == 0)
        clocks[0] = clock64() - start;
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++)
            out[(i * 8 + j) * blockDim.x + threadIdx.x] = sum[i][j];
}

/* Products of fragments by tensor cores, with factors of one type: m16n8k16 of bf16,
   m16n8k8 of tf32, m16n8k32 of s8, m8n8k4 of f64. Each warp has eight sums. */
enum tensor_type { TENSOR_BF16, TENSOR_TF32, TENSOR_S8, TENSOR_F64 };
template <enum tensor_type type>
__device__ void tensor_product(unsigned sum[4], const unsigned a[4],
                               const unsigned b[2])
{
#if __CUDA_ARCH__ >= 800
    if (type == TENSOR_BF16)
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
                     "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                     : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
                     : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]),
                       "r"(b[1]));
    else if (type == TENSOR_TF32)
        asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
                     "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                     : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
                     : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]),
                       "r"(b[1]));
    else if (type == TENSOR_F64)
        asm volatile("{ .reg .f64 a, b, c, d;\n"
                     "mov.b64 a, {%4, %5}; mov.b64 b, {%6, %7};\n"
                     "mov.b64 c, {%0, %1}; mov.b64 d, {%2, %3};\n"
                     "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 "
                     "{c, d}, {a}, {b}, {c, d};\n"
                     "mov.b64 {%0, %1}, c; mov.b64 {%2, %3}, d; }"
                     : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
                     : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(b[1]));
    else
        asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 "
                     "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                     : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
                     : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]),
                       "r"(b[1]));
#endif
}

template <enum tensor_type type>
__global__ void tensor(const unsigned *in, unsigned *out, int rounds, long long *clocks)
{
    unsigned a[4], b[2], sum[8][4] = {};
    for (int i = 0; i < 4; i++)
        a[i] = in[4 * threadIdx.x + i];
    for (int i = 0; i < 2; i++)
        b[i] = in[4 * threadIdx.x + 2 * i + 1];
    long long start = clock64();
    for (int r = 0; r < rounds; r++)
#pragma unroll
        for (int i = 0; i < 8; i++)
            tensor_product<type>(sum[i], a, b);
    __syncthreads();
    if (threadIdx.x == 0 && blockIdx.x == 0)
        clocks[0] = clock64() - start;
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 4; j++)
            out[(i * 4 + j) * blockDim.x + threadIdx.x] = sum[i][j];
}

/* Eight exponentials in flight per thread, on the special function unit. */
__global__ void exponentials(float *out, int rounds, long long *clocks)
{
    float x[8], sum = 0;
    for (int i = 0; i < 8; i++)
        x[i] = out[i];
    long long start = clock64();
    for (int r = 0; r < rounds; r++)
#pragma unroll
        for (int i = 0; i < 8; i++)
            asm volatile("ex2.approx.ftz.f32 %0, %0;" : "+f"(x[i]));
    __syncthreads();
    if (threadIdx.x == 0 && blockIdx.x == 0)
        clocks[0] = clock64() - start;
    for (int i = 0; i < 8; i++)
        sum += x[i];
    if (sum == 0.5f)
        *out = sum;
}

/* Each FMA needs the result of the one before. */
__global__ void dependent(float *out, int rounds, long long *clocks)
{
    float x = *out, a = out[1];
    long long start = clock64();
#pragma unroll 16
    for (int r = 0; r < rounds; r++)
        x = fmaf(x, a, a);
    clocks[0] = (clock64() - start) / rounds;
    *out = x;
}

/* A block copies a tile of 4 KiB into shared memory, waits for all its threads, and
   goes on to the next of its `tiles`. */
__global__ void copy_tiles(const float4 *data, int tiles, int rounds, float *out,
                           long long *clocks)
{
    __shared__ float4 tile[256];
    const float4 *mine = data + (size_t)blockIdx.x * tiles * 256 + threadIdx.x;
    long long start = clock64();
    for (int r = 0; r < rounds; r++) {
        tile[threadIdx.x] = __ldcg(mine + r % tiles * 256);
        __syncthreads();
    }
    if (threadIdx.x == 0 && blockIdx.x == 0)
        clocks[0] = (clock64() - start) / rounds;
    if (tile[threadIdx.x ^ 1].x == 0.5f)
        *out = 0.5f;
}

/* Every warp reads the same 16 KiB of L1 again and again, 4 or 16 bytes per lane. */
template <bool WIDE>
__global__ void read_l1(const float *data, float *out, int rounds, long long *clocks)
{
    const float *mine = data + threadIdx.x % 32 * (WIDE ? 4 : 1);
    float sum = 0;
    long long start = 0;
    for (int r = -1; r < rounds; r++) {
        if (r == 0) { /* L1 is filled */
            __syncthreads();
            start = clock64();
        }
#pragma unroll
        for (int i = 0; i < 16; i++) {
            float4 v = {};
            if (WIDE)
                asm volatile("ld.global.ca.v4.f32 {%0, %1, %2, %3}, [%4];"
                             : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
                             : "l"(mine + 128 * i));
            else
                asm volatile("ld.global.ca.f32 %0, [%1];"
                             : "=f"(v.x)
                             : "l"(mine + 128 * i));
            sum += v.x + v.y + v.z + v.w;
        }
    }
    __syncthreads();
    if (threadIdx.x == 0 && blockIdx.x == 0)
        clocks[0] = clock64() - start;
    if (sum == 0.5f)
        *out = sum;
}

template <typename T> __global__ void read_shared(T *out, int rounds, long long *clocks)
{
    __shared__ T data[2048];
    float sum = 0;
    for (int i = threadIdx.x; i < 2048; i += blockDim.x)
        memset(&data[i], 0, sizeof(T));
    __syncthreads();
    long long start = clock64();
    for (int r = 0; r < rounds; r++)
#pragma unroll
        for (int i = 0; i < 16; i++) {
            volatile float *value =
                (volatile float *)&data[(threadIdx.x % 1024 + 64 * i + (r & 1))];
            if (sizeof(T) == 4)
                sum += value[0];
            else {
                float4 v = *(float4 *)__builtin_assume_aligned((void *)value, 16);
                sum += v.x + v.y + v.z + v.w;
            }
        }
    __syncthreads();
    if (threadIdx.x == 0 && blockIdx.x == 0)
        clocks[0] = clock64() - start;
    if (sum == 0.5f)
        *(float *)out = sum;
}

/* Read `n` float4, past L1, `times` over. */
__global__ void read_all(const float4 *data, size_t n, int times, float *out)
{
    const size_t step = (size_t)gridDim.x * blockDim.x;
    float sum = 0;
    for (int t = 0; t < times; t++)
        for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
             i += 4 * step) {
            float4 v[4];
#pragma unroll
            for (int j = 0; j < 4; j++)
                v[j] = i + j * step < n ? __ldcg(data + i + j * step) : float4{};
#pragma unroll
            for (int j = 0; j < 4; j++)
                sum += v[j].x + v[j].y + v[j].z + v[j].w;
        }
    if (sum == 0.5f)
        *out = sum;
}

__global__ void copy_all(float4 *to, const float4 *from, size_t n)
{
    const size_t step = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        to[i] = from[i];
}

/* One thread follows a chain of offsets; `steps` of them after one whole round of
   `warm` steps. */
template <bool L1>
__global__ void chase(const unsigned *chain, int warm, int steps, unsigned *out,
                      long long *clocks)
{
    unsigned at = *out; /* where the last run ended: a long chain is new to each */
    for (int i = 0; i < warm; i++)
        at = L1 ? __ldca(chain + at) : __ldcg(chain + at);
    long long start = clock64();
#pragma unroll 16
    for (int i = 0; i < steps; i++)
        at = L1 ? __ldca(chain + at) : __ldcg(chain + at);
    *out = at; /* needs the last load: so does the clock behind it */
    clocks[0] = (clock64() - start) / steps;
}

__global__ void chase_shared(unsigned *out, int steps, long long *clocks)
{
    __shared__ unsigned chain[256];
    for (int i = 0; i < 256; i++)
        chain[i] = (i + 33) % 256;
    unsigned at = *out;
    long long start = clock64();
#pragma unroll 16
    for (int i = 0; i < steps; i++)
        at = chain[at];
    *out = at;
    clocks[0] = (clock64() - start) / steps;
}

__global__ void wait_together(int steps, long long *clocks)
{
    __syncthreads();
    long long start = clock64();
#pragma unroll 16
    for (int i = 0; i < steps; i++)
        __syncthreads();
    if (threadIdx.x == 0 && blockIdx.x == 0)
        clocks[0] = (clock64() - start) / steps;
}

#endif
