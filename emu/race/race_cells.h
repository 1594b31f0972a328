/* What the files of races keep of the block that a worker runs. */
#ifndef EMU_RACE_CELLS_H
#define EMU_RACE_CELLS_H

#include "block_order.h"
#include "order.h"
#include "proxy.h"
#include "proxy_global.h"
#include "race.h"
#include "race_cell.h"
#include "reading.h"

enum { MOST_EQUAL = 8 }; /* lines of a launch */

struct cells {
    uint64_t epoch;
    uint32_t clock[MAX_WARPS];  /* of each warp, in this epoch... */
    uint32_t synced[MAX_WARPS]; /* ...and when its lanes were last synchronized */
    struct shared_cells *shared;
    struct flight *flight;
    struct order *order;        /* NULL: the program has no barriers of order.h */
    struct block_order *blocks; /* NULL: it has no fences */
    /* When each mbarrier was initialised; NULL: the program has no barriers of order.h.
     */
    struct made {
        uint64_t epoch;
        uint32_t clock;
    } * made;
    /* NULL: it has no asynchronous accesses but copies by threads */
    struct proxies *proxies;
    struct reading *reading;
    struct views *views;
    struct equal { /* race_equal.c: one for each place in the program */
        int n;
        struct fault_record found[MOST_EQUAL];
    } equal;
};

struct cells *emu_race_cells(const struct worker *w);

/* race_async.c: events of asynchronous operations, and stores to bytes that they may
   read. */
void emu_race_landed(struct worker *w, const struct landing *l);
void emu_race_bulk(struct worker *w, const struct bulk_access *a);
void emu_race_operand(struct worker *w, const struct operand *o);
void emu_race_multiplied(struct worker *w, uint32_t warp, uint32_t group);
/* A request to device memory, where bulk copies may store. */
void emu_race_results(struct worker *w, const struct request *r);
/* A request to shared memory. */
void emu_race_see(struct worker *w, const struct request *r);

/* race_proxy.c: fences; what a thread has stored, and an asynchronous read of it, of
   shared memory by wgmma or a bulk copy, or of device memory; the mbarrier of a copy.
 */
void emu_race_proxy_fence(struct worker *w);
void emu_race_init_fence(struct worker *w);
void emu_race_initialised(struct worker *w, int i);
void emu_race_global_store(struct worker *w, const struct request *r);
void emu_race_bulk_run(struct worker *w, const struct bulk_run *r);
void emu_race_check_view(struct worker *w, const struct request *r);
void emu_race_check_barrier(const struct worker *w, const struct bulk_access *a);

/* race_epoch.c: all threads have met, or a clock has no more values. */
void emu_race_epoch(struct worker *w);
/* The warp's clock goes on. False if it has no more values: then a new epoch begins, in
   which nothing that was done before can race. */
bool emu_race_advance(struct worker *w, uint32_t warp);

#endif
