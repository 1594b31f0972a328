/* One memory instruction of a warp, as the hardware issues it. */
#ifndef EMU_REQUEST_H
#define EMU_REQUEST_H

#include <stdbool.h>
#include <stdint.h>

#include "param.h"

enum request_shape {
    SHAPE_ANY,
    SHAPE_ONE_WORD, /* 4 bytes, the same in all lanes */
    SHAPE_ROW       /* 4 bytes each, one after the other */
};

/* For i < n, lane lane[i] accesses size bytes at offset[i]. */
struct request {
    uintptr_t pc;
    uint32_t size;
    bool write, atomic;
    bool shared;   /* offsets are in shared memory */
    bool async;    /* an asynchronous copy begins: its load, or its store */
    bool compared; /* an atomic load, or one that an atomicCAS of the thread follows: it
                      cannot race with atomic operations */
    bool lands;    /* the end of an asynchronous copy, which was counted at its start */
    enum request_shape shape;
    bool regular; /* all distances between consecutive offsets are equal */
    int n;
    uint32_t lanes;             /* one bit each */
    uint64_t offset[WARP_SIZE]; /* only offset[0] is set unless shape is SHAPE_ANY:
                                   use emu_request_offset() */
    uint8_t lane[WARP_SIZE];
    bool stores; /* stored[i] is the number of the value that lane[i] stores, and is 0
                    if that is not known: stored.h */
    uint32_t stored[WARP_SIZE];
};

static inline uint64_t emu_request_offset(const struct request *r, int i)
{
    return r->shape == SHAPE_ANY        ? r->offset[i]
           : r->shape == SHAPE_ONE_WORD ? r->offset[0]
                                        : r->offset[0] + 4 * (uint64_t)i;
}

/* How many offsets of a request are set. */
static inline int emu_request_spelled(const struct request *r)
{
    return r->shape == SHAPE_ANY ? r->n : 1;
}

/* The lowest and the highest of its offsets. */
static inline void emu_request_span(const struct request *r, uint64_t *low,
                                    uint64_t *high)
{
    const uint64_t first = r->offset[0], last = emu_request_offset(r, r->n - 1);
    *low = first < last ? first : last;
    *high = first < last ? last : first;
    if (r->regular)
        return;
    for (int i = 1; i < r->n; i++) {
        *low = r->offset[i] < *low ? r->offset[i] : *low;
        *high = r->offset[i] > *high ? r->offset[i] : *high;
    }
}

#endif
