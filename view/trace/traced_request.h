/* One memory instruction of one warp: a row of a trace (trace_file.h). */
#ifndef REQUEST_H
#define REQUEST_H

#include <stdbool.h>
#include <stdint.h>

#include "table.h"

enum { LANES = 32 }; /* of a warp */

enum request_op {
    OP_LOAD,
    OP_STORE,
    OP_ATOMIC,
    OPS, /* what pictures know; the others are of a block's life alone */
    OP_LAND = OPS,
    OP_BARRIER,
    OP_FAULT,
    OP_OTHER,
    OP_COPY, /* from here on: they have more in `async` */
    OP_INIT,
    OP_ARRIVE,
    OP_WAIT,
    OP_PRODUCT,
    OP_MULTIPLIED,
    OP_FENCE,
    ALL_OPS
};

struct traced_request {
    const char *file, *array; /* in the text that it was read from */
    enum request_op op;
    bool shared; /* in shared memory, else in global memory */
    int line, warp;
    int step, steps; /* the step-th request of its warp, from 1, of so many */
    int rows, cols;  /* of a matrix; 0 of any other array */
    int element;     /* of a matrix: bytes */
    int size;        /* bytes per lane: 1, 2, 4, 8 or 16 */
    int loads;       /* of the source, which nvcc makes one request */
    int cost;        /* sectors in global memory, wavefronts in shared memory */
    int base;        /* the array's first byte: its address modulo 128 */
    uint32_t lanes;  /* bit i is set if lane i takes part */
    /* Of the lanes that take part: the first byte, counted from the array's first; and
       in shared memory the turn in which the lane is served, from 1, without a gap. */
    long long offset[LANES];
    int turn[LANES];
    /* Of a block's life: cycles, and text as the trace has it; else 0 and "-". */
    int launch;
    long long begin, end, waited;
    const char *why, *origin;
    const char *async; /* of the copy engine and wgmma, as the trace has it; else "-" */
};

/* Returns the word of a trace: "load". */
const char *request_op_word(enum request_op op);

/* True if the lane takes part in the request. */
bool request_has(const struct traced_request *r, int lane);

/* ---- Reading, for trace_file.c. */

/* The columns that are read; the header may have others beside them. */
enum request_column {
    COLUMN_WARP,
    COLUMN_STEP,
    COLUMN_STEPS,
    COLUMN_FILE,
    COLUMN_LINE,
    COLUMN_OP,
    COLUMN_SPACE,
    COLUMN_ARRAY,
    COLUMN_ROWS,
    COLUMN_COLS,
    COLUMN_ELEMENT,
    COLUMN_SIZE,
    COLUMN_LOADS,
    COLUMN_COST,
    COLUMN_BASE,
    COLUMN_OFFSET,
    COLUMN_TURN,
    COLUMNS_NEEDED,
    COLUMN_LAUNCH = COLUMNS_NEEDED, /* these are of a block's life */
    COLUMN_BEGIN,
    COLUMN_END,
    COLUMN_WAITED,
    COLUMN_WHY,
    COLUMN_ORIGIN,
    COLUMN_ASYNC, /* of kernels with the copy engine or wgmma */
    COLUMNS
};

/* The table of a trace, and which cell of a row is which column. */
struct request_rows {
    struct emu_table table;
    int at[COLUMNS]; /* the cell of each column, from 0; -1: it is not there */
};

/* Read the table's row as its header. If it is none, the program ends by fail(). */
void request_header(struct request_rows *rows);

/* Read a row below the header. The strings of *r point into it, and it changes. A
   damaged row ends the program by fail(). */
void request_read(const struct request_rows *row, struct traced_request *r);

#endif
