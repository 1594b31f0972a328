/* Level 1, for any types of elements and scalars. */
#ifndef EMU_CUBLAS_LEVEL1_CALLS_H
#define EMU_CUBLAS_LEVEL1_CALLS_H

#include "call.h"

/* level1.c: y += alpha x; x *= alpha; (x, y) becomes (c x + s y, c y - conj(s) x). */
cublasStatus_t emu_axpy(struct call *c, enum element scale, enum element type, int n,
                        const void *alpha, const void *x, int incx, void *y, int incy);
cublasStatus_t emu_scal(struct call *c, enum element scale, enum element type, int n,
                        const void *alpha, void *x, int incx);
cublasStatus_t emu_rot(struct call *c, enum element of_sine, enum element type, int n,
                       void *x, int incx, void *y, int incy, const void *cosine,
                       const void *sine);

/* reduce.c: the sum of products; the Euclidean norm. */
cublasStatus_t emu_dot(struct call *c, enum element type, enum element of_result,
                       bool conjugated, int n, const void *x, int incx, const void *y,
                       int incy, void *result);
cublasStatus_t emu_nrm2(struct call *c, enum element type, enum element of_result,
                        int n, const void *x, int incx, void *result);

#endif
