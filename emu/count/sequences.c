/*
 * A kernel's accesses in their order, which the model takes for nvcc's program: of warp
 * 0 alone, since warps usually do the same; of one block, since blocks do.
 */
#include "sequences.h"

#include <string.h>

enum { MOST_STEPS = 8192 };

static struct {
    uint64_t block; /* the one that is recorded */
    int n;
    bool full;
    struct step step[MOST_STEPS];
    struct {
        uintptr_t pc;
        uint32_t place;
        uint64_t chain;
        int position; /* in its chain; -1: it is in none */
    } load[MOST_STEPS];
} record;

void emu_sequence_begin(const struct launch *l)
{
    const uint64_t ran = (l->until - l->first + l->step - 1) / l->step;
    record.block = l->first + ran / 2 * l->step;
    record.n = 0;
    record.full = false;
}

/* The next step; NULL if it is not to be recorded. A barrier is one of all warps. */
static struct step *next(const struct worker *w, enum step_kind kind)
{
    if (w->block != record.block || (w->first_lane != 0 && kind != STEP_BARRIER))
        return NULL;
    record.full |= record.n == MOST_STEPS;
    return record.full ? NULL : &record.step[record.n++];
}

static enum step_kind kind_of(const struct request *r)
{
    if (r->shared)
        return r->async ? STEP_COPY : r->write ? STEP_SHARED_STORE : STEP_SHARED_LOAD;
    return r->write || r->atomic ? STEP_STORE : STEP_LOAD;
}

void emu_sequence_request(const struct worker *w, const struct request *r,
                          const struct link *link)
{
    if (r->async && !r->shared) /* an asynchronous copy is one step: its store */
        return;
    const enum step_kind kind = kind_of(r);
    struct step *s = next(w, kind);
    if (!s)
        return;
    *s = (struct step){.kind = kind, .size = (uint8_t)r->size, .words = 1, .pc = r->pc};
    const int i = (int)(s - record.step);
    record.load[i].position = link && link->chain ? link->position : -1;
    if (link) {
        record.load[i].pc = link->pc;
        record.load[i].place = link->place;
        record.load[i].chain = link->chain;
    }
}

void emu_sequence_step(const struct worker *w, enum step_kind kind)
{
    struct step *s = next(w, kind);
    if (!s)
        return;
    *s = (struct step){.kind = kind, .words = 1};
    record.load[s - record.step].position = -1;
}

/* Loads of the source that are one load of nvcc's from this step on; 0: it belongs to
   an earlier one. */
static int merged(int i)
{
    const int position = record.load[i].position;
    if (position < 0)
        return 1;
    const int words = emu_widen_words(record.load[i].pc, record.load[i].place);
    return position % words == 0 ? words : 0;
}

/* True if other loads come between the first two words of a load that nvcc merges. */
static bool apart(int i)
{
    int k = i + 1;
    while (k < record.n && (record.load[k].position != record.load[i].position + 1 ||
                            record.load[k].chain != record.load[i].chain))
        k++;
    return k < record.n && k > i + 1;
}

struct sequence emu_sequence_settle(void)
{
    int n = 0;
    for (int i = 0; i < record.n; i++) {
        const int words = merged(i);
        if (!words)
            continue;
        record.step[n] = record.step[i];
        record.step[n].apart = words > 1 && apart(i);
        record.step[n++].words = (uint8_t)words;
    }
    record.n = n;
    return (struct sequence){record.step, n};
}
