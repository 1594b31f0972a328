/* One size of a benchmark; bench_one.h states the contract. */
#include "bench_one.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "host_alloc.h"
#include "probe.h"
#include "judge.h"
#include "sgemm.h"
#include "spot.h"
#include "trial.h"

/* cuBLAS beside a GPU (solutions/00_cublas); NULL where none is linked in. */
extern __attribute__((weak)) trial_sgemm sgemm_reference;

/* Compare t->C with what the reference makes of the same problem. The reference is
   checked first: its failure is the machine's, not the kernel's. */
static bool agrees_with_reference(struct trial *t, double seconds, struct finding *f)
{
    float *mine = t->C;
    struct finding of_reference = {.verdict = VERDICT_PASS};
    struct matrix_diff d;
    float ms;

    t->C = host_alloc(t->dC.n);
    if (!trial_call(t, sgemm_reference, seconds, &ms, &of_reference) ||
        !bench_spots_right(t, sgemm_reference, false, seconds, &of_reference)) {
        fprintf(stderr, "the reference kernel failed: %s\n", of_reference.what);
        exit(2);
    }
    d = spot_agree(&t->p, mine, t->C);
    free(t->C);
    t->C = mine;
    if (d.wrong)
        judge_wrong(t, sgemm, seconds, &d, t->dC.n, f);
    return d.wrong == 0;
}

static void add_row(struct bench_table *table, const char *lab, const struct trial *t,
                    struct timing time, double reference_ms, const char *bottleneck)
{
    struct bench_row *r;

    if (table->rows == BENCH_ROWS) {
        fprintf(stderr, "%s: more than %d rows\n", lab, BENCH_ROWS);
        exit(2);
    }
    r = &table->row[table->rows++];
    *r = (struct bench_row){
        .lab = lab, .M = t->p.M, .N = t->p.N, .K = t->p.K, .time = time};
    r->pct_cublas = 100 * reference_ms / time.ms_median;
    snprintf(r->bottleneck, sizeof r->bottleneck, "%s", bottleneck);
}

/* On a GPU: compare with the reference, then time both. */
static bool measure(struct trial *t, const char *lab, double seconds,
                    struct bench_table *table, struct finding *f)
{
    trial_sgemm *const fn[] = {sgemm_reference, sgemm};
    const int first = sgemm_reference ? 0 : 1;
    struct timing time[2];
    double reference_ms = NAN;

    if (sgemm_reference && !agrees_with_reference(t, seconds, f))
        return false;
    timing_take(t, fn + first, 2 - first, seconds, time + first);
    guarded_get(&t->dC, t->C); /* the last timed call must have been right, too */
    if (!bench_spots_right(t, sgemm, false, seconds, f))
        return false;
    if (sgemm_reference) {
        reference_ms = time[0].ms_median;
        add_row(table, "00_cublas", t, time[0], reference_ms, "");
    }
    add_row(table, lab, t, time[1], reference_ms, "");
    return true;
}

/* One run on the emulator; the row is filled if it is right. */
static bool run_modelled(const struct bench_problem *b, unsigned sample,
                         struct bench_table *table, struct finding *f)
{
    const double seconds = bench_seconds((double)b->M * b->N * b->K);
    struct trial t;
    float ms;
    bool ok;

    trial_open(&t, b->M, b->N, b->K, b->alpha, b->beta, b->seed);
    probe_sample(sample);
    ok = trial_call(&t, sgemm, seconds, &ms, f) &&
         bench_spots_right(&t, sgemm, sample != 0, seconds, f);
    if (ok)
        add_row(table, b->lab, &t, (struct timing){1, ms, ms, 0}, NAN,
                probe_bottleneck());
    trial_close(&t);
    return ok;
}

/* Check and model one problem. A kernel whose blocks build on those of an earlier
   launch, or add to one another's results, is right and yet makes nothing of a sample:
   then run it whole, or where that takes too long, not at all. */
static bool model(const struct bench_problem *b, struct bench_table *table,
                  struct finding *f)
{
    const double affordable = 512.0 * 512 * 512;
    const double madds = (double)b->M * b->N * b->K;
    const unsigned sample = bench_sample_blocks(madds, b->K);

    if (run_modelled(b, sample, table, f))
        return true;
    if (!sample || (f->verdict != VERDICT_WRONG && f->verdict != VERDICT_UNINITIALIZED))
        return false;
    *f = (struct finding){.verdict = VERDICT_PASS};
    return madds > affordable || run_modelled(b, 0, table, f);
}

bool bench_one(const struct bench_problem *b, struct bench_table *table,
               struct finding *f)
{
    const double seconds = bench_seconds((double)b->M * b->N * b->K);
    struct trial t;
    float ms;
    bool ok;

    if (probe_available())
        return model(b, table, f);
    trial_open(&t, b->M, b->N, b->K, b->alpha, b->beta, b->seed);
    ok = trial_call(&t, sgemm, seconds, &ms, f) &&
         bench_spots_right(&t, sgemm, false, seconds, f) &&
         measure(&t, b->lab, seconds, table, f);
    trial_close(&t);
    return ok;
}
