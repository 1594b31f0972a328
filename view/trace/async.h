/* The words of a trace's column `async`, such as "bytes=16384 at=64,128": probe_trace.h
   has them. */
#ifndef ASYNC_H
#define ASYNC_H

#include <stdbool.h>

#include "trace/traced_request.h"

enum { ASYNC_DIMENSIONS = 5 };

/* A copy by a tensor map; dimension 0 is contiguous. */
struct async_copy {
    const struct traced_request *of;
    char array[64];
    long long to;         /* in the block's shared memory */
    int bytes, outside;   /* of the box; of these, not in the array */
    int swizzle, element; /* bytes; swizzle 0: none */
    int rank,
        size[ASYNC_DIMENSIONS]; /* of the array, in elements; the next two as well */
    int box[ASYNC_DIMENSIONS], at[ASYNC_DIMENSIONS];
    int stride; /* bytes, of dimension 1 */
};

/* What a descriptor says of an operand of wgmma. */
struct async_operand {
    long long start;     /* in the block's shared memory */
    int rows;            /* of A, or columns of B */
    int leading, stride; /* bytes */
    int swizzle, base;   /* bytes; 0: none */
    bool along_k;        /* its elements are contiguous along k */
};

/* Read the copy of a row, which must live as long as *c. Returns false if the row is no
   copy to shared memory by a tensor map of two dimensions or more. A damaged row ends
   the program by fail(). */
bool async_copy_read(struct async_copy *c, const struct traced_request *r);

/* Bytes from row to row of the box, in shared memory. */
int async_pitch(const struct async_copy *c);

/* Read operand 'a' or 'b' of a row. Returns false if the row is no product, or has it
   in registers. A damaged row ends the program by fail(). */
bool async_operand_read(struct async_operand *o, const struct traced_request *r,
                        char which);

/* The number of a word, such as "n"; `otherwise` if the row has no such word. */
long long async_number(const struct traced_request *r, const char *word,
                       long long otherwise);

#endif
