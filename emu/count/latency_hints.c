/*
 * How often a block waits for memory. Nobody sees instructions here, only accesses; but
 * how they follow one another from barrier to barrier tells what waits for what:
 *
 *   global loads, then shared stores,  a tile is copied: nvcc sends all its loads on
 *   and no shared load in between      their way before it waits for the first. Not
 *                                      those of 16 bytes: not every address allows
 *                                      them, so each place in the program is a branch
 *                                      of its own, and waits for itself
 *   global loads, then shared loads    a tile is fetched ahead, while the block works
 *                                      on the one before
 *   global loads, and then a barrier   they are on their way together: a round
 *   global loads and stores in turn    C is updated: each line is waited for
 *   global loads alone, many times     a loop: nvcc makes one round of four, and waits
 *                                      for all the loads of that together
 *
 * Warp 0 speaks for its block. docs/model.md says where this guess is wrong.
 */
#include "latency_hints.h"

#include <string.h>

enum { UNROLLED = 4 }; /* rounds of a loop that nvcc makes one */

static void see_shared(struct latency_hints *p, const struct request *r)
{
    if (!r->write) {
        p->read = true;
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

void emu_latency_barrier(struct latency_hints *p, struct counters *c)
{
    c->shared_rounds += p->read;
    if (p->loads && p->read && !p->copies && !p->after_reads) {
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
