/* Times of repeated calls on a GPU; timing.h states the contract. */
#include "timing.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "cuda_check.h"
#include "supervise.h"

enum { REPS_MAX = 15 };

/* Clocks rise from idle within some ten of these. */
static const double warm_up_seconds = 0.1;

/* What one_call() needs beside the trial. */
struct bench_device {
    void *before[OPERATION_ARRAYS]; /* of outputs: what they hold before each call */
    void *flush;        /* overwritten to evict the arrays from the L2 cache... */
    size_t flush_bytes; /* ...and so twice as large */
    cudaEvent_t start, end;
};

static size_t bytes_of(const struct trial *t, int array)
{
    return t->device[array].n * element_bytes(t->device[array].type);
}

static struct bench_device open_device(const struct trial *t)
{
    struct cudaDeviceProp device;
    struct bench_device d = {.flush = NULL};

    CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
    d.flush_bytes = 2 * (size_t)device.l2CacheSize;
    CUDA_CHECK(cudaMalloc(&d.flush, d.flush_bytes));
    for (int i = 0; t->p.of->array[i].name; i++)
        if (trial_is_output(t, i)) {
            CUDA_CHECK(cudaMalloc(&d.before[i], bytes_of(t, i)));
            CUDA_CHECK(cudaMemcpy(d.before[i], t->p.array[i], bytes_of(t, i),
                                  cudaMemcpyHostToDevice));
        }
    CUDA_CHECK(cudaEventCreate(&d.start));
    CUDA_CHECK(cudaEventCreate(&d.end));
    return d;
}

static void close_device(struct bench_device *d)
{
    CUDA_CHECK(cudaFree(d->flush));
    for (int i = 0; i < OPERATION_ARRAYS; i++)
        CUDA_CHECK(cudaFree(d->before[i]));
    CUDA_CHECK(cudaEventDestroy(d->start));
    CUDA_CHECK(cudaEventDestroy(d->end));
}

static double one_call(const struct trial *t, const struct bench_device *d,
                       operation_function *fn, double seconds)
{
    const struct call arguments = trial_arguments(t);
    char call[96];
    float ms;

    for (int i = 0; t->p.of->array[i].name; i++)
        if (trial_is_output(t, i))
            CUDA_CHECK(cudaMemcpyAsync(t->device[i].data, d->before[i], bytes_of(t, i),
                                       cudaMemcpyDeviceToDevice, NULL));
    CUDA_CHECK(cudaMemsetAsync(d->flush, 0, d->flush_bytes, NULL));
    snprintf(call, sizeof call, "a timed call of %s()", t->p.of->name);
    supervise_enter(call, seconds);
    CUDA_CHECK(cudaEventRecord(d->start, NULL));
    fn(&arguments);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaEventRecord(d->end, NULL));
    CUDA_CHECK(cudaEventSynchronize(d->end));
    supervise_leave();
    CUDA_CHECK(cudaEventElapsedTime(&ms, d->start, d->end));
    return ms;
}

static double now(void)
{
    struct timespec t;

    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
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

void timing_take(const struct trial *t, operation_function *const fn[], int n,
                 double seconds, struct timing out[])
{
    struct bench_device d = open_device(t);
    double ms[TIMING_MAX][REPS_MAX];
    int reps[TIMING_MAX] = {0};

    for (double start = now(); now() < start + warm_up_seconds;)
        for (int i = 0; i < n; i++)
            reps[i] = repetitions(one_call(t, &d, fn[i], seconds));
    for (int rep = 0; rep < REPS_MAX; rep++)
        for (int i = 0; i < n; i++)
            if (rep < reps[i])
                ms[i][rep] = one_call(t, &d, fn[i], seconds);
    for (int i = 0; i < n; i++)
        out[i] = summary(ms[i], reps[i]);
    close_device(&d);
}
