/*
 * Of a trace, the shared loads that nvcc makes one: widen.c does it for the counters,
 * launch by launch, and says why; this does it for the requests of one block, by the
 * same rule.
 *
 * Where all lanes load the words x, x+1, x+2, x+3 between two stores or barriers, and x
 * is aligned alike wherever a warp of the block comes to that place, the four are one
 * load of 16 bytes; two are one of 8.
 */
#include <stdlib.h>
#include <string.h>

#include "emu.h"

enum { PLACES = 1 << 14 };

struct place {
    uintptr_t pc;
    uint32_t number; /* of the load, counted from the last store or barrier */
    uint8_t phases;  /* a bit for each alignment, in words modulo 4, that it had */
};

static struct place *place_of(struct place *places, const struct traced *t,
                              uint32_t number)
{
    uint64_t slot = (t->r.pc * 1024 + number) * 0x9e3779b97f4a7c15 >> 32;
    for (uint64_t i = slot;; i++) {
        struct place *p = &places[i % PLACES];
        if (!p->pc)
            *p = (struct place){.pc = t->r.pc, .number = number};
        if ((p->pc == t->r.pc && p->number == number) || i == slot + 16)
            return p;
    }
}

static bool is_word_load(const struct traced *t)
{
    return t->r.shared && !t->r.write && !t->r.atomic && t->r.size == 4;
}

/* Whether t loads, in every lane, the word that comes after the last of `chain`. */
static bool goes_on(const struct traced *chain, const struct traced *t)
{
    if (chain->r.lanes != t->r.lanes)
        return false;
    for (int i = 0; i < t->r.n; i++)
        if (chain->r.offset[i] + 4 * (uint64_t)chain->loads != t->r.offset[i])
            return false;
    return true;
}

static bool aligned(const struct place *p, const struct traced *t, int words)
{
    uint64_t low = 0;
    for (int i = 0; i < t->r.n; i++)
        low |= t->r.offset[i];
    return low % (4 * words) == 0 && words <= emu_widen_words(p->phases);
}

/* What lanes load side by side is no lane's own row of words. And as far as nvcc knows,
   dynamic shared memory is aligned for its elements, unless it is used by more. */
static bool begins(const struct traced *t)
{
    if (!t->r.n || (t->r.n > 1 && t->r.offset[1] == t->r.offset[0] + 4))
        return false;
    return !emu_shared_is_dynamic(t->r.offset[0]) || t->worker->wide_dynamic;
}

/* The loads of one warp between two stores or barriers: list[0 .. n). */
static void join_run(struct traced **list, const uint32_t *numbers, int n,
                     struct place *places)
{
    const int furthest = emu_widen_reach();
    for (int i = 0; i < n; i++) {
        struct traced *chain = list[i], *member[3];
        if (!begins(chain))
            continue;
        const struct place *p = place_of(places, chain, numbers[i]);
        int most = aligned(p, chain, 4) ? 4 : aligned(p, chain, 2) ? 2 : 1, last = i;
        for (int k = i + 1; k < n && chain->loads < most && k - last <= furthest; k++)
            if (list[k]->r.n && goes_on(chain, list[k])) {
                member[chain->loads++ - 1] = list[k];
                last = k;
            }
        if (chain->loads == 3)
            chain->loads = 2;
        if (chain->loads == 1)
            continue;
        for (int k = 0; k + 1 < chain->loads; k++)
            member[k]->r.n = 0;
        int words;
        chain->r.size = 4 * chain->loads;
        chain->cost = emu_wavefronts(chain->worker, &chain->r, &words);
    }
}

/* Call join_run(), or with `note` only note the alignments, for every run of `warp`. */
static void each_run(struct traced *t, size_t n, uint32_t warp, struct place *places,
                     bool note)
{
    static struct traced *list[1024];
    static uint32_t numbers[1024];
    const struct traced *before = NULL;
    uint32_t number = 0;
    int length = 0;
    for (size_t i = 0; i <= n; i++) {
        if (i < n && (t[i].warp != warp || !t[i].r.shared))
            continue;
        bool ends =
            i == n || length == 1024 || t[i].r.write ||
            (before && (before->epoch != t[i].epoch || before->launch != t[i].launch));
        if (ends) {
            if (!note)
                join_run(list, numbers, length, places);
            length = 0;
            number = 0;
        }
        if (i == n)
            return;
        before = &t[i];
        if (!is_word_load(&t[i]))
            continue;
        number++;
        if (note)
            place_of(places, &t[i], number)->phases |= 1u << t[i].r.offset[0] / 4 % 4;
        numbers[length] = number;
        list[length++] = &t[i];
    }
}

void emu_trace_join(struct traced *t, size_t n)
{
    struct place *places = calloc(PLACES, sizeof *places);
    for (int note = 1; places && note >= 0; note--)
        for (uint32_t warp = 0; warp < MAX_WARPS; warp++)
            each_run(t, n, warp, places, note);
    free(places);
}
