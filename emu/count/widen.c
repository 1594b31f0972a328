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
#include "widen.h"

#include <stddef.h>
#include <string.h>

#include "launch.h"
#include "note.h"
#include "shared.h"

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

/* Words that one load may have at a place with these alignments: 4, 2 or 1. */
static int words_of(uint8_t phases)
{
    bool one = !(phases & (phases - 1));
    bool even = !(phases & 5) || !(phases & 10); /* all even, or all odd */
    return one ? 4 : even ? 2 : 1;
}

bool emu_widen_again(struct widen *w, const struct request *r)
{
    uint64_t hash = (uint64_t)r->lanes << 32 | r->shape << 8 | r->size;
    for (int i = 0; i < emu_request_spelled(r); i++)
        hash = (hash ^ (r->offset[i] - w->first)) * 0x9e3779b97f4a7c15;
    uint64_t now = ++w->loads;
    struct loaded *l = &w->loaded[(hash >> 32) % LOADED];
    bool again = l->hash == hash && l->number == w->number && now - l->last <= AGAIN;
    *l = (struct loaded){.hash = hash, .number = w->number, .last = now};
    return again;
}

/* The chain that a load could belong to: of lane 0's 16 bytes. */
static struct chain *chain_of(struct widen *w, const struct request *r)
{
    uint64_t slot = (r->offset[0] - w->first) / 16 * 0x9e3779b97f4a7c15 >> 32;
    struct chain *c = &w->chains[slot % CHAINS];
    if (c->number != w->number)
        c->words = 0;
    c->number = w->number;
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
    const uint64_t furthest = &emu_unrolls ? FURTHEST_UNROLLED : FURTHEST;
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
    enum { ONE = offsetof(struct request, offset) + sizeof *from->offset };
    if (from->shape == SHAPE_ANY)
        *to = *from;
    else
        memcpy(to, from, ONE); /* inlined */
}

/* The cost of the chain's words from `first` on, as one access of `words` words. */
static int cost(struct prices *prices, const struct chain *c, int first, int words)
{
    struct request wide;
    int touched;
    copy(&wide, &c->start);
    wide.size = 4 * words;
    for (int i = 0; i < emu_request_spelled(&wide); i++)
        wide.offset[i] += 4 * first;
    return emu_wavefronts(prices, &wide, &touched);
}

void emu_widen_reset(struct widen *w)
{
    w->number++;
    w->began = w->words_loaded;
}

void emu_widen_load(struct widen *w, struct prices *prices, const struct request *r,
                    int wavefronts)
{
    w->link.chain = 0;
    if (r->size > 4 && emu_shared_is_dynamic(r->offset[0]))
        w->wide_dynamic = true;
    if (r->size != 4 || r->atomic || r->shape == SHAPE_ROW)
        return;
    uint64_t now = ++w->words_loaded;
    uint32_t place = (now - w->began) % PLACES;
    struct widened *n = notes_on(w->widened, r->pc, place);
    struct chain *c = chain_of(w, r);
    w->full |= !n;
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
        c->serial = ++w->serial;
        w->link = (struct link){n->pc, n->place, c->serial, 0};
        return;
    }
    w->link = (struct link){c->notes->pc, c->notes->place, c->serial, c->words};
    c->words++;
    c->last = now;
    c->pending += wavefronts;
    if (c->words % 2)
        return;
    /* Words 1 and 2, or 3 and 4, are one 8-byte load; all four are one of 16 bytes. */
    int pair = cost(prices, c, c->words - 2, 2);
    c->notes->pairs++;
    c->notes->saved_by_pairs += c->pending - pair;
    if (c->words == 4) {
        c->notes->quads++;
        c->notes->saved_by_quads += c->first_pair + pair - cost(prices, c, 0, 4);
    }
    c->first_pair = pair;
    c->pending = 0;
    if (c->words == 4 || !c->quad)
        c->words = 0;
}

/* ---- After a launch. */

static struct widened settled[WIDENED]; /* of all workers */
static bool wide_dynamic;               /* likewise */

void emu_widen_forget(struct widen *w)
{
    memset(w->widened, 0, sizeof w->widened);
    w->wide_dynamic = w->full = false;
    w->first = emu_shared_first();
}

/* Add what one worker noted to what the others did. */
static void add(const struct widened *one)
{
    struct widened *n = one->pc ? notes_on(settled, one->pc, one->place) : NULL;
    if (!n)
        return;
    n->phases |= one->phases;
    n->dynamic |= one->dynamic;
    n->pairs += one->pairs;
    n->quads += one->quads;
    n->saved_by_pairs += one->saved_by_pairs;
    n->saved_by_quads += one->saved_by_quads;
}

/* As far as nvcc knows, dynamic shared memory starts at an element, unless the kernel
   uses it by more at a time. */
static int words_at(const struct widened *s)
{
    return s->dynamic && !wide_dynamic ? 1 : words_of(s->phases);
}

void emu_widen_settle(struct widen *const *widens, int n, struct counters *c)
{
    memset(settled, 0, sizeof settled);
    wide_dynamic = false;
    bool full = false;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < WIDENED; k++)
            add(&widens[i]->widened[k]);
        wide_dynamic |= widens[i]->wide_dynamic;
        full |= widens[i]->full;
    }
    if (full)
        emu_note(
            emu_launch_last()->site, "UNSEEN", "count a smaller kernel",
            "%s loads shared memory in more than %d places: of some loads, those that "
            "nvcc merges are counted one by one",
            emu_launch_last()->kernel, WIDENED);
    for (const struct widened *s = settled; s < settled + WIDENED; s++) {
        const int words = words_at(s);
        if (words < 2)
            continue;
        c->shared_load_requests -= s->pairs + (words == 4 ? s->quads : 0);
        c->shared_load_wavefronts -=
            s->saved_by_pairs + (words == 4 ? s->saved_by_quads : 0);
    }
}

int emu_widen_words(uintptr_t pc, uint32_t place)
{
    const struct widened *n = notes_on(settled, pc, place);
    return n ? words_at(n) : 1;
}
