/*
 * Counting a request as Nsight Compute does.
 *   sectors     32-byte pieces of global memory that the lanes touch
 *   wavefronts  passes through shared memory's 32 banks of 4 bytes: lanes that want
 *               different words of one bank go one after the other, lanes that want the
 *               same word go together. 8-byte accesses go half a warp at a time,
 *               16-byte accesses a quarter; but where each lane has the address of its
 *               neighbour, or of its neighbour but one, twice as many lanes go together
 *               (as Nsight Compute shows on an H200: emu/tests/patterns.cu)
 */
#include <string.h>

#include "emu.h"

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

void emu_count_global(struct worker *w, const struct request *r)
{
    static const uint8_t bits[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    uint64_t sectors[WARP_SIZE];
    int n = sectors_of(r, sectors);
    struct counters *c = &w->counters;
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
    if (emu_trace_on)
        emu_trace(w, r, n);

    for (int i = 0; i < n;) { /* sectors of one line are looked up together */
        uint64_t line = sectors[i] / (LINE_BYTES / SECTOR_BYTES);
        uint32_t wanted = 0;
        for (; i < n && sectors[i] / (LINE_BYTES / SECTOR_BYTES) == line; i++)
            wanted |= 1u << sectors[i] % (LINE_BYTES / SECTOR_BYTES);
        c->l1_lines++;
        if (r->write) {
            c->l2_write_sectors += bits[wanted];
        } else {
            uint32_t missed = r->atomic ? wanted : emu_cache_load(w->l1, line, wanted);
            c->l2_read_sectors += bits[missed];
        }
    }
}

/* Passes that lanes [from, to) of the request need, and how many words they touch. */
static int passes(const struct request *r, int from, int to, int *words)
{
    uint64_t seen[WARP_SIZE][WARP_SIZE]; /* seen[bank][0..depth): words of that bank */
    uint8_t depth[WARP_SIZE] = {0};
    int most = 0;
    for (int i = from; i < to; i++)
        for (uint64_t word = r->offset[i] / 4; word * 4 < r->offset[i] + r->size;
             word++) {
            int bank = word % WARP_SIZE, k = 0;
            while (k < depth[bank] && seen[bank][k] != word)
                k++;
            if (k < depth[bank])
                continue;
            seen[bank][depth[bank]++] = word;
            (*words)++;
            most = depth[bank] > most ? depth[bank] : most;
        }
    return most;
}

/* Whether in lanes [first, first + n) each pair of lanes, i and i ^ step, wants one
   address. Lanes that take no part do not matter. */
static bool paired(const struct request *r, int first, int n, int step)
{
    uint64_t at[WARP_SIZE] = {0};
    uint32_t active = 0;
    for (int i = 0; i < r->n; i++) {
        at[r->lane[i]] = r->offset[i];
        active |= 1u << r->lane[i];
    }
    for (int lane = first; lane < first + n; lane++)
        if (active & 1u << lane && active & 1u << (lane ^ step) &&
            at[lane] != at[lane ^ step])
            return false;
    return true;
}

int emu_lanes_together(const struct request *r, int first)
{
    if (r->size <= 4)
        return WARP_SIZE;
    int n = r->size == 8 ? 32 : 16; /* if paired, else half of it */
    first = first / n * n;
    return paired(r, first, n, 1) || paired(r, first, n, 2) ? n : n / 2;
}

static int count_wavefronts(const struct request *r, int *words)
{
    int wavefronts = 0;
    *words = 0;
    for (int from = 0; from < r->n;) {
        int to = from, group = emu_lanes_together(r, r->lane[from]);
        while (to < r->n && r->lane[to] / group == r->lane[from] / group)
            to++;
        wavefronts += passes(r, from, to, words);
        from = to;
    }
    return wavefronts;
}

/* Whether the price was set for a request that differs from r by a shift alone: that
   turns the banks, and changes nothing. */
VECTORIZED static bool same_price(const struct price *p, const struct request *r)
{
    uint64_t differ = 0;
    if (p->pc != r->pc || p->size != r->size || p->lanes != r->lanes)
        return false;
    for (int i = 0; i < r->n; i++)
        differ |= (r->offset[i] - r->offset[0]) ^ p->apart[i];
    return !differ;
}

int emu_wavefronts(struct worker *w, const struct request *r, int *words)
{
    if (r->shape == SHAPE_ROW) {
        *words = r->n;
        return 1;
    }
    if (r->shape == SHAPE_ONE_WORD) { /* widened by now, maybe: widen.c */
        bool both_halves = r->lane[0] < 16 && r->lane[r->n - 1] >= 16;
        *words = r->size / 4;
        return r->size == 16 && both_halves ? 2 : 1;
    }
    struct price *p = &w->prices[(r->pc ^ r->pc >> 6 ^ r->size) % PRICES];
    if (!same_price(p, r)) {
        p->pc = r->pc;
        p->size = r->size;
        p->lanes = r->lanes;
        for (int i = 0; i < r->n; i++)
            p->apart[i] = r->offset[i] - r->offset[0];
        p->wavefronts = count_wavefronts(r, &p->words);
    }
    *words = p->words;
    return p->wavefronts;
}

/* The part of shared memory that the block has used grows by the request. */
static void note_extent(struct worker *w, const struct request *r)
{
    uint64_t low = w->shared_low, high = w->shared_high;
    for (int i = 0; i < emu_request_spelled(r); i++) {
        low = r->offset[i] < low ? r->offset[i] : low;
        high = r->offset[i] + r->size > high ? r->offset[i] + r->size : high;
    }
    uint64_t last = emu_request_offset(r, r->n - 1) + r->size;
    w->shared_low = low;
    w->shared_high = last > high ? last : high;
}

void emu_count_shared(struct worker *w, const struct request *r)
{
    if (!r->write && emu_widen_again(w, r))
        return;
    int words, wavefronts = emu_wavefronts(w, r, &words);
    struct counters *c = &w->counters;
    if (emu_trace_on)
        emu_trace(w, r, wavefronts);
    if (r->write) {
        c->shared_store_requests++;
        c->shared_store_wavefronts += wavefronts;
        c->shared_store_bytes += (uint64_t)r->n * r->size;
        emu_widen_reset(w);
    } else {
        c->shared_load_requests++;
        c->shared_load_wavefronts += wavefronts;
        c->shared_load_bytes += (uint64_t)r->n * r->size;
        emu_widen_load(w, r, wavefronts);
    }
    c->shared_ideal_wavefronts += (words + WARP_SIZE - 1) / WARP_SIZE;
    note_extent(w, r);
}
