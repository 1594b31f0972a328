/* Usual mistakes, tried on the values; explain.h states the contract. */
#include "diagnose/explain.h"

#include <math.h>
#include <stdio.h>

#include "operation/problem.h"

static bool explains(const struct wrong_elements *w, mistake_value *value,
                     mistake_value *slack)
{
    const struct extent e = problem_extent(w->p, w->array);
    const enum element type = w->p->of->array[w->array].type;

    for (int i = 0; i < w->n; i++) {
        const size_t row = w->at[i] / e.cols, col = w->at[i] % e.cols;
        const double got = element_get(type, w->got, row * e.ld + col);

        if (!isfinite(got) || !(fabs(value(w->p, w->array, row, col) - got) <=
                                slack(w->p, w->array, row, col)))
            return false;
    }
    return w->n > 0;
}

void explain_by(const struct mistake *m, struct explanation *e)
{
    snprintf(e->what, sizeof e->what, "%s", m->what);
    snprintf(e->remedy, sizeof e->remedy, "%s", m->remedy);
    e->roles = m->roles;
}

bool explain_mistakes(const struct wrong_elements *w, const struct mistake mistakes[],
                      int n, mistake_value *slack, struct explanation *e)
{
    for (int i = 0; i < n; i++)
        if (explains(w, mistakes[i].value, slack)) {
            explain_by(&mistakes[i], e);
            return true;
        }
    return false;
}
