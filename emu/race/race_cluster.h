/*
 * Accesses to shared memory of a cluster's blocks. race_cluster.c gets the events;
 * race_cluster_words.c compares accesses. For each word of a block's shared memory, the
 * last write, the last atomic access, and for each warp the last read are kept, as one
 * number:
 *
 *   pc:24  lane:8  clock:32
 */
#ifndef EMU_RACE_CLUSTER_H
#define EMU_RACE_CLUSTER_H

#include "agents.h"
#include "event.h"
#include "race_cell.h"

enum { LANE_SHIFT = 32, LATER = UINT32_MAX /* the clock of a read in flight */ };

static inline uint64_t emu_cluster_access_at(uintptr_t pc, uint32_t lane,
                                             uint32_t clock)
{
    return (uint64_t)pc << PC_SHIFT | (uint64_t)lane << LANE_SHIFT | clock;
}

/* The last write, or atomic access, of a word. */
struct touch {
    uint64_t access; /* 0: none */
    uint32_t agent;
};

/* Of a worker's block. */
struct cluster_words {
    struct touch *write, *atomic; /* for each word */
    uint64_t *read;               /* for each word, of each of the block's warps */
    uint64_t *remote_read;        /* for each word, of each agent; NULL: none yet */
};

/* Begin without any. */
void emu_cluster_words_renew(struct cluster_words *c, const struct agents *a);

/* One lane accesses bytes of shared memory of a block. */
struct cluster_access {
    struct agents *owner; /* of that block... */
    struct cluster_words *words;
    const struct agents *by; /* ...and of the lane's */
    uint32_t agent;          /* the lane's warp */
    uint64_t offset;
    uint32_t size;
    bool write, atomic;
    uint64_t as; /* its number */
    bool told;
};

/* Compare it with earlier ones, and record its race on worker w. `kept`: later accesses
   are compared with it. */
void emu_cluster_see(struct worker *w, struct cluster_access *a, bool kept);

/* The block of an agent; the thread of an access. */
uint64_t emu_cluster_block_of(const struct agents *a, uint32_t agent);
uint32_t emu_cluster_thread_of(const struct agents *a, uint32_t agent, uint64_t access);

#endif
