/* A kernel on inputs that tell mistakes apart; wrong_probe.h states the contract. */
#include "wrong_probe.h"

#include <math.h>
#include <stdlib.h>

#include "host_alloc.h"

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
    trial_sgemm *fn;
    double seconds;
    double *ref, *bound;
};

/* Call the kernel on such inputs; *d becomes what is wrong. False after a fault. */
static bool call(const struct probed *with, enum varies a, enum varies b,
                 struct matrix_diff *d)
{
    struct trial *t = with->t;
    struct finding ignored = {0};
    float ms;

    fill(t->A, t->p.M, t->p.K, a);
    fill(t->B, t->p.K, t->p.N, b);
    guarded_put(&t->dA, t->A);
    guarded_put(&t->dB, t->B);
    matrix_reference(&t->p, with->ref, with->bound);
    if (!trial_call(t, with->fn, with->seconds, &ms, &ignored))
        return false;
    *d = matrix_compare(t->p.M, t->p.N, t->C, with->ref, with->bound);
    return true;
}

/* How many products an element has, whose A and B are 1. */
static double products(const struct trial *t, const struct matrix_diff *d)
{
    const struct matrix_problem *p = &t->p;
    const size_t at = (size_t)d->row * p->N + d->col;
    const double old = p->beta == 0 ? 0 : (double)p->beta * (double)p->C0[at];
    const double n = ((double)d->got - old) / (double)p->alpha;

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

bool wrong_probe(struct trial *t, trial_sgemm *fn, double seconds,
                 struct wrong_probe *p)
{
    const struct probed with = {t, fn, seconds, host_alloc_double(t->dC.n),
                                host_alloc_double(t->dC.n)};
    bool done;

    *p = (struct wrong_probe){0};
    done = t->p.alpha != 0 && all(&with, p);
    free(with.ref);
    free(with.bound);
    return done;
}
