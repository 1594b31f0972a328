/* From array to array, by what a block holds; carry.h states the contract. */
#include "carry.h"

#include "address.h"
#include "param.h"

origins emu_carry_found(const struct counted *c, uint64_t offset)
{
    origins at = emu_origin(offset);
    for (int i = 0; i < c->n; i++)
        at |= (origins)(offset - c->array[i].offset < c->array[i].bytes) << i;
    return at;
}

/* Bytes with this origin are loaded from another place than the array itself. */
static void count_derived(const struct counted *c, struct array_counters counters[],
                          origins from, uint64_t offset, uint64_t bytes)
{
    for (int i = 0; i < c->n; i++)
        if (from >> i & 1 && offset - c->array[i].offset >= c->array[i].bytes)
            counters[i].derived_bytes += bytes;
}

static void carry(const struct counted *c, struct carried *own,
                  struct array_counters counters[], bool loads, bool stores,
                  uint64_t offset, uint64_t bytes)
{
    const origins from = loads ? emu_carry_found(c, offset) : 0;
    own->holds |= from;
    count_derived(c, counters, from, offset, bytes);
    if (stores)
        emu_origin_add(offset, bytes, own->holds);
}

/* A thread of the block that loads what it has loaded last waits for another value. */
static bool polls(struct carried *own, uint32_t first_lane, const struct request *r)
{
    const uint32_t thread = first_lane + r->lane[0];
    const bool again = r->n == 1 && !r->write && own->polled.pc == r->pc &&
                       own->polled.offset == r->offset[0] &&
                       own->polled.thread == thread;
    own->polled.pc = r->pc;
    own->polled.offset = r->offset[0];
    own->polled.thread = thread;
    return again;
}

void emu_carry_request(const struct counted *c, struct carried *own,
                       struct array_counters counters[], uint32_t first_lane,
                       const struct request *r)
{
    const uint64_t counted = polls(own, first_lane, r) ? 0 : r->size;
    for (int k = 0; k < r->n; k++)
        carry(c, own, counters, emu_carry_loads(r), r->write, emu_request_offset(r, k),
              counted);
}

void emu_carry_bulk(const struct counted *c, struct carried *own,
                    struct array_counters counters[], const struct bulk_run *r)
{
    const uint64_t end = r->offset + r->bytes;
    for (uint64_t at = r->offset, next; at < end; at = next) {
        next = (at / SECTOR_BYTES + 1) * SECTOR_BYTES;
        next = next < end ? next : end;
        carry(c, own, counters, !r->write, r->write, at, next - at);
    }
}

void emu_carry_constant(const struct counted *c, struct carried *own,
                        struct array_counters counters[], uint32_t bytes)
{
    own->holds |= emu_origin_of_constants();
    count_derived(c, counters, emu_origin_of_constants(), MODULE_OFFSET, bytes);
}
