/* A benchmark's table as a TSV file; bench_table.h states the contract. */
#define _POSIX_C_SOURCE 200809L /* gmtime_r */
#include "bench/bench_table.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench/timing.h"
#include "device/cuda_check.h"
#include "device/new_file.h"
#include "probe.h"

double bench_gflops(const struct bench_row *r)
{
    return operation_rate(r->work.flops, r->time.ms_median);
}

static const char *known(const char *variable)
{
    const char *value = getenv(variable);

    return value && *value ? value : "unknown";
}

static void write_clock(FILE *out, const char *what, enum cudaDeviceAttr attribute)
{
    int khz;

    if (cudaDeviceGetAttribute(&khz, attribute, 0) == cudaSuccess && khz > 0)
        fprintf(out, "# %s clock: at most %d MHz\n", what, khz / 1000);
}

static void write_provenance(FILE *out, const char *device)
{
    const time_t now = time(NULL);
    int driver, runtime;
    char date[32];
    struct tm utc;

    fprintf(out, "# device: %s\n", device);
    write_clock(out, "SM", cudaDevAttrClockRate);
    write_clock(out, "memory", cudaDevAttrMemoryClockRate);
    CUDA_CHECK(cudaDriverGetVersion(&driver));
    CUDA_CHECK(cudaRuntimeGetVersion(&runtime));
    if (probe_available())
        fprintf(out, "# driver: none, the CPU emulator\n");
    else
        fprintf(out, "# driver: for CUDA %d.%d\n", driver / 1000, driver % 1000 / 10);
    fprintf(out, "# runtime: CUDA %d.%d\n", runtime / 1000, runtime % 1000 / 10);
    fprintf(out, "# kernel compiler: %s\n", known("BENCH_COMPILER"));
    fprintf(out, "# kernel flags: %s\n", known("BENCH_FLAGS"));
    fprintf(out, "# harness compiler: gcc %s\n", __VERSION__);
    fprintf(out, "# commit: %s\n", known("BENCH_COMMIT"));
    gmtime_r(&now, &utc);
    strftime(date, sizeof date, "%Y-%m-%d %H:%M:%S UTC", &utc);
    fprintf(out, "# date: %s\n", date);
}

static void write_row(FILE *out, const struct bench_row *r, const char *device)
{
    char sizes[256];

    problem_sizes_text(r->of, r->size, sizes, sizeof sizes);
    fprintf(out, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%d\t%.6g\t%.6g\t%.6g\t%.6g\t", r->lab,
            r->of->name, probe_available() ? "cpu" : "gpu", device, probe_source(),
            timing_warm() ? "warm" : "cold", sizes, r->time.reps, r->time.ms_median,
            r->time.ms_min, bench_gflops(r),
            operation_rate(r->work.bytes, r->time.ms_median));
    if (isnan(r->pct_peer))
        fprintf(out, "-");
    else
        fprintf(out, "%.1f", r->pct_peer);
    fprintf(out, "\t%.3g\n", r->time.ms_spread);
}

static void write_rows(FILE *out, const struct bench_table *t, const char *device)
{
    char sizes[256];

    for (const struct bench_row *r = t->row; r < t->row + t->rows; r++)
        if (r->bottleneck[0]) {
            problem_sizes_text(r->of, r->size, sizes, sizeof sizes);
            fprintf(out, "# bottleneck %s: %s\n", sizes, r->bottleneck);
            fprintf(out, "# time %s: %s\n", sizes, r->made_of);
        }
    fprintf(out, "lab\tfunction\tbackend\tdevice\tsource\tcache\tsizes\treps\tms_median"
                 "\tms_min\tgflops\tgbytes_s\tpct_peer\tms_spread\n");
    for (const struct bench_row *r = t->row; r < t->row + t->rows; r++)
        write_row(out, r, device);
}

int bench_table_write(const struct bench_table *t, const char *path, const char *notes)
{
    struct cudaDeviceProp device;
    struct new_file file;

    CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
    if (new_file_open(&file, path)) {
        fputs(notes, file.out);
        write_provenance(file.out, device.name);
        write_rows(file.out, t, device.name);
        if (new_file_close(&file, true))
            return 0;
    }
    fprintf(stderr, "cannot write '%s': %s\n", path, strerror(errno));
    return 2;
}
