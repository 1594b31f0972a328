/*
 * Races in device memory. Within a block they are found as in shared memory
 * (race_rule.c); between blocks see race_blocks.c. The memory that a launch may write
 * is watched: an array passed by a pointer that is not const, __device__ variables, and
 * any other array from its first write on.
 */
#include "race.h"

/* True if a watched array is between the lanes' lowest and highest address. */
static bool near_watched(const struct request *r)
{
    uint64_t low, high;
    emu_request_span(r, &low, &high);
    return emu_region_between(low, high);
}

/* Whole words, from the array's byte `at` on. */
static void touch_words(struct worker *w, const struct request *r, int i, uint64_t own,
                        struct region *g, uint64_t at)
{
    const struct own_cells *words = emu_region_own(g, w, WORDS),
                           *bytes = &g->own[w->number][BYTES];
    if (!words)
        return;
    for (uint64_t word = at / 4; word < (at + r->size) / 4; word++) {
        for (uint64_t b = 4 * word; bytes->writes && b < 4 * word + 4; b++)
            if (emu_race_clash(w, r, i, own, bytes->writes[b], bytes->reads[b], 0))
                return;
        if (!emu_race_touch(w, r, i, own, &words->writes[word], &words->reads[word],
                            words->stored ? &words->stored[word] : NULL))
            return;
        emu_blocks_touch(w, r, i, g, WORDS, word);
    }
}

/* A part of a word. */
static void touch_bytes(struct worker *w, const struct request *r, int i, uint64_t own,
                        struct region *g, uint64_t at)
{
    const struct own_cells *words = &g->own[w->number][WORDS],
                           *bytes = emu_region_own(g, w, BYTES);
    if (!bytes || !emu_blocks_open(g, BYTES))
        return;
    if (words->writes &&
        emu_race_clash(w, r, i, own, words->writes[at / 4], words->reads[at / 4], 0))
        return;
    for (uint64_t b = at; b < at + r->size; b++) {
        if (!emu_race_touch(w, r, i, own, &bytes->writes[b], &bytes->reads[b],
                            bytes->stored ? &bytes->stored[b] : NULL))
            return;
        emu_blocks_touch(w, r, i, g, BYTES, b);
    }
}

void emu_race_global(struct worker *w, const struct request *r)
{
    struct region *g = NULL;
    bool variable = r->offset[0] >= MODULE_OFFSET;
    if (!r->write && !variable && !near_watched(r))
        return;
    uint64_t stamp = emu_race_stamp(w, r);
    for (int i = 0; i < r->n; i++) {
        uint64_t offset = emu_request_offset(r, i);
        if (!g || offset - g->offset >= g->bytes)
            g = emu_region_find(offset);
        if (!g && (r->write || variable))
            g = emu_region_watch(w->launch, offset);
        if (!g)
            continue;
        uint64_t own = stamp | (uint64_t)(w->first_lane + r->lane[i]) << 1;
        (r->size < 4 ? touch_bytes : touch_words)(w, r, i, own, g, offset - g->offset);
    }
}

void emu_race_bulk_stores(struct worker *w, const struct bulk_run *r)
{
    const uint8_t lane = (uint8_t)(emu_running(w) - w->first_lane);
    const struct request one = {.pc = r->pc,
                                .size = 4,
                                .write = true,
                                .async = true,
                                .n = 1,
                                .lanes = 1u << lane,
                                .lane = {lane}};
    struct region *g = emu_region_find(r->offset);
    if (!g)
        g = emu_region_watch(w->launch, r->offset);
    for (uint64_t at = r->offset; g && at + 4 <= r->offset + r->bytes; at += 4)
        if (at - g->offset < g->bytes)
            emu_blocks_touch(w, &one, 0, g, WORDS, (at - g->offset) / 4);
}
