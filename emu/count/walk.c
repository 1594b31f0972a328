/*
 * A grid's loads through the caches. Each block runs alone, with its share of its SM's
 * L1. Its misses are its stream. After all blocks have run, the streams of each wave,
 * the blocks that a GPU holds at one time, are processed together:
 *
 *   SM 0     block 0    ----+
 *            block 132  ----+-- L1 --+
 *   SM 1     block 1    ----+        +-- L2 -- DRAM
 *            block 133  ----+-- L1 --+
 *   ...
 *
 * Blocks go to the SMs in rotation. When one has ended, the next takes its place. The
 * n-th requests of all blocks come before their requests n + 1, so the result is the
 * same every time.
 */
#include "walk.h"

#include <stdlib.h>
#include <string.h>

#include "cache.h"
#include "memory.h"
#include "param.h"
#include "profile.h"
#include "settings.h"

enum {
    MOST = 1 << 24, /* loads recorded per launch: 128 MB */
    SECTOR_BITS = 4,
    LINE_BITS = 34,
    TIME_BITS = 64 - SECTOR_BITS - LINE_BITS,
    SLICES = 128, /* into which a block's requests are divided, about */
};

static struct stream *streams; /* of the blocks that run, in their order */
static uint64_t n_streams, room_for_streams;
static uint32_t most; /* loads in each */
static const struct launch *of;

void emu_walk_begin(const struct launch *l)
{
    for (uint64_t i = 0; i < n_streams; i++)
        free(streams[i].loads);
    of = l;
    n_streams = emu_launch_ran(l);
    if (n_streams > room_for_streams) {
        free(streams);
        streams = emu_allocate(n_streams, sizeof *streams, "blocks");
        room_for_streams = n_streams;
    }
    memset(streams, 0, n_streams * sizeof *streams);
    most = MOST / n_streams;
}

struct stream *emu_walk_stream(uint64_t block)
{
    return &streams[emu_launch_place(of, block)];
}

void emu_stream_add(struct stream *s, uint64_t line, uint32_t sectors)
{
    const uint32_t latest = (1u << TIME_BITS) - 1;
    const uint64_t time = s->time < latest ? s->time : latest;
    const int n = __builtin_popcount(sectors);
    if (s->n == s->room) {
        const uint32_t more = s->room ? 2 * s->room : 64;
        uint64_t *larger =
            s->n < most ? realloc(s->loads, more * sizeof *s->loads) : NULL;
        if (!larger) {
            s->left_out += n;
            return;
        }
        s->loads = larger;
        s->room = more;
    }
    s->sectors += n;
    s->loads[s->n++] =
        time << (SECTOR_BITS + LINE_BITS) | line << SECTOR_BITS | sectors;
}

/* ---- Through L1 and L2. */

static struct cache *l1, l2;
static uint64_t l2_sectors, dram_sectors; /* loaded from there */

static uint64_t time_of(uint64_t load)
{
    return load >> (SECTOR_BITS + LINE_BITS);
}

static void walk_load(uint64_t load, struct cache *of_sm)
{
    const uint64_t line = load >> SECTOR_BITS & ((1ull << LINE_BITS) - 1);
    const uint32_t sectors = load & ((1 << SECTOR_BITS) - 1);
    const uint32_t missed = emu_cache_load(of_sm, line, sectors);
    if (!missed)
        return;
    l2_sectors += __builtin_popcount(missed);
    /* L2 spreads lines over its slices by a hash. */
    const uint32_t of_dram = emu_cache_load(&l2, emu_cache_hash(line), missed);
    dram_sectors += __builtin_popcount(of_dram);
}

/* A block on an SM. */
struct place {
    uint64_t block; /* n_streams: none */
    uint64_t began; /* on the clock of all SMs */
    uint32_t next;  /* of its stream */
};
static uint64_t next_block; /* the first block without a place */

/* Equal blocks take slightly different times: up to an eighth more. */
static uint64_t slowed(uint64_t block, uint64_t time)
{
    const uint64_t random = block * 0x9e3779b97f4a7c15 >> 56;
    return time + (time * random >> 11);
}

/* Process the loads of the block in a place until `now`. After its end the next block
   begins there. */
static void walk_place(struct place *p, uint64_t now, struct cache *of_sm)
{
    while (p->block < n_streams) {
        const struct stream *s = &streams[p->block];
        for (; p->next < s->n; p->next++) {
            const uint64_t load = s->loads[p->next];
            if (p->began + slowed(p->block, time_of(load)) > now)
                return;
            walk_load(load, of_sm);
        }
        const uint64_t end = p->began + slowed(p->block, s->time);
        if (end > now)
            return;
        *p = (struct place){.block = next_block, .began = end};
        next_block += next_block < n_streams;
    }
}

/* Process all blocks; the SMs have n_places places for them. */
static void walk_grid(uint64_t sms, uint64_t n_places, uint64_t slice)
{
    struct place *places = emu_allocate(n_places, sizeof *places, "places");
    for (next_block = 0; next_block < n_places; next_block++)
        places[next_block].block = next_block;
    bool more = true;
    for (uint64_t now = 0; more; now += slice) {
        more = false;
        for (uint64_t i = 0; i < n_places; i++) {
            walk_place(&places[i], now, &l1[i % sms]);
            more |= places[i].block < n_streams;
        }
    }
    free(places);
}

void emu_walk(struct counters *c, int blocks, uint64_t l1_bytes)
{
    const struct profile *p = emu_profile();
    const uint64_t sms = p->sms, room = sms * blocks;
    uint64_t longest = 0, remembered = 0, all = 0;
    l2_sectors = dram_sectors = 0;
    for (uint64_t b = 0; b < n_streams; b++) {
        longest = streams[b].time > longest ? streams[b].time : longest;
        remembered += streams[b].sectors;
        all += streams[b].sectors + streams[b].left_out;
    }
    if (!l1)
        l1 = emu_allocate(sms, sizeof *l1, "caches");
    for (uint64_t sm = 0; sm < sms && sm < n_streams; sm++)
        emu_cache_reset(&l1[sm], l1_bytes);
    /* If all memory has ample room in a part of L2, model only that part. */
    const uint64_t l2_bytes = p->l2_bytes, ample = WAYS * emu_memory_used();
    emu_cache_reset(&l2, ample < l2_bytes ? ample : l2_bytes);
    walk_grid(sms, room < n_streams ? room : n_streams, 1 + longest / SLICES);
    /* L2: scale by the sectors left out, and by the blocks that did not run. DRAM sends
       each sector once, so its sectors cannot be scaled. */
    if (remembered)
        l2_sectors = (unsigned __int128)l2_sectors * all / remembered;
    c->l2_read_sectors += l2_sectors * of->until / n_streams;
    if (of->step == 1 && remembered == all)
        c->dram_read_bytes = dram_sectors * SECTOR_BYTES;
}
