/* Vectors and matrices between host and device: copies of the runtime API, whose checks
   they share. A vector with gaps is a copy of rows of one element. */
#include <stdlib.h>

#include <cublas_v2.h>

#include "api.h"

/* Rows of `width` bytes; pitches in bytes. */
static cublasStatus_t copy(struct copy c)
{
    if (c.width == 0 || c.height == 0)
        return CUBLAS_STATUS_SUCCESS;
    switch (emu_copy(&c)) {
    case cudaSuccess:
        return CUBLAS_STATUS_SUCCESS;
    case cudaErrorInvalidValue:
    case cudaErrorInvalidPitchValue:
    case cudaErrorInvalidResourceHandle:
        return CUBLAS_STATUS_INVALID_VALUE;
    default:
        return CUBLAS_STATUS_MAPPING_ERROR;
    }
}

static cublasStatus_t vector(struct copy c, int n, int size, int from, int to)
{
    if (n < 0 || size <= 0 || from <= 0 || to <= 0 || !emu_stream_valid(c.stream))
        return CUBLAS_STATUS_INVALID_VALUE;
    c.width = (size_t)size;
    c.height = (size_t)n;
    c.from_pitch = c.width * (size_t)from;
    c.to_pitch = c.width * (size_t)to;
    if (from == 1 && to == 1) {
        c.width *= c.height;
        c.height = n > 0;
        c.from_pitch = c.to_pitch = c.width;
    }
    return copy(c);
}

static cublasStatus_t matrix(struct copy c, int rows, int columns, int size, int from,
                             int to)
{
    if (rows < 0 || columns < 0 || size <= 0 || from < rows || to < rows || from < 1 ||
        to < 1 || !emu_stream_valid(c.stream))
        return CUBLAS_STATUS_INVALID_VALUE;
    if (from == rows && to == rows)
        return vector(c, rows * columns, size, 1, 1);
    c.width = (size_t)rows * (size_t)size;
    c.height = (size_t)columns;
    c.from_pitch = (size_t)from * (size_t)size;
    c.to_pitch = (size_t)to * (size_t)size;
    return copy(c);
}

#define COPY(text, direction, stream_, waits_)                                         \
    (struct copy)                                                                      \
    {                                                                                  \
        .name = text "()", .site = EMU_SITE, .to = to, .from = from,                   \
        .kind = direction, .stream = stream_, .waits = waits_                          \
    }
#define TRANSFER(verb, direction)                                                      \
    cublasStatus_t cublas##verb##Vector(int n, int size, const void *from, int incx,   \
                                        void *to, int incy)                            \
    {                                                                                  \
        EMU_API_LOCK;                                                                  \
        return vector(COPY("cublas" #verb "Vector", direction, NULL, true), n, size,   \
                      incx, incy);                                                     \
    }                                                                                  \
    cublasStatus_t cublas##verb##VectorAsync(int n, int size, const void *from,        \
                                             int incx, void *to, int incy,             \
                                             cudaStream_t stream)                      \
    {                                                                                  \
        EMU_API_LOCK;                                                                  \
        return vector(COPY("cublas" #verb "VectorAsync", direction, stream, false), n, \
                      size, incx, incy);                                               \
    }                                                                                  \
    cublasStatus_t cublas##verb##Matrix(int rows, int columns, int size,               \
                                        const void *from, int lda, void *to, int ldb)  \
    {                                                                                  \
        EMU_API_LOCK;                                                                  \
        return matrix(COPY("cublas" #verb "Matrix", direction, NULL, true), rows,      \
                      columns, size, lda, ldb);                                        \
    }                                                                                  \
    cublasStatus_t cublas##verb##MatrixAsync(int rows, int columns, int size,          \
                                             const void *from, int lda, void *to,      \
                                             int ldb, cudaStream_t stream)             \
    {                                                                                  \
        EMU_API_LOCK;                                                                  \
        return matrix(COPY("cublas" #verb "MatrixAsync", direction, stream, false),    \
                      rows, columns, size, lda, ldb);                                  \
    }
TRANSFER(Set, cudaMemcpyHostToDevice)
TRANSFER(Get, cudaMemcpyDeviceToHost)
