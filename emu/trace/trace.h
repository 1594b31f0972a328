/* The requests that a trace has recorded: trace.c records them, trace_write.c writes
   them. */
#ifndef EMU_TRACE_H
#define EMU_TRACE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "box.h"
#include "event.h"
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
    TRACED_OTHER,
    TRACED_COPY, /* from here on: trace_async.c */
    TRACED_INIT,
    TRACED_ARRIVE,
    TRACED_WAIT,
    TRACED_PRODUCT,
    TRACED_MULTIPLIED,
    TRACED_FENCE
};

/* What copies of the copy engine, mbarriers and wgmma have beside a request. */
struct traced_async {
    bool barrier;    /* it is about an mbarrier... */
    uint64_t offset; /* ...at this place in shared memory */
    uint64_t phase;  /* completed before */
    uint32_t arrivals;
    int64_t bytes; /* that the phase expects */
    struct bulk_copy copy;
    uint32_t outside; /* its bytes that are not in the array */
    struct wgmma_part product;
    uint32_t a, b;  /* where its operands begin */
    uint32_t group; /* of wgmma */
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
    uint32_t async; /* an entry of trace_async.c; 0: none */
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

/* trace.c, for trace_async.c: true if the worker's block is traced; a new row for a
   request of this warp, NULL if there is no room. */
bool emu_trace_is(const struct worker *w);
struct traced *emu_trace_add(struct worker *w, enum traced_op op, uint32_t warp,
                             const struct request *r);
/* A row without an access, of one thread; NULL if there is no room. f: its fault, or
 * NULL. */
struct traced *emu_trace_mark(struct worker *w, enum traced_op op, uint32_t thread,
                              uintptr_t pc, const struct fault_record *f);

/* trace_async.c: an entry, NULL for 0; true if there is any; the address of the block's
   shared memory, modulo 1024; forget all. Then what the observer gets, and the entry of
   a copy that lands. */
const struct traced_async *emu_trace_async(const struct traced *t);
bool emu_trace_asyncs(void);
uint32_t emu_trace_window(void);
void emu_trace_async_end(void);
void emu_trace_async_see(struct worker *w, const struct async_event *e);
uint32_t emu_trace_landing(struct worker *w, const struct landing *l);

/* trace_async_write.c: what a moment has of an entry; the words of a row's last column.
 */
void emu_trace_moment(struct moment *m, const struct traced *t);
void emu_trace_async_write(FILE *out, const struct trace *t, const struct traced *row);

/* trace_write.c: the matrix that contains the offset; NULL if none does. */
const struct probe_matrix *emu_trace_matrix(const struct trace *t, uint64_t offset,
                                            uint64_t *start);

/* trace_join.c: the launch that began with row `from` has ended. */
void emu_trace_join(struct trace *t, size_t from);

/* trace_head.c: write the comments before the table. */
void emu_trace_head(FILE *out, const struct trace *t);

/* Forget all rows, and record no more. */
void emu_trace_end(void);

#endif
