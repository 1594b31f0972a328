/* A call of cuBLAS: its start, its scalars, its end; call.h has the contract. */
#include "call.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host_order.h"
#include "memory.h"
#include "settings.h"
#include "work.h"

bool emu_call_begin(struct call *c, cublasHandle_t handle)
{
    c->status = CUBLAS_STATUS_SUCCESS;
    c->handle = handle;
    if (!emu_cublas_handle_known(handle))
        emu_call_refuse(c, CUBLAS_STATUS_NOT_INITIALIZED,
                        handle ? "has a handle that was destroyed, or never created"
                               : "has no handle");
    else if (!emu_stream_valid(handle->stream))
        emu_call_refuse(c, CUBLAS_STATUS_EXECUTION_FAILED,
                        "has a handle whose stream was destroyed");
    else if (emu_api_stuck())
        c->status = CUBLAS_STATUS_EXECUTION_FAILED;
    return !c->status;
}

void emu_call_end(struct call *c)
{
    free(c->operand);
}

/* ---- Arguments. */

static const char *remedy(cublasStatus_t status)
{
    return status == CUBLAS_STATUS_NOT_INITIALIZED
               ? "call cublasCreate() first, and cublasDestroy() after the last call"
           : status == CUBLAS_STATUS_NOT_SUPPORTED
               ? "docs/emulator.md lists the functions and types that it has"
               : "matrices are column-major: a leading dimension is at least the "
                 "number of rows in memory";
}

cublasStatus_t emu_call_refuse(struct call *c, cublasStatus_t status,
                               const char *format, ...)
{
    char text[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    emu_refuse_driver(c->site, cublasGetStatusName(status), remedy(status), "%s %s",
                      c->name, text);
    return c->status = status;
}

bool emu_call_size(struct call *c, const char *name, int size)
{
    if (!c->status && size < 0)
        emu_call_refuse(c, CUBLAS_STATUS_INVALID_VALUE, "has %s = %d", name, size);
    return !c->status;
}

bool emu_call_ld(struct call *c, const char *name, int ld, int rows)
{
    if (!c->status && ld < (rows > 1 ? rows : 1))
        emu_call_refuse(c, CUBLAS_STATUS_INVALID_VALUE,
                        "has %s = %d, and the matrix has %d rows", name, ld, rows);
    return !c->status;
}

bool emu_call_enum(struct call *c, const char *name, int value, int most)
{
    if (!c->status && (value < 0 || value > most))
        emu_call_refuse(c, CUBLAS_STATUS_INVALID_VALUE, "has %s = %d", name, value);
    return !c->status;
}

/* ---- Scalars and pointers. */

/* A scalar on the host, as the pointer mode says. */
static bool check_on_host(struct call *c, const char *name, const void *x)
{
    if (!c->status && !x)
        emu_call_refuse(c, CUBLAS_STATUS_INVALID_VALUE, "has a null pointer as %s",
                        name);
    else if (!c->status && emu_memory_is_device(x) &&
             emu_mapped_type(x) == cudaMemoryTypeUnregistered)
        emu_call_refuse(
            c, CUBLAS_STATUS_EXECUTION_FAILED,
            "has a pointer to device memory as %s, and CUBLAS_POINTER_MODE_HOST", name);
    return !c->status;
}

static bool on_device(const struct call *c)
{
    return c->handle->pointers == CUBLAS_POINTER_MODE_DEVICE;
}

void emu_call_scalar(struct call *c, enum use use, const char *name, const void *x,
                     enum element type)
{
    if (on_device(c))
        emu_call_vector(c, use, name, x, type, 1, 1);
    else if (check_on_host(c, name, x))
        c->waits |= use & STORES;
}

/* Check what was added last, and copy it. */
static bool read_now(struct call *c, void *to)
{
    const struct operand *o = &c->operand[c->n - 1];
    const size_t bytes = emu_operand_bytes(o);
    if (!c->status && !emu_operand_check(c, o))
        c->status = CUBLAS_STATUS_EXECUTION_FAILED;
    if (c->status)
        return false;
    emu_memory_open_around(o->start, bytes, true);
    memcpy(to, o->start, bytes);
    emu_memory_open_around(o->start, bytes, false);
    return true;
}

double complex emu_call_value(struct call *c, const char *name, const void *x,
                              enum element type)
{
    struct scalar value = {{0}};
    if (c->status)
        return 0;
    if (on_device(c)) {
        emu_call_vector(c, READS, name, x, type, 1, 1);
        return read_now(c, &value) ? emu_element_get(type, &value, 0) : 0;
    }
    return check_on_host(c, name, x) ? emu_element_get(type, x, 0) : 0;
}

void **emu_call_pointers(struct call *c, const char *name, const void *array, int n)
{
    if (c->status || n <= 0)
        return NULL;
    void **pointers = emu_allocate((uint64_t)n, sizeof *pointers, "a batch");
    /* An element of 8 bytes. */
    emu_call_vector(c, READS, name, array, ELEMENT_D, n, 1);
    if (read_now(c, pointers))
        return pointers;
    free(pointers);
    return NULL;
}

/* ---- Open and close. */

static void open_all(const struct call *c, bool open)
{
    for (size_t i = 0; i < c->n; i++)
        emu_memory_open_around(c->operand[i].start, emu_operand_bytes(&c->operand[i]),
                               open);
}

bool emu_call_open(struct call *c)
{
    for (size_t i = 0; i < c->n && !c->status; i++)
        if (!emu_operand_check(c, &c->operand[i]))
            c->status = CUBLAS_STATUS_EXECUTION_FAILED;
    if (!c->status)
        open_all(c, true);
    return !c->status;
}

cublasStatus_t emu_call_close(struct call *c)
{
    const int stream = emu_stream_number(c->handle->stream);
    size_t bytes;
    open_all(c, false);
    const uint32_t work = emu_work_begin(stream, c->name, c->site);
    for (size_t k = 0; k < c->n; k++) {
        const struct operand *o = &c->operand[k];
        const bool stores = o->use & STORES;
        for (size_t i = 0; i < emu_operand_pieces(o); i++) {
            const char *piece = emu_operand_piece(o, i, &bytes);
            emu_work_touches(piece, bytes, stores);
            if (stores)
                emu_memory_copied((void *)piece, NULL, bytes);
        }
    }
    emu_work_end();
    for (size_t k = 0; k < c->n; k++)
        emu_host_copies(c->name, c->operand[k].start, emu_operand_bytes(&c->operand[k]),
                        c->operand[k].use & STORES, c->site, stream, work);
    if (c->waits)
        emu_host_waits_for(c->handle->stream);
    return CUBLAS_STATUS_SUCCESS;
}
