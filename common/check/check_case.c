/* One case of a check: a call, and the judgement of its results; check.h states the
   contract. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/check.h"
#include "check/time_limits.h"
#include "device/host_alloc.h"
#include "diagnose/diagnose.h"
#include "trial/compare.h"
#include "trial/trial.h"

/* A reference that is no number would call every kernel wrong. */
static void require_numbers(const struct trial *t, int i)
{
    const struct extent e = problem_extent(&t->p, i);
    const double *const ref = t->ref[i], *const bound = t->bound[i];

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
    struct matrix_diff d;

    require_numbers(t, i);
    d = compare_all(&t->p, i, t->result[i], t->ref[i], t->bound[i]);
    if (d.wrong && f)
        diagnose_all(t, i, operation_kernel(t->p.of), TIME_LIMIT_CALL, &d, t->ref[i],
                     t->bound[i], f);
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

/* What output i is if no input comes into it: beta * C. */
static void without_inputs(const struct trial *t, int i, double *ref, double *bound)
{
    struct problem p = t->p;

    p.scalar[0] = 0;
    problem_reference(&p, i, ref, bound);
}

/* What remains of the outputs of a call that withheld inputs: the projection on what
   all inputs add to them. */
static double remains(struct trial *t)
{
    double product = 0, square = 0;

    for (int i = 0; t->p.of->array[i].name; i++) {
        const struct extent e = problem_extent(&t->p, i);
        const double *const ref = t->ref[i];
        double *unused, *base;

        if (!trial_is_output(t, i))
            continue;
        unused = host_alloc_double(e.rows * e.cols);
        base = host_alloc_double(e.rows * e.cols);
        if (t->p.of->scalar[0])
            without_inputs(t, i, base, unused);
        else
            memset(base, 0, e.rows * e.cols * sizeof *base);
        for (size_t k = 0; k < e.rows * e.cols; k++) {
            const size_t at = k / e.cols * e.ld + k % e.cols;
            const double all = ref[k] - base[k];

            product +=
                (element_get(t->p.of->array[i].type, t->result[i], at) - base[k]) * all;
            square += all * all;
        }
        free(base);
        free(unused);
    }
    return square > 0 ? product / square : NAN;
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
           c.global_load_bytes + c.bulk_load_bytes + c.atomic_bytes + c.constant_bytes <
               bytes;
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
    t->withheld = c->withheld;
    t->judged = true;
    if (c->varied) {
        problem_vary(&t->p, seed);
        trial_put_inputs(t);
    }
    if (c->withheld || c->marked)
        trial_mark_inputs(t);
}

double check_once(const struct check_case *c, uint64_t seed, struct finding *f)
{
    struct trial t;
    double worst = 0;
    char inputs[128];

    open_trial(&t, c, seed);
    if (trial_call(&t, operation_kernel(c->of), TIME_LIMIT_CALL, NULL, f))
        worst = c->withheld ? remains(&t) : compare(&t, f);
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

    open_trial(&t, c, seed);
    whole = trial_call(&t, operation_kernel(c->of), seconds, NULL, &f);
    right = (whole || (t.completed && verdict_unnoticed(f.verdict))) &&
            !isnan(compare(&t, NULL)) && !idle(&t);
    trial_close(&t);
    return right;
}
