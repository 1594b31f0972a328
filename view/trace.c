/*
 * The requests of one block of a kernel, as a TSV file: what the pictures of
 * accesses, banks and tiles are drawn from. It runs on the emulator, which sees them;
 * whether the result is right is the check's to say.
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

/* Whole tiles for every lab, a grid of several blocks either way, K short enough that a
   picture shows single steps, and three different edges. */
static const int shape[] = {384, 512, 128}; /* the operation's sizes, in their order */
static const double seconds = 20;           /* that the call may take */

struct job {
    const char *lab, *path;
    const struct operation *of;
    uint64_t seed;
};

/* " M=384 N=512 K=128" */
static void write_sizes(FILE *out, const struct problem *p)
{
    for (int i = 0; p->of->size[i]; i++)
        fprintf(out, " %s=%d", p->of->size[i], p->size[i]);
}

static void write_table(const struct job *job, const struct problem *p)
{
    char formula[160];
    struct cudaDeviceProp device;
    struct counters c;
    FILE *out = fopen(job->path, "w");

    problem_formula(job->of, p->scalar, formula, sizeof formula);
    CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
    probe_counters(&c);
    if (out) {
        fprintf(out,
                "# lab: %s\n# device: %s\n"
                "# requests of the block in the middle of the grid, counted by the CPU "
                "emulator\n# problem:",
                job->lab, device.name);
        write_sizes(out, p);
        fprintf(out, ", %s, float32\n", formula);
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
    struct probe_matrix matrix[OPERATION_ARRAYS];
    int size[OPERATION_SIZES] = {0}, n = 0;
    struct trial t;
    float ms;

    for (int i = 0; job->of->size[i]; i++)
        if (!problem_is_ld(job->of, i) && n < 3)
            size[i] = shape[n++];
    trial_open(&t, job->of, size, bench_scalars(job->of), job->seed);
    for (n = 0; job->of->array[n].name; n++) {
        const struct extent e = problem_extent(&t.p, n);

        matrix[n] = (struct probe_matrix){job->of->array[n].name,
                                          (const float *)guarded_at(&t.device[n], 0),
                                          (int)e.rows, (int)e.ld};
    }
    probe_trace(matrix, n);
    if (trial_call(&t, operation_kernel(job->of), seconds, &ms, f))
        write_table(job, &t.p);
    trial_close(&t);
}

int main(int argc, char **argv)
{
    struct finding f = {.verdict = VERDICT_PASS};
    struct job job;
    int status;

    if (argc != 4 || !(job.of = operation_find(argv[2]))) {
        fprintf(stderr, "usage: %s LAB FUNCTION TABLE.tsv\n", argv[0]);
        return 2;
    }
    job.lab = argv[1];
    job.path = argv[3];
    if (!opening_seed(&job.seed))
        return 2;
    status = supervise(trace, &job, &f);
    if (status == 2 || f.verdict == VERDICT_PASS)
        return status;
    printf("no picture of a kernel that does not come to its end\n");
    verdict_explain(&f);
    return verdict_close(job.lab, &f);
}
