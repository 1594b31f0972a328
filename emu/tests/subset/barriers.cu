/* Barriers beside __syncthreads(): by <cuda/barrier>, <cuda/ptx>, and named ones.
   Prints "right" if every array is. */
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/ptx>
#include <stdio.h>

enum { N = 128, ROUNDS = 5 };
typedef cuda::barrier<cuda::thread_scope_block> block_barrier;

/* Each thread passes a value to its neighbour, some times. */
__global__ void by_tokens(const int *in, int *out)
{
    __shared__ block_barrier ready, read;
    __shared__ int tile[N];
    int i = threadIdx.x, value = in[i];
    if (i == 0) {
        init(&ready, N);
        init(&read, N);
    }
    __syncthreads();
    for (int k = 0; k < ROUNDS; k++) {
        tile[i] = value;
        block_barrier::arrival_token token = ready.arrive();
        ready.wait(static_cast<block_barrier::arrival_token &&>(token));
        value = tile[(i + 1) % N];
        read.arrive_and_wait();
    }
    out[i] = value;
}

/* Copies that complete a phase. */
__global__ void by_copies(const int *in, int *out)
{
    __shared__ block_barrier ready;
    __shared__ __align__(16) int tile[2 * N];
    int i = threadIdx.x;
    if (i == 0)
        init(&ready, N);
    __syncthreads();
    cuda::memcpy_async(&tile[i], &in[i], sizeof(int), ready);
    cuda::memcpy_async(cooperative_groups::this_thread_block(), tile + N, in,
                       N * sizeof(int), ready);
    ready.arrive_and_wait();
    out[i] = tile[(i + 3) % N] + tile[N + (i + 2) % N];
}

/* Threads that leave the barrier. */
__global__ void by_drops(const int *in, int *out)
{
    __shared__ uint64_t ready;
    __shared__ int tile[N];
    int i = threadIdx.x;
    if (i == 0)
        cuda::ptx::mbarrier_init(&ready, N);
    __syncthreads();
    tile[i] = in[i];
    if (i >= 64) {
        asm volatile("{.reg .b64 s; mbarrier.arrive_drop.shared.b64 s, [%0];}" ::"r"(
                         (unsigned)__cvta_generic_to_shared(&ready))
                     : "memory");
        out[i] = in[i];
        return;
    }
    cuda::ptx::mbarrier_arrive(&ready);
    while (!cuda::ptx::mbarrier_try_wait_parity(&ready, 0)) {
    }
    int sum = tile[i + 64];
    uint64_t state = cuda::ptx::mbarrier_arrive(&ready);
    while (!cuda::ptx::mbarrier_test_wait(&ready, state)) {
    }
    out[i] = sum;
}

/* Pairs of warps meet at barriers of their own; all threads vote at a third one. */
__global__ void by_names(const int *in, int *out)
{
    __shared__ int tile[N];
    int i = threadIdx.x, even, any;
    unsigned count;
    tile[i] = in[i];
    asm volatile("bar.sync %0, 64;" ::"r"(1 + i / 64) : "memory");
    int other = tile[i ^ 32];
    asm volatile("{.reg .pred p, q;\n"
                 "setp.lt.s32 p, %3, 100;\n"
                 "bar.red.popc.u32 %0, 3, p;\n"
                 "bar.red.and.pred q, 4, 128, !p;\n"
                 "selp.b32 %1, 1, 0, q;\n"
                 "bar.red.or.pred q, 3, p;\n"
                 "selp.b32 %2, 1, 0, q;}"
                 : "=r"(count), "=r"(even), "=r"(any)
                 : "r"(i)
                 : "memory");
    /* The first warp stores, and goes on; the others wait for it. */
    if (i < 32) {
        tile[i] = other;
        asm volatile("bar.arrive 5, 128;" ::: "memory");
        out[i] = other + (int)count + even + any;
    } else {
        asm volatile("barrier.sync 5, 128;" ::: "memory");
        out[i] = tile[i % 32] + (int)count + even + any;
    }
}

static int wrong;

static void run(void (*kernel)(const int *, int *), int (*want)(int), const char *name)
{
    int *in, *out;
    if (cudaMallocManaged(&in, N * sizeof *in) ||
        cudaMallocManaged(&out, N * sizeof *out))
        return;
    for (int i = 0; i < N; i++)
        in[i] = 10 * i;
    kernel<<<1, N>>>(in, out);
    if (cudaDeviceSynchronize())
        wrong = printf("%s: %s\n", name, cudaGetErrorName(cudaGetLastError()));
    for (int i = 0; i < N && !wrong; i++)
        if (out[i] != want(i))
            wrong =
                printf("%s: out[%d] is %d, expected %d\n", name, i, out[i], want(i));
}

static int of_tokens(int i)
{
    return 10 * ((i + ROUNDS) % N);
}
static int of_copies(int i)
{
    return 10 * ((i + 3) % N + (i + 2) % N);
}
static int of_drops(int i)
{
    return 10 * (i < 64 ? i + 64 : i);
}
static int of_names(int i)
{
    return 10 * (i % 32 ^ 32) + 100 + 1;
}

int main()
{
    run(by_tokens, of_tokens, "by_tokens");
    run(by_copies, of_copies, "by_copies");
    run(by_drops, of_drops, "by_drops");
    run(by_names, of_names, "by_names");
    if (!wrong)
        printf("right\n");
    return wrong != 0;
}
