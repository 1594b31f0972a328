/* The sgemm() of a judge: that of the submission, over there. */
#include "sgemm.h"

#include "runner/remote.h"

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    remote_call(&(const struct tile){0}, M, N, K, alpha, A, B, beta, C);
}
