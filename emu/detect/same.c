/*
 * Stores to global memory that do not change the value. Often that is a bug, such as
 * two threads that do the same work, or a waste of bandwidth. Often it is neither. So
 * this detector is off unless EMU_CHECKS names it, and it only prints notes.
 *
 * It copies device memory before a launch. A store is compared with the copy after it
 * was made, before the next access of its lane.
 */
#include <stdlib.h>
#include <string.h>

#include "detectors.h"
#include "launch.h"
#include "memory.h"
#include "note.h"
#include "settings.h"
#include "symbols.h"

/* A copy of device memory, kept up to date, and a flag for each known byte. */
static uint8_t *copy, *known;
static uint64_t copied; /* bytes */

enum { PLACES = 64 };
struct place {
    uintptr_t pc;
    unsigned long stores, same;
};

static int slot;
struct own {
    struct place place[PLACES]; /* of this launch */
};

/* The counts of the instruction; NULL if there are too many instructions. */
static struct place *place_of(struct place *places, uintptr_t pc)
{
    for (int i = 0; i < PLACES; i++)
        if (!places[i].pc || places[i].pc == pc) {
            places[i].pc = pc;
            return &places[i];
        }
    return NULL;
}

/* True if these bytes have been stored again as they were. */
static bool is_same(uint64_t at, uint32_t size, const uint8_t *memory)
{
    for (uint32_t i = 0; i < size; i++)
        if (!known[at + i])
            return false;
    return !memcmp(memory + at, copy + at, size);
}

static void see(struct worker *w, const struct request *r)
{
    const uint8_t *memory = (const uint8_t *)emu_arena();
    struct own *own = emu_own(w, slot);
    struct place *p = r->write && !r->atomic ? place_of(own->place, r->pc) : NULL;
    for (int i = 0; r->write && i < r->n; i++) {
        const uint64_t at = emu_request_offset(r, i);
        if (at + r->size > copied)
            continue;
        if (p) {
            p->stores++;
            p->same += is_same(at, r->size, memory);
        }
        memcpy(copy + at, memory + at, r->size);
        memset(known + at, 1, r->size);
    }
}

static void copy_memory(const struct launch *l)
{
    const uint8_t *shadow = emu_shadow();
    (void)l;
    free(copy);
    free(known);
    copied = emu_memory_used();
    copy = emu_allocate(copied + 1, 1, "a copy of device memory");
    known = emu_allocate(copied + 1, 1, "a copy of device memory");
    for (uint64_t at = 0; at < copied; at++)
        if ((known[at] = shadow[at / 4] >> (4 + at % 4) & 1))
            copy[at] = ((const uint8_t *)emu_arena())[at];
}

static void forget(struct worker *w)
{
    struct own *own = emu_own(w, slot);
    memset(own, 0, sizeof *own);
}

static void tell(const struct launch *l)
{
    struct place sum[PLACES] = {0}, *p;
    int n;
    struct worker *const *workers = emu_workers(&n);
    for (int i = 0; i < n; i++) {
        const struct own *own = emu_own(workers[i], slot);
        for (int k = 0; k < PLACES && own->place[k].pc; k++)
            if ((p = place_of(sum, own->place[k].pc))) {
                p->stores += own->place[k].stores;
                p->same += own->place[k].same;
            }
    }
    for (p = sum; p < sum + PLACES && p->pc; p++) { /* a line may have several stores */
        for (struct place *q = p + 1; q < sum + PLACES && q->pc; q++)
            if (emu_symbols_same_line(p->pc, q->pc)) {
                p->stores += q->stores;
                p->same += q->same;
                q->same = 0;
            }
        if (p->same)
            emu_note(p->pc, "SAME",
                     "is the store needed? do two threads store the same element?",
                     "%lu of %lu stores of %s store the value already there", p->same,
                     p->stores, l->kernel);
    }
}

const struct observer emu_same = {.name = "same",
                                  .off = true,
                                  .step = true,
                                  .slot = &slot,
                                  .bytes = sizeof(struct own),
                                  .launch = copy_memory,
                                  .completed = tell,
                                  .begin = forget,
                                  .global = see};
