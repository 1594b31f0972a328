/*
 * What blocks carry from the counted arrays to other memory: bytes that are loaded from
 * there are derived from the arrays (struct array_counters). origin.h keeps what memory
 * holds, a worker's struct carried what its block does. counters[] are the worker's.
 */
#ifndef EMU_CARRY_H
#define EMU_CARRY_H

#include "event.h"
#include "origin.h"
#include "probe.h"
#include "request.h"

/* The arrays that are counted, in device memory. */
struct counted {
    struct array {
        uint64_t offset, bytes;
    } array[PROBE_ARRAYS];
    int n;
};

struct carried {
    origins holds; /* what the running block may have in registers and shared memory */
    struct {
        uintptr_t pc;
        uint64_t offset;
        uint32_t thread;
    } polled; /* the last load, by its first lane */
};

/* True if a request loads: an atomic operation does, too. */
static inline bool emu_carry_loads(const struct request *r)
{
    return !r->write || r->atomic;
}

/* What may be at this place: an array's own elements, and what was stored there. */
origins emu_carry_found(const struct counted *c, uint64_t offset);

/* A warp whose first lane is that one makes a request; a bulk copy runs; a thread loads
   so many bytes from a __constant__ variable. */
void emu_carry_request(const struct counted *c, struct carried *own,
                       struct array_counters counters[], uint32_t first_lane,
                       const struct request *r);
void emu_carry_bulk(const struct counted *c, struct carried *own,
                    struct array_counters counters[], const struct bulk_run *r);
void emu_carry_constant(const struct counted *c, struct carried *own,
                        struct array_counters counters[], uint32_t bytes);

#endif
