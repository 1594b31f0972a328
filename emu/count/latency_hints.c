/*
 * How often a block waits for memory. Only accesses are known here, not instructions.
 * Their order between two barriers shows the waits:
 *
 * - Global loads, then shared stores, and no shared load in between: a tile is copied.
 *   nvcc issues all loads before it waits for the first. 16-byte loads are different:
 *   the kernel must check the address, so each place in the program is a branch with
 *   its own wait.
 * - Asynchronous copies: a tile is prefetched. The longer before, the more tiles are in
 *   flight.
 * - Global loads, then shared loads: the next tile is prefetched while the block works
 *   on the current one.
 * - Global loads, then a barrier: the loads are in flight together, one wait.
 * - Global loads and stores, alternating: C is updated, one wait per line.
 * - Global loads only, many times: a loop. nvcc merges four iterations, and waits once
 *   for all their loads.
 *
 * Warp 0 represents its block. docs/model.md shows where this estimate is wrong.
 */
#include "latency_hints.h"

#include <string.h>

enum { UNROLLED = 4 }; /* iterations of a loop that nvcc merges */

static void see_shared(struct latency_hints *p, const struct request *r)
{
    if (!r->write) {
        p->read = true;
        p->carried = false;
    } else if (r->async) {
        p->async = true;
        p->carried = false;
    } else if (p->carried) {
        p->copies += p->copies == 0 || (p->wide && p->site != p->copied);
        p->copied = p->site;
    }
}

static void see_global(struct latency_hints *p, const struct request *r)
{
    uint64_t line = r->offset[0] / LINE_BYTES;
    struct hint_place *place = &p->place[r->pc % HINT_PLACES];
    if (r->write) {
        p->updates += p->fresh;
        p->fresh = false;
        return;
    }
    if (place->pc != r->pc)
        *place = (struct hint_place){.pc = r->pc};
    place->times++;
    p->loads++;
    p->carried = true;
    p->most = place->times > p->most ? place->times : p->most;
    p->after_reads |= p->read;
    p->wide = r->size == 16;
    p->site = r->pc;
    p->fresh |= line != p->line;
    p->line = line;
}

void emu_latency_request(struct latency_hints *p, const struct request *r)
{
    if (r->shared)
        see_shared(p, r);
    else if (!r->atomic)
        see_global(p, r);
}

void emu_latency_barrier(struct latency_hints *p, struct counters *c,
                         struct hint_tiles tiles)
{
    c->shared_rounds += p->read;
    c->updates += p->updates;
    if (p->async && tiles.complete == 1) {
        c->tiles++; /* the first: there was no work to do before */
    } else if (p->async) {
        c->tiles_ahead++;
        c->tiles_in_flight += tiles.in_flight;
    } else if (p->loads && p->read && !p->copies && !p->after_reads) {
        c->tiles_ahead++;
    } else if (p->copies) {
        c->tiles++;
        c->rounds += p->copies - 1;
    } else if (p->updates > 1) {
        c->rounds += p->updates;
    } else {
        c->rounds += (p->most + UNROLLED - 1) / UNROLLED;
    }
    if (p->loads || p->read)
        memset(p, 0, sizeof *p);
}
