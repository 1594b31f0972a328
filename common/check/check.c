/*
 * The checker: correctness and faults over the shapes, then technique over the
 * counters. The first failing stage decides. check.h states the contract.
 */
#include "check/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/gaps.h"
#include "device/host_alloc.h"
#include "diagnose/diagnose.h"
#include "check/opening.h"
#include "operation/compare.h"
#include "check/stages.h"
#include "rpc/supervise.h"
#include "check/time_limits.h"
#include "trial/trial.h"

struct job {
    const struct check *spec;
    const char *source; /* of the kernel, NULL if unknown */
    uint64_t seed;
};

/* A reference that is no number would call every kernel wrong. */
static void require_numbers(const struct trial *t, int i, const double *ref,
                            const double *bound)
{
    const struct extent e = problem_extent(&t->p, i);

    for (size_t k = 0; k < e.rows * e.cols; k++)
        if (!isfinite(ref[k]) || !isfinite(bound[k])) {
            fprintf(stderr,
                    "the reference of %s() is no number for %s at row %zu, column %zu: "
                    "does it read an array that reads() denies?\n",
                    t->p.of->name, t->p.of->array[i].name, k / e.cols, k % e.cols);
            exit(2);
        }
}

/* Compare every element of output i. Describe what is wrong in *f, unless it is NULL.
 */
static struct matrix_diff compare_output(struct trial *t, int i, struct finding *f)
{
    const struct extent e = problem_extent(&t->p, i);
    double *ref = host_alloc_double(e.rows * e.cols);
    double *bound = host_alloc_double(e.rows * e.cols);
    struct matrix_diff d;

    t->p.of->reference(&t->p, i, ref, bound);
    require_numbers(t, i, ref, bound);
    d = compare_all(&t->p, i, t->result[i], ref, bound);
    if (d.wrong && f)
        diagnose_all(t, i, operation_kernel(t->p.of), TIME_LIMIT_CALL, &d, ref, bound,
                     f);
    free(ref);
    free(bound);
    return d;
}

/* All outputs, until one is wrong: the largest error as a share of its bound, or NaN.
 */
static double compare(struct trial *t, struct finding *f)
{
    double worst = 0;

    for (int i = 0; t->p.of->array[i].name; i++)
        if (trial_is_output(t, i)) {
            const struct matrix_diff d = compare_output(t, i, f);

            if (d.wrong)
                return NAN;
            worst = fmax(worst, d.worst);
        }
    return worst;
}

/* True if no kernel has read all of the inputs that take part in the result: then
   whatever is right was not computed by a kernel. */
static bool idle(const struct trial *t)
{
    uint64_t bytes = 0;
    struct counters c;

    for (int i = 0; t->p.of->array[i].name; i++) {
        const struct extent e = problem_extent(&t->p, i);

        if (!trial_is_output(t, i) && problem_reads(&t->p, i))
            bytes += e.rows * e.cols * element_bytes(t->p.of->array[i].type);
    }
    probe_counters(&c);
    return probe_available() &&
           c.global_load_bytes + c.bulk_load_bytes + c.atomic_bytes < bytes;
}

/* "A and B" */
static void name_inputs(const struct trial *t, char *text, size_t size)
{
    int names = 0, n = 0;
    size_t at = 0;

    text[0] = '\0';
    for (int i = 0; t->p.of->array[i].name; i++)
        names += !trial_is_output(t, i);
    for (int i = 0; t->p.of->array[i].name && at < size; i++)
        if (!trial_is_output(t, i))
            at += (size_t)snprintf(text + at, size - at, "%s%s",
                                   n++ == 0     ? ""
                                   : n == names ? " and "
                                                : ", ",
                                   t->p.of->array[i].name);
}

static void open_trial(struct trial *t, const struct check_case *c, uint64_t seed)
{
    trial_open(t, c->of, c->size, c->scalar, seed);
    t->by_array = c->by_array;
}

double check_once(const struct check_case *c, uint64_t seed, struct finding *f)
{
    struct trial t;
    double worst = 0;
    char inputs[128];
    float ms;

    open_trial(&t, c, seed);
    if (trial_call(&t, operation_kernel(c->of), TIME_LIMIT_CALL, &ms, f))
        worst = compare(&t, f);
    if (f->verdict == VERDICT_PASS && idle(&t)) {
        f->verdict = VERDICT_FORBIDDEN;
        name_inputs(&t, inputs, sizeof inputs);
        snprintf(f->what, sizeof f->what,
                 "the result is correct, but no kernel read all of %s: it was not "
                 "computed there",
                 inputs);
        snprintf(f->remedy, sizeof f->remedy, "launch a kernel that multiplies");
    }
    trial_close(&t);
    return worst;
}

bool check_right(const struct check_case *c, uint64_t seed, double seconds)
{
    struct finding f = {.verdict = VERDICT_PASS};
    bool whole, right;
    struct trial t;
    float ms;

    open_trial(&t, c, seed);
    whole = trial_call(&t, operation_kernel(c->of), seconds, &ms, &f);
    right = (whole || (t.completed && verdict_unnoticed(f.verdict))) &&
            !isnan(compare(&t, NULL)) && !idle(&t);
    trial_close(&t);
    return right;
}

/* True if a rule asks the lab's kernel to read shared memory. */
static bool wants_shared(const struct check *spec)
{
    for (const struct check_rule *r = spec->rules[0]; r && r->name; r++)
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

static bool same_shape(const struct check_case *a, const struct check_case *b)
{
    for (int i = 0; a->of->size[i]; i++)
        if (!problem_is_ld(a->of, i) && a->size[i] != b->size[i])
            return false;
    return true;
}

/* Some cases, a row a shape, until one fails. */
static bool check_rows(const struct job *job, const struct check_case *c, int n,
                       struct finding *f)
{
    const struct check *spec = job->spec;

    for (int i = 0, end; i < n; i = end) {
        double worst = 0;

        problem_print_columns(c[i].of, c[i].size);
        printf("  ");
        fflush(stdout); /* a call that does not come back leaves its shape */
        f->failed = stages_aligned(spec, c[i].size) ? STAGE_ALIGNED : STAGE_RAGGED;
        for (end = i; end < n && same_shape(&c[end], &c[i]); end++)
            if (f->verdict == VERDICT_PASS)
                worst = fmax(worst, check_once(&c[end], job->seed, f));
        if (f->verdict == VERDICT_WRONG)
            ask_for_shared(spec, f);
        if (f->verdict != VERDICT_PASS) {
            printf("%s\n", word_of(job, f->verdict));
            if (verdict_unnoticed(f->verdict))
                f->failed = STAGE_SAFE;
            return false;
        }
        printf("%-16s %.3f\n", "correct", worst);
    }
    return true;
}

static bool has_ld(const struct operation *of)
{
    for (int i = 0; of->size[i]; i++)
        if (problem_is_ld(of, i))
            return true;
    return false;
}

static bool on_gpu(void)
{
    return strcmp(probe_source(), "measured") == 0;
}

/* Every case of one function, until one fails. */
static bool check_function_results(const struct job *job, const struct operation *of,
                                   struct finding *f)
{
    struct check_case cases[CHECK_CASES], large[CHECK_CASES], drawn[CHECK_DRAWN];
    const int n = check_cases(of, job->spec->shapes, cases);
    const bool many = job->spec->large && on_gpu();
    const int n_large = many ? check_cases(of, job->spec->large, large) : 0;
    const int more = check_drawn(job->spec, of, drawn);

    if (job->spec->functions[1])
        printf("\n%s()", of->name);
    putchar('\n');
    problem_print_columns(of, NULL);
    printf("  %-16s error / bound\n", "result");
    if (!check_rows(job, cases, n, f) || !check_rows(job, large, n_large, f))
        return false;
    if (more)
        printf("drawn%s: DRAW=%s\n",
               of->scalar[0] ? ", with alpha and beta"
               : has_ld(of)  ? ", with leading dimensions"
                             : "",
               getenv("DRAW"));
    return check_rows(job, drawn, more, f);
}

static bool check_results(const struct job *job, struct finding *f)
{
    const struct operation *of;

    for (int i = 0; (of = check_function(job->spec, i)); i++)
        if (!check_function_results(job, of, f))
            return false;
    return true;
}

/* False, and a COMPILE_ERROR in *f, if the kernel lacks one of the lab's functions. */
static bool has_functions(const struct job *job, struct finding *f)
{
    const struct operation *of;

    for (int i = 0; (of = check_function(job->spec, i)); i++) {
        if (operation_here(of))
            continue;
        *f = (struct finding){.verdict = VERDICT_COMPILE_ERROR};
        if (job->source)
            snprintf(f->file, sizeof f->file, "%s", job->source);
        snprintf(f->what, sizeof f->what, "it defines no %s() as common/%s declares it",
                 of->name, of->header);
        snprintf(f->remedy, sizeof f->remedy,
                 "include \"%s\", and define %s() with the same arguments", of->header,
                 of->name);
        return false;
    }
    return true;
}

static void set_stages(struct finding *f, enum stage stage, enum stage failed)
{
    f->stage = stage;
    f->failed = failed;
}

/* Technique, until a rule is broken. */
static void check_counts(const struct job *job, struct finding *f)
{
    if (!probe_available())
        return;
    check_technique(job->spec, job->seed, f);
    if (f->verdict == VERDICT_PASS)
        check_wave(job->spec, job->seed, f);
    if (f->verdict == VERDICT_PASS)
        check_repeatable(job->spec, job->seed, f);
}

static void check_all(void *arg, struct finding *f)
{
    const struct job *job = arg;

    probe_sms((unsigned)job->spec->sms);
    opening_line(job->spec->lab, job->spec->sms, job->seed);
    if (!has_functions(job, f))
        return;
    if (getenv("COUNTS_FIRST")) {
        set_stages(f, STAGE_COMPILES, STAGE_TECHNIQUE);
        check_counts(job, f);
        if (f->verdict != VERDICT_PASS)
            return;
    }
    set_stages(f, STAGE_COMPILES, STAGE_ALIGNED);
    if (!check_results(job, f))
        return;
    set_stages(f, STAGE_RAGGED, STAGE_SAFE);
    check_counts(job, f);
    if (job->spec->stage && f->verdict == VERDICT_PASS)
        job->spec->stage(job->spec, job->seed, f);
    if (f->verdict == VERDICT_PASS)
        set_stages(f, STAGE_TECHNIQUE, STAGE_NONE);
    else if (f->verdict == VERDICT_TECHNIQUE)
        set_stages(f, STAGE_SAFE, STAGE_TECHNIQUE);
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
    snprintf(f->what, sizeof f->what, "STEP %d is not written yet", gap.step);
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
        set_stages(f, STAGE_NONE, STAGE_NONE);
    return getenv("POINTS") && *getenv("POINTS") ? stages_settle(spec, seed, f) : 0;
}
