/*
 * Races. race_rule.c decides when two accesses of a block have no defined order; race.c
 * observes. race_shared.c and flight.c check shared memory. race_global.c checks device
 * memory, race_regions.c selects the arrays, and race_blocks.c checks accesses of
 * different blocks.
 */
#ifndef EMU_RACE_H
#define EMU_RACE_H

#include <stdatomic.h>

#include "event.h"
#include "memory.h"

/* ---- race_rule.c */

/* One lane accesses one cell of writes and one of reads; false if it races. `own` is
   the stamp with the thread in bits 1 to 11; `stored` is what the last write stored,
   or NULL if that is not kept. */
uint64_t emu_race_stamp(const struct worker *w, const struct request *r);
bool emu_race_touch(struct worker *w, const struct request *r, int i, uint64_t own,
                    uint64_t *write, uint64_t *read, uint32_t *stored);
/* True if the access races; the cells stay as they are. */
bool emu_race_clash(struct worker *w, const struct request *r, int i, uint64_t own,
                    uint64_t write, uint64_t read, uint32_t stored);

/* ---- race_equal.c: threads that store equal values to one place, with no order. */

/* What lane i stores, as a cell keeps it beside a write; 0: not known. */
static inline uint32_t emu_race_stored(const struct request *r, int i)
{
    return r->stores ? r->stored[i] : 0;
}
/* The worker has found such a race, or the launch's end has. */
void emu_race_equal(struct worker *w, const struct fault_record *f);
/* A launch has ended. In device memory another block may have stored to the place
   before the value was read: if it had several values, it is a race after all. Then
   print a note for each line with such stores, unless there were faults. */
void emu_race_equal_check(void);
void emu_race_equal_tell(void);

/* ---- race_shared.c: the accesses of a worker's block to shared memory. */
struct shared_cells;
struct shared_cells *emu_race_shared_new(void);
void emu_race_shared_forget(struct shared_cells *c); /* epochs start again */
/* A request, of a warp whose lanes were last synchronized when its clock was this. */
void emu_race_shared_see(struct worker *w, struct shared_cells *c,
                         const struct request *r, uint32_t synced);
/* An access by one lane, that is only compared. */
void emu_race_shared_compare(struct worker *w, const struct shared_cells *c,
                             const struct request *r);
/* A copy is complete: a write with this stamp. */
void emu_race_shared_land(struct shared_cells *c, const struct landing *l,
                          uint64_t own);

/* ---- flight.c: asynchronous copies that a worker's block has in flight. */
struct flight;
struct flight *emu_flight_new(void);
void emu_flight_block(struct flight *f); /* a block begins */
/* A request to shared memory: a fault if it stores to such bytes. */
void emu_flight_see(struct worker *w, struct flight *f, const struct request *r);
/* A copy is complete; from then on emu_flight_began() returns the thread that began the
   last one to the word at `offset`. */
void emu_flight_land(struct flight *f, const struct landing *l);
uint32_t emu_flight_began(const struct flight *f, uint64_t offset);

/* ---- race_global.c: a request to device memory. */
void emu_race_global(struct worker *w, const struct request *r);
/* A bulk copy stores there: compared with what other blocks access. */
void emu_race_bulk_stores(struct worker *w, const struct bulk_run *r);

/* ---- race_regions.c */

/* A launch begins: watch the arrays that its arguments allow it to write. */
void emu_race_launch(const struct launch *l);
/* The worker's epochs start again: clear its cells. */
void emu_race_forget(const struct worker *w);
/* The host has freed the allocation at offset. */
void emu_race_freed(uint64_t offset);

/* Room for more than device memory can hold: allocations.c. */
enum { MAX_REGIONS = 1 << 19 };

/* Accesses of whole words use one cell per word. Smaller ones use one cell per byte, in
   memory that is allocated at the first of them. */
enum grain { WORDS, BYTES, GRAINS };

/* race_rule.c's cells of an array, for the block that a worker runs. */
struct own_cells {
    uint64_t *writes, *reads; /* NULL: none yet */
    uint32_t *stored;         /* by each write; NULL: not kept */
};

struct region {
    uint64_t offset, bytes;
    struct chunk *_Atomic chunks[GRAINS];    /* race_blocks.c's cells */
    uint64_t chunks_used[GRAINS];            /* none of those after it */
    struct ordered *_Atomic ordered[GRAINS]; /* race_ordered.c's */
    atomic_ullong racing;                    /* ~ the lowest racing byte; 0: none */
    atomic_ullong equal; /* the same of bytes where all blocks store equal values */
    atomic_uint written; /* the last launch that stored to it, not atomically */
    struct own_cells own[EMU_MAX_WORKERS][GRAINS];
};

static inline uint64_t emu_cells(const struct region *g, enum grain grain)
{
    return grain == WORDS ? g->bytes / 4 + 1 : g->bytes + 1;
}

/* The array that contains offset; NULL if it is not watched. */
struct region *emu_region_find(uint64_t offset);
/* Watch the array or __device__ variable that contains offset. NULL if memory is
   exhausted. */
struct region *emu_region_watch(const struct launch *l, uint64_t offset);
/* True if a watched array has bytes in [low, high]. */
bool emu_region_between(uint64_t low, uint64_t high);
/* Memory for cells, 0 at first, whose pages are mapped when they are used; NULL if it
   is exhausted. */
void *emu_region_cells(uint64_t bytes);
/* The i-th; NULL if there are no more. */
struct region *emu_region(int i);
/* Cells of the array for races within the block of this worker; NULL if memory is
   exhausted. */
struct own_cells *emu_region_own(struct region *g, const struct worker *w,
                                 enum grain grain);

/* ---- race_blocks.c */

/* A launch has ended: record its races between blocks, unless it had other faults. */
void emu_race_completed(const struct launch *l);
/* A phase of a cooperative launch has ended: record its races between blocks. */
void emu_race_phase(struct worker *w);
/* True if the launch has stored different values to this byte of the array. */
bool emu_blocks_differ(const struct region *g, unsigned phase, uint64_t byte);
/* True if the launch has executed an atomic operation on device memory. */
bool emu_race_has_atomics(void);
/* The running thread executes a __threadfence(): the launch orders its blocks itself.
 */
void emu_race_fenced(struct worker *w, uintptr_t pc);

/* The running thread loads n bytes by __ldg(): a fault if this launch has stored there.
 */
void emu_race_read_only(struct worker *w, const void *p, size_t n, uintptr_t pc);

/* Allocate the array's cells for races between blocks; false if memory is exhausted. */
bool emu_blocks_open(struct region *g, enum grain grain);
void emu_blocks_close(struct region *g);
/* One lane's access to the cell `at`. */
void emu_blocks_touch(struct worker *w, const struct request *r, int i,
                      struct region *g, enum grain grain, uint64_t at);
/* The last write to the word; false if there was none. The launch is 0 if it is not
   known. The block is known until a later launch accesses the word; if several blocks
   of the launch wrote, it is the highest. */
struct writer {
    unsigned launch;
    uintptr_t pc;
    bool block_known;
    uint64_t block;
    uint32_t thread;
};
bool emu_blocks_writer(const struct region *g, uint64_t word, struct writer *writer);

/* Two blocks race for these bytes: the fault. It names the one that reads first; else
   the later block: which of them is the later one can depend on the run, and a read is
   the line to look at. */
struct block_access {
    uint64_t block;
    uintptr_t pc;
    uint32_t thread;
    bool write, atomic;
};
struct fault_record emu_blocks_fault(const struct block_access *a,
                                     const struct block_access *b, uint64_t offset,
                                     uint32_t size);

/* ---- race_ordered.c: the same where fences order blocks. */

void emu_ordered_touch(struct worker *w, const struct request *r, int i,
                       struct region *g, enum grain grain, uint64_t at);
void emu_ordered_close(struct region *g);
/* A launch or a phase has ended: record its race, if that is wanted, and forget it. */
void emu_ordered_report(struct worker *w, bool wanted);

#endif
