/*
 * Shared loads that nvcc merges into one; widen.c explains how and why. Counters and
 * traces both use this record.
 */
#ifndef EMU_WIDEN_H
#define EMU_WIDEN_H

#include <stdbool.h>
#include <stdint.h>

#include "launch.h"
#include "probe.h"
#include "request.h"
#include "wavefronts.h"

/* The position of the last load in its chain: loads that become one. */
struct link {
    uintptr_t pc;   /* where the chain began: the instruction... */
    uint32_t place; /* ...and the number of loads since the last store or barrier */
    uint64_t chain; /* the chain's number; 0: in no chain */
    int position;   /* from 0 to 3 */
};

enum {
    CHAINS = 256,
    WIDENED = 4096,
    PLACES = 1024, /* after so many loads, places count from 0 again */
    LOADED = 128,
    LOADED_WAYS = 4,
    LOADERS = 512,
    IN_ROW = 32
};
struct widen {
    struct loaded {            /* a load that may be repeated */
        uint64_t hash;         /* of its lanes, shape, size and offsets */
        uint64_t number, last; /* as in struct chain */
    } loaded[LOADED][LOADED_WAYS];
    uint64_t loads; /* of shared memory */
    uint64_t first; /* where the shared arrays begin; subtracted from offsets, so that
                       chains do not depend on it */

    struct chain {
        struct request start;
        uint64_t number;       /* of its struct progress; the chain ends with that */
        uint64_t last;         /* progress.loads at its last word */
        uint64_t serial;       /* the chain's number, from 1 */
        int words;             /* in the chain so far; 0: none */
        bool quad;             /* aligned for a 16-byte load */
        int pending;           /* wavefronts counted for words not yet merged... */
        int first_pair;        /* ...and for the first two, merged */
        struct widened *notes; /* on the place where it began */
    } chains[CHAINS];
    uint64_t serial, number; /* of the last chain; of the last struct progress */
    struct progress {        /* of a warp, since its last store or a barrier */
        uint64_t number;
        uint64_t loads; /* of single words, without repeated ones */
        int row;        /* the last ones of them by one instruction, minus 1 */
        uintptr_t last_pc;
    } now, warps[MAX_WARPS]; /* of the running warp; of the others */
    int warp;

    struct widened {
        uintptr_t pc;
        uint32_t place;
        uint8_t phases; /* a bit for each alignment that occurred, in words modulo 4 */
        bool dynamic;   /* in dynamic shared memory */
        uint8_t row;    /* how often the instruction had just loaded before */
        /* Of chains that began there: requests saved by 8-byte loads, and by merging
           those into 16-byte loads; then the wavefronts saved. */
        int64_t pairs, quads, saved_by_pairs, saved_by_quads;
    } widened[WIDENED];
    struct loader { /* an instruction that loads words */
        uintptr_t pc;
        uint64_t number, began; /* the last time that it followed another one... */
        uint64_t apart; /* ...and the most loads from one such time to the next */
        uint8_t phases[IN_ROW]; /* as above, for its first, second... load in a row */
    } loaders[LOADERS];
    bool full;         /* there was no room for a place */
    bool wide_dynamic; /* one load took 8 or 16 bytes of dynamic shared memory */
    struct link link;  /* of the last load */
};

/* A launch begins. */
void emu_widen_forget(struct widen *w);
/* A store ends the chains of the running warp. A barrier, or the start of a block, ends
   those of all warps. */
void emu_widen_store(struct widen *w);
void emu_widen_barrier(struct widen *w);
/* This warp resumes. */
void emu_widen_turn(struct widen *w, int warp);

/* True if every lane still has the value from an earlier load. */
bool emu_widen_again(struct widen *w, const struct request *r);
/* Otherwise: record one load, which costs `wavefronts`. Sets w->link. */
void emu_widen_load(struct widen *w, struct bank_costs *costs, const struct request *r,
                    int wavefronts);

/* widen_settle.c: the notes on a place, and those on an instruction. NULL if there are
   too many. */
struct widened *emu_widen_notes(struct widened *notes, uintptr_t pc, uint32_t place);
struct loader *emu_widen_loader(struct loader *loaders, uintptr_t pc);
/* The most loads from one word of a chain to the next, which is also the most loads in
   one iteration of a loop that nvcc unrolls. */
uint64_t emu_widen_furthest(void);
/* A launch of n workers has ended: subtract the saved requests and wavefronts from its
   counters. From then on emu_widen_words() answers for this launch. */
void emu_widen_settle(const struct launch *l, struct widen *const *widens, int n,
                      struct counters *c);
/* Words per load in the chains that began at this place: 4, 2 or 1. */
int emu_widen_words(uintptr_t pc, uint32_t place);

#endif
