/* Boxes of arrays; box.h states the contract. */
#include "box.h"

#include <string.h>

#include "event.h"
#include "withheld.h"
#include "witness.h"

/* The swizzle permutes the 16-byte pieces of each row of 32, 64 or 128 bytes, by bits 7
   and up of the address in shared memory. */
static uint64_t swizzled(uint64_t offset, uint32_t bytes)
{
    const uint64_t window = emu_worker()->shared_base - emu_shared_window();
    const uint64_t address = offset + window;
    return bytes ? (address ^ ((address >> 7 & (bytes / 16 - 1)) << 4)) - window
                 : offset;
}

/* Bytes of a row of a box, and from row to row: with a swizzle, as many as it
   permutes. */
static uint32_t row_bytes(const struct tensor_map *m)
{
    return tensor_map_count(m, 0) * m->element;
}
static uint32_t pitch_of(const struct tensor_map *m)
{
    return m->swizzle ? m->swizzle : row_bytes(m);
}

void emu_box_each(struct worker *w, const struct bulk_copy *c,
                  void (*what)(struct worker *w, const struct bulk_copy *c,
                               uint64_t offset, uint32_t bytes))
{
    const uint32_t row = c->map.rank ? row_bytes(&c->map) : c->bytes;
    if (!c->map.rank || row == pitch_of(&c->map)) {
        what(w, c, c->offset, c->bytes);
        return;
    }
    for (uint32_t at = 0; at < c->bytes; at += 16)
        what(w, c,
             swizzled(c->offset + (uint64_t)(at / row) * pitch_of(&c->map) + at % row,
                      c->map.swizzle),
             16);
}

struct box_run emu_box_run(const struct bulk_copy *c, uint32_t number)
{
    const struct tensor_map *m = &c->map;
    const uint32_t width = tensor_map_count(m, 0);
    struct box_run r = {.bytes = row_bytes(m), .from = m->start};
    bool inside = true;
    r.offset = c->offset + (uint64_t)number * pitch_of(m);
    for (int i = 1; i < m->rank; i++) {
        const uint32_t count = tensor_map_count(m, i);
        const int64_t at = c->at[i] + (int64_t)(number % count) * m->step[i];
        number /= count;
        inside &= at >= 0 && at <= m->size[i];
        r.from += (uint64_t)at * m->stride[i - 1];
    }
    const int64_t first = c->at[0] < 0 ? -(int64_t)c->at[0] : 0;
    const int64_t left = (int64_t)m->size[0] + 1 - c->at[0];
    const int64_t end = left < width ? left : width;
    r.from += (uint64_t)(int64_t)c->at[0] * m->element;
    if (inside && first < end) {
        r.skip = (uint32_t)first * m->element;
        r.n = (uint32_t)(end - first) * m->element;
    }
    return r;
}

uint32_t emu_box_runs(const struct bulk_copy *c)
{
    uint32_t n = 1;
    for (int i = 1; i < c->map.rank; i++)
        n *= tensor_map_count(&c->map, i);
    return n;
}

/* What lies outside of the array is 0, or a NaN: on an H200 one of these bits. */
static void fill_outside(char *to, uint32_t n, const struct tensor_map *m)
{
    static const char nan[] = {(char)0xf7, 0x7f};
    for (uint32_t i = 0; i < n; i++)
        to[i] = m->fill == FILL_NAN ? nan[i % 2] : 0;
}

/* Floats as the map's type has them. */
static void convert(char *floats, uint32_t n, const struct tensor_map *m)
{
    const uint32_t exponent = 0x7f800000, below = 0x1fff; /* the bits that tf32 lacks */
    for (uint32_t i = 0; (m->rounds || m->flushes) && i < n; i += 4) {
        uint32_t bits;
        memcpy(&bits, floats + i, sizeof bits);
        if (m->flushes && !(bits & exponent))
            bits &= 0x80000000;
        if (m->rounds && (bits & exponent) != exponent)
            bits = (bits + (below + 1) / 2) & ~below;
        memcpy(floats + i, &bits, sizeof bits);
    }
}

static void load_run(const struct worker *w, const struct bulk_copy *c,
                     const struct box_run *r)
{
    char row[256 * 8];
    fill_outside(row, r->bytes, &c->map);
    memcpy(row + r->skip, (const char *)r->from + r->skip, r->n);
    convert(row + r->skip, r->n, &c->map);
    if (emu_withholds(WAY_SHARED | WAY_TENSOR_COPY))
        emu_withhold_bytes(row + r->skip, r->n);
    for (uint32_t i = 0; i < r->bytes; i += 16)
        memcpy((char *)w->shared_base + swizzled(r->offset + i, c->map.swizzle),
               row + i, 16);
}

uint32_t emu_box_stored(const struct box_run *r)
{
    const uint32_t end = (r->skip + r->n + 15) / 16 * 16;
    return r->n ? end - r->skip : 0;
}

static void store_run(const struct worker *w, const struct bulk_copy *c,
                      const struct box_run *r)
{
    char row[256 * 8];
    for (uint32_t i = 0; i < r->bytes; i += 16)
        memcpy(row + i,
               (const char *)w->shared_base + swizzled(r->offset + i, c->map.swizzle),
               16);
    memcpy((char *)r->from + r->skip, row + r->skip, emu_box_stored(r));
}

bool emu_box_stores_to(const struct bulk_copy *c, uintptr_t p, uint32_t bytes)
{
    if (c->map.rank == 0)
        return p < c->map.start + c->bytes && c->map.start < p + bytes;
    for (uint32_t i = 0; i < emu_box_runs(c); i++) {
        const struct box_run r = emu_box_run(c, i);
        const uintptr_t first = r.from + r.skip;
        if (p < first + emu_box_stored(&r) && first < p + bytes)
            return true;
    }
    return false;
}

static void load_bytes(char *shared, const struct bulk_copy *c)
{
    memcpy(shared, (const char *)c->map.start, c->bytes);
    if (emu_withholds(WAY_SHARED))
        emu_withhold_bytes(shared, c->bytes);
}

void emu_box_move(struct worker *w, const struct bulk_copy *c)
{
    const uint32_t runs = c->map.rank ? emu_box_runs(c) : 0;
    char *shared = (char *)w->shared_base + c->offset;
    emu_witness_inside(true);
    for (uint32_t i = 0; i < runs; i++) {
        const struct box_run r = emu_box_run(c, i);
        if (c->barrier >= 0)
            load_run(w, c, &r);
        else
            store_run(w, c, &r);
    }
    if (runs == 0 && c->barrier >= 0)
        load_bytes(shared, c);
    else if (runs == 0)
        memcpy((char *)c->map.start, shared, c->bytes);
    emu_witness_inside(false);
}

uint32_t emu_box_room(const struct bulk_copy *c)
{
    return c->map.rank ? c->bytes / row_bytes(&c->map) * pitch_of(&c->map) : c->bytes;
}
