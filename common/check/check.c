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
#include "check/opening.h"
#include "check/stages.h"
#include "operation/problem.h"
#include "rpc/supervise.h"

struct job {
    const struct check *spec;
    const char *source; /* of the kernel, NULL if unknown */
    uint64_t seed;
};

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

static bool has_unfilled_gap(const struct job *job)
{
    struct gap gap;
    return job->source && gaps_first_unfilled(job->source, &gap) == 1;
}

/* The word for a failure in the table: of a kernel with an unfilled gap, that. */
static const char *word_of(const struct job *job, enum verdict v)
{
    return verdict_word(has_unfilled_gap(job) ? VERDICT_INCOMPLETE : v);
}

static bool same_shape(const struct check_case *a, const struct check_case *b)
{
    for (int i = 0; a->of->size[i]; i++)
        if (!problem_is_ld(a->of, i) && a->size[i] != b->size[i])
            return false;
    return true;
}

/* The row of the shape that is being tried. It is printed when its result is known, so
   that what the kernel prints comes before it. */
static struct check_case row;
static bool row_is_due;

static void print_row(void)
{
    if (!row_is_due)
        return;
    problem_print_columns(row.of, row.size);
    printf("  ");
    row_is_due = false;
}

static bool is_tiny(const struct check_case *c)
{
    if (c->of->product[0].left == c->of->product[0].right)
        return false;
    for (int i = 0; c->of->size[i]; i++)
        if (!problem_is_ld(c->of, i) && c->size[i] > 8)
            return false;
    return true;
}

/* A result that is wrong for a shape of few elements says little: if that of the next
   shape is wrong, too, the finding is about that one, which gets a row. */
static void try_larger(const struct job *job, const struct check_case *next,
                       struct finding *f)
{
    const struct finding first = *f;

    *f = (struct finding){.verdict = VERDICT_PASS};
    check_once(next, job->seed, f);
    if (f->verdict == VERDICT_WRONG) {
        print_row();
        printf("%s\n", word_of(job, f->verdict));
        row = *next;
        row_is_due = true;
        f->stage = first.stage;
        f->failed =
            stages_aligned(job->spec, next->size) ? STAGE_ALIGNED : first.failed;
    } else {
        *f = first;
    }
}

/* Some cases, a row a shape, until one fails. */
static bool check_rows(const struct job *job, const struct check_case *c, int n,
                       struct finding *f)
{
    const struct check *spec = job->spec;

    for (int i = 0, end; i < n; i = end) {
        double worst = 0;

        row = c[i];
        row_is_due = true;
        f->failed = stages_aligned(spec, c[i].size) ? STAGE_ALIGNED : STAGE_RAGGED;
        for (end = i; end < n && same_shape(&c[end], &c[i]); end++)
            if (f->verdict == VERDICT_PASS)
                worst = fmax(worst, check_once(&c[end], job->seed, f));
        if (f->verdict == VERDICT_WRONG && end < n && is_tiny(&c[i]) &&
            !has_unfilled_gap(job))
            try_larger(job, &c[end], f);
        if (f->verdict == VERDICT_WRONG)
            ask_for_shared(spec, f);
        print_row();
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

/* The heading of the drawn cases. */
static void print_drawn(const struct operation *of)
{
    printf("drawn");
    for (int i = 0; of->scalar[i]; i++)
        printf("%s%s", i ? " and " : ", with ", of->scalar[i]);
    if (!of->scalar[0] && has_ld(of))
        printf(", with leading dimensions");
    printf(": DRAW=%s\n", getenv("DRAW"));
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
        print_drawn(of);
    return check_rows(job, drawn, more, f);
}

static bool check_results(const struct job *job, struct finding *f)
{
    const struct operation *of;

    for (int i = 0; (of = check_function(job->spec, i)); i++) {
        steps_of(job->source, &job->spec->steps[i], job->spec->tile);
        if (!check_function_results(job, of, f))
            return false;
    }
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

    steps_of(source, &spec->steps[0], spec->tile);
    status = supervise(check_all, &job, f);
    if (status == 2)
        return 2;
    if (status == 1) {
        print_row();
        printf("%s\n", word_of(&job, f->verdict));
    }
    if (source)
        excuse_unfinished(source, f);
    if (f->verdict == VERDICT_FORBIDDEN)
        set_stages(f, STAGE_NONE, STAGE_NONE);
    return getenv("POINTS") && *getenv("POINTS") ? stages_settle(spec, seed, f) : 0;
}
