/*
 * How long a launch takes, by events or by its own clock, and the row of a profile that
 * says it. Bandwidths are the best of a few runs.
 */
#ifndef MICROBENCH_TIMING_CUH
#define MICROBENCH_TIMING_CUH

#include <cuda_runtime.h>
#include <stdio.h>

#include "device/cuda_check.h"

enum { RUNS = 20, THREADS = 1024, CHASE = 4096 };

static int sms;      /* of this GPU */
static char *memory; /* device memory, zeroed, for all to use */
static const size_t MEMORY = (size_t)1 << 30;
static long long *clocks; /* device memory: what a kernel says of its own time */

/* The least seconds that `launch` takes, between two events, each time after `before`.
 */
template <typename B, typename F> static double seconds_after(B before, F launch)
{
    cudaEvent_t start, stop;
    float best = 1e30f;
    CUDA_CHECK(cudaEventCreate(&start));
    CUDA_CHECK(cudaEventCreate(&stop));
    for (int run = 0; run < RUNS; run++) {
        float ms;
        before();
        CUDA_CHECK(cudaEventRecord(start, 0));
        launch();
        CUDA_CHECK(cudaEventRecord(stop, 0));
        CUDA_CHECK(cudaEventSynchronize(stop));
        CUDA_CHECK(cudaGetLastError());
        CUDA_CHECK(cudaEventElapsedTime(&ms, start, stop));
        best = ms < best ? ms : best;
    }
    CUDA_CHECK(cudaEventDestroy(start));
    CUDA_CHECK(cudaEventDestroy(stop));
    return best * 1e-3;
}

template <typename F> static double seconds(F launch)
{
    return seconds_after([] {}, launch);
}

/* The least clocks[0] that `launch` leaves. */
template <typename F> static double least_clocks(F launch)
{
    long long best = -1;
    for (int run = 0; run < RUNS; run++) {
        long long now;
        launch();
        CUDA_CHECK(cudaMemcpy(&now, clocks, sizeof now, cudaMemcpyDeviceToHost));
        best = best < 0 || now < best ? now : best;
    }
    return (double)best;
}

static void row(const char *name, double value, const char *unit, const char *source)
{
    if (value >= 1e5)
        printf("%s\t%.0f\t%s\t%s\n", name, value, unit, source);
    else
        printf("%s\t%.4g\t%s\t%s\n", name, value, unit, source);
}

#endif
