/* How often a block waits for memory, by what its warp 0 does: latency_hints.c says
 * how. */
#ifndef EMU_LATENCY_HINTS_H
#define EMU_LATENCY_HINTS_H

#include <stdbool.h>

#include "probe.h"
#include "request.h"

/* What warp 0 did since the last barrier. */
enum { HINT_PLACES = 32 };
struct hint_place {
    uintptr_t pc;
    uint32_t times;
};
struct latency_hints {
    struct hint_place place[HINT_PLACES]; /* of global loads */
    uint32_t loads, most;                 /* of them; and the most at one place */
    uint64_t line;                        /* of the last one */
    uintptr_t site;                       /* likewise, where it is in the program */
    uintptr_t copied; /* the site whose loads were last stored to shared memory */
    bool wide;        /* it was of 16 bytes */
    bool fresh;       /* since the last global store, one was of a new line */
    bool carried;     /* since the last shared read, there was a global load */
    bool read;        /* shared memory was read... */
    bool after_reads; /* ...and then global memory */
    uint32_t copies;  /* times that shared stores followed loads, and... */
    uint32_t updates; /* ...that global stores followed fresh ones */
};

/* A request of the block's warp 0. */
void emu_latency_request(struct latency_hints *p, const struct request *r);
/* A barrier, or a block's beginning: how often it has waited goes into the counters. */
void emu_latency_barrier(struct latency_hints *p, struct counters *c);

#endif
