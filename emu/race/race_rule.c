/*
 * When two accesses of a block race: both are between the same two barriers, one of
 * them writes, and their order is not defined. An epoch is the time between two
 * barriers.
 */
#include "detectors.h"
#include "launch.h"
#include "race_cells.h"
#include "symbols.h"

static int slot;

const struct observer emu_race_state = {
    .name = "race", .slot = &slot, .bytes = sizeof(struct cells)};

struct cells *emu_race_cells(const struct worker *w)
{
    return emu_own(w, slot);
}

static struct fault_record race_of(const struct worker *w, const struct request *r,
                                   int i, uint32_t thread, uint64_t earlier,
                                   bool other_write)
{
    return (struct fault_record){.kind = FAULT_RACE,
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
                                 .copy = r->async,
                                 .with_atomic = r->atomic || earlier & ATOMIC_BIT,
                                 .locked = w->thread[thread].swapped};
}

static void report(struct worker *w, const struct request *r, int i, uint32_t thread,
                   uint64_t earlier, bool other_write)
{
    struct fault_record f = race_of(w, r, i, thread, earlier, other_write);
    if (f.other_thread >= MAX_THREADS && other_write) { /* of a copy, by a barrier */
        const struct cells *c = emu_race_cells(w);
        f.kind = r->write ? FAULT_RACE : FAULT_UNINITIALIZED;
        f.detail = DETAIL_COPYING;
        f.other_thread = emu_flight_began(c->flight, emu_request_offset(r, i));
    }
    emu_fault_record(w, &f);
}

/* True if the access of lane i, by `thread`, comes after the one in the cell. */
static bool ordered(const struct cells *c, uint32_t thread, uint64_t cell)
{
    return c->order && emu_order_covers(c->order, thread, FIELD(cell, THREAD_SHIFT, 11),
                                        emu_cell_clock(cell));
}

/* True if a write comes after all reads. Of an array in device memory that several
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
                    uint64_t write, uint64_t read, uint32_t stored)
{
    const struct cells *c = emu_race_cells(w);
    const uint32_t thread = w->first_lane + r->lane[i];
    const uint32_t synced = c->synced[thread / WARP_SIZE];
    const bool after_write =
        !emu_cells_conflict(write, own, synced) || ordered(c, thread, write);
    const bool equal = !after_write && stored && stored == emu_race_stored(r, i);
    if (equal) {
        const struct fault_record f = race_of(w, r, i, thread, write, true);
        emu_race_equal(w, &f);
    }
    if (!after_write && !equal)
        report(w, r, i, thread, write, true);
    else if (r->write && emu_cells_conflict(read, own, synced) &&
             !reads_ordered(c, r, i, thread, &read))
        report(w, r, i, thread, read, false);
    else
        return false;
    return true;
}

bool emu_race_touch(struct worker *w, const struct request *r, int i, uint64_t own,
                    uint64_t *write, uint64_t *read, uint32_t *stored)
{
    const struct cells *c = emu_race_cells(w);
    if (emu_race_clash(w, r, i, own, *write, *read, stored ? *stored : 0))
        return false;
    if (r->write && stored)
        *stored = emu_race_stored(r, i);
    if (r->write)
        *write = own;
    else
        *read = emu_cells_merge(*read, own, c->synced[w->first_lane / WARP_SIZE]);
    return true;
}

uint64_t emu_race_stamp(const struct worker *w, const struct request *r)
{
    const struct cells *c = emu_race_cells(w);
    const uint64_t clock = c->clock[w->first_lane / WARP_SIZE];
    return (uint64_t)r->pc << PC_SHIFT | c->epoch << EPOCH_SHIFT |
           clock << CLOCK_SHIFT | (r->atomic || r->compared ? ATOMIC_BIT : 0);
}
