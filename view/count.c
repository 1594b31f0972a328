/*
 * What a kernel asks of memory for one problem whose sizes are all alike, as a table to
 * lay beside a count by hand. It runs on the emulator, which counts as Nsight Compute
 * does; whether the result is right is the check's to say.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench_one.h"
#include "check.h"
#include "cuda_check.h"
#include "probe.h"
#include "opening.h"
#include "supervise.h"
#include "trial.h"

enum { MAX_SIZE = 1024 };
static const double seconds = 60; /* that the call may take */

struct job {
    const char *lab;
    const struct operation *of;
    int n; /* every size */
    uint64_t seed;
};

/* 8396800 as 8,396,800, so that it can be read. Valid until the next call but three. */
static const char *grouped(uint64_t value)
{
    static char texts[4][32];
    static int next;
    char *text = texts[next++ % 4], digits[24];
    const int n = snprintf(digits, sizeof digits, "%" PRIu64, value);

    for (int i = 0; i < n; i++) {
        *text++ = digits[i];
        if (i < n - 1 && (n - 1 - i) % 3 == 0)
            *text++ = ',';
    }
    *text = '\0';
    return texts[(next - 1) % 4];
}

/* A row of the table; of nothing, "-" a request. */
static void print_row(const char *name, uint64_t requests, uint64_t cost)
{
    printf("%-14s %14s %14s ", name, grouped(requests), grouped(cost));
    if (requests)
        printf("%10.2f\n", (double)cost / (double)requests);
    else
        printf("%10s\n", "-");
}

static void print_table(const struct job *job)
{
    struct problem p = {.of = job->of};
    struct cudaDeviceProp device;
    char formula[160];
    double madds;
    struct counters c;

    problem_all_sizes(job->of, job->n, p.size);
    madds = job->of->work(&p).flops / 2;
    problem_formula(job->of, bench_scalars(job->of), formula, sizeof formula);
    CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
    probe_counters(&c);
    printf("%s: %s with ", job->lab, formula);
    for (int i = 0; job->of->size[i]; i++)
        if (!problem_is_ld(job->of, i))
            printf("%s = ", job->of->size[i]);
    printf("%d\ncounted by the CPU emulator as an %s\n\n", job->n, device.name);
    if (!c.global_load_requests && !c.global_store_requests) {
        printf("the kernel never touches global memory: is a STEP still empty?\n");
        return;
    }
    printf("%-14s %14s %14s %10s\n", "", "requests", "sectors", "a request");
    print_row("global loads", c.global_load_requests, c.global_load_sectors);
    print_row("global stores", c.global_store_requests, c.global_store_sectors);
    printf("%-14s %14s %14s %10s\n", "", "requests", "wavefronts", "a request");
    print_row("shared loads", c.shared_load_requests, c.shared_load_wavefronts);
    print_row("shared stores", c.shared_store_requests, c.shared_store_wavefronts);
    printf("\nglobal words loaded a multiply-add    %10.4f\n"
           "shared words read a multiply-add      %10.4f\n",
           check_global_words_per_madd(&c, madds),
           check_shared_words_per_madd(&c, madds));
    if (c.global_load_bytes)
        printf("operations a byte of global loads     %10.2f\n",
               2 * madds / (double)c.global_load_bytes);
}

static void count(void *arg, struct finding *f)
{
    const struct job *job = arg;
    int size[OPERATION_SIZES];
    struct trial t;
    float ms;

    problem_all_sizes(job->of, job->n, size);
    trial_open(&t, job->of, size, bench_scalars(job->of), job->seed);
    if (trial_call(&t, operation_kernel(job->of), seconds, &ms, f))
        print_table(job);
    trial_close(&t);
}

int main(int argc, char **argv)
{
    struct finding f = {.verdict = VERDICT_PASS};
    struct job job;
    char *end = NULL;
    long n;
    int status;

    if (argc != 4 || !(job.of = operation_find(argv[2]))) {
        fprintf(stderr, "usage: %s LAB FUNCTION SIZE\n", argv[0]);
        return 2;
    }
    job.lab = argv[1];
    n = strtol(argv[3], &end, 10);
    if (*end || n < 1 || n > MAX_SIZE) {
        fprintf(stderr, "SIZE=%s is not possible: give a number from 1 to %d\n",
                argv[3], MAX_SIZE);
        return 2;
    }
    job.n = (int)n;
    if (!opening_seed(&job.seed))
        return 2;
    status = supervise(count, &job, &f);
    if (status == 2 || f.verdict == VERDICT_PASS)
        return status;
    printf("no counts of a kernel that does not come to its end\n");
    verdict_explain(&f);
    return verdict_close(job.lab, &f);
}
