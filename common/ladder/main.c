/*
 * The whole ladder in one run: every lab's kernel and cuBLAS, on each size checked
 * first, then timed in turn, so that a clock that drifts drifts for all.
 *
 *   bench-all FOLDER     writes FOLDER/NN_name.tsv for each lab
 *
 * Exit status: 0 done, 1 a kernel is at fault, 2 the machine or the call.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "bench_one.h"
#include "ladder/entry.h"
#include "opening.h"
#include "supervise.h"

extern struct ladder_entry *__start_ladder[];
extern struct ladder_entry *__stop_ladder[];

/* Powers of two, and two shapes of a transformer: one token's, and a layer's. */
static const bench_size sizes[] = {
    {256, 256, 256},    {512, 512, 512},    {1024, 1024, 1024}, {2048, 2048, 2048},
    {4096, 4096, 4096}, {8192, 8192, 8192}, {8, 4096, 4096},    {2048, 3072, 768},
};
enum { SIZES = sizeof sizes / sizeof *sizes, LABS_MAX = TIMING_MAX - 1 };

struct ladder {
    const struct operation *of;
    const char *folder;
    uint64_t seed;
    int labs;
    const struct ladder_entry *lab[LABS_MAX];
    operation_function *fn[TIMING_MAX];    /* of each lab, and cuBLAS after them */
    struct timing time[SIZES][TIMING_MAX]; /* of each lab, and of cuBLAS after them */
};

static int by_name(const void *a, const void *b)
{
    const struct ladder_entry *const *x = a, *const *y = b;

    return strcmp((*x)->lab, (*y)->lab);
}

static void find_labs(struct ladder *l)
{
    const size_t labs =
        ((uintptr_t)__stop_ladder - (uintptr_t)__start_ladder) / sizeof *l->lab;

    for (size_t i = 0; i < labs && l->labs < LABS_MAX; i++)
        l->lab[l->labs++] = __start_ladder[i];
    qsort(l->lab, (size_t)l->labs, sizeof *l->lab, by_name);
    for (int k = 0; k < l->labs; k++)
        l->fn[k] = l->lab[k]->fn;
    l->fn[l->labs] = l->of->peer;
}

/* Whether one lab's kernel is right on this problem. */
static bool right(struct trial *t, operation_function *fn, double seconds,
                  struct finding *f)
{
    float ms;

    return trial_call(t, fn, seconds, &ms, f) &&
           bench_spots_right(t, fn, false, seconds, f);
}

static bool time_size(struct ladder *l, int i, struct finding *f)
{
    struct trial t;
    double seconds;
    bool ok = true;

    for (int k = 0; l->of->size[k]; k++)
        printf("%6d", sizes[i][k]);
    fflush(stdout);
    trial_open(&t, l->of, sizes[i], bench_scalars(l->of), l->seed);
    seconds = bench_seconds(&t.p);
    for (int k = 0; ok && k < l->labs; k++) {
        ok = right(&t, l->fn[k], seconds, f);
        if (!ok)
            printf("\n%s is wrong\n", l->lab[k]->lab);
    }
    if (ok)
        timing_take(&t, l->fn, l->labs + 1, seconds, l->time[i]);
    trial_close(&t);
    return ok;
}

/* Operations of one call of size i. */
static double flops(const struct ladder *l, int i)
{
    struct problem p = {.of = l->of};

    memcpy(p.size, sizes[i], sizeof p.size);
    return l->of->work(&p).flops;
}

/* TFLOP/s, and the widest spread of the row. */
static void print_size(const struct ladder *l, int i)
{
    double widest = 0;

    for (int k = 0; k <= l->labs; k++) {
        const struct timing *t = &l->time[i][k];

        printf("%8.2f", flops(l, i) / (t->ms_median * 1e-3) / 1e12);
        widest = fmax(widest, t->ms_spread / t->ms_median);
    }
    printf("%8.1f %%%8.1f %%\n",
           100 * l->time[i][l->labs].ms_median / l->time[i][l->labs - 1].ms_median,
           100 * widest);
}

static void add_row(struct bench_table *table, const struct ladder *l, const char *lab,
                    int i, const struct timing *t, double cublas_ms)
{
    struct bench_row *r = &table->row[table->rows++];

    *r = (struct bench_row){.lab = lab,
                            .flops = flops(l, i),
                            .time = *t,
                            .pct_cublas = 100 * cublas_ms / t->ms_median};
    memcpy(r->size, sizes[i], sizeof r->size);
}

static void write_lab(const struct ladder *l, int k)
{
    static struct bench_table table;
    char path[4096], notes[512], formula[160];

    problem_formula(l->of, bench_scalars(l->of), formula, sizeof formula);
    table.of = l->of;
    table.rows = 0;
    for (int i = 0; i < SIZES; i++) {
        const struct timing *cublas = &l->time[i][l->labs];

        add_row(&table, l, "00_cublas", i, cublas, cublas->ms_median);
        add_row(&table, l, l->lab[k]->lab, i, &l->time[i][k], cublas->ms_median);
    }
    snprintf(path, sizeof path, "%s/%s.tsv", l->folder, l->lab[k]->lab);
    snprintf(notes, sizeof notes,
             "# lab: %s\n# problem: %s, float32, seed %" PRIu64
             "\n# times: measured, between CUDA events, the L2 cache emptied before "
             "each call, all labs in turn: make bench-all\n",
             l->lab[k]->lab, formula, l->seed);
    if (bench_table_write(&table, path, notes) != 0)
        exit(2);
}

static void run(void *arg, struct finding *f)
{
    struct ladder *l = arg;
    char formula[160];

    problem_formula(l->of, bench_scalars(l->of), formula, sizeof formula);
    opening_line("s", l->seed); /* "labs on..." */
    printf(
        "\n%s, TFLOP/s, median of up to 15 calls in turn, L2 emptied before each\n\n",
        formula);
    for (int k = 0; l->of->size[k]; k++)
        printf("%6s", l->of->size[k]);
    for (int k = 0; k < l->labs; k++)
        printf("%8.2s", l->lab[k]->lab);
    printf("%8s%10s%10s\n", "cuBLAS", "share", "spread");
    for (int i = 0; i < SIZES; i++) {
        if (!time_size(l, i, f))
            return;
        print_size(l, i);
    }
    for (int k = 0; k < l->labs; k++)
        write_lab(l, k);
    printf("\nshare: the last lab's speed, of cuBLAS's\nspread: the widest in the row, "
           "from the first quartile to the third\n");
}

int main(int argc, char **argv)
{
    static struct ladder l;
    struct finding f = {.verdict = VERDICT_PASS};
    int status;

    if (argc != 2) {
        fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
        return 2;
    }
    l.folder = argv[1];
    l.of = operation_find("sgemm");
    find_labs(&l);
    if (!opening_seed(&l.seed))
        return 2;
    status = supervise(run, &l, &f);
    if (status == 2 || f.verdict == VERDICT_PASS)
        return status;
    verdict_explain(&f);
    return verdict_close("bench-all", &f);
}
