/*
 * Races in shared memory: two threads touch one byte between two barriers, one of them
 * writes, and nothing says who is first. For each word two cells keep the last write
 * and the last read of the current epoch, the time between two barriers; an access is
 * compared with both. If ever a kernel touches part of a word, cells become bytes.
 *
 *   a cell:   pc:24  epoch:20  warp_epoch:8  thread:11  atomic:1
 */
#include <string.h>

#include "detectors.h"
#include "launch.h"
#include "race.h"
#include "settings.h"
#include "shared.h"
#include "symbols.h"

enum {
    ATOMIC_BIT = 1,
    THREAD_SHIFT = 1,
    WARP_EPOCH_SHIFT = 12,
    EPOCH_SHIFT = 20,
    PC_SHIFT = 40,
    EPOCH_LIMIT = 1 << 20,
    /* In a read's thread field, above any thread's number, which is < MAX_THREADS: */
    SEVERAL_OF_WARP = MAX_THREADS, /* plus the warp: several threads of that warp */
    SEVERAL = 0x7ff                /* threads of several warps */
};
#define SEVERAL_MASK ((uint64_t)SEVERAL << THREAD_SHIFT)

#define FIELD(x, shift, bits) (((x) >> (shift)) & ((1u << (bits)) - 1))
#define THREAD_FIELD(thread) ((uint64_t)(thread) << THREAD_SHIFT)
#define EPOCH_MASK ((EPOCH_LIMIT - 1ull) << EPOCH_SHIFT)

/* What is kept for a worker. */
static int slot;
struct cells {
    uint64_t *writes, *reads; /* of shared memory */
    int shift; /* a cell is 1 << shift bytes: 2, or 0 once parts of words are used */
    uint64_t epoch;
    uint32_t warp_epoch[MAX_WARPS];
};

static void prepare(struct worker *w)
{
    struct cells *c = emu_own(w, slot);
    const uint64_t n = emu_shared_bytes() + 8;
    c->writes = emu_allocate(n, sizeof *c->writes, "races in shared memory");
    c->reads = emu_allocate(n, sizeof *c->reads, "races in shared memory");
    c->shift = 2;
}

static void new_epoch(struct worker *w)
{
    struct cells *c = emu_own(w, slot);
    memset(c->warp_epoch, 0, sizeof c->warp_epoch);
    if (++c->epoch < EPOCH_LIMIT)
        return;
    memset(c->writes, 0, emu_shared_bytes() * sizeof *c->writes);
    memset(c->reads, 0, emu_shared_bytes() * sizeof *c->reads);
    emu_race_forget(w);
    c->epoch = 1;
}

/* The lanes of the running warp were put in order. */
static void new_warp_epoch(struct worker *w)
{
    struct cells *c = emu_own(w, slot);
    uint32_t *epoch = &c->warp_epoch[w->first_lane / WARP_SIZE];
    *epoch = (*epoch + 1) & 0xff;
}

static void use_bytes(struct cells *c)
{
    for (uint64_t i = emu_shared_bytes(); i-- > 0;) {
        c->writes[i] = c->writes[i / 4];
        c->reads[i] = c->reads[i / 4];
    }
    c->shift = 0;
}

static inline uint32_t warp_of(uint32_t thread) /* or what a thread field holds */
{
    return thread < MAX_THREADS ? thread / WARP_SIZE : thread - SEVERAL_OF_WARP;
}

/* Whether the cell's access and one by `own`, a cell too, come in no order. */
static inline bool conflicts(uint64_t cell, uint64_t own)
{
    uint32_t thread = FIELD(own, THREAD_SHIFT, 11),
             other = FIELD(cell, THREAD_SHIFT, 11);
    if ((cell ^ own) & EPOCH_MASK || other == thread)
        return false;
    if (cell & own & ATOMIC_BIT)
        return false;
    /* Of one warp, with a __syncwarp() or shuffle in between: in order. */
    return warp_of(other) != thread / WARP_SIZE ||
           FIELD(cell, WARP_EPOCH_SHIFT, 8) == FIELD(own, WARP_EPOCH_SHIFT, 8);
}

/* What a cell of reads becomes when `own` comes after what it holds. */
static inline uint64_t merge_reads(uint64_t cell, uint64_t own)
{
    uint32_t thread = FIELD(own, THREAD_SHIFT, 11),
             other = FIELD(cell, THREAD_SHIFT, 11);
    uint64_t nobody = own & ~THREAD_FIELD(SEVERAL);
    uint64_t of_warp = nobody | THREAD_FIELD(SEVERAL_OF_WARP + thread / WARP_SIZE);
    bool later = FIELD(cell, WARP_EPOCH_SHIFT, 8) != FIELD(own, WARP_EPOCH_SHIFT, 8);
    uint64_t merged = warp_of(other) != thread / WARP_SIZE
                          ? nobody | THREAD_FIELD(SEVERAL)
                      : later ? own
                              : of_warp;
    bool first = (cell ^ own) & EPOCH_MASK;
    return first || other == thread ? own : merged;
}

static void report(struct worker *w, const struct request *r, int i, uint32_t thread,
                   uint64_t earlier, bool other_write)
{
    struct raw_fault f = {.kind = FAULT_RACE,
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

bool emu_race_clash(struct worker *w, const struct request *r, int i, uint64_t own,
                    uint64_t write, uint64_t read)
{
    uint32_t thread = w->first_lane + r->lane[i];
    if (conflicts(write, own))
        report(w, r, i, thread, write, true);
    else if (r->write && conflicts(read, own))
        report(w, r, i, thread, read, false);
    else
        return false;
    return true;
}

bool emu_race_touch(struct worker *w, const struct request *r, int i, uint64_t own,
                    uint64_t *write, uint64_t *read)
{
    if (emu_race_clash(w, r, i, own, *write, *read))
        return false;
    if (r->write)
        *write = own;
    else
        *read = merge_reads(*read, own);
    return true;
}

uint64_t emu_race_stamp(const struct worker *w, const struct request *r)
{
    const struct cells *c = emu_own(w, slot);
    uint64_t warp_epoch = c->warp_epoch[w->first_lane / WARP_SIZE];
    return (uint64_t)r->pc << PC_SHIFT | c->epoch << EPOCH_SHIFT |
           warp_epoch << WARP_EPOCH_SHIFT | (r->atomic ? ATOMIC_BIT : 0);
}

/* Read n neighbouring words, each by a thread `step` after the last one's. True if none
   of them was written in this epoch; else nothing is done. */
VECTORIZED static bool read_words(const uint64_t *writes, uint64_t *reads, int n,
                                  uint64_t own, int step)
{
    uint64_t written = 0, news = 0;
    for (int i = 0; i < n; i++) {
        written |= ((writes[i] ^ own) & EPOCH_MASK) == 0;
        news |= (reads[i] ^ (own | SEVERAL_MASK)) & (EPOCH_MASK | SEVERAL_MASK);
    }
    if (written)
        return false;
    for (int i = 0; news && i < n;
         i++) /* else threads of several warps have read all */
        reads[i] = merge_reads(reads[i], own + THREAD_FIELD(i * step));
    return true;
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

/* Lanes i and on that want what lane i wants: the last of them. */
static int last_alike(const struct request *r, int i)
{
    while (i + 1 < r->n && r->offset[i + 1] == r->offset[i])
        i++;
    return i;
}

/* One access. Of several words none of which was touched in a way that matters, it is
   done at once. */
static void touch(struct worker *w, const struct request *r, int i, uint64_t stamp)
{
    uint64_t own = stamp | THREAD_FIELD(w->first_lane + r->lane[i]);
    const struct cells *c = emu_own(w, slot);
    uint64_t offset = emu_request_offset(r, i), at = offset >> c->shift;
    uint64_t end = (offset + r->size) >> c->shift;
    uint64_t *writes = c->writes, *reads = c->reads;
    if (end - at > 1 &&
        (r->write ? write_words(&writes[at], &reads[at], end - at, own, 0)
                  : read_words(&writes[at], &reads[at], end - at, own, 0)))
        return;
    for (; at < end; at++)
        if (!emu_race_touch(w, r, i, own, &writes[at], &reads[at]))
            break;
}

static void see_shared(struct worker *w, const struct request *r)
{
    struct cells *c = emu_own(w, slot);
    if (r->size < 4 && c->shift)
        use_bytes(c);
    uint64_t stamp = emu_race_stamp(w, r);
    uint64_t at = r->offset[0] >> c->shift;
    uint64_t own = stamp | THREAD_FIELD(w->first_lane + r->lane[0]);
    if (r->shape == SHAPE_ROW && c->shift == 2 &&
        r->lane[r->n - 1] - r->lane[0] == r->n - 1 &&
        (r->write ? write_words(&c->writes[at], &c->reads[at], r->n, own, 1)
                  : read_words(&c->writes[at], &c->reads[at], r->n, own, 1)))
        return;
    /* Two of the lanes that read the same tell as much as all of them. */
    for (int i = 0; i < r->n; i++) {
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
                                  .landed = emu_race_landed,
                                  .block = new_epoch,
                                  .barrier = new_epoch,
                                  .warp_sync = new_warp_epoch,
                                  .global = emu_race_global,
                                  .shared = see_shared,
                                  .fence = emu_race_fenced,
                                  .freed = emu_race_freed};
