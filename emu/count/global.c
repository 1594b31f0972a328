/*
 * Requests to global memory: the 32-byte sectors that the lanes access. Sectors that
 * miss the block's own share of L1 go into its stream, for walk.c. Stores pass through
 * to L2.
 */
#include "global.h"

#include <string.h>

#include "param.h"

/* Set the sectors of the request, in ascending order. Returns their number. Most
   requests are in ascending order, too. */
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

/* ---- Loads, a line's sectors together. */

enum { A_LINE = LINE_BYTES / SECTOR_BYTES };
static const uint8_t bits[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

/* The sectors in the line of values[*i], one bit each; *i moves past them. */
static inline uint32_t sectors_of_line(const uint64_t *values, int n, int *i)
{
    const uint64_t line = values[*i] / A_LINE;
    uint32_t wanted = 0;
    for (; *i < n && values[*i] / A_LINE == line; ++*i)
        wanted |= 1u << values[*i] % A_LINE;
    return wanted;
}

/* An instruction in a loop often loads from the same sectors as before. As long as
   their lines are in the cache, only their time of use changes. */
VECTORIZED static bool same_sectors(const struct hits *h, const struct request *r)
{
    uint64_t differ = 0;
    for (int i = 0; i < r->n; i++)
        differ |= h->offset[i] ^ r->offset[i];
    return differ < SECTOR_BYTES;
}

static bool load_again(struct cache *l1, const struct hits *h, uint16_t bit,
                       const struct request *r)
{
    if (!(l1->valid & bit) || h->pc != r->pc || h->lanes != r->lanes ||
        h->size != r->size || !same_sectors(h, r))
        return false;
    for (int i = 0; i < h->lines; i++)
        h->way[i]->used = ++l1->clock;
    return true;
}

/* Record the request as the last one of h. */
static void note(struct cache *l1, struct hits *h, uint16_t bit,
                 const struct request *r)
{
    h->pc = r->pc;
    h->lanes = r->lanes;
    h->size = r->size;
    h->lines = 0;
    memcpy(h->offset, r->offset, sizeof h->offset);
    l1->valid |= bit; /* until one of the lines is evicted */
}

/* An asynchronous copy of 16 bytes goes from L2 to shared memory. */
static bool passes_l1(const struct request *r)
{
    return r->async && r->size == 16;
}

static int load(struct counters *c, struct l1 *own, struct stream *stream,
                const struct request *r)
{
    const int slot = (r->pc ^ r->pc >> 4) % HITS;
    struct hits *h = r->shape == SHAPE_ANY ? &own->hits[slot] : NULL;
    const uint16_t bit = h ? 1u << slot : 0;
    uint64_t values[WARP_SIZE];
    int lines = 0, n;
    if (h && load_again(&own->cache, h, bit, r)) {
        c->l1_lines += passes_l1(r) ? 0 : h->lines;
        return h->sectors;
    }
    n = sectors_of(r, values);
    if (h)
        note(&own->cache, h, bit, r);
    for (int i = 0; i < n; lines++) {
        const uint64_t line = values[i] / A_LINE;
        uint32_t missed;
        struct way *way = emu_cache_find(&own->cache, emu_cache_hash(line),
                                         sectors_of_line(values, n, &i), &missed);
        way->known |= bit;
        if (h)
            h->way[h->lines++] = way;
        if (missed)
            emu_stream_add(stream, line, missed);
    }
    if (h)
        h->sectors = n;
    c->l1_lines += passes_l1(r) ? 0 : lines;
    return n;
}

/* Stores and atomic operations pass through. */
static int pass(struct counters *c, const struct request *r)
{
    uint64_t values[WARP_SIZE],
        *l2 = r->write ? &c->l2_write_sectors : &c->l2_read_sectors;
    const int n = sectors_of(r, values);
    int lines = 0;
    for (int i = 0; i < n; lines++)
        *l2 += bits[sectors_of_line(values, n, &i)];
    c->l1_lines += lines;
    c->l1_lines_stored += lines;
    return n;
}

int emu_count_global(struct counters *c, struct l1 *l1, struct stream *stream,
                     const struct request *r)
{
    const uint64_t bytes = (uint64_t)r->n * r->size;
    const int n = r->write || r->atomic ? pass(c, r) : load(c, l1, stream, r);
    if (r->atomic) {
        c->atomic_requests++;
        c->atomic_sectors += n;
        c->atomic_bytes += bytes;
    } else if (r->write) {
        c->global_store_requests++;
        c->global_store_sectors += n;
        c->global_store_bytes += bytes;
    } else {
        c->global_load_requests++;
        c->global_load_sectors += n;
        c->global_load_bytes += bytes;
        c->global_load_words += r->size < 4 ? 1 : r->size / 4;
    }
    c->global_bytes_in_16 += r->size == 16 ? bytes : 0;
    return n;
}

void emu_count_row(struct stream *stream, uint64_t first, uint64_t end)
{
    while (first < end) {
        const uint64_t line = first / A_LINE;
        uint32_t wanted = 0;
        for (; first < end && first / A_LINE == line; first++)
            wanted |= 1u << first % A_LINE;
        emu_stream_add(stream, line, wanted);
    }
}
