/*
 * Passes of a request through shared memory's 32 banks of 4 bytes: lanes that want
 * different words of one bank go one after the other, lanes that want the same word go
 * together. 8-byte accesses go half a warp at a time, 16-byte accesses a quarter; but
 * where each lane has the address of its neighbour, or of its neighbour but one, twice
 * as many lanes go together (as Nsight Compute shows on an H200:
 * emu/tests/patterns.cu).
 */
#include "wavefronts.h"

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

/* True if in lanes [first, first + n) each pair of lanes, i and i ^ step, wants one
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

/* True if the cost was set for a request that differs from r by a shift alone: that
   turns the banks, and changes nothing. */
VECTORIZED static bool same_cost(const struct bank_cost *p, const struct request *r)
{
    uint64_t differ = 0;
    if (p->pc != r->pc || p->size != r->size || p->lanes != r->lanes)
        return false;
    for (int i = 0; i < r->n; i++)
        differ |= (r->offset[i] - r->offset[0]) ^ p->apart[i];
    return !differ;
}

int emu_wavefronts(struct bank_costs *costs, const struct request *r, int *words)
{
    if (r->shape == SHAPE_ROW) {
        *words = r->n;
        return 1;
    }
    if (r->shape == SHAPE_ONE_WORD) { /* widened by now, maybe: widen.c */
        bool both_halves = r->lanes & 0xffff && r->lanes >> 16;
        *words = r->size / 4;
        return r->size == 16 && both_halves ? 2 : 1;
    }
    struct bank_cost *p = &costs->of[(r->pc ^ r->pc >> 6 ^ r->size) % BANK_COSTS];
    if (!same_cost(p, r)) {
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
