/*
 * What somebody's sgemm() moves to and from L2 and DRAM for one large product, as a row
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
#include "sgemm.h"
#include "supervise.h"
#include "trial.h"

static const float alpha = 0.5f, beta = 3; /* as in the benchmark */

struct job {
    const char *lab, *path;
    int n; /* M, N and K */
    uint64_t seed;
};

static void write_table(const struct job *job)
{
    enum { SECTOR = 32 }; /* bytes */
    const double n = job->n;
    struct cudaDeviceProp device;
    struct counters c;
    FILE *out = fopen(job->path, "w");

    CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
    probe_counters(&c);
    if (out)
        fprintf(out,
                "# counted by the CPU emulator as an %s\n"
                "# l2_bytes: sectors that loads miss in L1, and stores\n"
                "# dram_bytes: what L2 does not keep, by the model\n"
                "lab\tM\tN\tK\tflops\tl2_bytes\tdram_bytes\n"
                "%s\t%d\t%d\t%d\t%.0f\t%" PRIu64 "\t%" PRIu64 "\n",
                device.name, job->lab, job->n, job->n, job->n, 2 * n * n * n,
                SECTOR * (c.l2_read_sectors + c.l2_write_sectors), c.dram_bytes);
    if (out && !ferror(out) && fclose(out) == 0)
        return;
    fprintf(stderr, "cannot write '%s'\n", job->path);
    exit(2);
}

static void count(void *arg, struct finding *f)
{
    const struct job *job = arg;
    const double madds = (double)job->n * job->n * job->n;
    struct trial t;
    float ms;

    trial_open(&t, job->n, job->n, job->n, alpha, beta, job->seed);
    probe_sample(bench_sample_blocks(madds, job->n));
    if (trial_call(&t, sgemm, bench_seconds(madds), &ms, f))
        write_table(job);
    trial_close(&t);
}

int main(int argc, char **argv)
{
    struct finding f = {.verdict = VERDICT_PASS};
    struct job job;
    int status;

    if (argc != 4 || (job.n = atoi(argv[2])) < 1) {
        fprintf(stderr, "usage: %s LAB SIZE TABLE.tsv\n", argv[0]);
        return 2;
    }
    job.lab = argv[1];
    job.path = argv[3];
    if (!opening_seed(&job.seed))
        return 2;
    status = supervise(count, &job, &f);
    if (status == 2 || f.verdict == VERDICT_PASS)
        return status;
    printf("no roofline of a kernel that does not come to its end\n");
    verdict_explain(&f);
    return verdict_close(job.lab, &f);
}
