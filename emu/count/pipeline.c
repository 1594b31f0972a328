/*
 * How well one block of each launch hides the time of its asynchronous copies: an
 * observer that lets the block's lanes stop after each access, so that it knows which
 * copies have begun when a tile is first read. A tile is what one wait of a thread
 * completes. probe.h states what is counted.
 */
#include "pipeline.h"

#include <stdlib.h>
#include <string.h>

#include "copy_async.h"
#include "launch.h"
#include "shared.h"

enum { TILES = 1 << 12, TILE_BITS = 12, WORDS = 228 * 1024 / 4 };

static bool on;
static struct pipeline_counts counts; /* of the launch that runs... */
static struct pipeline_counts most; /* ...and of the one that has loaded the most... */
static uint64_t most_loaded;        /* ...bytes, if all its blocks do as this one */
static struct {
    uint32_t from[WORDS]; /* thread << TILE_BITS | tile, plus 1, of a word that was
                             copied and not read yet; else 0 */
    /* Of a thread's tile, when it is first read; begun is 0 if it is not. */
    struct groups {
        uint16_t begun, complete;
    } first[MAX_THREADS][TILES];
    uint8_t read[MAX_THREADS / WARP_SIZE][WORDS / 8]; /* by a warp since the barrier */
} * block;

/* The block in the middle of the grid: its tiles are inside the matrices. */
static bool is_watched(const struct worker *w)
{
    const struct dim3 g = w->launch->config.__grid;
    return on && block &&
           w->block == ((uint64_t)(g.z / 2) * g.y + g.y / 2) * g.x + g.x / 2;
}

void emu_pipeline_watch(bool watch)
{
    on = watch;
    memset(&most, 0, sizeof most);
    most_loaded = 0;
    if (on && !block)
        block = calloc(1, sizeof *block);
}

struct pipeline_counts emu_pipeline_counts(void)
{
    return most;
}

static void begin_block(struct worker *w)
{
    if (!on)
        return;
    emu_events_step(w, is_watched(w));
    if (!is_watched(w))
        return;
    memset(&counts, 0, sizeof counts);
    memset(block, 0, sizeof *block);
}

static void see_global(struct worker *w, const struct request *r)
{
    if (is_watched(w) && !r->write && !r->atomic)
        counts.loaded_bytes += (uint64_t)r->n * r->size;
}

/* The words of a copy by this thread, which is complete now. */
static void land(struct worker *w, uint32_t thread, uint64_t first, uint64_t end)
{
    struct copy_progress p;
    if (!emu_copy_progress(w, thread, &p) || p.tiles > TILES)
        return;
    for (uint64_t word = first; word < end; word++)
        block->from[word] = (thread << TILE_BITS | (p.tiles - 1)) + 1;
}

/* The thread is the first to read a word of a tile that it or another thread copied.
   What has the reader in flight, or the other if the reader copies nothing? */
static void first_read(struct worker *w, uint32_t thread, uint32_t from)
{
    struct copy_progress p;
    const uint32_t tile = from & (TILES - 1);
    if (!emu_copy_progress(w, thread, &p)) {
        thread = from >> TILE_BITS;
        emu_copy_progress(w, thread, &p);
    }
    struct groups *at = &block->first[thread][tile];
    if (at->begun == 0 || p.groups - p.complete < (uint32_t)at->begun - at->complete)
        *at = (struct groups){p.groups, p.complete};
}

static void read_words(struct worker *w, uint32_t thread, uint64_t first, uint64_t end)
{
    uint8_t *seen = block->read[w->first_lane / WARP_SIZE];
    for (uint64_t word = first; word < end; word++) {
        if (block->from[word])
            first_read(w, thread, block->from[word] - 1);
        block->from[word] = 0;
        counts.words += !(seen[word / 8] & 1 << word % 8);
        seen[word / 8] |= 1 << word % 8;
    }
}

static void see_shared(struct worker *w, const struct request *r)
{
    if (!is_watched(w) || (r->write && !r->lands))
        return;
    for (int i = 0; i < r->n; i++) {
        const uint64_t at = emu_request_offset(r, i);
        const uint64_t first = at / 4, end = (at + r->size + 3) / 4;
        if (end > WORDS)
            continue;
        if (r->lands)
            land(w, w->first_lane + r->lane[i], first, end);
        else
            read_words(w, w->first_lane + r->lane[i], first, end);
    }
}

static void see_landing(struct worker *w, const struct landing *l)
{
    if (is_watched(w) && (l->offset + l->bytes) / 4 <= WORDS)
        land(w, l->thread, l->offset / 4, (l->offset + l->bytes) / 4);
}

static void see_barrier(struct worker *w)
{
    if (!is_watched(w))
        return;
    counts.barriers++;
    memset(block->read, 0, sizeof block->read);
}

/* The tile that a group is a part of. One that was never completed is a tile alone. */
static uint32_t tile_of(const struct copy_progress *p, uint32_t group)
{
    return group < p->complete ? p->tile_of[group] : p->tiles + group - p->complete;
}

/* Of a thread's tiles, those that are read, and of these how many were read while the
   next two were in flight, or all that are left. */
static void judge(uint32_t thread, const struct copy_progress *p)
{
    for (uint32_t tile = 0; tile < p->tiles && tile < TILES; tile++) {
        const struct groups at = block->first[thread][tile];
        if (!at.begun)
            continue;
        const uint32_t in_flight =
            at.begun > at.complete
                ? tile_of(p, at.begun - 1) - tile_of(p, at.complete) + 1
                : 0;
        counts.tiles++;
        counts.tiles_ahead += in_flight >= 2 || at.begun == p->groups;
    }
}

static void end_block(struct worker *w)
{
    if (!is_watched(w))
        return;
    for (uint32_t thread = 0; thread < w->launch->threads; thread++) {
        struct copy_progress p;
        if (!emu_copy_progress(w, thread, &p))
            continue;
        counts.copied_in_16 += p.bytes_in_16;
        counts.waits = p.tiles > counts.waits ? p.tiles : counts.waits;
        judge(thread, &p);
    }
    counts.blocks = w->launch->blocks;
    const uint64_t loaded = counts.loaded_bytes * counts.blocks;
    if (loaded > most_loaded) {
        most_loaded = loaded;
        most = counts;
    }
}

static void see_async(struct worker *w, const struct async_event *e)
{
    see_landing(w, e->landing);
}

const struct observer emu_pipeline = {.block = begin_block,
                                      .block_end = end_block,
                                      .global = see_global,
                                      .shared = see_shared,
                                      .barrier = see_barrier,
                                      .async = see_async,
                                      .hears = 1u << ASYNC_LANDS};
