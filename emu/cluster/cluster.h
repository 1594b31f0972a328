/*
 * Clusters: blocks that run at one time, wait for one another, and access one another's
 * shared memory. Each block of a cluster has a worker of its own. Of these OS threads
 * one runs at a time, and hands over when each of its warps has run for a while. So a
 * cluster has the same result every time. A launch without clusters has clusters of one
 * block.
 */
#ifndef EMU_CLUSTER_H
#define EMU_CLUSTER_H

#include <stdbool.h>
#include <stdint.h>

#include "launch.h"
#include "worker.h"

enum { CLUSTER_MOST = 16 }; /* blocks */

struct cluster {
    int size;
    struct worker *member[CLUSTER_MOST];          /* by rank */
    bool begun[CLUSTER_MOST], live[CLUSTER_MOST]; /* its block has not ended */
    uint64_t phase;  /* phases of the cluster's barrier that are complete */
    bool arrived;    /* a thread has, in this phase */
    uint64_t events; /* that may let a block go on */
};

/* The cluster of which the worker runs a block, and its rank there. */
struct cluster *emu_cluster_of(const struct worker *w);
uint32_t emu_cluster_rank_of(const struct worker *w);

/* A launch with clusters begins: which workers run blocks of one cluster. Returns how
   many workers take part, of at most `workers` clusters at a time. */
int emu_cluster_teams(const struct launch *l, int workers);
/* Run the worker's blocks of such a launch. `next` returns the number of the next
   cluster of the grid; UINT64_MAX: there is none. */
void emu_cluster_run(struct worker *w, uint64_t (*next)(void));

/* Linear indices of the block with this rank of the i-th cluster. */
uint64_t emu_cluster_block(const struct launch *l, uint64_t i, uint32_t rank);
/* The reverse. */
uint64_t emu_cluster_number(const struct launch *l, uint64_t block, uint32_t *rank);

/* A block that is a cluster begins. */
void emu_cluster_begin(struct worker *w);
/* Each warp of the worker's block has had its turn, and `ran` if one could: now the
   other blocks of the cluster have theirs. True if some block has run since the last
   call. Does not return if one of them was ended by a fault. */
bool emu_cluster_turn(struct worker *w, bool ran);

/* Blocks of a cluster of the launch. */
struct dim3 emu_cluster_size(const struct launch *l);
/* How many threads have not arrived in this phase, of how many that have not ended. */
uint32_t emu_cluster_missing(const struct cluster *c, uint32_t *all);

/* The i-th place in a box of this size, from x on. */
struct uint3 emu_place_in(struct dim3 size, uint64_t i);

/* The worker of the cluster to whose shared memory the address belongs; NULL: none, or
   the worker itself. */
struct worker *emu_cluster_owner(const struct worker *w, uintptr_t a);
/* The running thread accesses memory at p; false if it is not that of another block. */
bool emu_cluster_access(uintptr_t p, uint64_t kind, uintptr_t pc);
/* The running thread accesses shared memory of the block of `of`, whose bytes the
   caller checks: a fault if that block has ended, or not begun. */
struct remote_access;
void emu_cluster_touch(struct worker *of, const struct remote_access *a);

#endif
