/*
 * A call of cuBLAS. It is work of its handle's stream:
 *
 *   begin      the handle exists
 *   operands   what it reads and stores
 *   open       all of that exists, and what it reads was set; device memory is open
 *   ...        the call computes, in place
 *   close      what it stores is set; the order of streams knows the call
 *
 * Wrong arguments are printed as API, with the program's line. Memory that does not
 * exist is OUT_OF_BOUNDS, and what nothing has set is UNINITIALIZED.
 */
#ifndef EMU_CUBLAS_CALL_H
#define EMU_CUBLAS_CALL_H

#include <complex.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cublas_v2.h>

#include "api.h"
#include "element.h"
#include "handle.h"

enum use { READS = 1, STORES = 2, UPDATES = READS | STORES };
/* The part of a matrix that is used; UNIT: without the diagonal, which is 1. */
enum part { WHOLE, UPPER, LOWER, UPPER_UNIT, LOWER_UNIT };

/* Rows x columns elements, column after column; the columns begin ld elements apart.
   A vector has one row. */
struct operand {
    const char *name;
    const char *start;
    enum element type;
    enum use use;
    enum part part;
    size_t rows, columns, ld;
};

struct call {
    const char *name; /* with () */
    uintptr_t site;
    struct cublasContext *handle;
    cublasStatus_t status; /* of what was checked so far */
    bool waits;            /* the host waits for a result */
    struct operand *operand;
    size_t n, room;
};

/* At the start of each function: the lock, and `call`, or its error is returned. */
#define EMU_CUBLAS(handle, text)                                                       \
    EMU_API_LOCK;                                                                      \
    struct call call __attribute__((cleanup(emu_call_end))) = {.name = text "()",      \
                                                               .site = EMU_SITE};      \
    if (!emu_call_begin(&call, handle))                                                \
        return call.status;
bool emu_call_begin(struct call *c, cublasHandle_t handle);
void emu_call_end(struct call *c);

/* Return CUBLAS_STATUS_INVALID_VALUE or another status; prints the call's name and the
   text. */
cublasStatus_t emu_call_refuse(struct call *c, cublasStatus_t status,
                               const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* True if a size is not negative; if a matrix of so many rows has this leading
   dimension; if an enumerator is 0 to `most`. Else the call's status is set. */
bool emu_call_size(struct call *c, const char *name, int size);
bool emu_call_ld(struct call *c, const char *name, int ld, int rows);
bool emu_call_enum(struct call *c, const char *name, int value, int most);

/* Add an operand; nothing if it is empty. */
void emu_call_matrix(struct call *c, enum use use, const char *name, const void *a,
                     enum element type, int rows, int columns, int ld);
void emu_call_part(struct call *c, enum use use, const char *name, const void *a,
                   enum element type, enum part part, int n, int ld);
void emu_call_vector(struct call *c, enum use use, const char *name, const void *x,
                     enum element type, int n, int increment);
/* A scalar, on the host or the device, by the handle's pointer mode. */
void emu_call_scalar(struct call *c, enum use use, const char *name, const void *x,
                     enum element type);
/* Read one now, also when it is on the device: 0 if that is wrong. */
double complex emu_call_value(struct call *c, const char *name, const void *x,
                              enum element type);
/* Read an array of n pointers in device memory now, into memory to be freed; NULL if
   that is wrong. */
void **emu_call_pointers(struct call *c, const char *name, const void *array, int n);

/* True if the call may compute. Afterwards its status is the one to return. */
bool emu_call_open(struct call *c);
cublasStatus_t emu_call_close(struct call *c);

/* ---- operand.c */

/* The pieces of an operand, each without a gap: how many, and where the i-th starts. */
size_t emu_operand_pieces(const struct operand *o);
const char *emu_operand_piece(const struct operand *o, size_t i, size_t *bytes);
/* From its start to its end. */
size_t emu_operand_bytes(const struct operand *o);

/* check.c: true if all of the operand exists and is set; prints what is wrong. */
bool emu_operand_check(const struct call *c, const struct operand *o);

#endif
