// Every atomic operation, for every type and scope that CUDA has it for: one step of it
// against its definition, and many threads at once on one word.
#include "expect.h"

enum { THREADS = 4 * 156 };

// One thread: what comes back is the old value, what stays the new one.
#define STEP(T, operation, old, operand, want)                                         \
    do {                                                                               \
        __shared__ T word;                                                             \
        word = (T)(old);                                                               \
        IS(operation(&word, (T)(operand)), (T)(old));                                  \
        IS(word, (T)(want));                                                           \
        cell[0] = 0;                                                                   \
        *(T *)cell = (T)(old);                                                         \
        IS(operation(reinterpret_cast<T *>(cell), (T)(operand)), (T)(old));            \
        IS(*(T *)cell, (T)(want));                                                     \
    } while (0)
#define STEPS(T, name, old, operand, want)                                             \
    STEP(T, name, old, operand, want);                                                 \
    STEP(T, name##_block, old, operand, want);                                         \
    STEP(T, name##_system, old, operand, want)

__global__ void integers(unsigned long long *cell)
{
    STEPS(int, atomicAdd, 40, -50, -10);
    STEPS(unsigned, atomicAdd, 0xfffffffeu, 3, 1);
    STEPS(unsigned long long, atomicAdd, 0xffffffffull, 1, 1ull << 32);
    STEPS(int, atomicSub, -4, 3, -7);
    STEPS(unsigned, atomicSub, 1, 2, 0xffffffffu);
    STEPS(int, atomicExch, 1, -2, -2);
    STEPS(unsigned, atomicExch, 1, 0x80000000u, 0x80000000u);
    STEPS(unsigned long long, atomicExch, 1, 1ull << 63, 1ull << 63);
    STEPS(int, atomicMin, -1, 1, -1);
    STEPS(int, atomicMin, 1, -1, -1);
    STEPS(unsigned, atomicMin, 0xffffffffu, 1, 1);
    STEPS(long long, atomicMin, -1, 1, -1);
    STEPS(unsigned long long, atomicMin, 1ull << 63, 1, 1);
    STEPS(int, atomicMax, -1, 1, 1);
    STEPS(unsigned, atomicMax, 0xffffffffu, 1, 0xffffffffu);
    STEPS(long long, atomicMax, -1, -(1ll << 40), -1);
    STEPS(unsigned long long, atomicMax, 1ull << 63, 1, 1ull << 63);
    STEPS(int, atomicAnd, 12, 10, 8);
    STEPS(unsigned, atomicAnd, 12, 10, 8);
    STEPS(unsigned long long, atomicAnd, 3ull << 40, 1ull << 41, 1ull << 41);
    STEPS(int, atomicOr, 12, 10, 14);
    STEPS(unsigned, atomicOr, 12, 10, 14);
    STEPS(unsigned long long, atomicOr, 1ull << 40, 1, (1ull << 40) + 1);
    STEPS(int, atomicXor, 12, 10, 6);
    STEPS(unsigned, atomicXor, 12, 10, 6);
    STEPS(unsigned long long, atomicXor, 1ull << 40, 1, (1ull << 40) + 1);
    STEPS(unsigned, atomicInc, 3, 5, 4);
    STEPS(unsigned, atomicInc, 5, 5, 0);
    STEPS(unsigned, atomicInc, 9, 5, 0);
    STEPS(unsigned, atomicDec, 3, 5, 2);
    STEPS(unsigned, atomicDec, 0, 5, 5);
    STEPS(unsigned, atomicDec, 9, 5, 5);
}

__global__ void floats(unsigned long long *cell)
{
    STEPS(float, atomicAdd, 1.5, 0.25, 1.75);
    STEPS(double, atomicAdd, 1.5, 1e-10, 1.5 + 1e-10);
    STEPS(float, atomicExch, 1.5, -0.25, -0.25);
}

#define SWAP(T, name, old, expected, desired)                                          \
    do {                                                                               \
        __shared__ T word[2];                                                          \
        word[0] = word[1] = (T)(old);                                                  \
        IS(name(&word[1], (T)(expected), (T)(desired)), (T)(old));                     \
        IS(word[1], (T)((old) == (expected) ? (desired) : (old)));                     \
        IS(word[0], (T)(old));                                                         \
    } while (0)
#define SWAPS(T, old, expected, desired)                                               \
    SWAP(T, atomicCAS, old, expected, desired);                                        \
    SWAP(T, atomicCAS_block, old, expected, desired);                                  \
    SWAP(T, atomicCAS_system, old, expected, desired)

__global__ void swaps(void)
{
    SWAPS(int, -5, -5, 6);
    SWAPS(int, -5, 5, 6);
    SWAPS(unsigned, 5, 5, 0xffffffffu);
    SWAPS(unsigned long long, 1ull << 40, 1ull << 40, 3);
    SWAPS(unsigned long long, 1ull << 40, 0, 3);
    SWAP(unsigned short, atomicCAS, 0xffff, 0xffff, 7);
    SWAP(unsigned short, atomicCAS, 3, 4, 7);
}

struct totals {
    int sum, least, most;
    unsigned wrapping, bits;
    unsigned long long wide;
    float part;
    double fine;
    unsigned short lock[2]; // the second guards `guarded`
    int guarded;
};

__global__ void together(struct totals *t)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&t->sum, i);
    atomicMin(&t->least, -i);
    atomicMax(&t->most, i);
    atomicInc(&t->wrapping, 9);
    atomicOr(&t->bits, 1u << i % 32);
    atomicAdd(&t->wide, 1ull << 33);
    atomicAdd(&t->part, 0.5f);
    atomicAdd(&t->fine, 0.25);
    for (bool done = false; !done;)
        if (atomicCAS(&t->lock[1], (unsigned short)0, (unsigned short)1) == 0) {
            atomicExch(&t->guarded, atomicAdd(&t->guarded, 0) + 1);
            __threadfence();
            atomicCAS(&t->lock[1], (unsigned short)1, (unsigned short)0);
            done = true;
        }
}

int main()
{
    unsigned long long *cell;
    cudaMalloc(&cell, sizeof *cell);
    integers<<<1, 1>>>(cell);
    floats<<<1, 1>>>(cell);
    swaps<<<1, 1>>>();

    struct totals h = {}, *t;
    cudaMalloc(&t, sizeof *t);
    cudaMemcpy(t, &h, sizeof h, cudaMemcpyHostToDevice);
    together<<<4, THREADS / 4>>>(t);
    cudaMemcpy(&h, t, sizeof h, cudaMemcpyDeviceToHost);
    HOST_IS(h.sum, THREADS * (THREADS - 1) / 2);
    HOST_IS(h.least, -(THREADS - 1));
    HOST_IS(h.most, THREADS - 1);
    HOST_IS(h.wrapping, THREADS % 10);
    HOST_IS(h.bits, 0xffffffffu);
    HOST_IS(h.wide, (unsigned long long)THREADS << 33);
    HOST_IS(h.part, THREADS * 0.5f);
    HOST_IS(h.fine, THREADS * 0.25);
    HOST_IS(h.guarded, THREADS);
    return report();
}
