/* What the files of attention() share. */
#ifndef ATTENTION_OPERATION_H
#define ATTENTION_OPERATION_H

#include "diagnose/explain.h"
#include "operation/operation.h"

enum { HEADS, N, D, CAUSAL }; /* sizes */
enum { Q, K, V, O };
enum { SCALE };

/* How many columns of S row i has. */
int attention_keys(const struct problem *p, size_t i);

/* The first `keys` scores of row i of a head, in float64, and how far from each a
   correct one in FP32 may lie; error may be NULL. */
void attention_scores(const struct problem *p, size_t head, size_t i, int keys,
                      double *s, double *error);

/* operation.h's explain(). */
bool attention_explain(const struct wrong_elements *w, struct explanation *e);

#endif
