/* Level 1: a scalar from vectors, and rotations. A result is on the host or on the
   device, by the handle's pointer mode. */
#include <math.h>

#include "blas.h"
#include "level1.h"

static ptrdiff_t at(ptrdiff_t n, ptrdiff_t increment, ptrdiff_t i)
{
    return increment < 0 ? (i - n + 1) * increment : i * increment;
}

cublasStatus_t emu_dot(struct call *c, enum element type, enum element of_result,
                       bool conjugated, int n, const void *x, int incx, const void *y,
                       int incy, void *result)
{
    double complex sum = 0;
    emu_call_vector(c, READS, "x", x, type, n, incx);
    emu_call_vector(c, READS, "y", y, type, n, incy);
    emu_call_scalar(c, STORES, "result", result, of_result);
    if (!emu_call_open(c))
        return c->status;
    for (ptrdiff_t i = 0; i < n; i++) {
        const double complex a = emu_element_get(type, x, at(n, incx, i));
        sum += (conjugated ? conj(a) : a) * emu_element_get(type, y, at(n, incy, i));
    }
    emu_element_put(of_result, result, 0, sum);
    return emu_call_close(c);
}

/* The sum of |real| + |imaginary|; the square root of the sum of squares. */
static double sum_of_sizes(enum element type, const void *x, ptrdiff_t n,
                           ptrdiff_t increment)
{
    double sum = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
        const double complex a = emu_element_get(type, x, i * increment);
        sum += fabs(creal(a)) + fabs(cimag(a));
    }
    return sum;
}

static double norm(enum element type, const void *x, ptrdiff_t n, ptrdiff_t increment)
{
    double most = 0, sum = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
        const double size = cabs(emu_element_get(type, x, i * increment));
        most = size > most || isnan(size) ? size : most;
    }
    if (most == 0 || !isfinite(most))
        return most;
    for (ptrdiff_t i = 0; i < n; i++) { /* scaled, so that no square overflows */
        const double size = cabs(emu_element_get(type, x, i * increment)) / most;
        sum += size * size;
    }
    return most * sqrt(sum);
}

static cublasStatus_t reduce(struct call *c, enum element type, enum element part,
                             int n, const void *x, int incx, void *result,
                             double (*of)(enum element, const void *, ptrdiff_t,
                                          ptrdiff_t))
{
    if (incx <= 0)
        n = 0;
    emu_call_vector(c, READS, "x", x, type, n, incx);
    emu_call_scalar(c, STORES, "result", result, part);
    if (!emu_call_open(c))
        return c->status;
    emu_element_put(part, result, 0, of(type, x, n, incx));
    return emu_call_close(c);
}

cublasStatus_t emu_nrm2(struct call *c, enum element type, enum element of_result,
                        int n, const void *x, int incx, void *result)
{
    return reduce(c, type, of_result, n, x, incx, result, norm);
}

/* The first element whose |real| + |imaginary| is the largest or the smallest, from 1
   on; 0: there is none. */
static cublasStatus_t extreme(struct call *c, enum element type, bool largest, int n,
                              const void *x, int incx, int *result)
{
    int found = 0;
    double best = 0;
    if (incx <= 0)
        n = 0;
    emu_call_vector(c, READS, "x", x, type, n, incx);
    emu_call_scalar(c, STORES, "result", result, ELEMENT_I32);
    if (!emu_call_open(c))
        return c->status;
    for (int i = 0; i < n; i++) {
        const double complex a = emu_element_get(type, x, (ptrdiff_t)i * incx);
        const double size = fabs(creal(a)) + fabs(cimag(a));
        if (!found || (largest ? size > best : size < best)) {
            best = size;
            found = i + 1;
        }
    }
    *result = found;
    return emu_call_close(c);
}

/* ---- The functions. */

#define DOT(X, T, name, type, conjugated)                                              \
    cublasStatus_t cublas##X##name##_v2(cublasHandle_t handle, int n, const T *x,      \
                                        int incx, const T *y, int incy, T *result)     \
    {                                                                                  \
        EMU_CUBLAS(handle, "cublas" #X #name);                                         \
        return emu_dot(&call, type, type, conjugated, n, x, incx, y, incy, result);    \
    }
DOT(S, float, dot, ELEMENT_S, false)
DOT(D, double, dot, ELEMENT_D, false)
DOT(C, cuComplex, dotu, ELEMENT_C, false)
DOT(C, cuComplex, dotc, ELEMENT_C, true)
DOT(Z, cuDoubleComplex, dotu, ELEMENT_Z, false)
DOT(Z, cuDoubleComplex, dotc, ELEMENT_Z, true)

/* X: the letters of the results of that name; Y: those of an index. */
#define REDUCE(X, Y, T, R, type)                                                       \
    cublasStatus_t cublas##X##nrm2_v2(cublasHandle_t handle, int n, const T *x,        \
                                      int incx, R *result)                             \
    {                                                                                  \
        EMU_CUBLAS(handle, "cublas" #X "nrm2");                                        \
        return reduce(&call, type, emu_element_part(type), n, x, incx, result, norm);  \
    }                                                                                  \
    cublasStatus_t cublas##X##asum_v2(cublasHandle_t handle, int n, const T *x,        \
                                      int incx, R *result)                             \
    {                                                                                  \
        EMU_CUBLAS(handle, "cublas" #X "asum");                                        \
        return reduce(&call, type, emu_element_part(type), n, x, incx, result,         \
                      sum_of_sizes);                                                   \
    }                                                                                  \
    cublasStatus_t cublasI##Y##amax_v2(cublasHandle_t handle, int n, const T *x,       \
                                       int incx, int *result)                          \
    {                                                                                  \
        EMU_CUBLAS(handle, "cublasI" #Y "amax");                                       \
        return extreme(&call, type, true, n, x, incx, result);                         \
    }                                                                                  \
    cublasStatus_t cublasI##Y##amin_v2(cublasHandle_t handle, int n, const T *x,       \
                                       int incx, int *result)                          \
    {                                                                                  \
        EMU_CUBLAS(handle, "cublasI" #Y "amin");                                       \
        return extreme(&call, type, false, n, x, incx, result);                        \
    }
REDUCE(S, s, float, float, ELEMENT_S)
REDUCE(D, d, double, double, ELEMENT_D)
REDUCE(Sc, c, cuComplex, float, ELEMENT_C)
REDUCE(Dz, z, cuDoubleComplex, double, ELEMENT_Z)

#define ROTATION(X, x, T, R)                                                           \
    cublasStatus_t cublas##X##rotg_v2(cublasHandle_t handle, T *a, T *b, R *c, T *s)   \
    {                                                                                  \
        EMU_CUBLAS(handle, "cublas" #X "rotg");                                        \
        emu_call_scalar(&call, UPDATES, "a", a, ELEMENT_##X);                          \
        emu_call_scalar(&call, UPDATES, "b", b, ELEMENT_##X);                          \
        emu_call_scalar(&call, STORES, "c", c, emu_element_part(ELEMENT_##X));         \
        emu_call_scalar(&call, STORES, "s", s, ELEMENT_##X);                           \
        if (!emu_call_open(&call))                                                     \
            return call.status;                                                        \
        x##rotg_(a, b, c, s);                                                          \
        return emu_call_close(&call);                                                  \
    }
ROTATION(S, s, float, float)
ROTATION(D, d, double, double)
ROTATION(C, c, cuComplex, float)
ROTATION(Z, z, cuDoubleComplex, double)

/* The modified rotation; its parameters are 5 elements. */
#define MODIFIED(X, x, T)                                                              \
    cublasStatus_t cublas##X##rotm_v2(cublasHandle_t handle, int n, T *a, int inca,    \
                                      T *b, int incb, const T *param)                  \
    {                                                                                  \
        T parameters[5];                                                               \
        EMU_CUBLAS(handle, "cublas" #X "rotm");                                        \
        emu_call_vector(&call, UPDATES, "x", a, ELEMENT_##X, n, inca);                 \
        emu_call_vector(&call, UPDATES, "y", b, ELEMENT_##X, n, incb);                 \
        for (int i = 0; i < 5; i++)                                                    \
            emu_call_scalar(&call, READS, "param", param + i, ELEMENT_##X);            \
        if (!emu_call_open(&call))                                                     \
            return call.status;                                                        \
        for (int i = 0; i < 5; i++)                                                    \
            parameters[i] = param[i];                                                  \
        x##rotm_(&n, a, &inca, b, &incb, parameters);                                  \
        return emu_call_close(&call);                                                  \
    }                                                                                  \
    cublasStatus_t cublas##X##rotmg_v2(cublasHandle_t handle, T *d1, T *d2, T *x1,     \
                                       const T *y1, T *param)                          \
    {                                                                                  \
        EMU_CUBLAS(handle, "cublas" #X "rotmg");                                       \
        emu_call_scalar(&call, UPDATES, "d1", d1, ELEMENT_##X);                        \
        emu_call_scalar(&call, UPDATES, "d2", d2, ELEMENT_##X);                        \
        emu_call_scalar(&call, UPDATES, "x1", x1, ELEMENT_##X);                        \
        emu_call_scalar(&call, READS, "y1", y1, ELEMENT_##X);                          \
        for (int i = 0; i < 5; i++)                                                    \
            emu_call_scalar(&call, STORES, "param", param + i, ELEMENT_##X);           \
        if (!emu_call_open(&call))                                                     \
            return call.status;                                                        \
        x##rotmg_(d1, d2, x1, y1, param);                                              \
        return emu_call_close(&call);                                                  \
    }
MODIFIED(S, s, float)
MODIFIED(D, d, double)
