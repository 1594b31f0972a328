/*
 * Wavefronts of a request: passes through the 32 banks of shared memory, each 4 bytes
 * wide. Different words of one bank need different passes; lanes that access the same
 * word share one. 8-byte accesses are served per half warp, 16-byte accesses per
 * quarter. Twice as many lanes are served together if each lane has the address of lane
 * ^ 1, or each that of lane ^ 2 (Nsight Compute on an H200: emu/tests/patterns.cu).
 */
#include "wavefronts.h"

/* Passes that lanes [from, to) of the request need; adds the words that they access to
 *words. */
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

/* True if in lanes [first, first + n) each pair of lanes, i and i ^ step, has one
   address. Inactive lanes do not matter. */
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
    int n = r->size == 8 ? 32 : 16; /* if paired, else half */
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

/* True if the cost is of a request that differs from r only by a constant offset: that
   rotates the banks, and the cost is the same. */
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
    if (r->shape == SHAPE_ONE_WORD) { /* may have been widened: widen.c */
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
