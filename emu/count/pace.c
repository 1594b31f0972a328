/*
 * How often a block waits for memory. Nobody sees instructions here, only accesses; but
 * how they follow one another from barrier to barrier tells what waits for what:
 *
 *   global loads, then shared stores   a tile is copied: nvcc sends all its loads on
 *                                      their way before it waits for the first. Not
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
#include <string.h>

#include "count.h"
#include "launch.h"

enum { UNROLLED = 4 }; /* rounds of a loop that nvcc makes one */

static int slot;

/* What warp 0 did since the last barrier. */
enum { PACE_PLACES = 32 };
struct pace_place {
    uintptr_t pc;
    uint32_t times;
};
struct pace {
    struct pace_place place[PACE_PLACES]; /* of global loads */
    uint32_t loads, most;                 /* of them; and the most at one place */
    uint64_t line;                        /* of the last one */
    uintptr_t site;                       /* likewise, where it is in the program */
    uintptr_t copied; /* the site whose loads were last stored to shared memory */
    bool wide;        /* it was of 16 bytes */
    bool fresh;       /* since the last global store, one was of a new line */
    bool read;        /* shared memory was read... */
    bool after_reads; /* ...and then global memory */
    uint32_t copies;  /* times that shared stores followed loads, and... */
    uint32_t updates; /* ...that global stores followed fresh ones */
};

static void see_shared(struct pace *p, const struct request *r)
{
    if (!r->write) {
        p->read = true;
    } else if (p->loads && !p->read) {
        p->copies += p->copies == 0 || (p->wide && p->site != p->copied);
        p->copied = p->site;
    }
}

static void see_global(struct pace *p, const struct request *r)
{
    uint64_t line = r->offset[0] / LINE_BYTES;
    struct pace_place *place = &p->place[r->pc % PACE_PLACES];
    if (r->write) {
        p->updates += p->fresh;
        p->fresh = false;
        return;
    }
    if (place->pc != r->pc)
        *place = (struct pace_place){.pc = r->pc};
    place->times++;
    p->loads++;
    p->most = place->times > p->most ? place->times : p->most;
    p->after_reads |= p->read;
    p->wide = r->size == 16;
    p->site = r->pc;
    p->fresh |= line != p->line;
    p->line = line;
}

static void see(struct worker *w, const struct request *r)
{
    if (w->first_lane != 0)
        return;
    if (r->shared)
        see_shared(emu_own(w, slot), r);
    else if (!r->atomic)
        see_global(emu_own(w, slot), r);
}

static void settle(struct worker *w)
{
    struct pace *p = emu_own(w, slot);
    struct counters *c = emu_counters(w);
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

const struct observer emu_pace = {.slot = &slot,
                                  .bytes = sizeof(struct pace),
                                  .block = settle,
                                  .global = see,
                                  .shared = see,
                                  .barrier = settle};
