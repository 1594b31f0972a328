/* gemm_bias_relu() and its backward pass as data: what their files share. */
#ifndef GEMM_BIAS_RELU_OPERATION_H
#define GEMM_BIAS_RELU_OPERATION_H

#include "diagnose/explain.h"
#include "operation/operation.h"

enum { LAYER_M, LAYER_N, LAYER_K };          /* sizes */
enum { LAYER_X, LAYER_W, LAYER_B, LAYER_Y }; /* arrays of the forward pass */
enum {
    GRADIENT_X,
    GRADIENT_W,
    GRADIENT_Y,
    GRADIENT_DY, /* and of the backward pass */
    GRADIENT_DX,
    GRADIENT_DW,
    GRADIENT_DB
};

/* Element i of an array. */
double layer_at(const struct problem *p, int array, size_t i);

/* X W at (row, col), in float64, and the sum of its magnitudes. */
double layer_sum(const struct problem *p, size_t row, size_t col, double *magnitude);

/* An element of dZ, dY where it passes, by Y and dY. */
typedef bool layer_mask(double y, double dy);

/* Element (row, col) of an output of the backward pass, in float64, with that mask, and
   the sum of the magnitudes of its terms. */
double gradient_sum(const struct problem *p, int array, size_t row, size_t col,
                    layer_mask *passes, double *magnitude);

/* How many terms that sum has. */
int gradient_terms(const struct problem *p, int array);

/* operation.h's explain() of both. */
bool layer_explain(const struct wrong_elements *w, struct explanation *e);
bool gradient_explain(const struct wrong_elements *w, struct explanation *e);

#endif
