/* Dot products as tensor cores make them: of bfloat16, with sums in FP32. */
#ifndef TENSOR_SUM_H
#define TENSOR_SUM_H

/* The dot products of a, of n elements, and each column of b, which is n x cols; and
   how far from each a correct sum in FP32 may lie (docs/tolerance.md). */
void tensor_sums(int n, const double *a, int cols, const double *b, double *sum,
                 double *bound);

/* A sum that is this far from a correct one at most, rounded to bfloat16. */
double tensor_rounded(double sum, double bound);

#endif
