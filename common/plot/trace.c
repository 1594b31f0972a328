/*
 * The requests of one block of somebody's sgemm(), as a TSV file: what the pictures of
 * accesses, banks and tiles are drawn from. It runs on the emulator, which sees them;
 * whether the result is right is the check's to say.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cuda_check.h"
#include "probe.h"
#include "opening.h"
#include "sgemm.h"
#include "supervise.h"
#include "trial.h"

/* Whole tiles for every lab, a grid of several blocks either way, K short enough that a
   picture shows single steps, and three different edges. */
static const int M = 384, N = 512, K = 128;
static const float alpha = 0.5f, beta = 3; /* so that C is read as well */
static const double seconds = 20;          /* that the call may take */

struct job {
    const char *lab, *path;
    uint64_t seed;
};

static void write_table(const struct job *job)
{
    struct cudaDeviceProp device;
    struct counters c;
    FILE *out = fopen(job->path, "w");

    CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
    probe_counters(&c);
    if (out) {
        fprintf(out,
                "# lab: %s\n# device: %s\n"
                "# requests of the block in the middle of the grid, counted by the CPU "
                "emulator\n# problem: M=%d N=%d K=%d, C = %g*A*B + %g*C, float32\n",
                job->lab, device.name, M, N, K, alpha, beta);
        fprintf(out,
                "# all blocks: %" PRIu64 ", global loads %" PRIu64 " of %" PRIu64
                " sectors, shared loads %" PRIu64 " of %" PRIu64 " wavefronts\n",
                c.blocks, c.global_load_requests, c.global_load_sectors,
                c.shared_load_requests, c.shared_load_wavefronts);
        probe_trace_write(out);
    }
    if (out && !ferror(out) && fclose(out) == 0)
        return;
    fprintf(stderr, "cannot write '%s'\n", job->path);
    exit(2);
}

static void trace(void *arg, struct finding *f)
{
    const struct job *job = arg;
    struct trial t;
    float ms;

    trial_open(&t, M, N, K, alpha, beta, job->seed);
    probe_trace((struct probe_matrix[]){{"A", t.dA.data, M, K},
                                        {"B", t.dB.data, K, N},
                                        {"C", t.dC.data, M, N}},
                3);
    if (trial_call(&t, sgemm, seconds, &ms, f))
        write_table(job);
    trial_close(&t);
}

int main(int argc, char **argv)
{
    struct finding f = {.verdict = VERDICT_PASS};
    struct job job;
    int status;

    if (argc != 3) {
        fprintf(stderr, "usage: %s LAB TABLE.tsv\n", argv[0]);
        return 2;
    }
    job.lab = argv[1];
    job.path = argv[2];
    if (!opening_seed(&job.seed))
        return 2;
    status = supervise(trace, &job, &f);
    if (status == 2 || f.verdict == VERDICT_PASS)
        return status;
    printf("no picture of a kernel that does not come to its end\n");
    verdict_explain(&f);
    return verdict_close(job.lab, &f);
}
