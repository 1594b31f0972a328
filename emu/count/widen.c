/*
 * Shared loads that nvcc makes one. What a thread has loaded, it does not load again
 * until a store or a barrier may have changed it. And nvcc unrolls loops, and where a
 * thread loads the words x, x+1, x+2, x+3 with nothing but loads in between, and it can
 * prove that x is aligned to 16 bytes, it issues one 16-byte load; two words aligned to
 * 8 bytes become one 8-byte load. (See it with cuobjdump --dump-sass: 'As[ty][k]' over
 * k is LDS.128.) g++ does not, so that the counters do it here.
 *
 * A load that in every lane goes on where an earlier one left off joins its chain; a
 * store or a barrier ends every chain. What a chain saves is noted for its place in the
 * unrolled program: the instruction that began it, and how many shared loads came since
 * the last store or barrier. After the launch it counts if the load at that place was
 * aligned alike in all warps. If not, as in a tile padded by one, nvcc cannot have
 * proved it.
 */
#include <stddef.h>
#include <string.h>

#include "emu.h"

enum {
    AGAIN = 32, /* loads after which a thread no longer has what it loaded */
    /* Loads from one word of a chain to the next: nvcc unrolls small loops by itself,
       and larger ones where the program says #pragma unroll. */
    FURTHEST = 10,
    FURTHEST_UNROLLED = 64,
    PLACES = 1024, /* loads after which places are counted from 0 again */
};

/* emucc sets it where a program has #pragma unroll. */
extern const char emu_unrolls __attribute__((weak));

int emu_widen_reach(void)
{
    return &emu_unrolls ? FURTHEST_UNROLLED : FURTHEST;
}

int emu_widen_words(uint8_t phases)
{
    bool one = !(phases & (phases - 1));
    bool even = !(phases & 5) || !(phases & 10); /* all even, or all odd */
    return one ? 4 : even ? 2 : 1;
}

bool emu_widen_again(struct worker *w, const struct request *r)
{
    uint64_t hash = (uint64_t)r->lanes << 32 | r->shape << 8 | r->size;
    for (int i = 0; i < emu_request_spelled(r); i++)
        hash = (hash ^ r->offset[i]) * 0x9e3779b97f4a7c15;
    uint64_t now = ++w->loads;
    struct loaded *l = &w->loaded[(hash >> 32) % LOADED];
    bool again =
        l->hash == hash && l->number == w->chain_number && now - l->last <= AGAIN;
    *l = (struct loaded){.hash = hash, .number = w->chain_number, .last = now};
    return again;
}

/* The chain that a load could belong to: of lane 0's 16 bytes. */
static struct chain *chain_of(struct worker *w, const struct request *r)
{
    uint64_t slot = r->offset[0] / 16 * 0x9e3779b97f4a7c15 >> 32;
    struct chain *c = &w->chains[slot % CHAINS];
    if (c->number != w->chain_number)
        c->words = 0;
    c->number = w->chain_number;
    return c;
}

/* The notes on a place; NULL if there are too many places. */
static struct widened *notes_on(struct widened *notes, uintptr_t pc, uint32_t place)
{
    uint64_t slot = (pc * PLACES + place) * 0x9e3779b97f4a7c15 >> 32;
    for (int i = 0; i < 16; i++) {
        struct widened *n = &notes[(slot + i) % WIDENED];
        if (!n->pc) {
            n->pc = pc;
            n->place = place;
        }
        if (n->pc == pc && n->place == place)
            return n;
    }
    return NULL;
}

static bool aligned(const struct request *r, uint64_t bytes)
{
    uint64_t low = 0;
    for (int i = 0; i < emu_request_spelled(r); i++)
        low |= r->offset[i];
    return low % bytes == 0;
}

static bool goes_on(const struct chain *c, const struct request *r, uint64_t now)
{
    const uint64_t furthest = emu_widen_reach();
    uint64_t differ = 0;
    if (c->words == 0 || now - c->last > furthest || c->start.lanes != r->lanes ||
        c->start.shape != r->shape || c->start.offset[0] + 4 * c->words != r->offset[0])
        return false;
    for (int i = 0; i < emu_request_spelled(r); i++)
        differ |= (c->start.offset[i] + 4 * c->words) ^ r->offset[i];
    return !differ;
}

static void copy(struct request *to, const struct request *from)
{
    memcpy(to, from,
           offsetof(struct request, offset) +
               emu_request_spelled(from) * sizeof *from->offset);
}

/* The cost of the chain's words from `first` on, as one access of `words` words. */
static int cost(struct worker *w, const struct chain *c, int first, int words)
{
    struct request wide;
    int touched;
    copy(&wide, &c->start);
    wide.size = 4 * words;
    for (int i = 0; i < emu_request_spelled(&wide); i++)
        wide.offset[i] += 4 * first;
    return emu_wavefronts(w, &wide, &touched);
}

void emu_widen_reset(struct worker *w)
{
    w->chain_number++;
    w->chain_began = w->shared_loads;
}

void emu_widen_load(struct worker *w, const struct request *r, int wavefronts)
{
    if (r->size > 4 && emu_shared_is_dynamic(r->offset[0]))
        w->wide_dynamic = true;
    if (r->size != 4 || r->atomic || r->shape == SHAPE_ROW)
        return;
    uint64_t now = ++w->shared_loads;
    uint32_t place = (now - w->chain_began) % PLACES;
    struct widened *n = notes_on(w->widened, r->pc, place);
    struct chain *c = chain_of(w, r);
    if (!n)
        return;
    n->phases |= 1u << r->offset[0] / 4 % 4;
    n->dynamic |= emu_shared_is_dynamic(r->offset[0]);
    if (!goes_on(c, r, now)) {
        if (!aligned(r, 8))
            return;
        copy(&c->start, r);
        c->notes = n;
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
    int pair = cost(w, c, c->words - 2, 2);
    c->notes->pairs++;
    c->notes->saved_by_pairs += c->pending - pair;
    if (c->words == 4) {
        c->notes->quads++;
        c->notes->saved_by_quads += c->first_pair + pair - cost(w, c, 0, 4);
    }
    c->first_pair = pair;
    c->pending = 0;
    if (c->words == 4 || !c->quad)
        c->words = 0;
}

/* ---- After a launch. */

void emu_widen_forget(struct worker *w)
{
    memset(w->widened, 0, sizeof w->widened);
    w->wide_dynamic = false;
}

/* Add what one worker noted to what the others did. */
static void add(struct widened *sum, const struct widened *one)
{
    struct widened *n = one->pc ? notes_on(sum, one->pc, one->place) : NULL;
    if (!n)
        return;
    n->phases |= one->phases;
    n->dynamic |= one->dynamic;
    n->pairs += one->pairs;
    n->quads += one->quads;
    n->saved_by_pairs += one->saved_by_pairs;
    n->saved_by_quads += one->saved_by_quads;
}

void emu_widen_settle(struct worker *const *workers, int n, struct counters *c)
{
    struct widened *sum = workers[0]->widened;
    bool wide_dynamic = workers[0]->wide_dynamic;
    for (int i = 1; i < n; i++) {
        for (int k = 0; k < WIDENED; k++)
            add(sum, &workers[i]->widened[k]);
        wide_dynamic |= workers[i]->wide_dynamic;
    }
    for (const struct widened *s = sum; s < sum + WIDENED; s++) {
        int words = emu_widen_words(s->phases);
        /* As far as nvcc knows, dynamic shared memory starts at an element, unless the
           kernel uses it by more at a time. */
        if (words < 2 || (s->dynamic && !wide_dynamic))
            continue;
        c->shared_load_requests -= s->pairs + (words == 4 ? s->quads : 0);
        c->shared_load_wavefronts -=
            s->saved_by_pairs + (words == 4 ? s->saved_by_quads : 0);
    }
}
