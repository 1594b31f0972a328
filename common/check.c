/*
 * The checker: correctness and faults over the shapes, then technique over the
 * counters. The first failing stage decides. check.h states the contract.
 */
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gaps.h"
#include "host_alloc.h"
#include "judge.h"
#include "opening.h"
#include "sgemm.h"
#include "stages.h"
#include "supervise.h"
#include "time_limits.h"
#include "trial.h"

/* Processor seconds that one call may take; right ones take a tenth of one. */

struct job {
    const struct check *spec;
    const char *source; /* of the kernel, NULL if unknown */
    uint64_t seed;
};

/* Compare every element of t->C. What is wrong is told in *f, unless that is NULL. */
static struct matrix_diff compare(struct trial *t, struct finding *f)
{
    double *ref = host_alloc_double(t->dC.n);
    double *bound = host_alloc_double(t->dC.n);
    struct matrix_diff d;

    matrix_reference(&t->p, ref, bound);
    d = matrix_compare(t->p.M, t->p.N, t->C, ref, bound);
    if (d.wrong && f)
        judge_all(t, sgemm, TIME_LIMIT_CALL, &d, ref, bound, f);
    free(ref);
    free(bound);
    return d;
}

/* Every element of A and B is in the product, so that some kernel loads it, unless
   alpha is 0. True if none did: whatever is right then was not computed by a kernel. */
static bool idle(const struct trial *t)
{
    const struct matrix_problem *p = &t->p;
    const uint64_t words = (uint64_t)p->M * p->K + (uint64_t)p->K * p->N;
    struct counters c;

    probe_counters(&c);
    return probe_available() && p->alpha != 0 &&
           c.global_load_bytes + c.atomic_bytes < words * sizeof(float);
}

static void open_trial(struct trial *t, const struct check_case *c, uint64_t seed)
{
    trial_open(t, c->shape.M, c->shape.N, c->shape.K, c->alpha, c->beta, seed);
}

double check_once(const struct check_case *c, uint64_t seed, struct finding *f)
{
    struct trial t;
    double worst = 0;
    float ms;

    open_trial(&t, c, seed);
    if (trial_call(&t, sgemm, TIME_LIMIT_CALL, &ms, f))
        worst = compare(&t, f).worst;
    if (f->verdict == VERDICT_PASS && idle(&t)) {
        f->verdict = VERDICT_FORBIDDEN;
        snprintf(f->what, sizeof f->what,
                 "the result is right, but no kernel read all of A and B: it was not "
                 "computed there");
        snprintf(f->remedy, sizeof f->remedy, "launch a kernel that multiplies");
    }
    trial_close(&t);
    return worst;
}

/* A fault that no GPU notices: the result is there, and may be right by luck. */
static bool unnoticed(enum verdict v)
{
    return v == VERDICT_RACE || v == VERDICT_UNINITIALIZED;
}

bool check_right(const struct check_case *c, uint64_t seed, double seconds)
{
    struct finding f = {.verdict = VERDICT_PASS};
    bool whole, right;
    struct trial t;
    float ms;

    open_trial(&t, c, seed);
    whole = trial_call(&t, sgemm, seconds, &ms, &f);
    right = (whole || (t.landed && unnoticed(f.verdict))) &&
            compare(&t, NULL).wrong == 0 && !idle(&t);
    trial_close(&t);
    return right;
}

/* Whether a rule asks the lab's kernel to read shared memory. */
static bool wants_shared(const struct check *spec)
{
    for (const struct check_rule *r = spec->rules; r->name; r++)
        if (r->measure == check_shared_words_per_global)
            return true;
    return false;
}

/* A wrong result of a kernel that never touched the shared memory it should use. */
static void ask_for_shared(const struct check *spec, struct finding *f)
{
    char remedy[sizeof f->remedy];
    struct counters c;

    probe_counters(&c);
    if (!wants_shared(spec) || c.global_load_requests == 0 ||
        c.shared_load_requests + c.shared_store_requests > 0)
        return;
    snprintf(remedy, sizeof remedy, "%s", f->remedy);
    snprintf(f->remedy, sizeof f->remedy,
             "no shared memory was used: is __shared__ missing before As and Bs? If "
             "not, %.*s",
             (int)sizeof remedy - 100, remedy);
}

/* The word for a failure in the table: of a kernel with an unfilled gap, that. */
static const char *word_of(const struct job *job, enum verdict v)
{
    struct gap gap;

    if (job->source && gaps_first_unfilled(job->source, &gap) == 1)
        v = VERDICT_INCOMPLETE;
    return verdict_word(v);
}

static bool same_shape(const struct check_shape *a, const struct check_shape *b)
{
    return a->M == b->M && a->N == b->N && a->K == b->K;
}

/* Some cases, a row a shape, until one fails. */
static bool check_rows(const struct job *job, const struct check_case *c, int n,
                       struct finding *f)
{
    const struct check *spec = job->spec;

    for (int i = 0, end; i < n; i = end) {
        const struct check_shape *s = &c[i].shape;
        double worst = 0;

        printf("%6d%6d%6d  ", s->M, s->N, s->K);
        fflush(stdout); /* a call that does not come back leaves its shape */
        f->stage = stages_aligned(spec, s) ? STAGE_COMPILES : STAGE_ALIGNED;
        for (end = i; end < n && same_shape(&c[end].shape, s); end++)
            if (f->verdict == VERDICT_PASS)
                worst = fmax(worst, check_once(&c[end], job->seed, f));
        if (f->verdict == VERDICT_WRONG)
            ask_for_shared(spec, f);
        if (f->verdict != VERDICT_PASS) {
            printf("%s\n", word_of(job, f->verdict));
            if (unnoticed(f->verdict))
                f->stage = STAGE_RAGGED;
            return false;
        }
        printf("%-16s %.3f\n", "right", worst);
    }
    return true;
}

/* Every case, until one fails. */
static bool check_results(const struct job *job, struct finding *f)
{
    struct check_case cases[CHECK_CASES], drawn[CHECK_DRAWN];
    const int n = check_cases(job->spec->shapes, cases);
    const int more = check_drawn(job->spec, drawn);

    printf("\n%6s%6s%6s  %-16s error / bound\n", "M", "N", "K", "result");
    if (!check_rows(job, cases, n, f))
        return false;
    if (more)
        printf("drawn, with alpha and beta: DRAW=%s\n", getenv("DRAW"));
    return check_rows(job, drawn, more, f);
}

static void check_all(void *arg, struct finding *f)
{
    const struct job *job = arg;

    opening_line(job->spec->lab, job->seed);
    if (!check_results(job, f))
        return;
    f->stage = STAGE_RAGGED;
    if (probe_available())
        check_technique(job->spec, job->seed, f);
    if (job->spec->stage && f->verdict == VERDICT_PASS && !getenv("WITHOUT_STAGE"))
        job->spec->stage(job->spec, job->seed, f);
    if (f->verdict == VERDICT_PASS)
        f->stage = STAGE_TECHNIQUE;
    else if (f->verdict == VERDICT_TECHNIQUE)
        f->stage = STAGE_SAFE;
}

/* A failure of a kernel with an unfilled gap is none: it is not finished, and no stage
   holds. */
static void excuse_unfinished(const char *source, struct finding *f)
{
    struct gap gap;

    if (f->verdict == VERDICT_PASS || gaps_first_unfilled(source, &gap) != 1)
        return;
    *f = (struct finding){.verdict = VERDICT_INCOMPLETE, .line = gap.line};
    snprintf(f->file, sizeof f->file, "%s", source);
    snprintf(f->what, sizeof f->what, "STEP %d is still to be written", gap.step);
    snprintf(f->remedy, sizeof f->remedy,
             "write it between STEP %d and END %d, in place of the TODO line", gap.step,
             gap.step);
}

int check_run(const struct check *spec, const char *source, uint64_t seed,
              struct finding *f)
{
    struct job job = {.spec = spec, .source = source, .seed = seed};
    int status;

    steps_of(source, &spec->steps);
    status = supervise(check_all, &job, f);
    if (status == 2)
        return 2;
    if (status == 1)
        printf("%s\n", word_of(&job, f->verdict));
    if (source)
        excuse_unfinished(source, f);
    if (f->verdict == VERDICT_FORBIDDEN)
        f->stage = STAGE_NONE;
    return stages_settle(spec, seed, f);
}
