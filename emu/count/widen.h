/*
 * Shared loads that nvcc makes one; widen.c says how and why. It alone knows: counters
 * and traces ask it.
 */
#ifndef EMU_WIDEN_H
#define EMU_WIDEN_H

#include <stdbool.h>
#include <stdint.h>

#include "probe.h"
#include "request.h"
#include "wavefronts.h"

/* Where in the chain of loads that become one the last load stands. */
struct link {
    uintptr_t pc;   /* the place where its chain began: the instruction... */
    uint32_t place; /* ...and how many loads came since the last store or barrier */
    uint64_t chain; /* the chain's number; 0: in no chain */
    int position;   /* from 0 to 3 */
};

enum {
    CHAINS = 256,
    WIDENED = 4096,
    PLACES = 1024, /* loads after which places are counted from 0 again */
    LOADED = 128,
    LOADED_WAYS = 4,
    LOADERS = 512,
    IN_ROW = 32
};
struct widen {
    struct loaded {            /* a load that may be repeated */
        uint64_t hash;         /* of all that it is */
        uint64_t number, last; /* like a chain's */
    } loaded[LOADED][LOADED_WAYS];
    uint64_t loads; /* of shared memory */
    uint64_t first; /* where its arrays begin: what is chained does not depend on it */

    struct chain {
        struct request start;
        uint64_t number;       /* of the progress that it belongs to: else it is over */
        uint64_t last;         /* when its last word was loaded, in loads of words */
        uint64_t serial;       /* of all chains */
        int words;             /* in the chain so far; 0: none */
        bool quad;             /* aligned for four of them */
        int pending;           /* wavefronts counted for words not yet merged... */
        int first_pair;        /* ...and for the first two, merged */
        struct widened *notes; /* on the place where it began */
    } chains[CHAINS];
    uint64_t serial, number; /* number: of the last struct progress */
    struct progress {        /* of a warp, since its last store or a barrier */
        uint64_t number;
        uint64_t loads; /* of words, not yet loaded */
        int row;        /* of them, those in a row by the last instruction, less 1 */
        uintptr_t last_pc;
    } now, warps[MAX_WARPS]; /* of the running warp; of the others */
    int warp;

    struct widened {
        uintptr_t pc;
        uint32_t place;
        uint8_t phases; /* a bit for each alignment, in words modulo 4, that it had */
        bool dynamic;   /* in dynamic shared memory */
        uint8_t row;    /* the instruction had loaded so often in a row before */
        /* Chains that began there: requests saved by 8-byte loads, and by making
           16-byte loads of those; and the wavefronts saved. */
        int64_t pairs, quads, saved_by_pairs, saved_by_quads;
    } widened[WIDENED];
    struct loader { /* an instruction that loads words */
        uintptr_t pc;
        uint64_t number, began; /* when it last did so after another one... */
        uint64_t apart; /* ...and the most loads from one such time to the next */
        uint8_t phases[IN_ROW]; /* as above, of its first, second... time in a row */
    } loaders[LOADERS];
    bool full;         /* there was no room for a place */
    bool wide_dynamic; /* 8 or 16 bytes of dynamic shared memory were loaded at once */
    struct link link;  /* of the last load */
};

/* A launch begins. */
void emu_widen_forget(struct widen *w);
/* A store of the running warp ends its chains; a barrier, or a block's beginning, those
   of all. */
void emu_widen_store(struct widen *w);
void emu_widen_barrier(struct widen *w);
/* This warp goes on. */
void emu_widen_turn(struct widen *w, int warp);

/* True if every lane still has what it loads here from an earlier load. */
bool emu_widen_again(struct widen *w, const struct request *r);
/* Else: one load, which costs so many wavefronts. Sets w->link. */
void emu_widen_load(struct widen *w, struct bank_costs *costs, const struct request *r,
                    int wavefronts);

/* widen_settle.c: the notes on a place; what is known of an instruction. NULL if there
   are too many. */
struct widened *emu_widen_notes(struct widened *notes, uintptr_t pc, uint32_t place);
struct loader *emu_widen_loader(struct loader *loaders, uintptr_t pc);
/* Loads from one word of a chain to the next, and in the step of a loop that nvcc
   unrolls: at most. */
uint64_t emu_widen_furthest(void);
/* A launch has ended, in which n workers took part: take what was saved from its
   counters. After that emu_widen_words() knows the launch. */
void emu_widen_settle(struct widen *const *widens, int n, struct counters *c);
/* Words that one load has in chains which began at this place: 4, 2 or 1. */
int emu_widen_words(uintptr_t pc, uint32_t place);

#endif
