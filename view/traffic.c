/*
 * What a kernel moves to and from L2 and DRAM for one large problem, as a row
 * of TSV: a roofline needs it beside the time. It runs on the emulator, a sample of the
 * grid's blocks; the counts are scaled to all of them.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench_one.h"
#include "cuda_check.h"
#include "probe.h"
#include "opening.h"
#include "supervise.h"
#include "trial.h"

struct job {
    const char *lab, *path;
    const struct operation *of;
    int n; /* every size */
    uint64_t seed;
};

static void write_table(const struct job *job)
{
    enum { SECTOR = 32 }; /* bytes */
    struct problem p = {.of = job->of};
    struct cudaDeviceProp device;
    struct counters c;
    FILE *out = fopen(job->path, "w");

    problem_all_sizes(job->of, job->n, p.size);
    CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
    probe_counters(&c);
    if (out)
        fprintf(out,
                "# counted by the CPU emulator as an %s\n"
                "# l2_bytes: sectors that loads miss in L1, and stores\n"
                "# dram_bytes: what L2 does not keep, by the model\n"
                "lab\tM\tN\tK\tflops\tl2_bytes\tdram_bytes\n"
                "%s\t%d\t%d\t%d\t%.0f\t%" PRIu64 "\t%" PRIu64 "\n",
                device.name, job->lab, job->n, job->n, job->n, job->of->work(&p).flops,
                SECTOR * (c.l2_read_sectors + c.l2_write_sectors), c.dram_bytes);
    if (out && !ferror(out) && fclose(out) == 0)
        return;
    fprintf(stderr, "cannot write '%s'\n", job->path);
    exit(2);
}

static void count(void *arg, struct finding *f)
{
    const struct job *job = arg;
    int size[OPERATION_SIZES];
    struct trial t;
    float ms;

    problem_all_sizes(job->of, job->n, size);
    trial_open(&t, job->of, size, bench_scalars(job->of), job->seed);
    probe_sample(bench_sample_blocks(&t.p));
    if (trial_call(&t, operation_kernel(job->of), bench_seconds(&t.p), &ms, f))
        write_table(job);
    trial_close(&t);
}

int main(int argc, char **argv)
{
    struct finding f = {.verdict = VERDICT_PASS};
    struct job job;
    int status;

    if (argc != 5 || !(job.of = operation_find(argv[2])) ||
        (job.n = atoi(argv[3])) < 1) {
        fprintf(stderr, "usage: %s LAB FUNCTION SIZE TABLE.tsv\n", argv[0]);
        return 2;
    }
    job.lab = argv[1];
    job.path = argv[4];
    if (!opening_seed(&job.seed))
        return 2;
    status = supervise(count, &job, &f);
    if (status == 2 || f.verdict == VERDICT_PASS)
        return status;
    printf("no roofline of a kernel that does not come to its end\n");
    verdict_explain(&f);
    return verdict_close(job.lab, &f);
}
