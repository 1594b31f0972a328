/* Times of repeated calls on a GPU; timing.h states the contract. */
#include "bench/timing.h"

#include <stdio.h>
#include <stdlib.h>

#include "device/clock.h"
#include "device/cuda_check.h"
#include "probe.h"
#include "rpc/rpc.h"
#include "rpc/supervise.h"

enum { REPS_MAX = 15 };

/* Clocks rise from idle within some ten of these. */
static const double warm_up_seconds = 0.1;

/* What a timed call needs beside its trial. */
struct restored {
    void *before[OPERATION_ARRAYS]; /* of outputs: what they hold before each call */
};

static size_t bytes_of(const struct trial *t, int array)
{
    return t->device[array].n * element_bytes(t->device[array].type);
}

static struct restored keep_outputs(const struct timed *what)
{
    const struct trial *const t = what->trial;
    struct restored r = {{NULL}};

    rpc_use(what->runner);
    for (int i = 0; t->p.of->array[i].name; i++)
        if (trial_is_output(t, i)) {
            CUDA_CHECK(cudaMalloc(&r.before[i], bytes_of(t, i)));
            CUDA_CHECK(cudaMemcpy(r.before[i], t->p.array[i], bytes_of(t, i),
                                  cudaMemcpyHostToDevice));
        }
    return r;
}

static void free_outputs(const struct timed *what, struct restored *r)
{
    rpc_use(what->runner);
    for (int i = 0; i < OPERATION_ARRAYS; i++)
        if (r->before[i])
            CUDA_CHECK(cudaFree(r->before[i]));
}

size_t timing_flush_bytes(void)
{
    struct cudaDeviceProp device;

    CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
    return 2 * (size_t)device.l2CacheSize;
}

bool timing_warm(void)
{
    const char *warm = getenv("WARM");

    return warm && *warm && !probe_available();
}

/* So many calls back to back that they take some 20 ms. */
static int calls_together(double ms)
{
    const double calls = 20 / ms;

    return calls < 4 ? 4 : calls > 200 ? 200 : (int)calls;
}

/* *repeat: how many calls are made back to back, if caches shall be warm; then it is
   set for the next time. */
static double one_call(const struct timed *what, const struct restored *r, int *repeat,
                       double seconds)
{
    const struct trial *const t = what->trial;
    const struct call arguments = trial_arguments(t);
    char call[96];
    float ms;

    rpc_use(what->runner);
    for (int i = 0; t->p.of->array[i].name; i++)
        if (trial_is_output(t, i))
            CUDA_CHECK(cudaMemcpy(t->device[i].data, r->before[i], bytes_of(t, i),
                                  cudaMemcpyDeviceToDevice));
    snprintf(call, sizeof call, "a timed call of %s()", t->p.of->name);
    probe_timeout(seconds);
    if (timing_warm())
        rpc_repeat(*repeat);
    else
        rpc_flush(timing_flush_bytes());
    supervise_enter(call, seconds);
    CUDA_CHECK(cudaEventRecord(NULL, NULL)); /* the call is timed: rpc/call.c */
    what->fn(&arguments);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    supervise_leave();
    rpc_flush(0);
    rpc_repeat(0);
    CUDA_CHECK(cudaEventElapsedTime(&ms, NULL, NULL));
    *repeat = calls_together(ms);
    return ms;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* An odd number. */
static int repetitions(double ms)
{
    return ms > 1000 ? 3 : ms > 100 ? 7 : REPS_MAX;
}

/* n is odd. */
static struct timing summary(double *ms, int n)
{
    qsort(ms, n, sizeof *ms, ascending);
    return (struct timing){n, ms[n / 2], ms[0], ms[n - 1 - n / 4] - ms[n / 4]};
}

void timing_take(const struct timed what[], int n, double seconds, struct timing out[])
{
    struct restored restored[TIMING_MAX];
    double ms[TIMING_MAX][REPS_MAX];
    int reps[TIMING_MAX] = {0}, repeat[TIMING_MAX];

    for (int i = 0; i < n; i++)
        restored[i] = keep_outputs(&what[i]), repeat[i] = 1;
    for (double start = clock_now(); clock_now() < start + warm_up_seconds;)
        for (int i = 0; i < n; i++)
            reps[i] =
                repetitions(one_call(&what[i], &restored[i], &repeat[i], seconds));
    for (int rep = 0; rep < REPS_MAX; rep++)
        for (int i = 0; i < n; i++)
            if (rep < reps[i])
                ms[i][rep] = one_call(&what[i], &restored[i], &repeat[i], seconds);
    for (int i = 0; i < n; i++)
        out[i] = summary(ms[i], reps[i]);
    for (int i = 0; i < n; i++)
        free_outputs(&what[i], &restored[i]);
}
