/* Level 1 for several types: each calls what the functions for one type use. */
#include "level1.h"

/* x and y must have one type; the scalars', another one. */
static bool typed(struct call *c, cudaDataType x, cudaDataType y, cudaDataType scalar)
{
    if (emu_element_of(x) == ELEMENT_NONE || x != y ||
        emu_element_of(scalar) == ELEMENT_NONE)
        emu_call_refuse(c, CUBLAS_STATUS_NOT_SUPPORTED,
                        "has types that do not go together: %d, %d, and scalars %d", x,
                        y, scalar);
    return !c->status;
}

cublasStatus_t cublasAxpyEx(cublasHandle_t handle, int n, const void *alpha,
                            cudaDataType scalar, const void *x, cudaDataType of_x,
                            int incx, void *y, cudaDataType of_y, int incy,
                            cudaDataType compute)
{
    EMU_CUBLAS(handle, "cublasAxpyEx");
    (void)compute;
    if (!typed(&call, of_x, of_y, scalar))
        return call.status;
    return emu_axpy(&call, emu_element_of(scalar), emu_element_of(of_x), n, alpha, x,
                    incx, y, incy);
}

cublasStatus_t cublasScalEx(cublasHandle_t handle, int n, const void *alpha,
                            cudaDataType scalar, void *x, cudaDataType of_x, int incx,
                            cudaDataType compute)
{
    EMU_CUBLAS(handle, "cublasScalEx");
    (void)compute;
    if (!typed(&call, of_x, of_x, scalar))
        return call.status;
    return emu_scal(&call, emu_element_of(scalar), emu_element_of(of_x), n, alpha, x,
                    incx);
}

cublasStatus_t cublasRotEx(cublasHandle_t handle, int n, void *x, cudaDataType of_x,
                           int incx, void *y, cudaDataType of_y, int incy,
                           const void *c, const void *s, cudaDataType scalar,
                           cudaDataType compute)
{
    EMU_CUBLAS(handle, "cublasRotEx");
    (void)compute;
    if (!typed(&call, of_x, of_y, scalar))
        return call.status;
    return emu_rot(&call, emu_element_of(scalar), emu_element_of(of_x), n, x, incx, y,
                   incy, c, s);
}

cublasStatus_t cublasNrm2Ex(cublasHandle_t handle, int n, const void *x,
                            cudaDataType of_x, int incx, void *result,
                            cudaDataType scalar, cudaDataType compute)
{
    EMU_CUBLAS(handle, "cublasNrm2Ex");
    (void)compute;
    if (!typed(&call, of_x, of_x, scalar))
        return call.status;
    return emu_nrm2(&call, emu_element_of(of_x), emu_element_of(scalar), n, x, incx,
                    result);
}

#define DOT(name, conjugated)                                                          \
    cublasStatus_t cublas##name##Ex(cublasHandle_t handle, int n, const void *x,       \
                                    cudaDataType of_x, int incx, const void *y,        \
                                    cudaDataType of_y, int incy, void *result,         \
                                    cudaDataType scalar, cudaDataType compute)         \
    {                                                                                  \
        EMU_CUBLAS(handle, "cublas" #name "Ex");                                       \
        (void)compute;                                                                 \
        if (!typed(&call, of_x, of_y, scalar))                                         \
            return call.status;                                                        \
        return emu_dot(&call, emu_element_of(of_x), emu_element_of(scalar),            \
                       conjugated, n, x, incx, y, incy, result);                       \
    }
DOT(Dot, false)
DOT(Dotc, true)
