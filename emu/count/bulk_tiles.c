/*
 * Tiles of bulk copies. A tile whose copy begins when the block has nothing else to
 * work on, and is waited for next, is not ahead. Otherwise it is ahead of its wait by
 * the tiles that the block works on in between. One of them may be a tile whose
 * products are still in flight when the copy begins.
 */
#include "bulk_tiles.h"

#include <string.h>

void emu_bulk_tiles_reset(struct bulk_tiles *t)
{
    if (t->used)
        memset(t, 0, sizeof *t);
}

static bool multiplies(const struct bulk_tiles *t)
{
    for (int i = 0; i < MAX_THREADS / WARP_SIZE; i++)
        if (t->begun[i] > t->done[i])
            return true;
    return false;
}

void emu_bulk_tiles_fill(struct bulk_tiles *t, int barrier)
{
    if (t->of[barrier].filling)
        return;
    t->used = true;
    t->of[barrier].filling = true;
    t->of[barrier].complete = false;
    t->of[barrier].seen = t->seen - (t->seen > 0 && multiplies(t));
}

void emu_bulk_tiles_complete(struct bulk_tiles *t, int barrier)
{
    t->of[barrier].complete = t->of[barrier].filling;
    t->of[barrier].filling = false;
}

void emu_bulk_tiles_pass(struct bulk_tiles *t, int barrier, struct counters *c)
{
    if (!t->of[barrier].complete)
        return;
    const uint32_t ahead = t->seen - t->of[barrier].seen;
    t->of[barrier].complete = false;
    t->seen++;
    c->tiles += ahead == 0;
    c->tiles_ahead += ahead != 0;
    c->tiles_in_flight += ahead ? ahead - 1 : 0;
}

void emu_bulk_tiles_multiply(struct bulk_tiles *t, uint32_t warp, uint32_t group)
{
    t->used = true;
    t->begun[warp] = group + 1;
}

void emu_bulk_tiles_multiplied(struct bulk_tiles *t, uint32_t warp, uint32_t group)
{
    t->used = true;
    t->done[warp] = group + 1;
}
