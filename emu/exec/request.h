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

/* offset[i] is lane lane[i]'s, for i < n, and has size bytes. */
struct request {
    uintptr_t pc;
    uint32_t size;
    bool write, atomic;
    bool shared; /* offsets are in shared memory */
    bool
        lands; /* an asynchronous copy's, at its end: it was counted at its beginning */
    enum request_shape shape;
    bool regular; /* from each offset to the next one it is equally far */
    int n;
    uint32_t lanes;             /* a bit each */
    uint64_t offset[WARP_SIZE]; /* of a shape that says the rest, offset[0] alone is
                                   set: use emu_request_offset() */
    uint8_t lane[WARP_SIZE];
};

static inline uint64_t emu_request_offset(const struct request *r, int i)
{
    return r->shape == SHAPE_ANY        ? r->offset[i]
           : r->shape == SHAPE_ONE_WORD ? r->offset[0]
                                        : r->offset[0] + 4 * (uint64_t)i;
}

/* Offsets of a request that are set. */
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
