// Tensor copies, both ways: ranks 1 to 5, sizes of elements, swizzles, boxes that lie
// partly or wholly outside of the array, steps, fills; and plain bulk copies.
#include <cuda.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define THREADS 64
#define MOST 32768 // bytes of a box
#define ARRAY (1 << 20)

typedef unsigned long long mbarrier;

__device__ unsigned shared_address(const void *p)
{
    return (unsigned)__cvta_generic_to_shared(p);
}

__device__ void expect_bytes(mbarrier *b, int bytes)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(b))
                 : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile(
        "mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [%0], %1;" ::"r"(
            shared_address(b)),
        "r"(bytes)
        : "memory");
}

__device__ void wait_for(mbarrier *b)
{
    asm volatile("{\n.reg .pred p;\n"
                 "again:\n"
                 "mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n"
                 "@!p bra again;\n}" ::"r"(shared_address(b))
                 : "memory");
}

struct place {
    int at[5];
};

#define LOAD(rank, list)                                                               \
    asm volatile("cp.async.bulk.tensor." rank ".shared::cluster.global.tile"           \
                 ".mbarrier::complete_tx::bytes [%0], [%1, " list                      \
                 "], [%2];" ::"r"(to),                                                 \
                 "l"(map), "r"(bar), "r"(p.at[0]), "r"(p.at[1]), "r"(p.at[2]),         \
                 "r"(p.at[3]), "r"(p.at[4])                                            \
                 : "memory")
#define STORE(rank, list)                                                              \
    asm volatile("cp.async.bulk.tensor." rank ".global.shared::cta.tile.bulk_group "   \
                 "[%1, " list "], [%0];" ::"r"(from),                                  \
                 "l"(map), "r"(0), "r"(p.at[0]), "r"(p.at[1]), "r"(p.at[2]),           \
                 "r"(p.at[3]), "r"(p.at[4])                                            \
                 : "memory")

__device__ void load(int rank, unsigned to, const CUtensorMap *map, place p,
                     unsigned bar)
{
    if (rank == 1)
        LOAD("1d", "{%3}");
    else if (rank == 2)
        LOAD("2d", "{%3, %4}");
    else if (rank == 3)
        LOAD("3d", "{%3, %4, %5}");
    else if (rank == 4)
        LOAD("4d", "{%3, %4, %5, %6}");
    else
        LOAD("5d", "{%3, %4, %5, %6, %7}");
}

__device__ void store(int rank, unsigned from, const CUtensorMap *map, place p)
{
    if (rank == 1)
        STORE("1d", "{%3}");
    else if (rank == 2)
        STORE("2d", "{%3, %4}");
    else if (rank == 3)
        STORE("3d", "{%3, %4, %5}");
    else if (rank == 4)
        STORE("4d", "{%3, %4, %5, %6}");
    else
        STORE("5d", "{%3, %4, %5, %6, %7}");
}

__device__ void wait_for_stores()
{
    asm volatile("cp.async.bulk.commit_group;\n"
                 "cp.async.bulk.wait_group 0;" ::
                     : "memory");
}

// out = the bytes of shared memory after a box was loaded.
__global__ void box_in(const __grid_constant__ CUtensorMap map, int rank, place p,
                       int bytes, char *out)
{
    __shared__ __align__(1024) char box[MOST];
    __shared__ mbarrier full;
    for (int i = threadIdx.x; i < MOST; i += THREADS) // there may be gaps between rows
        box[i] = 0;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (threadIdx.x == 0) {
        asm volatile("prefetch.tensormap [%0];" ::"l"(&map) : "memory");
        expect_bytes(&full, bytes);
        load(rank, shared_address(box), &map, p, shared_address(&full));
    }
    __syncthreads();
    wait_for(&full);
    for (int i = threadIdx.x; i < MOST; i += THREADS)
        out[i] = box[i];
}

// Store a box, of which byte i is (i * 37 + i / 256) % 251.
__global__ void box_out(const __grid_constant__ CUtensorMap map, int rank, place p, int)
{
    __shared__ __align__(1024) char box[MOST];
    for (int i = threadIdx.x; i < MOST; i += THREADS)
        box[i] = (i * 37 + i / 256) % 251;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (threadIdx.x == 0) {
        store(rank, shared_address(box), &map, p);
        wait_for_stores();
    }
}

// Bytes in a row, to shared memory and back.
__global__ void row(const char *in, char *out, int bytes)
{
    __shared__ __align__(16) char line[MOST];
    __shared__ mbarrier full;
    if (threadIdx.x == 0) {
        expect_bytes(&full, bytes);
        asm volatile(
            "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
            "[%0], [%1], %2, [%3];" ::"r"(shared_address(line)),
            "l"(in), "r"(bytes), "r"(shared_address(&full))
            : "memory");
        wait_for(&full);
        asm volatile(
            "cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(out),
            "r"(shared_address(line)), "r"(bytes)
            : "memory");
        wait_for_stores();
    }
}

struct try_of {
    int rank, bytes; // of an element
    CUtensorMapDataType type;
    int size[5], box[5], step[5], at[5];
    int swizzle; // bytes, or 0
    int fill;    // NaN
};

static char host[ARRAY], expected[ARRAY], box[MOST], *array, *out;
static cuuint64_t stride[5]; // stride[0] is that of dimension 1

static CUresult encode(CUtensorMap *map, const try_of &t)
{
    cuuint64_t size[5];
    cuuint32_t box[5], step[5];
    cuuint64_t bytes = t.bytes;
    void *function = NULL;
    cudaDriverEntryPointQueryResult found;
    for (int i = 0; i < t.rank; i++) {
        size[i] = t.size[i];
        box[i] = t.box[i];
        step[i] = t.step[i];
        bytes = (bytes * t.size[i] + 15) / 16 * 16 + 16;
        stride[i] = bytes;
    }
    cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000,
                                     cudaEnableDefault, &found);
    return ((decltype(&cuTensorMapEncodeTiled))function)(
        map, t.type, t.rank, array, size, stride, box, step,
        CU_TENSOR_MAP_INTERLEAVE_NONE,
        t.swizzle == 128  ? CU_TENSOR_MAP_SWIZZLE_128B
        : t.swizzle == 64 ? CU_TENSOR_MAP_SWIZZLE_64B
        : t.swizzle == 32 ? CU_TENSOR_MAP_SWIZZLE_32B
                          : CU_TENSOR_MAP_SWIZZLE_NONE,
        CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
        t.fill ? CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA
               : CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}

// The rows of a box are as far apart as the swizzle has bytes.
static int pitch_of(const try_of &t)
{
    return t.swizzle ? t.swizzle : t.box[0] * t.bytes;
}

// Element i of the box: where it is in shared memory, and in the array; -1: outside.
// A store writes whole pieces of 16 bytes.
static long place_of(const try_of &t, int i, bool stores, int *in_box)
{
    const int at = i / t.box[0] * pitch_of(t) + i % t.box[0] * t.bytes;
    const int piece = 16 / t.bytes;
    long global = 0;
    bool inside = true;
    *in_box = t.swizzle ? at ^ ((at >> 7 & (t.swizzle / 16 - 1)) << 4) : at;
    for (int d = 0; d < t.rank; d++) {
        const int step = d ? t.step[d] : 1, count = (t.box[d] + step - 1) / step;
        const long x = t.at[d] + (long)(i % count) * step;
        const int size =
            d == 0 && stores ? (t.size[0] + piece - 1) / piece * piece : t.size[d];
        i /= count;
        inside &= x >= 0 && x < size;
        global += x * (d ? (long)stride[d - 1] : t.bytes);
    }
    return inside ? global : -1;
}

static int elements_of(const try_of &t)
{
    int n = 1;
    for (int d = 0; d < t.rank; d++)
        n *= (t.box[d] + (d ? t.step[d] : 1) - 1) / (d ? t.step[d] : 1);
    return n;
}

static void say(const char *what, const try_of &t)
{
    printf("%s: rank %d, %d bytes, swizzle %d, box", what, t.rank, t.bytes, t.swizzle);
    for (int d = 0; d < t.rank; d++)
        printf(" %d", t.box[d]);
    printf(" at");
    for (int d = 0; d < t.rank; d++)
        printf(" %d", t.at[d]);
    printf(": ");
}

static int try_load(const try_of &t)
{
    CUtensorMap map;
    place p;
    const int n = elements_of(t);
    memcpy(p.at, t.at, sizeof p.at);
    cudaMemset(out, 0x55, MOST);
    const CUresult result = encode(&map, t);
    if (result == CUDA_SUCCESS)
        box_in<<<1, THREADS>>>(map, t.rank, p, n * t.bytes, out);
    const cudaError_t error = cudaDeviceSynchronize();
    cudaMemcpy(box, out, MOST, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) {
        int in_box;
        const long from = place_of(t, i, false, &in_box);
        static const char zero[8] = {0};
        uint64_t bits = 0;
        memcpy(&bits, box + in_box, t.bytes);
        const bool nan = bits == (t.bytes == 4 ? 0x7ff77ff7 : 0x7ff7);
        uint32_t rounded = 0; // to tf32
        if (from >= 0 && t.type == CU_TENSOR_MAP_DATA_TYPE_TFLOAT32) {
            memcpy(&rounded, host + from, sizeof rounded);
            rounded = (rounded + 0x1000) & ~0x1fffu;
        }
        const bool right = rounded     ? rounded == (uint32_t)bits
                           : from >= 0 ? !memcmp(box + in_box, host + from, t.bytes)
                           : t.fill    ? nan
                                       : !memcmp(box + in_box, zero, t.bytes);
        if (result != CUDA_SUCCESS || error || !right) {
            say("load", t);
            printf("element %d is 0x%llx (%d, %s)\n", i, (unsigned long long)bits,
                   (int)result, cudaGetErrorString(error));
            return 1;
        }
    }
    return 0;
}

static int try_store(const try_of &t)
{
    CUtensorMap map;
    place p;
    const int n = elements_of(t);
    memcpy(p.at, t.at, sizeof p.at);
    memset(expected, 0x66, ARRAY);
    cudaMemset(array, 0x66, ARRAY);
    const CUresult result = encode(&map, t);
    if (result == CUDA_SUCCESS)
        box_out<<<1, THREADS>>>(map, t.rank, p, n * t.bytes);
    const cudaError_t error = cudaDeviceSynchronize();
    cudaMemcpy(host, array, ARRAY, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) {
        int in_box;
        const long to = place_of(t, i, true, &in_box);
        for (int k = 0; to >= 0 && k < t.bytes; k++)
            expected[to + k] = ((in_box + k) * 37 + (in_box + k) / 256) % 251;
    }
    for (int i = 0; i < ARRAY; i++)
        if (result != CUDA_SUCCESS || error || host[i] != expected[i]) {
            say("store", t);
            printf("byte %d is 0x%02x, not 0x%02x (%d, %s)\n", i, host[i] & 0xff,
                   expected[i] & 0xff, (int)result, cudaGetErrorString(error));
            return 1;
        }
    return 0;
}

// The first coordinate is a multiple of 16 bytes: else an H200 ends the kernel.
// clang-format off
#define T(type) CU_TENSOR_MAP_DATA_TYPE_##type
#define ONES {1, 1, 1, 1, 1}
static const try_of loads[] = {
    // rank, bytes, type, size, box, step, at, swizzle, fill
    {1, 4, T(FLOAT32), {100}, {64}, ONES, {0}, 0, 0},
    {1, 4, T(FLOAT32), {100}, {64}, ONES, {72}, 0, 0},
    {1, 8, T(FLOAT64), {100}, {256}, ONES, {-2}, 0, 0},
    {2, 1, T(UINT8), {200, 50}, {128, 20}, ONES, {96, 40}, 0, 0},
    {2, 2, T(BFLOAT16), {333, 77}, {64, 64}, ONES, {0, 0}, 128, 0},
    {2, 2, T(BFLOAT16), {333, 77}, {64, 64}, ONES, {320, 64}, 128, 0},
    {2, 2, T(BFLOAT16), {333, 77}, {64, 64}, ONES, {400, 0}, 128, 0},
    {2, 2, T(BFLOAT16), {333, 77}, {64, 64}, ONES, {-8, -5}, 128, 1},
    {2, 2, T(FLOAT16), {333, 77}, {32, 100}, ONES, {8, 3}, 64, 1},
    {2, 2, T(FLOAT16), {333, 77}, {16, 256}, ONES, {8, 3}, 32, 0},
    {2, 2, T(FLOAT16), {333, 77}, {256, 8}, ONES, {16, 1}, 0, 0},
    {2, 2, T(FLOAT16), {333, 77}, {16, 40}, ONES, {8, 3}, 128, 0},
    {2, 2, T(FLOAT16), {333, 77}, {8, 40}, ONES, {8, 3}, 64, 0},
    {2, 4, T(TFLOAT32), {90, 77}, {32, 64}, ONES, {68, 66}, 128, 1},
    {2, 4, T(FLOAT32), {90, 77}, {32, 64}, {1, 2, 1, 1, 1}, {8, 6}, 128, 0},
    {2, 4, T(INT32), {90, 77}, {16, 63}, {1, 4, 1, 1, 1}, {8, 6}, 64, 0},
    {3, 2, T(UINT16), {60, 9, 7}, {64, 4, 5}, ONES, {8, -2, 4}, 128, 0},
    {4, 4, T(UINT32), {20, 9, 7, 5}, {8, 4, 3, 2}, ONES, {16, 7, 5, -1}, 32, 0},
    {5, 2, T(BFLOAT16), {20, 5, 4, 3, 3}, {16, 4, 3, 2, 2}, ONES, {8, 3, 2, 2, -1}, 0, 0},
};
static const try_of stores[] = {
    {1, 4, T(FLOAT32), {100}, {64}, ONES, {8}, 0, 0},
    {2, 2, T(BFLOAT16), {333, 77}, {64, 64}, ONES, {0, 0}, 128, 0},
    {2, 2, T(BFLOAT16), {333, 77}, {64, 64}, ONES, {320, 64}, 128, 0},
    {2, 2, T(BFLOAT16), {333, 77}, {64, 64}, ONES, {400, 5}, 128, 0},
    {2, 2, T(BFLOAT16), {333, 77}, {16, 64}, ONES, {8, 5}, 128, 0},
    {2, 4, T(FLOAT32), {90, 77}, {16, 64}, ONES, {84, 66}, 64, 0},
    {3, 2, T(UINT16), {60, 9, 7}, {64, 4, 5}, ONES, {8, 6, 4}, 128, 0},
    {5, 2, T(BFLOAT16), {20, 5, 4, 3, 3}, {16, 4, 3, 2, 2}, ONES, {8, 3, 2, 2, 1}, 0, 0},
};
// clang-format on

int main()
{
    int wrong = 0;
    cudaMalloc(&array, ARRAY);
    cudaMalloc(&out, MOST);
    srand(1);
    for (int i = 0; i < ARRAY; i++)
        host[i] = (char)(rand() >> 8);
    for (int i = 0; i < ARRAY; i += 4) // no float is a NaN, and no element is 0
        host[i] |= 1, host[i + 1] &= 0x3f, host[i + 3] &= 0x3f, host[i + 2] |= 1;
    cudaMemcpy(array, host, ARRAY, cudaMemcpyHostToDevice);
    for (size_t i = 0; i < sizeof loads / sizeof *loads; i++)
        wrong += try_load(loads[i]);
    row<<<1, THREADS>>>(array + 16, out, 4096);
    cudaMemcpy(box, out, 4096, cudaMemcpyDeviceToHost);
    if (cudaDeviceSynchronize() || memcmp(box, host + 16, 4096)) {
        printf("plain bulk copies: %s\n", cudaGetErrorString(cudaGetLastError()));
        wrong++;
    }
    for (size_t i = 0; i < sizeof stores / sizeof *stores; i++)
        wrong += try_store(stores[i]);
    puts(wrong ? "wrong" : "right");
    return wrong != 0;
}
