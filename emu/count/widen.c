/*
 * Shared loads that nvcc merges into one. A thread keeps a loaded value until a store
 * or a barrier may have changed it. nvcc also unrolls loops. It issues one 16-byte load
 * if a thread loads the words x, x+1, x+2, x+3 with only loads in between, and if nvcc
 * can prove that x is 16-byte aligned. Two words that are 8-byte aligned become one
 * 8-byte load. (See cuobjdump --dump-sass: 'As[ty][k]' over k is LDS.128.) g++ does
 * not merge loads, so the counters do it here.
 *
 * A load joins a chain if every lane loads the next word of that chain. A store or a
 * barrier ends every chain. The savings are noted for the place in the unrolled
 * program: the first instruction of the chain, and the shared loads since the last
 * store or barrier. They count after the launch if that load had the same alignment in
 * all warps. In a tile padded by one it had not, so nvcc cannot have proved it.
 * nvcc does not unroll a loop with many loads per iteration: there the alignment must
 * be the same in all iterations, which rows of odd length do not give.
 */
#include "widen.h"

#include <stddef.h>
#include <string.h>

#include "shared.h"

enum {
    AGAIN = 32, /* a thread keeps a loaded value for so many loads */
};

bool emu_widen_again(struct widen *w, const struct request *r)
{
    uint64_t hash = (uint64_t)r->lanes << 32 | r->shape << 8 | r->size;
    for (int i = 0; i < emu_request_spelled(r); i++)
        hash = (hash ^ (r->offset[i] - w->first)) * 0x9e3779b97f4a7c15;
    const uint64_t now = ++w->loads, number = w->now.number;
    struct loaded *set = w->loaded[(hash >> 32) % LOADED], *l = set;
    for (int i = 0; i < LOADED_WAYS; i++) {
        if (set[i].hash == hash && set[i].number == number) {
            l = &set[i];
            break;
        }
        l = set[i].last < l->last ? &set[i] : l;
    }
    const bool again = l->hash == hash && l->number == number && now - l->last <= AGAIN;
    *l = (struct loaded){.hash = hash, .number = number, .last = now};
    return again;
}

/* The chain that a load may join: that of the warp and of lane 0's 16 bytes. */
static struct chain *chain_of(struct widen *w, const struct request *r)
{
    const uint64_t piece = (uint64_t)w->warp << 32 | (r->offset[0] - w->first) / 16;
    const uint64_t slot = piece * 0x9e3779b97f4a7c15 >> 32;
    struct chain *c = &w->chains[slot % CHAINS];
    if (c->number != w->now.number)
        c->words = 0;
    c->number = w->now.number;
    return c;
}

/* Note a load by the instruction at pc, with lane 0's alignment `phase`. Returns how
   often the same instruction has loaded just before. */
static int load_in_row(struct widen *w, uintptr_t pc, uint32_t phase)
{
    struct loader *l = emu_widen_loader(w->loaders, pc);
    const uint64_t now = w->now.loads;
    if (!l)
        return 0;
    if (w->now.last_pc != pc) {
        const uint64_t apart = l->number == w->now.number ? now - l->began : 0;
        l->apart = apart > l->apart ? apart : l->apart;
        l->began = now;
        l->number = w->now.number;
        w->now.last_pc = pc;
        w->now.row = -1;
    }
    w->now.row++;
    const int row = w->now.row < IN_ROW ? w->now.row : IN_ROW - 1;
    l->phases[row] |= phase;
    return row;
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
    uint64_t differ = 0;
    if (c->words == 0 || now - c->last > emu_widen_furthest() ||
        c->start.lanes != r->lanes || c->start.shape != r->shape ||
        c->start.offset[0] + 4 * c->words != r->offset[0])
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
static int cost(struct bank_costs *costs, const struct chain *c, int first, int words)
{
    struct request wide;
    int touched;
    copy(&wide, &c->start);
    wide.size = 4 * words;
    for (int i = 0; i < emu_request_spelled(&wide); i++)
        wide.offset[i] += 4 * first;
    return emu_wavefronts(costs, &wide, &touched);
}

void emu_widen_forget(struct widen *w)
{
    memset(w->widened, 0, sizeof w->widened);
    memset(w->loaders, 0, sizeof w->loaders);
    w->wide_dynamic = w->full = false;
    w->first = emu_shared_first();
}

void emu_widen_store(struct widen *w)
{
    w->now = (struct progress){.number = ++w->number};
}

void emu_widen_barrier(struct widen *w)
{
    emu_widen_store(w);
    memset(w->warps, 0, sizeof w->warps);
}

void emu_widen_turn(struct widen *w, int warp)
{
    w->warps[w->warp] = w->now;
    w->now = w->warps[warp];
    w->warp = warp;
    if (!w->now.number)
        emu_widen_store(w);
}

void emu_widen_load(struct widen *w, struct bank_costs *costs, const struct request *r,
                    int wavefronts)
{
    w->link.chain = 0;
    if (r->size > 4 && emu_shared_is_dynamic(r->offset[0]))
        w->wide_dynamic = true;
    if (r->size != 4 || r->atomic || r->shape == SHAPE_ROW)
        return;
    const uint64_t now = ++w->now.loads;
    const uint32_t place = now % PLACES;
    const uint32_t phase = 1u << r->offset[0] / 4 % 4;
    const int row = load_in_row(w, r->pc, phase);
    struct widened *n = emu_widen_notes(w->widened, r->pc, place);
    struct chain *c = chain_of(w, r);
    w->full |= !n;
    if (!n)
        return;
    n->phases |= phase;
    n->row = row;
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
    /* Words 1 and 2, or 3 and 4, become one 8-byte load; all four one 16-byte load. */
    int pair = cost(costs, c, c->words - 2, 2);
    c->notes->pairs++;
    c->notes->saved_by_pairs += c->pending - pair;
    if (c->words == 4) {
        c->notes->quads++;
        c->notes->saved_by_quads += c->first_pair + pair - cost(costs, c, 0, 4);
    }
    c->first_pair = pair;
    c->pending = 0;
    if (c->words == 4 || !c->quad)
        c->words = 0;
}
