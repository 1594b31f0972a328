/*
 * Tiles of bulk copies. A tile whose copy begins when the block has nothing else to
 * work on, and is waited for next, is not ahead. Otherwise it is ahead of its wait by
 * the tiles that the block works on in between. One of them may be a tile whose
 * products are still in flight when the copy begins.
 *
 * Where warps have roles, the one that copies may run later here than on a GPU. There,
 * it begins as soon as others have arrived at the mbarrier that it waits for.
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
        if (t->warp[i].begun > t->warp[i].done)
            return true;
    return false;
}

void emu_bulk_tiles_fill(struct bulk_tiles *t, uint32_t warp, int barrier)
{
    if (t->of[barrier].filling)
        return;
    t->used = true;
    t->of[barrier].tile = t->of[barrier].filling = true;
    t->of[barrier].complete = false;
    t->of[barrier].seen = t->warp[warp].by_others
                              ? t->warp[warp].tile
                              : t->seen - (t->seen > 0 && multiplies(t));
}

void emu_bulk_tiles_complete(struct bulk_tiles *t, int barrier)
{
    t->of[barrier].complete = t->of[barrier].filling;
    t->of[barrier].filling = false;
    t->of[barrier].arrived = t->of[barrier].arriving;
    t->of[barrier].arriving = 0;
}

void emu_bulk_tiles_arrive(const struct bulk_tiles *t, uint32_t warp,
                           struct bulk_tiles *owner, int barrier)
{
    const uint32_t tile = t->warp[warp].tile;
    const uint32_t done = tile - (tile > 0 && t->warp[warp].begun > t->warp[warp].done);
    if (done > owner->of[barrier].arriving)
        owner->of[barrier].arriving = done;
}

void emu_bulk_tiles_pass(struct bulk_tiles *t, uint32_t warp, int barrier,
                         struct counters *c)
{
    t->warp[warp].by_others = !t->of[barrier].tile;
    if (!t->of[barrier].tile && t->of[barrier].arrived > t->warp[warp].tile)
        t->warp[warp].tile = t->of[barrier].arrived;
    if (t->of[barrier].complete) {
        const uint32_t ahead = t->seen - t->of[barrier].seen;
        t->of[barrier].complete = false;
        t->of[barrier].number = ++t->seen;
        c->tiles += ahead == 0;
        c->tiles_ahead += ahead != 0;
        c->tiles_in_flight += ahead ? ahead - 1 : 0;
    }
    if (t->of[barrier].tile)
        t->warp[warp].tile = t->of[barrier].number;
}

void emu_bulk_tiles_multiply(struct bulk_tiles *t, uint32_t warp, uint32_t group)
{
    t->used = true;
    t->warp[warp].begun = group + 1;
}

void emu_bulk_tiles_multiplied(struct bulk_tiles *t, uint32_t warp, uint32_t group)
{
    t->used = true;
    t->warp[warp].done = group + 1;
}
