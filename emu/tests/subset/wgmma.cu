// wgmma: where each element of both factors is in shared memory, by swizzle, stride and
// transposition; factors in registers; f16, bf16, tf32 and 8-bit
// floats; signs. All sums are exact.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define M 64
#define N 64
#define THREADS 128
#define BYTES 16384 // of shared memory for a factor

// How a factor lies in shared memory: `span` bytes are permuted, 16 is none; contiguous
// along K, or along M or N. `bytes` per element; k elements.
struct layout {
    int span, along_k, bytes;
    int lead, stride; // bytes
    int from;         // where it begins: the swizzle goes by the address
    int k() const
    {
        return 32 / bytes;
    }
};

// Where element (row, k) is.
static int place(const layout &l, int row, int k)
{
    const int wide = l.span / l.bytes; // elements in a span
    int at;
    if (l.along_k && l.span == 16)
        at = row / 8 * l.stride + row % 8 * 16 + k / wide * l.lead + k % wide * l.bytes;
    else if (l.along_k)
        at = row / 8 * l.stride + row % 8 * l.span + k * l.bytes;
    else if (l.span == 16)
        at = row / 8 * l.stride + k / 8 * l.lead + k % 8 * 16 + row % 8 * 2;
    else
        at = row / wide * l.lead + k / 8 * l.stride + k % 8 * l.span + row % wide * 2;
    at += l.from;
    return at ^ ((at >> 7 & (l.span / 16 - 1)) << 4);
}

static layout layout_of(int span, int along_k, int bytes)
{
    layout l = {span, along_k, bytes, 0, 0, 0};
    if (along_k && span == 16)
        l.lead = 128, l.stride = 256;
    else if (along_k)
        l.lead = 16, l.stride = 8 * span;
    else if (span == 16)
        l.lead = 128, l.stride = 256;
    else
        l.stride = 8 * span, l.lead = 16 * span;
    return l;
}

static uint64_t descriptor_of(const layout &l)
{
    const uint64_t mode = l.span == 128 ? 1 : l.span == 64 ? 2 : l.span == 32 ? 3 : 0;
    return (uint64_t)(l.from / 16) | (uint64_t)(l.lead / 16) << 16 |
           (uint64_t)(l.stride / 16) << 32 | mode << 62;
}

#define SUMS                                                                           \
    "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "          \
    "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}"
#define FOUR(i) "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3])
#define RESULTS                                                                        \
    FOUR(0), FOUR(4), FOUR(8), FOUR(12), FOUR(16), FOUR(20), FOUR(24), FOUR(28)
#define BEGIN "{\n.reg .pred p;\nsetp.ne.b32 p, %34, 0;\n"

enum kind { BF16, F16, TF32, E4M3, E5M2, E4M3_E5M2 /* of a and of b */, E5M2_E4M3 };

static int bytes_of(int kind)
{
    return kind == TF32 ? 4 : kind >= E4M3 ? 1 : 2;
}

#define MULTIPLY_8(KINDS)                                                              \
    asm volatile(BEGIN "wgmma.mma_async.sync.aligned.m64n64k32.f32." KINDS " " SUMS    \
                       ", %32, %33, p, 1, %35;\n}"                                     \
                 : RESULTS                                                             \
                 : "l"(a), "l"(b), "r"(adds), "n"(SIGN))

template <int KIND, int TRANS_A, int TRANS_B, int SIGN>
__device__ void multiply(float d[32], uint64_t a, uint64_t b, int adds)
{
    if (KIND == BF16)
        asm volatile(BEGIN "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 " SUMS
                           ", %32, %33, p, %35, 1, %36, %37;\n}"
                     : RESULTS
                     : "l"(a), "l"(b), "r"(adds), "n"(SIGN), "n"(TRANS_A),
                       "n"(TRANS_B));
    else if (KIND == F16)
        asm volatile(BEGIN "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 " SUMS
                           ", %32, %33, p, 1, %35, %36, %37;\n}"
                     : RESULTS
                     : "l"(a), "l"(b), "r"(adds), "n"(SIGN), "n"(TRANS_A),
                       "n"(TRANS_B));
    else if (KIND == E4M3)
        MULTIPLY_8("e4m3.e4m3");
    else if (KIND == E5M2)
        MULTIPLY_8("e5m2.e5m2");
    else if (KIND == E4M3_E5M2)
        MULTIPLY_8("e4m3.e5m2");
    else if (KIND == E5M2_E4M3)
        MULTIPLY_8("e5m2.e4m3");
    else
        asm volatile(BEGIN "wgmma.mma_async.sync.aligned.m64n64k8.f32.tf32.tf32 " SUMS
                           ", %32, %33, p, %35, 1;\n}"
                     : RESULTS
                     : "l"(a), "l"(b), "r"(adds), "n"(SIGN));
}

// A in registers.
#define BEGIN_REGISTERS "{\n.reg .pred p;\nsetp.ne.b32 p, %37, 0;\n"
#define REGISTERS_OF_A "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3])
template <int KIND>
__device__ void multiply(float d[32], const uint32_t a[4], uint64_t b, int adds)
{
    if (KIND == BF16)
        asm volatile(BEGIN_REGISTERS
                     "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 " SUMS
                     ", {%32, %33, %34, %35}, %36, p, 1, 1, 0;\n}"
                     : RESULTS
                     : REGISTERS_OF_A, "l"(b), "r"(adds));
    else
        asm volatile(BEGIN_REGISTERS
                     "wgmma.mma_async.sync.aligned.m64n64k32.f32.e4m3.e5m2 " SUMS
                     ", {%32, %33, %34, %35}, %36, p, 1, 1;\n}"
                     : RESULTS
                     : REGISTERS_OF_A, "l"(b), "r"(adds));
}

__device__ uint64_t start_of(const void *p)
{
    return __cvta_generic_to_shared(p) >> 4 & 0x3fff;
}

// out = the product of what a and b hold in shared memory, twice if `twice`.
template <int KIND, int TRANS_A, int TRANS_B, int SIGN, bool REGISTERS>
__global__ void product(const char *a, uint64_t a_layout, const char *b,
                        uint64_t b_layout, const uint32_t *fragments, float *out,
                        int twice)
{
    __shared__ __align__(1024) char shared[2 * BYTES];
    float d[32];
    for (int i = 0; i < 32; i++)
        d[i] = 1000;
    for (int i = threadIdx.x; i < BYTES / 4; i += THREADS) {
        ((int *)shared)[i] = ((const int *)a)[i];
        ((int *)shared)[BYTES / 4 + i] = ((const int *)b)[i];
    }
    uint32_t mine[4];
    for (int i = 0; i < 4; i++)
        mine[i] = fragments[threadIdx.x * 4 + i];
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    const uint64_t at_b = b_layout + start_of(shared + BYTES);
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    for (int i = 0; i <= twice; i++)
        if (REGISTERS)
            multiply<KIND>(d, mine, at_b, i);
        else
            multiply<KIND, TRANS_A, TRANS_B, SIGN>(d, a_layout + start_of(shared), at_b,
                                                   i);
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int i = 0; i < 32; i++)
        out[(warp * 16 + lane / 4 + i / 2 % 2 * 8) * N + i / 4 * 8 + lane % 4 * 2 +
            i % 2] = d[i];
}

static int value(int seed, int row, int k)
{
    return (row * 7 + k * 13 + row * k * seed) % 9 - 4;
}

static void put(char *to, int kind, int value)
{
    const __nv_fp8_e4m3 s(value);
    const __nv_fp8_e5m2 t(value);
    const __nv_bfloat16 b = __float2bfloat16((float)value);
    const __half h = __float2half((float)value);
    const float f = (float)value;
    memcpy(to,
           kind == BF16   ? (const void *)&b
           : kind == F16  ? (const void *)&h
           : kind == E4M3 ? (const void *)&s
           : kind == E5M2 ? (const void *)&t
                          : &f,
           bytes_of(kind));
}

static char host_a[BYTES], host_b[BYTES];
static uint32_t host_fragments[THREADS * 4];
static char *a, *b;
static uint32_t *fragments;
static float *out;

static void fill(char *to, const layout &l, int kind, int seed)
{
    memset(to, 0, BYTES);
    for (int row = 0; row < 64; row++)
        for (int k = 0; k < l.k(); k++)
            put(to + place(l, row, k), kind, value(seed, row, k));
}

template <int KIND, int TRANS_A, int TRANS_B, int SIGN = 1, bool REGISTERS = false>
static int try_one(int span_a, int span_b, int twice, int from = 0)
{
    const int bytes = bytes_of(KIND);
    const int of_a = KIND == E4M3_E5M2 ? E4M3 : KIND == E5M2_E4M3 ? E5M2 : KIND;
    const int of_b = KIND == E4M3_E5M2 ? E5M2 : KIND == E5M2_E4M3 ? E4M3 : KIND;
    layout la = layout_of(span_a, !TRANS_A, bytes);
    layout lb = layout_of(span_b, !TRANS_B, bytes);
    la.from = from;
    lb.from = from * 2;
    static float host[M * N];
    fill(host_a, la, of_a, 3);
    fill(host_b, lb, of_b, 5);
    for (int t = 0; t < THREADS; t++)
        for (int r = 0; r < 4; r++)
            for (int e = 0; e < 4 / bytes; e++)
                put((char *)&host_fragments[t * 4 + r] + bytes * e, of_a,
                    value(3, t / 32 * 16 + t % 32 / 4 + r % 2 * 8,
                          r / 2 * 16 / bytes + t % 4 * 4 / bytes + e));
    cudaMemcpy(a, host_a, BYTES, cudaMemcpyHostToDevice);
    cudaMemcpy(b, host_b, BYTES, cudaMemcpyHostToDevice);
    cudaMemcpy(fragments, host_fragments, sizeof host_fragments,
               cudaMemcpyHostToDevice);
    product<KIND, TRANS_A, TRANS_B, SIGN, REGISTERS><<<1, THREADS>>>(
        a, descriptor_of(la), b, descriptor_of(lb), fragments, out, twice);
    const cudaError_t error = cudaDeviceSynchronize();
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < M * N; i++) {
        int sum = 0;
        for (int k = 0; k < la.k(); k++)
            sum += value(3, i / N, k) * value(5, i % N, k);
        if (error || host[i] != SIGN * sum * (1 + twice)) {
            printf(
                "kind %d, trans %d %d, spans %d %d%s: out[%d][%d] is %g, not %d (%s)\n",
                KIND, TRANS_A, TRANS_B, span_a, span_b, REGISTERS ? ", registers" : "",
                i / N, i % N, host[i], SIGN * sum * (1 + twice),
                cudaGetErrorString(error));
            return 1;
        }
    }
    return 0;
}

int main()
{
    static const int spans[] = {16, 32, 64, 128};
    int wrong = 0;
    cudaMalloc(&a, BYTES);
    cudaMalloc(&b, BYTES);
    cudaMalloc(&fragments, sizeof host_fragments);
    cudaMalloc(&out, M * N * sizeof *out);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            wrong += try_one<BF16, 0, 0>(spans[i], spans[j], 1);
            wrong += try_one<BF16, 0, 1, -1>(spans[i], spans[j], 0);
            wrong += try_one<F16, 1, 0, -1>(spans[i], spans[j], 1);
            wrong += try_one<F16, 1, 1>(spans[i], spans[j], 0);
            wrong += try_one<TF32, 0, 0, -1>(spans[i], spans[j], 1);
            wrong += try_one<E4M3, 0, 0, -1>(spans[i], spans[j], 1);
            wrong += try_one<E5M2, 0, 0>(spans[i], spans[j], 0);
            wrong += try_one<E4M3_E5M2, 0, 0>(spans[i], spans[j], 1);
            wrong += try_one<E5M2_E4M3, 0, 0>(spans[i], spans[j], 1);
        }
    wrong += try_one<BF16, 0, 0, 1, true>(128, 64, 1);
    wrong += try_one<E4M3_E5M2, 0, 0, 1, true>(64, 128, 1);
    for (int i = 0; i < 3; i++) // tiles that do not begin where a pattern does
        wrong += try_one<BF16, 0, 1>(spans[i + 1], spans[3 - i], 0, 128 * (i + 1));
    puts(wrong ? "wrong" : "right");
    return wrong != 0;
}
