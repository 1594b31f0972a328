/*
 * Asynchronous copies in flight: from the request that begins one to the wait that
 * completes it, its bytes must not be stored to, nor be copied to again, by any thread.
 * (A read finds bytes that are unset: unset.c.) For each word of shared memory a cell
 * keeps the last copy:
 *
 *   pc:24  stamp of the block:28  landed:1  thread:11
 */
#include "launch.h"
#include "race.h"
#include "race_cell.h"
#include "settings.h"
#include "shared.h"
#include "symbols.h"

enum { THREAD_BITS = 11, LANDED = 1 << THREAD_BITS, STAMP_SHIFT = 12, STAMP_BITS = 28 };

struct flight {
    uint64_t *word; /* NULL: no copy was begun yet */
    uint64_t stamp; /* of the running block */
};

struct flight *emu_flight_new(void)
{
    return emu_allocate(1, sizeof(struct flight), "copies in flight");
}

void emu_flight_block(struct flight *f)
{
    f->stamp = (f->stamp + 1) & ((1u << STAMP_BITS) - 1);
}

static bool flies(const struct flight *f, uint64_t cell)
{
    return cell && !(cell & LANDED) && FIELD(cell, STAMP_SHIFT, STAMP_BITS) == f->stamp;
}

static void report(struct worker *w, const struct request *r, int i, uint64_t cell)
{
    const struct fault_record f = {.kind = FAULT_RACE,
                                   .detail = DETAIL_COPYING,
                                   .block = w->block,
                                   .pc = r->pc,
                                   .other_pc = emu_full_pc(cell >> PC_SHIFT),
                                   .thread = w->first_lane + r->lane[i],
                                   .other_thread = FIELD(cell, 0, THREAD_BITS),
                                   .offset = emu_request_offset(r, i) + SHARED_OFFSET,
                                   .size = r->size,
                                   .write = true,
                                   .other_write = true,
                                   .copy = r->async};
    emu_fault_record(w, &f);
}

static void see_lane(struct worker *w, struct flight *f, const struct request *r, int i)
{
    const uint64_t offset = emu_request_offset(r, i);
    const uint64_t own = (uint64_t)r->pc << PC_SHIFT | f->stamp << STAMP_SHIFT |
                         (w->first_lane + r->lane[i]);
    for (uint64_t k = offset / 4; k < (offset + r->size + 3) / 4; k++) {
        if (r->lands)
            f->word[k] = 0;
        else if (flies(f, f->word[k])) {
            report(w, r, i, f->word[k]);
            return;
        }
        if (r->async)
            f->word[k] = own;
    }
}

void emu_flight_see(struct worker *w, struct flight *f, const struct request *r)
{
    if (!r->write || (!f->word && !r->async))
        return;
    if (!f->word)
        f->word = emu_allocate(emu_shared_bytes() / 4 + 4, sizeof *f->word,
                               "copies in flight");
    for (int i = 0; i < r->n; i++)
        see_lane(w, f, r, i);
}

void emu_flight_land(struct flight *f, const struct landing *l)
{
    for (uint64_t k = l->offset / 4; f->word && k < (l->offset + l->bytes) / 4; k++)
        f->word[k] |= LANDED;
}

uint32_t emu_flight_began(const struct flight *f, uint64_t offset)
{
    return f->word ? FIELD(f->word[offset / 4], 0, THREAD_BITS) : 0;
}
