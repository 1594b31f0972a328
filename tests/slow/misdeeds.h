/* What a program may do to itself: one number each, in a kernel and on the host. */
#ifndef MISDEEDS_H
#define MISDEEDS_H

#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum misdeed {
    ABORTS,
    RAISES_SEGV,
    RAISES_FPE,
    RAISES_TRAP,
    RAISES_SYS,
    JUMPS_WILD,
    SMASHES_STACK,
    RECURSES,
    RECURSES_IN_STRIDES,
    HUGE_LOCAL,
    SPINS,
    THROWS,
    FREES_TWICE,
    EXITS,
    N_MISDEEDS
};
static const char *const misdeed_names[] = {
    "aborts",        "raises-segv", "raises-fpe",
    "raises-trap",   "raises-sys",  "jumps-wild",
    "smashes-stack", "recurses",    "recurses-in-strides",
    "huge-local",    "spins",       "throws",
    "frees-twice",   "exits"};

static inline int misdeed_number(const char *name)
{
    int i = 0;
    while (i < N_MISDEEDS && strcmp(name, misdeed_names[i]))
        i++;
    return i;
}

/* Functions of the host, which a kernel reaches by pointer: by name, most are refused.
 */
struct library {
    void (*abort)(void);
    int (*raise)(int);
    void (*throws)(void);
    void (*frees)(void);
    void (*exit)(int);
};

static void throws_an_int(void)
{
    throw 1;
}
static void frees_twice(void)
{
    void *volatile p = malloc(2000);
    free(p);
    free(p);
}
static const struct library library = {abort, raise, throws_an_int, frees_twice, exit};

__host__ __device__ __attribute__((noinline)) static int overrun(volatile char *p,
                                                                 int n)
{
    for (int i = 0; i < n; i++)
        p[i] = 0x41;
    return p[0];
}
__host__ __device__ __attribute__((noinline)) static int smash(int n)
{
    volatile char local[16] = {0};
    return overrun(local, n) + local[1];
}
__host__ __device__ __attribute__((noinline)) static int recurse(int n)
{
    volatile char local[64];
    local[n % 64] = n;
    return n < 0 ? 0 : recurse(n + 1) + local[n % 64];
}
__host__ __device__ __attribute__((noinline)) static int recurse_in_strides(int n)
{
    volatile char local[20000];
    local[0] = n;
    return n < 0 ? 0 : recurse_in_strides(n + 1) + local[0];
}
__host__ __device__ __attribute__((noinline)) static int huge_local(int n)
{
    volatile char local[32 << 20];
    for (int i = 0; i < 100; i++)
        local[i] = n;
    return local[n % 100];
}
__host__ __device__ static int commit(int misdeed, const struct library &l)
{
    volatile int forever = 1;
    switch (misdeed) {
    case ABORTS:
        l.abort();
        break;
    case RAISES_SEGV:
        return l.raise(SIGSEGV);
    case RAISES_FPE:
        return l.raise(SIGFPE);
    case RAISES_TRAP:
        return l.raise(SIGTRAP);
    case RAISES_SYS:
        return l.raise(SIGSYS);
    case JUMPS_WILD:
        ((void (*)(void))0x1234)();
        break;
    case SMASHES_STACK:
        return smash(400);
    case RECURSES:
        return recurse(0);
    case RECURSES_IN_STRIDES:
        return recurse_in_strides(0);
    case HUGE_LOCAL:
        return huge_local(misdeed);
    case SPINS:
        while (forever)
            ;
        break;
    case THROWS:
        l.throws();
        break;
    case FREES_TWICE:
        l.frees();
        break;
    case EXITS:
        l.exit(0);
    }
    return 0;
}

__global__ static void commit_in_kernel(int misdeed, struct library l, int *out)
{
    __shared__ int all[64];
    all[threadIdx.x] = 1;
    __syncthreads(); // all threads are alive, and have stacks
    if (threadIdx.x == 33)
        all[0] = commit(misdeed, l);
    __syncthreads(); // all[0] is set
    if (blockIdx.x == 0)
        out[threadIdx.x] = all[0];
}

#endif
