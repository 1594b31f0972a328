/*
 * Races in shared memory: two threads touch one byte between two barriers, one of them
 * writes, and nothing says who is first. For each word a cell keeps the last write and
 * the last read of the current epoch, the time between two barriers; an access is
 * compared with both. If ever a kernel touches part of a word, cells become bytes.
 *
 *   a cell's two halves:   pc:24  epoch:20  warp_epoch:8  thread:11  atomic:1
 */
#include <string.h>

#include "emu.h"

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

#define FIELD(x, shift, bits) (((x) >> (shift)) & ((1u << (bits)) - 1))

void emu_race_new_epoch(struct worker *w)
{
    w->epoch++;
    memset(w->warp_epoch, 0, sizeof w->warp_epoch);
    if (++w->cells_epoch < EPOCH_LIMIT)
        return;
    memset(w->cells, 0, emu_shared_bytes * sizeof *w->cells);
    w->cells_epoch = 1;
}

static void use_bytes(struct worker *w)
{
    for (uint64_t i = emu_shared_bytes; i-- > 0;)
        w->cells[i] = w->cells[i / 4];
    w->cell_shift = 0;
}

static inline uint32_t warp_of(uint32_t thread) /* or what a thread field holds */
{
    return thread < MAX_THREADS ? thread / WARP_SIZE : thread - SEVERAL_OF_WARP;
}

/* Whether an earlier access, a half of a cell, races with one by `thread` now. */
static inline bool conflicts(const struct worker *w, uint64_t earlier, uint32_t thread,
                             bool atomic)
{
    uint32_t other = FIELD(earlier, THREAD_SHIFT, 11);
    if (FIELD(earlier, EPOCH_SHIFT, 20) != w->cells_epoch || other == thread)
        return false;
    if (atomic && earlier & ATOMIC_BIT)
        return false;
    /* Of one warp, with a __syncwarp() or shuffle in between: in order. */
    return warp_of(other) != thread / WARP_SIZE ||
           FIELD(earlier, WARP_EPOCH_SHIFT, 8) == w->warp_epoch[thread / WARP_SIZE];
}

/* What a cell's read becomes when `own`, by `thread`, comes after `earlier`. */
static inline uint64_t merge_reads(const struct worker *w, uint64_t earlier,
                                   uint64_t own, uint32_t thread)
{
    uint32_t other = FIELD(earlier, THREAD_SHIFT, 11);
    uint64_t shared = own & ~((uint64_t)SEVERAL << THREAD_SHIFT);
    if (FIELD(earlier, EPOCH_SHIFT, 20) != w->cells_epoch || other == thread)
        return own;
    if (other == SEVERAL)
        return earlier;
    if (warp_of(other) != thread / WARP_SIZE)
        return shared | (uint64_t)SEVERAL << THREAD_SHIFT;
    if (FIELD(earlier, WARP_EPOCH_SHIFT, 8) != w->warp_epoch[thread / WARP_SIZE])
        return own;
    return shared | (uint64_t)(SEVERAL_OF_WARP + thread / WARP_SIZE) << THREAD_SHIFT;
}

static void report(struct worker *w, const struct request *r, int i, uint32_t thread,
                   uint64_t earlier, bool other_write)
{
    struct raw_fault f = {.kind = FAULT_RACE,
                          .block = w->block,
                          .pc = r->pc,
                          .other_pc = emu_text + (earlier >> PC_SHIFT),
                          .thread = thread,
                          .other_thread = FIELD(earlier, THREAD_SHIFT, 11),
                          .offset = r->offset[i] + SHARED_OFFSET,
                          .size = r->size,
                          .write = r->write,
                          .other_write = other_write};
    w->raced = true;
    emu_fault_record(w, &f);
}

/* Lanes [from, to) of the request, which all touch byte `at`'s cell. */
static bool touch(struct worker *w, const struct request *r, int from, int to,
                  uint64_t stamp, uint64_t at)
{
    uint64_t *write = &w->cells[at].write, *read = &w->cells[at].read;
    bool written = FIELD(*write, EPOCH_SHIFT, 20) == w->cells_epoch;
    bool was_read = FIELD(*read, EPOCH_SHIFT, 20) == w->cells_epoch;
    uint32_t thread = w->first_lane + r->lane[from];
    uint64_t own = stamp | (uint64_t)thread << THREAD_SHIFT;
    if (!r->write && !written) { /* by far the commonest */
        if (to - from > 1)
            own = stamp | (uint64_t)(SEVERAL_OF_WARP + thread / WARP_SIZE)
                              << THREAD_SHIFT;
        *read = was_read ? merge_reads(w, *read, own, thread) : own;
        return true;
    }
    for (int i = from; i < to; i++) {
        thread = w->first_lane + r->lane[i];
        own = stamp | (uint64_t)thread << THREAD_SHIFT;
        if (conflicts(w, *write, thread, r->atomic)) {
            report(w, r, i, thread, *write, true);
            return false;
        }
        if (!r->write) {
            *read = merge_reads(w, *read, own, thread);
            continue;
        }
        if (conflicts(w, *read, thread, r->atomic)) {
            report(w, r, i, thread, *read, false);
            return false;
        }
        *write = own;
    }
    return true;
}

void emu_race_shared(struct worker *w, const struct request *r)
{
    if (r->size < 4 && w->cell_shift)
        use_bytes(w);
    uint64_t stamp =
        (uint64_t)(r->pc - emu_text) << PC_SHIFT | w->cells_epoch << EPOCH_SHIFT |
        (uint64_t)w->warp_epoch[w->first_lane / WARP_SIZE] << WARP_EPOCH_SHIFT |
        (r->atomic ? ATOMIC_BIT : 0);
    for (int from = 0, to; from < r->n; from = to) {
        uint64_t offset = r->offset[from], end = (offset + r->size) >> w->cell_shift;
        for (to = from + 1; to < r->n && r->offset[to] == offset; to++)
            ;
        for (uint64_t at = offset >> w->cell_shift; at < end; at++)
            if (!touch(w, r, from, to, stamp, at))
                break;
    }
}
