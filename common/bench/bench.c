/*
 * The benchmark: every size of every function checked, timed, and put into a table.
 * bench.h states the contract.
 */
#include "bench/bench.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench_one.h"
#include "probe.h"
#include "check/opening.h"
#include "rpc/rpc.h"
#include "rpc/supervise.h"

struct job {
    const struct bench *spec;
    const struct operation *of; /* the function that is timed now */
    bool one;                   /* of the sizes */
    const char *path;
    const char *folder; /* of the libraries; NULL: none */
    int peers;          /* libraries timed in turn */
    uint64_t seed;
};

/* Function i of the lab; NULL after the last. */
static const struct operation *function_of(const struct bench *spec, int i)
{
    return spec->functions[i] ? operation_find(spec->functions[i]) : NULL;
}

static struct work work_of(const struct operation *of, const bench_size *size)
{
    struct problem p = {.of = of};

    memcpy(p.size, *size, sizeof p.size);
    // cppcheck-suppress returnDanglingLifetime ; it keeps no pointer to p
    return of->work(&p);
}

static const bench_size *sizes_of(const struct job *job)
{
    return job->spec->emulated && probe_available() ? job->spec->emulated
                                                    : job->spec->sizes;
}

/* True if the operation moves more bytes than it computes: then its speed is bytes. The
   first size decides for all. */
static bool in_bytes(const struct job *job)
{
    const struct work work = work_of(job->of, sizes_of(job));

    return work.bytes > work.flops;
}

static const char *unit_of(const struct job *job)
{
    return in_bytes(job) ? "GB/s" : "GFLOP/s";
}

static double speed_of(const struct job *job, const struct bench_row *r)
{
    return in_bytes(job) ? operation_rate(r->work.bytes, r->time.ms_median)
                         : bench_gflops(r);
}

static void print_head(const struct job *job)
{
    const struct operation *of = job->of;
    char formula[160];

    problem_formula(of, bench_scalars(of), formula, sizeof formula);
    if (job->spec->functions[1])
        printf("\n%s()", of->name);
    printf("\n%s, times %s\n\n", formula,
           probe_available() ? "modelled from the kernel's counters"
           : timing_warm()   ? "measured, back to back"
                             : "measured, L2 cache emptied before each");
    problem_print_columns(of, NULL);
    if (probe_available())
        printf("%12s%10s  %s\n", "ms", unit_of(job), "bound by");
    else
        printf("%12s%12s%10s%s%s\n", "ms median", "ms min", unit_of(job),
               job->peers ? "   % of " : "",
               job->peers ? of->peer[job->peers - 1] : "");
}

static void print_row(const struct job *job, const struct bench_row *r)
{
    printf("%12.4g", r->time.ms_median);
    if (!probe_available())
        printf("%12.4g", r->time.ms_min);
    printf("%10.0f", speed_of(job, r));
    if (probe_available()) /* the words, without the figures after a colon */
        printf("  %.*s\n", (int)strcspn(r->bottleneck, ":"), r->bottleneck);
    else if (isnan(r->pct_peer))
        putchar('\n');
    else
        printf("%12.1f\n", r->pct_peer);
}

/* The limit of occupancy. */
static void print_limit(const struct occupancy *o)
{
    enum { LANES = 32 }; /* of a warp */

    if (strcmp(o->limit, "threads") == 0)
        printf("occupancy is limited by threads: %d per SM\n", o->most_warps * LANES);
    else if (strcmp(o->limit, "blocks") == 0)
        printf("occupancy is limited by the number of blocks per SM\n");
    else
        printf("occupancy is limited by %s\n", o->limit);
}

/* What bounds the last size, in full, and how many blocks fit on an SM. */
static void print_foot(const struct job *job, const struct bench_table *t)
{
    const struct bench_row *r = &t->row[t->rows - 1];

    struct occupancy o;

    if (r->bottleneck[0]) {
        char sizes[160];

        problem_sizes_said(r->of, r->size, sizes, sizeof sizes);
        printf("\nat %s", sizes);
        if (in_bytes(job))
            printf(": %.*s\n", (int)strcspn(r->bottleneck, ":"), r->bottleneck);
        else
            printf(": %s\n", r->bottleneck);
    }
    if (r->made_of[0]) {
        printf("of the time: %.*s\n", (int)strcspn(r->made_of, ";"), r->made_of);
        if (strchr(r->made_of, ';'))
            printf("meanwhile, busy: %s\n", strchr(r->made_of, ';') + 2);
    }
    if (probe_occupancy(&o)) {
        printf("an SM holds %d block%s of %u threads, with %d registers per thread "
               "(%s):\n",
               o.blocks, o.blocks == 1 ? "" : "s", o.threads, o.registers,
               o.estimated ? "estimated" : "by nvcc");
        print_limit(&o);
    }
}

/* A line of the table's notes: what function i computes. */
static int note_problem(const struct job *job, int i, char *text, size_t size)
{
    const struct operation *of = function_of(job->spec, i);
    const bool several = job->spec->functions[1];
    char formula[160];

    problem_formula(of, bench_scalars(of), formula, sizeof formula);
    return snprintf(text, size, "# problem: %s%s%s, %s, seed %" PRIu64 "\n",
                    several ? of->name : "", several ? "(): " : "", formula,
                    element_name(of->array[0].type), job->seed);
}

/* Write the table's file, or end with status 2. */
static void write_table(const struct job *job, const struct bench_table *table)
{
    const char *how = timing_warm()
                          ? "the mean of calls back to back between CUDA events"
                          : "between CUDA events, the L2 cache emptied before "
                            "each call";
    char notes[1024];
    size_t at = (size_t)snprintf(notes, sizeof notes, "# lab: %s\n", job->spec->lab);

    if (probe_available())
        how = "from the kernel's counters, of a sample of blocks if large";
    for (int i = 0; function_of(job->spec, i); i++)
        at += (size_t)note_problem(job, i, notes + at, sizeof notes - at);
    snprintf(notes + at, sizeof notes - at, "# times: %s, %s\n", probe_source(), how);
    if (bench_table_write(table, job->path, notes) != 0)
        exit(2);
}

/* The size with the most work that the emulator models in about half a second: a
   product of 2048 x 2048 x 2048, of which it runs a sample. If it must run all blocks,
   their bytes take the time. The first size where all have more. */
static const bench_size *moderate(const struct job *job)
{
    const double most_flops = 2 * 2048.0 * 2048 * 2048;
    const double most_bytes = job->of->whole ? 34e6 : 70e6;
    const bench_size *chosen = sizes_of(job);
    double flops = 0;

    for (const bench_size *s = sizes_of(job); (*s)[0]; s++) {
        const struct work work = work_of(job->of, s);

        if (work.flops <= most_flops && work.bytes <= most_bytes &&
            work.flops > flops) {
            chosen = s;
            flops = work.flops;
        }
    }
    return chosen;
}

/* One function on all sizes, or on one. Returns false, with the reason in *f, if it is
 * wrong. */
static bool bench_function(const struct job *job, struct bench_table *table,
                           struct finding *f)
{
    const bench_size *const only = job->one ? moderate(job) : NULL;
    const int first = table->rows;

    print_head(job);
    for (const bench_size *s = sizes_of(job); (*s)[0]; s++) {
        if (only && s != only)
            continue;

        struct bench_problem b = {
            .lab = job->spec->lab, .of = job->of, .seed = job->seed};
        const int before = table->rows;

        b.peers = job->peers;
        memcpy(b.size, *s, sizeof b.size);
        problem_print_columns(job->of, b.size);
        fflush(stdout); /* a call that does not come back leaves its size */
        if (!bench_one(&b, table, f)) {
            printf("  %s\n", verdict_word(f->verdict));
            return false;
        }
        if (table->rows > before)
            print_row(job, &table->row[table->rows - 1]);
        else
            printf("  skipped: on the emulator its blocks take too long, or a sample "
                   "of them does not compute its share\n");
    }
    if (table->rows > first)
        print_foot(job, table);
    return true;
}

static void bench_all(void *arg, struct finding *f)
{
    struct job job = *(const struct job *)arg;
    static struct bench_table table;

    opening_line(job.spec->lab, 0, job.seed);
    for (int i = 0; (job.of = function_of(job.spec, i)); i++) {
        if (probe_available() && job.spec->modelled && i >= job.spec->modelled) {
            printf("\n%s(): skipped: on the emulator it takes too long\n",
                   job.of->name);
            continue;
        }
        job.peers =
            job.folder ? rpc_set_peers(1, job.folder, job.of->name, job.of->peer) : 0;
        if (!bench_function(&job, &table, f))
            return;
    }
    if (table.rows == 0) {
        fprintf(stderr, "%s: nothing to time\n", job.spec->lab);
        exit(2);
    }
    write_table(&job, &table);
}

int bench_run(const struct bench *spec, bool one, const char *path, const char *peers)
{
    struct finding f = {.verdict = VERDICT_PASS};
    struct job job = {.spec = spec, .one = one, .path = path, .folder = peers};
    int status;

    for (int i = 0; i == 0 || spec->functions[i]; i++)
        if (!function_of(spec, i)) {
            fprintf(stderr, "labs/%s/bench.c: there is no operation '%s'\n", spec->lab,
                    spec->functions[i] ? spec->functions[i] : "");
            return 2;
        }
    if (!opening_seed(&job.seed))
        return 2;
    status = supervise(bench_all, &job, &f);
    if (status == 2 || f.verdict == VERDICT_PASS)
        return status;
    if (status == 1)
        printf("  %s\n", verdict_word(f.verdict));
    printf("\nno speed for a wrong kernel\n");
    verdict_explain(&f);
    return verdict_close(spec->lab, &f);
}
