/* Level 1: vectors to vectors. All types use one loop, which computes in double and
   rounds each result once. */
#include "level1.h"

/* The i-th element of a vector of n; one with a negative increment begins at its end.
 */
static ptrdiff_t at(ptrdiff_t n, ptrdiff_t increment, ptrdiff_t i)
{
    return increment < 0 ? (i - n + 1) * increment : i * increment;
}

cublasStatus_t emu_axpy(struct call *c, enum element scale, enum element type, int n,
                        const void *alpha, const void *x, int incx, void *y, int incy)
{
    const double complex a = emu_call_value(c, "alpha", alpha, scale);
    if (c->status || n <= 0 || a == 0)
        return c->status;
    emu_call_vector(c, READS, "x", x, type, n, incx);
    emu_call_vector(c, UPDATES, "y", y, type, n, incy);
    if (!emu_call_open(c))
        return c->status;
    for (ptrdiff_t i = 0; i < n; i++)
        emu_element_put(type, y, at(n, incy, i),
                        a * emu_element_get(type, x, at(n, incx, i)) +
                            emu_element_get(type, y, at(n, incy, i)));
    return emu_call_close(c);
}

cublasStatus_t emu_scal(struct call *c, enum element scale, enum element type, int n,
                        const void *alpha, void *x, int incx)
{
    const double complex a = emu_call_value(c, "alpha", alpha, scale);
    if (c->status || n <= 0 || incx <= 0)
        return c->status;
    emu_call_vector(c, UPDATES, "x", x, type, n, incx);
    if (!emu_call_open(c))
        return c->status;
    for (ptrdiff_t i = 0; i < n; i++)
        emu_element_put(type, x, i * incx, a * emu_element_get(type, x, i * incx));
    return emu_call_close(c);
}

static cublasStatus_t copy(struct call *c, enum element type, int n, const void *x,
                           int incx, void *y, int incy)
{
    if (n <= 0)
        return CUBLAS_STATUS_SUCCESS;
    emu_call_vector(c, READS, "x", x, type, n, incx);
    emu_call_vector(c, STORES, "y", y, type, n, incy);
    if (!emu_call_open(c))
        return c->status;
    for (ptrdiff_t i = 0; i < n; i++)
        emu_element_put(type, y, at(n, incy, i),
                        emu_element_get(type, x, at(n, incx, i)));
    return emu_call_close(c);
}

/* (x, y) becomes (c x + s y, c y - conj(s) x). */
static void rotate(enum element type, ptrdiff_t n, void *x, ptrdiff_t incx, void *y,
                   ptrdiff_t incy, double complex c, double complex s)
{
    for (ptrdiff_t i = 0; i < n; i++) {
        const double complex a = emu_element_get(type, x, at(n, incx, i));
        const double complex b = emu_element_get(type, y, at(n, incy, i));
        emu_element_put(type, x, at(n, incx, i), c * a + s * b);
        emu_element_put(type, y, at(n, incy, i), c * b - conj(s) * a);
    }
}

cublasStatus_t emu_rot(struct call *c, enum element of_sine, enum element type, int n,
                       void *x, int incx, void *y, int incy, const void *cosine,
                       const void *sine)
{
    const enum element part = of_sine < ELEMENT_H ? emu_element_part(of_sine) : of_sine;
    const double complex k = emu_call_value(c, "c", cosine, part);
    const double complex s = emu_call_value(c, "s", sine, of_sine);
    if (c->status || n <= 0)
        return c->status;
    emu_call_vector(c, UPDATES, "x", x, type, n, incx);
    emu_call_vector(c, UPDATES, "y", y, type, n, incy);
    if (!emu_call_open(c))
        return c->status;
    rotate(type, n, x, incx, y, incy, k, s);
    return emu_call_close(c);
}

static cublasStatus_t swap(struct call *c, enum element type, int n, void *x, int incx,
                           void *y, int incy)
{
    if (n <= 0)
        return CUBLAS_STATUS_SUCCESS;
    emu_call_vector(c, UPDATES, "x", x, type, n, incx);
    emu_call_vector(c, UPDATES, "y", y, type, n, incy);
    if (!emu_call_open(c))
        return c->status;
    for (ptrdiff_t i = 0; i < n; i++) {
        const double complex a = emu_element_get(type, x, at(n, incx, i));
        emu_element_put(type, x, at(n, incx, i),
                        emu_element_get(type, y, at(n, incy, i)));
        emu_element_put(type, y, at(n, incy, i), a);
    }
    return emu_call_close(c);
}

/* ---- The functions. */

#define VECTORS(X, T)                                                                  \
    cublasStatus_t cublas##X##axpy_v2(cublasHandle_t handle, int n, const T *alpha,    \
                                      const T *x, int incx, T *y, int incy)            \
    {                                                                                  \
        EMU_CUBLAS(handle, "cublas" #X "axpy");                                        \
        return emu_axpy(&call, ELEMENT_##X, ELEMENT_##X, n, alpha, x, incx, y, incy);  \
    }                                                                                  \
    cublasStatus_t cublas##X##copy_v2(cublasHandle_t handle, int n, const T *x,        \
                                      int incx, T *y, int incy)                        \
    {                                                                                  \
        EMU_CUBLAS(handle, "cublas" #X "copy");                                        \
        return copy(&call, ELEMENT_##X, n, x, incx, y, incy);                          \
    }                                                                                  \
    cublasStatus_t cublas##X##swap_v2(cublasHandle_t handle, int n, T *x, int incx,    \
                                      T *y, int incy)                                  \
    {                                                                                  \
        EMU_CUBLAS(handle, "cublas" #X "swap");                                        \
        return swap(&call, ELEMENT_##X, n, x, incx, y, incy);                          \
    }
VECTORS(S, float)
VECTORS(D, double)
VECTORS(C, cuComplex)
VECTORS(Z, cuDoubleComplex)

/* By a scalar of type S, whose letter is Y. */
#define SCALED(X, T, Y, S)                                                             \
    cublasStatus_t cublas##X##scal_v2(cublasHandle_t handle, int n, const S *alpha,    \
                                      T *x, int incx)                                  \
    {                                                                                  \
        EMU_CUBLAS(handle, "cublas" #X "scal");                                        \
        return emu_scal(&call, ELEMENT_##Y,                                            \
                        sizeof(T) == sizeof(S) ? ELEMENT_##Y                           \
                        : sizeof(S) == 4       ? ELEMENT_C                             \
                                               : ELEMENT_Z,                                  \
                        n, alpha, x, incx);                                            \
    }                                                                                  \
    cublasStatus_t cublas##X##rot_v2(cublasHandle_t handle, int n, T *x, int incx,     \
                                     T *y, int incy, const PART_##Y *c, const S *s)    \
    {                                                                                  \
        EMU_CUBLAS(handle, "cublas" #X "rot");                                         \
        return emu_rot(&call, ELEMENT_##Y,                                             \
                       sizeof(T) == sizeof(S) ? ELEMENT_##Y                            \
                       : sizeof(S) == 4       ? ELEMENT_C                              \
                                              : ELEMENT_Z,                                   \
                       n, x, incx, y, incy, c, s);                                     \
    }
#define PART_S float
#define PART_D double
#define PART_C float
#define PART_Z double
SCALED(S, float, S, float)
SCALED(D, double, D, double)
SCALED(C, cuComplex, C, cuComplex)
SCALED(Z, cuDoubleComplex, Z, cuDoubleComplex)
SCALED(Cs, cuComplex, S, float)
SCALED(Zd, cuDoubleComplex, D, double)
