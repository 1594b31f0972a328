/* Products of matrices, C = alpha op(A) op(B) + beta C, of any types. */
#ifndef EMU_CUBLAS_GEMM_H
#define EMU_CUBLAS_GEMM_H

#include "call.h"

struct gemm {
    enum element a, b, c; /* of the matrices */
    enum element scale;   /* of alpha and beta */
    int transa, transb;   /* cublasOperation_t */
    int m, n, k, lda, ldb, ldc;
    double complex alpha, beta;
};

/* gemm_ex.c: the type of alpha and beta, if a GPU multiplies matrices of these types
   with such sums; else ELEMENT_NONE. */
enum element emu_gemm_scale(const struct gemm *g, cublasComputeType_t compute);

/* Check the sizes, and read alpha and beta. False: there is nothing to do, or the
   call's status says what is wrong. */
bool emu_gemm_begin(struct call *c, struct gemm *g, const void *alpha,
                    const void *beta);
/* Add the operands of one product; compute it, once the call is open. */
void emu_gemm_operands(struct call *c, const struct gemm *g, const void *A,
                       const void *B, const void *C);
void emu_gemm_compute(const struct gemm *g, const void *A, const void *B, void *C);

/* All of it. With strides, in elements: a batch of n. */
struct strides {
    long long a, b, c;
};
cublasStatus_t emu_gemm_strided(struct call *c, struct gemm *g, const void *alpha,
                                const void *beta, const void *A, const void *B, void *C,
                                struct strides strides, int n);
/* A batch of n, whose arrays of pointers are in device memory. */
cublasStatus_t emu_gemm_pointers(struct call *c, struct gemm *g, const void *alpha,
                                 const void *beta, const void *const A[],
                                 const void *const B[], void *const C[], int n);

#endif
