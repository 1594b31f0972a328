/* The requests that a trace has recorded: trace.c records them, trace_write.c writes
   them. */
#ifndef EMU_TRACE_H
#define EMU_TRACE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "launch.h"
#include "moment.h"
#include "probe.h"
#include "request.h"
#include "widen.h"

enum {
    TRACED_WORDS = 4, /* that one lane accesses */
    TRACED_MATRICES = 4,
};

/* What a row of the trace is. */
enum traced_op {
    TRACED_ACCESS,
    TRACED_LAND,
    TRACED_BARRIER,
    TRACED_FAULT,
    TRACED_OTHER
};

/* The words that lane i of the request accesses, after it has. */
struct traced_words {
    uint32_t of[WARP_SIZE][TRACED_WORDS];
};

/* A request with all its offsets. r.n is 0 if it was joined into another one. */
struct traced {
    enum traced_op op;
    bool placed; /* it is about an address */
    struct request r;
    int cost, pipe; /* sectors or wavefronts; lines or wavefronts */
    int loads;      /* how many loads were joined; 1 if none */
    struct link link;
    unsigned launch;
    uint32_t warp, step; /* the step-th of its warp, from 1 */
};

struct trace {
    struct traced *row;
    struct traced_words *words; /* of each row, in a trace of a block's life */
    size_t n, dropped;
    struct probe_matrix matrix[TRACED_MATRICES];
    int matrices;
    uint64_t marks[TRACED_MATRICES]; /* the number of each matrix's first element */
    bool life;                       /* with barriers, faults and origins */
    uint64_t block;                  /* the last one traced, and its launch */
    struct emu_config config;
    const char *kernel;
};
const struct trace *emu_traced(void);

/* trace_join.c: the launch that began with row `from` has ended. */
void emu_trace_join(struct trace *t, size_t from);

/* trace_head.c: write the comments before the table. */
void emu_trace_head(FILE *out, const struct trace *t);

/* Forget all rows, and record no more. */
void emu_trace_end(void);

#endif
