/*
 * Stores to global memory of what was there already. That is often a bug, such as two
 * threads that do the work of one, or bandwidth for nothing; and often it is neither.
 * So this detector is off unless EMU_CHECKS names it, and it only notes.
 *
 * Before a launch it copies device memory. A store is compared with the copy once it
 * has been made: when its lane goes on to something else.
 */
#include <stdlib.h>
#include <string.h>

#include "detectors.h"
#include "launch.h"
#include "memory.h"
#include "note.h"
#include "settings.h"

/* Device memory as the launch has left it so far, and whether a byte of it is known. */
static uint8_t *copy, *known;
static uint64_t copied; /* bytes */

/* A store, or neighbouring ones of one instruction. size: 0 if there is none. */
struct store {
    uintptr_t pc;
    uint64_t start, end;
    uint32_t size;
};

enum { PLACES = 64 };
struct place {
    uintptr_t pc;
    unsigned long stores, same;
};

static int slot;
struct own {
    struct store pending[MAX_THREADS]; /* of each thread */
    struct place place[PLACES];        /* of this launch */
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

/* The store has been made. */
static void settle(struct own *own, struct store *s)
{
    const uint8_t *memory = (const uint8_t *)emu_arena();
    struct place *p = s->size ? place_of(own->place, s->pc) : NULL;
    for (uint64_t at = s->start; p && at < s->end; at += s->size) {
        p->stores++;
        p->same += is_same(at, s->size, memory);
        memcpy(copy + at, memory + at, s->size);
        memset(known + at, 1, s->size);
    }
    s->size = 0;
}

static void settle_all(struct worker *w)
{
    struct own *own = emu_own(w, slot);
    for (uint32_t i = 0; i < w->launch->threads; i++)
        settle(own, &own->pending[i]);
}

static void see(struct worker *w, const struct request *r)
{
    struct own *own = emu_own(w, slot);
    for (int i = 0; i < r->n; i++) {
        struct store *s = &own->pending[w->first_lane + r->lane[i]];
        const uint64_t at = emu_request_offset(r, i);
        /* A struct is stored in pieces, of which all are announced before the first. */
        const bool goes_on =
            r->write && s->size == r->size && s->pc == r->pc && s->end == at;
        if (!goes_on)
            settle(own, s);
        if (at + r->size > copied || !r->write)
            continue;
        if (r->atomic) {
            memset(known + at, 0, r->size);
            continue;
        }
        if (!goes_on)
            *s = (struct store){.pc = r->pc, .start = at, .size = r->size};
        s->end = at + r->size;
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
    for (p = sum; p < sum + PLACES && p->pc; p++)
        if (p->same)
            emu_note(p->pc, "SAME",
                     "is the store needed? do two threads store the same element?",
                     "%lu of %lu stores of %s store what was there already", p->same,
                     p->stores, l->kernel);
}

const struct observer emu_same = {.name = "same",
                                  .off = true,
                                  .step = true,
                                  .slot = &slot,
                                  .bytes = sizeof(struct own),
                                  .launch = copy_memory,
                                  .landed = tell,
                                  .begin = forget,
                                  .block_end = settle_all,
                                  .global = see,
                                  .barrier = settle_all};
