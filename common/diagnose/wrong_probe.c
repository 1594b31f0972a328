/* A kernel on inputs that tell mistakes apart; wrong_probe.h states the contract. */
#include "diagnose/wrong_probe.h"

#include <math.h>
#include <stdlib.h>

#include "device/host_alloc.h"
#include "trial/compare.h"
#include "operation/sgemm_operation.h"

enum varies { ALL_ONE, BY_ROW, BY_COLUMN };

/* A rows x cols matrix whose elements differ as `how` says, between 1 and 2. */
static void fill(float *x, int rows, int cols, enum varies how)
{
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++) {
            const uint64_t i = how == BY_ROW ? r : how == BY_COLUMN ? c : 0;

            x[(size_t)r * cols + c] =
                how == ALL_ONE ? 1 : 1 + (float)(matrix_random(7, i) % 4096) / 4096;
        }
}

struct probed {
    struct trial *t;
    operation_function *fn;
    double seconds;
    double *ref, *bound;
};

/* Call the kernel; *d becomes what is wrong. False after a fault. */
static bool call_again(const struct probed *with, struct matrix_diff *d)
{
    struct trial *t = with->t;
    struct finding ignored = {0};
    float ms;

    problem_reference(&t->p, SGEMM_C, with->ref, with->bound);
    if (!trial_call(t, with->fn, with->seconds, &ms, &ignored))
        return false;
    *d = compare_all(&t->p, SGEMM_C, t->result[SGEMM_C], with->ref, with->bound);
    return true;
}

/* On such inputs. */
static bool call(const struct probed *with, enum varies a, enum varies b,
                 struct matrix_diff *d)
{
    struct trial *t = with->t;

    fill(t->p.array[SGEMM_A], t->p.size[SGEMM_M], t->p.size[SGEMM_K], a);
    fill(t->p.array[SGEMM_B], t->p.size[SGEMM_K], t->p.size[SGEMM_N], b);
    trial_put_inputs(t);
    return call_again(with, d);
}

/* The number of products in an element, where A and B are 1. */
static double products(const struct trial *t, const struct matrix_diff *d)
{
    const double n = (double)d->got / (double)t->p.scalar[SGEMM_ALPHA];

    return fabs(n - round(n)) < 1e-3 ? round(n) : n;
}

static bool all(const struct probed *with, struct wrong_probe *p)
{
    const struct {
        bool *wrong;
        enum varies a, b;
    } probes[] = {
        {&p->rows_of_a, BY_ROW, ALL_ONE}, {&p->k_of_a, BY_COLUMN, ALL_ONE},
        {&p->k_of_b, ALL_ONE, BY_ROW},    {&p->columns_of_b, ALL_ONE, BY_COLUMN},
        {&p->pairs, BY_COLUMN, BY_ROW},
    };
    struct matrix_diff d;

    if (with->t->p.scalar[SGEMM_BETA] != 0) {
        with->t->p.scalar[SGEMM_BETA] = 0;
        matrix_poison(with->t->p.array[SGEMM_C], with->t->device[SGEMM_C].n);
        if (!call_again(with, &d))
            return false;
        p->beta = d.wrong == 0;
        if (p->beta)
            return true;
    }
    if (!call(with, ALL_ONE, ALL_ONE, &d))
        return false;
    p->count = d.wrong > 0;
    if (p->count) {
        p->row = d.row;
        p->col = d.col;
        p->products = products(with->t, &d);
        return true;
    }
    for (size_t i = 0; i < sizeof probes / sizeof *probes; i++) {
        if (!call(with, probes[i].a, probes[i].b, &d))
            return false;
        *probes[i].wrong = d.wrong > 0;
    }
    return true;
}

bool wrong_probe(struct trial *t, operation_function *fn, double seconds,
                 struct wrong_probe *p)
{
    const struct probed with = {t, fn, seconds, host_alloc_double(t->device[SGEMM_C].n),
                                host_alloc_double(t->device[SGEMM_C].n)};
    const float beta = t->p.scalar[SGEMM_BETA];
    struct matrix_diff ignored;
    bool done;

    *p = (struct wrong_probe){0};
    done = t->p.scalar[SGEMM_ALPHA] != 0 && all(&with, p);
    /* The finding names the sizes and scalars of the last call: those of the wrong one.
     */
    if (done && t->p.scalar[SGEMM_BETA] != beta) {
        t->p.scalar[SGEMM_BETA] = beta;
        call_again(&with, &ignored);
    }
    free(with.ref);
    free(with.bound);
    return done;
}
