/* Epochs, which end where all threads of a block meet, and clocks of warps in them. */
#include <string.h>

#include "race_cells.h"

void emu_race_epoch(struct worker *w)
{
    struct cells *c = emu_race_cells(w);
    memset(c->clock, 0, sizeof c->clock);
    memset(c->synced, 0, sizeof c->synced);
    if (c->order)
        emu_order_forget(c->order);
    if (++c->epoch < EPOCH_LIMIT)
        return;
    emu_race_shared_forget(c->shared);
    emu_race_forget(w);
    c->epoch = 1;
}

bool emu_race_advance(struct worker *w, uint32_t warp)
{
    struct cells *c = emu_race_cells(w);
    if (++c->clock[warp] < CLOCK_LIMIT)
        return true;
    emu_race_epoch(w);
    return false;
}
