/* Dot products as tensor cores make them: of bfloat16, with sums in FP32. */
#ifndef TENSOR_SUM_H
#define TENSOR_SUM_H

/* The dot product of n elements, and how far from it a correct sum in FP32 may lie
   (docs/tolerance.md). */
void tensor_sum(int n, const double *a, const double *b, double *sum, double *bound);

/* A sum that is this far from a correct one at most, rounded to bfloat16. */
double tensor_rounded(double sum, double bound);

#endif
