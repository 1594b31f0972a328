/* How often a block waits for memory, derived from the accesses of its warp 0:
   latency_hints.c explains it. */
#ifndef EMU_LATENCY_HINTS_H
#define EMU_LATENCY_HINTS_H

#include <stdbool.h>

#include "probe.h"
#include "request.h"

/* The accesses of warp 0 since the last barrier. */
enum { HINT_PLACES = 32 };
struct hint_place {
    uintptr_t pc;
    uint32_t times;
};
struct latency_hints {
    struct hint_place place[HINT_PLACES]; /* of global loads */
    uint32_t loads, most; /* global loads; and the most of them at one place */
    uint64_t line;        /* of the last global load */
    uintptr_t site;       /* the pc of the last global load */
    uintptr_t copied;     /* the site whose loads were last stored to shared memory */
    bool wide;            /* the last global load was of 16 bytes */
    bool fresh;           /* a new line was loaded since the last global store */
    bool carried;         /* a global load came since the last shared read */
    bool async;           /* an asynchronous copy has begun */
    bool read;            /* shared memory was read... */
    bool after_reads;     /* ...and then global memory */
    uint32_t copies;      /* how often shared stores followed global loads... */
    uint32_t updates;     /* ...and global stores followed loads of new lines */
};

/* A request of the block's warp 0. */
void emu_latency_request(struct latency_hints *p, const struct request *r);
/* A block's asynchronous copies, in tiles: those that are complete, and others. */
struct hint_tiles {
    uint32_t complete, in_flight;
};
/* A barrier, or the start of a block: add the block's waits to the counters. */
void emu_latency_barrier(struct latency_hints *p, struct counters *c,
                         struct hint_tiles tiles);

#endif
