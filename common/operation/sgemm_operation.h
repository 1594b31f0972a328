/* What the files about sgemm() share; common/sgemm.h has the function's contract. */
#ifndef SGEMM_OPERATION_H
#define SGEMM_OPERATION_H

#include "operation/matrix.h"
#include "operation/operation.h"

enum { SGEMM_M, SGEMM_N, SGEMM_K };
enum { SGEMM_ALPHA, SGEMM_BETA };
enum { SGEMM_A, SGEMM_B, SGEMM_C };

/* The problem as matrix.h has it; the arrays stay the problem's. */
static inline struct matrix_problem sgemm_problem(const struct problem *p)
{
    return (struct matrix_problem){p->size[SGEMM_M],      p->size[SGEMM_N],
                                   p->size[SGEMM_K],      p->scalar[SGEMM_ALPHA],
                                   p->scalar[SGEMM_BETA], p->array[SGEMM_A],
                                   p->array[SGEMM_B],     p->array[SGEMM_C]};
}

/* sgemm_agree.c: compare C with another float32 result of the same problem. */
struct matrix_diff sgemm_agree(const struct problem *p, int array, const void *got,
                               const void *other);
/* sgemm_explain.c: mistakes with alpha and beta. */
bool sgemm_explain(const struct wrong_elements *w, struct explanation *e);

#endif
