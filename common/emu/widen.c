/*
 * Shared loads that nvcc makes one. It unrolls loops, and where a thread loads the
 * words x, x+1, x+2, x+3 with nothing but loads in between, and x is aligned to 16
 * bytes, it issues one 16-byte load; two words aligned to 8 bytes become one 8-byte
 * load. (See it with cuobjdump --dump-sass: 'As[ty][k]' over k is LDS.128.) g++ does
 * not, so that the counters do it here: a load that in every lane goes on where an
 * earlier one left off is added to it. A store or a barrier ends every chain.
 */
#include <string.h>

#include "emu.h"

enum { FURTHEST = 12 }; /* loads from one word of a chain to the next */

/* The chain that a load could belong to: of lane 0's 16 bytes. */
static struct chain *chain_of(struct worker *w, const struct request *r)
{
    struct chain *c = &w->chains[r->offset[0] / 16 % CHAINS];
    if (c->number != w->chain_number)
        c->words = 0;
    c->number = w->chain_number;
    return c;
}

static bool aligned(const struct request *r, uint64_t bytes)
{
    uint64_t low = 0;
    for (int i = 0; i < r->n; i++)
        low |= r->offset[i];
    return low % bytes == 0;
}

static bool goes_on(const struct chain *c, const struct request *r, uint64_t now)
{
    uint64_t differ = 0;
    if (c->words == 0 || now - c->last > FURTHEST || c->start.n != r->n ||
        c->start.offset[0] + 4 * c->words != r->offset[0])
        return false;
    for (int i = 0; i < r->n; i++)
        differ |= (c->start.offset[i] + 4 * c->words) ^ r->offset[i];
    return differ == 0 && !memcmp(c->start.lane, r->lane, r->n);
}

/* The cost of the chain's words from `first` on, as one access of `words` words. */
static int cost(const struct chain *c, int first, int words)
{
    struct request wide = c->start;
    wide.size = 4 * words;
    for (int i = 0; i < wide.n; i++)
        wide.offset[i] += 4 * first;
    return emu_wavefronts(&wide, NULL);
}

void emu_widen_reset(struct worker *w)
{
    w->chain_number++;
}

void emu_widen_load(struct worker *w, const struct request *r, int wavefronts)
{
    struct counters *k = &w->counters;
    struct chain *c = chain_of(w, r);
    if (r->size != 4 || r->atomic)
        return;
    uint64_t now = ++w->shared_loads;
    if (!goes_on(c, r, now)) {
        if (r->shape == SHAPE_ROW || !aligned(r, 8))
            return;
        c->start = *r;
        c->last = now;
        c->quad = aligned(r, 16);
        c->words = 1;
        c->pending = wavefronts;
        return;
    }
    c->words++;
    c->last = now;
    c->pending += wavefronts;
    if (c->words % 2)
        return;
    /* Words 1 and 2, or 3 and 4, are one 8-byte load; all four are one of 16 bytes. */
    int first = c->words - 2;
    int pair = cost(c, first, 2), before = c->pending;
    if (c->words == 4) {
        k->shared_load_requests--;
        before += c->first_pair;
        pair = cost(c, 0, 4);
    }
    k->shared_load_requests--;
    k->shared_load_wavefronts += pair - before;
    c->first_pair = pair;
    c->pending = 0;
    if (c->words == 4 || !c->quad)
        c->words = 0;
}
