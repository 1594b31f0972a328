/*
 * What is ordered between the blocks of a cluster. Each warp of the cluster is an agent
 * with a clock, which advances when one of its threads arrives at a barrier. A thread
 * that has waited for a phase knows what all that arrived have done before, and what
 * they knew (vector clocks, as in order.h). An access counts as ordered if any lane of
 * its warp has arrived, or waited: that may hide a fault, but makes none.
 */
#ifndef EMU_AGENTS_H
#define EMU_AGENTS_H

#include "cluster.h"

/* Of a worker's block. An agent's number is the rank of its block * warps + its warp.
 */
struct agents {
    const struct cluster *cluster;
    uint32_t warps, all,
        first;        /* of a block, of the cluster; the block's first agent */
    uint32_t start;   /* the clock of each warp before the cluster began */
    uint32_t *clock;  /* of each warp of the block */
    uint32_t *fenced; /* of each warp of the block, at its last fence: a relaxed arrival
                         orders only what came before */
    uint32_t *known;  /* for each of them: what agents did before is ordered */
    uint32_t *arriving,
        *passed;      /* what agents did before is ordered, for each barrier... */
    uint32_t *waited; /* ...and for the waits of each warpgroup */
};

/* Room for n zeros of so many bytes each, in place of what was there before. */
void *emu_agents_renew(void *old, uint64_t n, uint64_t bytes);

/* A cluster begins: what earlier ones did comes before all that follows. `of` returns
   the agents of a member. True if the numbers of warps or blocks have changed. */
bool emu_agents_begin(const struct cluster *c,
                      struct agents *(*of)(const struct worker *w));

/* Warp `warp` of the block arrives at barrier i of `owner`'s block: barriers.h. */
void emu_agents_arrive(const struct agents *a, uint32_t warp, struct agents *owner,
                       int i);
/* Warp `warp` arrives at the barrier of the cluster, by .relaxed; it executes a fence.
 */
void emu_agents_arrive_relaxed(const struct agents *a, uint32_t warp,
                               struct agents *owner, int i);
void emu_agents_fence(const struct agents *a, uint32_t warp);
void emu_agents_complete(struct agents *a, int i);
void emu_agents_pass(const struct agents *a, uint32_t warp, struct agents *owner,
                     int i);
/* All threads of the block have met. */
void emu_agents_meet(const struct agents *a);
/* The warp has waited for its wgmma: each that waits knows of those before. */
void emu_agents_waited(const struct agents *a, uint32_t warp);

/* True if what agent `other` did at this clock comes before what `agent`, of the block,
   does now. */
bool emu_agents_ordered(const struct agents *a, uint32_t agent, uint32_t other,
                        uint32_t clock);

/* True if what some warp of `owner`'s block did comes before what `agent`, of the
   block, does now: then that block has begun to run. */
bool emu_agents_begun(const struct agents *a, uint32_t agent,
                      const struct agents *owner);

#endif
