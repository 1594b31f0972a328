/*
 * Which chains of shared loads nvcc merges: widen.c notes them during a launch, and
 * this file decides after it.
 */
#include <string.h>

#include "launch.h"
#include "note.h"
#include "widen.h"

enum {
    /* Loads from one word of a chain to the next. nvcc unrolls small loops by default,
       and larger ones after #pragma unroll. */
    FURTHEST = 10,
    FURTHEST_UNROLLED = 64,
};

/* emucc sets it where a program has #pragma unroll. */
extern const char emu_unrolls __attribute__((weak));

uint64_t emu_widen_furthest(void)
{
    return &emu_unrolls ? FURTHEST_UNROLLED : FURTHEST;
}

struct widened *emu_widen_notes(struct widened *notes, uintptr_t pc, uint32_t place)
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

struct loader *emu_widen_loader(struct loader *loaders, uintptr_t pc)
{
    const uint64_t slot = pc * 0x9e3779b97f4a7c15 >> 32;
    for (int i = 0; i < 16; i++) {
        struct loader *l = &loaders[(slot + i) % LOADERS];
        if (!l->pc)
            l->pc = pc;
        if (l->pc == pc)
            return l;
    }
    return NULL;
}

static struct widened settled[WIDENED]; /* of all workers */
static struct loader loaders[LOADERS];  /* of all workers */
static bool wide_dynamic;               /* of any worker */

/* Add the notes of one worker to the sum. */
static void add(const struct widened *one)
{
    struct widened *n = one->pc ? emu_widen_notes(settled, one->pc, one->place) : NULL;
    if (!n)
        return;
    n->phases |= one->phases;
    n->row = one->row;
    n->dynamic |= one->dynamic;
    n->pairs += one->pairs;
    n->quads += one->quads;
    n->saved_by_pairs += one->saved_by_pairs;
    n->saved_by_quads += one->saved_by_quads;
}

static void add_loader(const struct loader *one)
{
    struct loader *l = one->pc ? emu_widen_loader(loaders, one->pc) : NULL;
    if (!l)
        return;
    l->apart = one->apart > l->apart ? one->apart : l->apart;
    for (int i = 0; i < IN_ROW; i++)
        l->phases[i] |= one->phases[i];
}

/* Words that one load may have at a place with these alignments: 4, 2 or 1. */
static int words_of(uint8_t phases)
{
    bool one = !(phases & (phases - 1));
    bool even = !(phases & 5) || !(phases & 10); /* all even, or all odd */
    return one ? 4 : even ? 2 : 1;
}

/* nvcc can prove wider loads of dynamic shared memory only if the kernel also accesses
   it by 8 or 16 bytes. In a loop that is not unrolled, all iterations share one
   instruction. */
static int words_at(const struct widened *s)
{
    const struct loader *l = emu_widen_loader(loaders, s->pc);
    const bool rolled = l && l->apart > emu_widen_furthest();
    return s->dynamic && !wide_dynamic
               ? 1
               : words_of(rolled ? l->phases[s->row] : s->phases);
}

void emu_widen_settle(const struct launch *l, struct widen *const *widens, int n,
                      struct counters *c)
{
    memset(settled, 0, sizeof settled);
    memset(loaders, 0, sizeof loaders);
    wide_dynamic = false;
    bool full = false;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < WIDENED; k++)
            add(&widens[i]->widened[k]);
        for (int k = 0; k < LOADERS; k++)
            add_loader(&widens[i]->loaders[k]);
        wide_dynamic |= widens[i]->wide_dynamic;
        full |= widens[i]->full;
    }
    if (full)
        emu_note(l->site, "UNSEEN", "count a smaller kernel",
                 "%s loads shared memory in more than %d places: some loads that nvcc "
                 "merges "
                 "are counted separately",
                 l->kernel, WIDENED);
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
    const struct widened *n = emu_widen_notes(settled, pc, place);
    return n ? words_at(n) : 1;
}
