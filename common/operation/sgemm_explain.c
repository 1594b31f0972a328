/* A wrong product in words: what wrong_value.h and wrong_probe.h find out. */
#include <stdio.h>

#include "diagnose/explain.h"
#include "operation/sgemm_operation.h"
#include "trial/trial.h"
#include "diagnose/wrong_advice.h"
#include "diagnose/wrong_value.h"

bool sgemm_explain(const struct wrong_elements *w, struct explanation *e)
{
    const struct matrix_problem m = sgemm_problem(w->p);
    struct wrong_value v;

    if (!wrong_value(&m, w->got, w->ref, w->at, w->n, &v))
        return false;
    snprintf(e->what, sizeof e->what, "%s", v.what);
    snprintf(e->remedy, sizeof e->remedy, "%s", v.remedy);
    e->roles = v.roles;
    return true;
}

bool sgemm_probe(struct trial *t, operation_function *fn, double seconds,
                 struct explanation *e)
{
    struct wrong_probe found;

    e->roles = 0;
    return wrong_probe(t, fn, seconds, &found) &&
           wrong_advice(&found, t->p.size[SGEMM_K], e->what, sizeof e->what, e->remedy,
                        sizeof e->remedy);
}
