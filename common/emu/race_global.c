/*
 * Races in device memory: within a block they are those of shared memory (race.c),
 * between blocks see race_blocks.c. Watched is what the launch may write: arrays that
 * it was given by a pointer which is not const, and any other from its first write on.
 */
#include "race.h"

/* Whether some watched array lies between the lanes' lowest and highest address. */
static bool near_watched(const struct request *r)
{
    uint64_t low = r->offset[0], high = emu_request_offset(r, r->n - 1);
    for (int i = 0; i < emu_request_spelled(r); i++) {
        low = r->offset[i] < low ? r->offset[i] : low;
        high = r->offset[i] > high ? r->offset[i] : high;
    }
    return emu_region_between(low, high);
}

void emu_race_global(struct worker *w, const struct request *r)
{
    struct region *g = NULL;
    uint64_t stamp = emu_race_stamp(w, r);
    if (!r->write && !near_watched(r))
        return;
    for (int i = 0; i < r->n; i++) {
        uint64_t offset = emu_request_offset(r, i);
        if (offset >= ARENA_BYTES)
            return; /* a __device__ variable: not watched */
        if (!g || offset - g->offset >= g->bytes)
            g = emu_region_find(offset);
        if (!g && r->write)
            g = emu_region_watch(offset, r->size);
        if (!g)
            continue;
        if (r->size < 1u << g->shift)
            g->blind = true;
        struct own_cells *own = emu_region_own(g, w);
        if (g->blind || !own)
            continue;
        uint64_t thread = w->first_lane + r->lane[i];
        uint64_t end = (offset - g->offset + r->size) >> g->shift;
        for (uint64_t at = (offset - g->offset) >> g->shift; at < end; at++) {
            if (!emu_race_touch(w, r, i, stamp | thread << 1, &own->writes[at],
                                &own->reads[at]))
                break;
            emu_blocks_touch(w, r, i, g, at);
        }
    }
}
