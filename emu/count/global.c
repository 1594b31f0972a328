/*
 * Requests to global memory: the 32-byte sectors that the lanes touch, and what of them
 * the L1 has.
 *
 * L1 as one block sees it: its share of its SM's cache, 128-byte lines of four 32-byte
 * sectors, four ways, the least recently used line goes first, and stores pass through
 * to L2. (Jia et al., Dissecting the NVIDIA Volta GPU Architecture via
 * Microbenchmarking, 2018, chapter 3: line, sector and write policy.)
 */
#include "global.h"

#include <string.h>

#include "param.h"

/* ---- L1. */

void emu_cache_reset(struct cache *c, uint64_t bytes)
{
    uint64_t sets = bytes / (WAYS * LINE_BYTES);
    c->sets = sets < 1 ? 1 : sets > MAX_SETS ? MAX_SETS : sets;
    c->clock = 0;
    memset(c->set, 0, c->sets * sizeof *c->set);
}

/* The line's way, or the one that it would take, emptied. */
static inline struct way *find(struct cache *c, uint64_t line)
{
    /* Rows of a matrix are often a power of two apart: no bit of theirs may be lost. */
    uint64_t hash = line * 0x9e3779b97f4a7c15;
    struct way *set = c->set[(hash >> 40) % c->sets], *oldest = set;
    for (int i = 0; i < WAYS; i++) {
        if (set[i].line == line + 1)
            return &set[i];
        if (set[i].used < oldest->used)
            oldest = &set[i];
    }
    *oldest = (struct way){.line = line + 1};
    return oldest;
}

/* Sectors of the line that missed, given the sectors asked for (a bit each). */
static inline uint32_t load(struct cache *c, uint64_t line, uint32_t sectors)
{
    struct way *way = find(c, line);
    uint32_t missed = sectors & ~way->sectors;
    way->sectors |= sectors;
    way->used = ++c->clock;
    return missed;
}

/* ---- Sectors. */

/* The sectors that the request touches, in ascending order: how many. Most requests
   are in ascending order, too. */
static int sectors_of(const struct request *r, uint64_t *values)
{
    int n = 0;
    if (r->shape != SHAPE_ANY) {
        uint64_t last = emu_request_offset(r, r->n - 1) / SECTOR_BYTES;
        for (uint64_t value = r->offset[0] / SECTOR_BYTES; value <= last; value++)
            values[n++] = value;
        return n;
    }
    for (int i = 0; i < r->n; i++) {
        uint64_t value = r->offset[i] / SECTOR_BYTES;
        int k = n;
        if (n == 0 || value > values[n - 1]) {
            values[n++] = value;
            continue;
        }
        while (k > 0 && values[k - 1] > value)
            k--;
        if (k > 0 && values[k - 1] == value)
            continue;
        for (int m = n++; m > k; m--)
            values[m] = values[m - 1];
        values[k] = value;
    }
    return n;
}

int emu_count_global(struct counters *c, struct cache *l1, const struct request *r)
{
    static const uint8_t bits[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    uint64_t sectors[WARP_SIZE];
    int n = sectors_of(r, sectors);
    if (r->atomic) {
        c->atomic_requests++;
        c->atomic_sectors += n;
        c->atomic_bytes += (uint64_t)r->n * r->size;
    } else if (r->write) {
        c->global_store_requests++;
        c->global_store_sectors += n;
        c->global_store_bytes += (uint64_t)r->n * r->size;
    } else {
        c->global_load_requests++;
        c->global_load_sectors += n;
        c->global_load_bytes += (uint64_t)r->n * r->size;
    }
    if (r->size == 16)
        c->global_bytes_in_16 += (uint64_t)r->n * r->size;

    for (int i = 0; i < n;) { /* sectors of one line are looked up together */
        uint64_t line = sectors[i] / (LINE_BYTES / SECTOR_BYTES);
        uint32_t wanted = 0;
        for (; i < n && sectors[i] / (LINE_BYTES / SECTOR_BYTES) == line; i++)
            wanted |= 1u << sectors[i] % (LINE_BYTES / SECTOR_BYTES);
        c->l1_lines++;
        if (r->write) {
            c->l2_write_sectors += bits[wanted];
        } else {
            uint32_t missed = r->atomic ? wanted : load(l1, line, wanted);
            c->l2_read_sectors += bits[missed];
        }
    }
    return n;
}
