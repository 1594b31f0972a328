/*
 * Races in shared memory: two threads access one byte between two barriers, one of them
 * writes, and their order is not defined. An epoch is the time between two barriers.
 * For each word two cells keep the last write and the last read of the current epoch.
 * Each access is compared with both. After the first access to a part of a word, there
 * is a cell for each byte.
 */
#include <string.h>

#include "detectors.h"
#include "launch.h"
#include "order.h"
#include "race.h"
#include "race_cell.h"
#include "settings.h"
#include "shared.h"
#include "symbols.h"

/* The memory of one worker. */
static int slot;
struct cells {
    uint64_t *writes, *reads; /* of shared memory */
    int shift; /* a cell is 1 << shift bytes: 2, or 0 once parts of words are used */
    uint64_t epoch;
    uint64_t written; /* the last epoch with a write */
    /* For each 32 words the last epoch in which several warps had read all of them:
       another warp that reads them changes no cell. */
    uint64_t *crowded;
    uint32_t clock[MAX_WARPS];  /* of each warp, in this epoch... */
    uint32_t synced[MAX_WARPS]; /* ...and when its lanes were last synchronized */
    struct flight *flight;
    struct order *order; /* NULL: the program has no barriers of order.h */
};

static void prepare(struct worker *w)
{
    struct cells *c = emu_own(w, slot);
    const uint64_t n = emu_shared_bytes() + 8;
    c->writes = emu_allocate(n, sizeof *c->writes, "races in shared memory");
    c->reads = emu_allocate(n, sizeof *c->reads, "races in shared memory");
    c->crowded =
        emu_allocate(n / LINE_BYTES + 1, sizeof *c->crowded, "races in shared memory");
    c->shift = 2;
    c->flight = emu_flight_new();
    c->order = emu_order_used() ? emu_order_new() : NULL;
}

static void new_epoch(struct worker *w)
{
    struct cells *c = emu_own(w, slot);
    memset(c->clock, 0, sizeof c->clock);
    memset(c->synced, 0, sizeof c->synced);
    if (c->order)
        emu_order_forget(c->order);
    if (++c->epoch < EPOCH_LIMIT)
        return;
    memset(c->writes, 0, emu_shared_bytes() * sizeof *c->writes);
    memset(c->reads, 0, emu_shared_bytes() * sizeof *c->reads);
    memset(c->crowded, 0, emu_shared_bytes() / LINE_BYTES * sizeof *c->crowded);
    c->written = 0;
    emu_race_forget(w);
    c->epoch = 1;
}

static void new_block(struct worker *w)
{
    const struct cells *c = emu_own(w, slot);
    emu_flight_block(c->flight);
    new_epoch(w);
}

/* False if there are no more clocks: then a new epoch begins, in which nothing that was
   done before can race. */
static bool advance(struct worker *w, uint32_t warp)
{
    struct cells *c = emu_own(w, slot);
    if (++c->clock[warp] < CLOCK_LIMIT)
        return true;
    new_epoch(w);
    return false;
}

/* The lanes of the running warp were synchronized. */
static void lanes_synced(struct worker *w)
{
    struct cells *c = emu_own(w, slot);
    const uint32_t warp = w->first_lane / WARP_SIZE;
    if (c->order)
        emu_order_lanes(c->order, warp);
    if (advance(w, warp))
        c->synced[warp] = c->clock[warp];
}

static void arrive(struct worker *w, uint32_t thread, int i)
{
    struct cells *c = emu_own(w, slot);
    const uint32_t warp = thread / WARP_SIZE;
    emu_order_arrive(c->order, thread, i, c->clock[warp], c->synced[warp]);
    advance(w, warp);
}

static void completed_phase(struct worker *w, int i)
{
    const struct cells *c = emu_own(w, slot);
    emu_order_complete(c->order, i);
}

static void pass(struct worker *w, uint32_t thread, int i)
{
    const struct cells *c = emu_own(w, slot);
    emu_order_pass(c->order, thread, i);
}

static void use_bytes(struct cells *c)
{
    for (uint64_t i = emu_shared_bytes(); i-- > 0;) {
        c->writes[i] = c->writes[i / 4];
        c->reads[i] = c->reads[i / 4];
    }
    c->shift = 0;
}

static void report(struct worker *w, const struct request *r, int i, uint32_t thread,
                   uint64_t earlier, bool other_write)
{
    struct fault_record f = {.kind = FAULT_RACE,
                             .block = w->block,
                             .pc = r->pc,
                             .other_pc = emu_full_pc(earlier >> PC_SHIFT),
                             .thread = thread,
                             .other_thread = FIELD(earlier, THREAD_SHIFT, 11),
                             .offset = emu_request_offset(r, i) +
                                       (r->shared ? SHARED_OFFSET : 0),
                             .size = r->size,
                             .write = r->write,
                             .other_write = other_write,
                             .with_atomic = r->atomic || earlier & ATOMIC_BIT};
    emu_fault_record(w, &f);
}

/* True if the access of lane i, by `thread`, comes after the one in the cell. */
static bool ordered(const struct cells *c, uint32_t thread, uint64_t cell)
{
    return c->order && emu_order_covers(c->order, thread, FIELD(cell, THREAD_SHIFT, 11),
                                        emu_cell_clock(cell));
}

/* Likewise, of a write, after all reads. Of an array in device memory that several
   threads read, it is not known, if the thread has waited for some. */
static bool reads_ordered(const struct cells *c, const struct request *r, int i,
                          uint32_t thread, uint64_t *cell)
{
    if (!c->order)
        return false;
    if (FIELD(*cell, THREAD_SHIFT, 11) < MAX_THREADS)
        return ordered(c, thread, *cell);
    if (!r->shared)
        return emu_order_knows(c->order, thread);
    const uint64_t offset = emu_request_offset(r, i);
    for (uint64_t word = offset / 4; word < (offset + r->size + 3) / 4; word++) {
        const int other =
            emu_order_reader(c->order, word, thread, c->synced[thread / WARP_SIZE]);
        if (other < 0)
            continue;
        *cell = (*cell & ~SEVERAL_MASK) | THREAD_FIELD(other);
        return false;
    }
    return true;
}

bool emu_race_clash(struct worker *w, const struct request *r, int i, uint64_t own,
                    uint64_t write, uint64_t read)
{
    const struct cells *c = emu_own(w, slot);
    const uint32_t thread = w->first_lane + r->lane[i];
    const uint32_t synced = c->synced[thread / WARP_SIZE];
    if (emu_cells_conflict(write, own, synced) && !ordered(c, thread, write))
        report(w, r, i, thread, write, true);
    else if (r->write && emu_cells_conflict(read, own, synced) &&
             !reads_ordered(c, r, i, thread, &read))
        report(w, r, i, thread, read, false);
    else
        return false;
    return true;
}

bool emu_race_touch(struct worker *w, const struct request *r, int i, uint64_t own,
                    uint64_t *write, uint64_t *read)
{
    const struct cells *c = emu_own(w, slot);
    if (emu_race_clash(w, r, i, own, *write, *read))
        return false;
    if (r->write)
        *write = own;
    else
        *read = emu_cells_merge(*read, own, c->synced[w->first_lane / WARP_SIZE]);
    return true;
}

uint64_t emu_race_stamp(const struct worker *w, const struct request *r)
{
    const struct cells *c = emu_own(w, slot);
    const uint64_t clock = c->clock[w->first_lane / WARP_SIZE];
    return (uint64_t)r->pc << PC_SHIFT | c->epoch << EPOCH_SHIFT |
           clock << CLOCK_SHIFT | (r->atomic ? ATOMIC_BIT : 0);
}

/* Read n neighbouring words; each reading thread is `step` after the previous one. If
   one of the words was written in this epoch, change nothing. */
enum reading { READ_WRITTEN, READ_NEWS, READ_CROWDED /* by several warps before */ };
VECTORIZED static enum reading read_words(const uint64_t *writes, uint64_t *reads,
                                          int n, uint64_t own, int step,
                                          uint32_t synced)
{
    uint64_t written = 0, news = 0;
    for (int i = 0; i < n; i++) {
        written |= ((writes[i] ^ own) & EPOCH_MASK) == 0;
        news |= (reads[i] ^ (own | SEVERAL_MASK)) & (EPOCH_MASK | SEVERAL_MASK);
    }
    if (written)
        return READ_WRITTEN;
    for (int i = 0; news && i < n; i++)
        reads[i] = emu_cells_merge(reads[i], own + THREAD_FIELD(i * step), synced);
    return news ? READ_NEWS : READ_CROWDED;
}

/* Write n neighbouring words, likewise. True if none was touched in this epoch. */
VECTORIZED static bool write_words(uint64_t *writes, const uint64_t *reads, int n,
                                   uint64_t own, int step)
{
    uint64_t touched = 0;
    for (int i = 0; i < n; i++)
        touched |= ((writes[i] ^ own) & EPOCH_MASK) == 0 ||
                   ((reads[i] ^ own) & EPOCH_MASK) == 0;
    if (touched)
        return false;
    for (int i = 0; i < n; i++)
        writes[i] = own + THREAD_FIELD(i * step);
    return true;
}

/* The last of the lanes from i on that access the same offset as lane i. */
static int last_alike(const struct request *r, int i)
{
    while (i + 1 < r->n && r->offset[i + 1] == r->offset[i])
        i++;
    return i;
}

/* One access. If it has several words and none of them can race, all are updated
   together. */
static void touch(struct worker *w, const struct request *r, int i, uint64_t stamp)
{
    uint64_t own = stamp | THREAD_FIELD(w->first_lane + r->lane[i]);
    const struct cells *c = emu_own(w, slot);
    uint64_t offset = emu_request_offset(r, i), at = offset >> c->shift;
    uint64_t end = (offset + r->size) >> c->shift;
    uint64_t *writes = c->writes, *reads = c->reads;
    if (end - at > 1 &&
        (r->write ? write_words(&writes[at], &reads[at], end - at, own, 0)
                  : read_words(&writes[at], &reads[at], end - at, own, 0,
                               c->synced[w->first_lane / WARP_SIZE]) != READ_WRITTEN))
        return;
    for (; at < end; at++)
        if (!emu_race_touch(w, r, i, own, &writes[at], &reads[at]))
            break;
}

/* All lanes read neighbouring words. False if nothing was changed. */
static inline bool read_row(struct cells *c, const struct request *r, uint64_t own,
                            uint32_t synced)
{
    const uint64_t at = r->offset[0] / 4;
    uint64_t *crowded =
        r->n == WARP_SIZE && at % WARP_SIZE == 0 ? &c->crowded[at / WARP_SIZE] : NULL;
    if (crowded && *crowded == c->epoch && c->written != c->epoch)
        return true;
    const enum reading done =
        read_words(&c->writes[at], &c->reads[at], r->n, own, 1, synced);
    if (crowded && done == READ_CROWDED)
        *crowded = c->epoch;
    return done != READ_WRITTEN;
}

/* Handle the most common requests together, if none of their words can race. False if
   this is another request; then nothing was changed. */
static inline bool touch_together(struct cells *c, const struct request *r,
                                  uint64_t own, uint32_t synced)
{
    const uint64_t at = r->offset[0] / 4;
    const int lanes_on =
        r->lane[r->n - 1] - r->lane[0]; /* from the first to the last */
    if (c->shift != 2)
        return false;
    if (r->shape == SHAPE_ROW && lanes_on == r->n - 1)
        return r->write ? write_words(&c->writes[at], &c->reads[at], r->n, own, 1)
                        : read_row(c, r, own, synced);
    if (r->shape != SHAPE_ONE_WORD || r->write || !((c->writes[at] ^ own) & EPOCH_MASK))
        return false;
    /* Two of the lanes that read a word suffice for all of them. */
    c->reads[at] = emu_cells_merge(emu_cells_merge(c->reads[at], own, synced),
                                   own + THREAD_FIELD((uint64_t)lanes_on), synced);
    return true;
}

static void note_reads(struct cells *c, const struct request *r, uint32_t warp)
{
    for (int i = 0; i < r->n; i++) {
        const uint64_t offset = emu_request_offset(r, i);
        for (uint64_t word = offset / 4; word < (offset + r->size + 3) / 4; word++)
            emu_order_read(c->order, word, warp, r->lanes, c->clock[warp]);
    }
}

static void see_shared(struct worker *w, const struct request *r)
{
    struct cells *c = emu_own(w, slot);
    if (r->size < 4 && c->shift)
        use_bytes(c);
    if (r->write)
        c->written = c->epoch;
    uint64_t stamp = emu_race_stamp(w, r);
    emu_flight_see(w, c->flight, r);
    if (c->order && !r->write)
        note_reads(c, r, w->first_lane / WARP_SIZE);
    if (touch_together(c, r, stamp | THREAD_FIELD(w->first_lane + r->lane[0]),
                       c->synced[w->first_lane / WARP_SIZE]))
        return;
    for (int i = 0; i < r->n; i++) { /* likewise */
        int last = i;
        if (!r->write && r->shape != SHAPE_ROW)
            last = r->shape == SHAPE_ONE_WORD ? r->n - 1 : last_alike(r, i);
        touch(w, r, i, stamp);
        if (last > i)
            touch(w, r, last, stamp);
        i = last;
    }
}

const struct observer emu_race = {.name = "race",
                                  .slot = &slot,
                                  .bytes = sizeof(struct cells),
                                  .prepare = prepare,
                                  .launch = emu_race_launch,
                                  .completed = emu_race_completed,
                                  .block = new_block,
                                  .barrier = new_epoch,
                                  .grid = emu_race_phase,
                                  .warp_sync = lanes_synced,
                                  .arrive = arrive,
                                  .completed_phase = completed_phase,
                                  .pass = pass,
                                  .global = emu_race_global,
                                  .shared = see_shared,
                                  .fence = emu_race_fenced,
                                  .freed = emu_race_freed};
