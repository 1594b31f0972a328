/*
 * The allocations in device memory, live and freed: the place of each, the gap to the
 * next, and the call that made it.
 */
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "profile.h"

static struct allocation *allocations; /* sorted by offset */
static size_t count, room;
static uint64_t next_offset;
static size_t allocated; /* bytes of live allocations */
static unsigned taken;

/* The gap after an allocation of `bytes` bytes. It is wide, so that an index far out of
   bounds, such as a row too many, does not reach the next allocation. */
static uint64_t gap(uint64_t bytes)
{
    const uint64_t least = 64 << 10, most = 64 << 20;
    return bytes < least ? least : bytes > most ? most : bytes;
}

/* A free place for `bytes`, after the last allocation or else from the front. Addresses
   are reused as late as possible, so that use after free is detected. */
static bool find_place(uint64_t bytes, uint64_t phase, uint64_t *offset, size_t *index)
{
    for (int round = 0; round < 2; round++, next_offset = 0) {
        uint64_t start = round == 0 ? next_offset : 0;
        size_t i = 0;
        while (i < count && allocations[i].offset + allocations[i].bytes <= start)
            i++;
        for (; i <= count; i++) {
            uint64_t end = i < count ? allocations[i].offset : ARENA_BYTES;
            if (i > 0) {
                uint64_t after = allocations[i - 1].offset + allocations[i - 1].bytes;
                after += gap(allocations[i - 1].bytes);
                start = after > start ? after : start;
            }
            start = start < gap(0) ? gap(0) : start;
            start = (start + ALLOCATION_ALIGNMENT - 1) / ALLOCATION_ALIGNMENT *
                        ALLOCATION_ALIGNMENT +
                    phase;
            if (start + bytes + gap(bytes) <= end) {
                *offset = start;
                *index = i;
                return true;
            }
        }
    }
    return false;
}

static void forget_freed(void)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (!allocations[i].freed)
            allocations[kept++] = allocations[i];
    count = kept;
}

const struct allocation *emu_allocation_make(uint64_t bytes, uint64_t phase,
                                             uintptr_t site)
{
    uint64_t offset;
    size_t i;
    if (bytes > ARENA_BYTES / 2 || allocated + bytes > emu_profile()->dram_bytes)
        return NULL;
    if (!find_place(bytes, phase, &offset, &i)) {
        forget_freed();
        if (!find_place(bytes, phase, &offset, &i))
            return NULL;
    }
    if (count == room) {
        size_t more = 2 * room + 16;
        struct allocation *larger = realloc(allocations, more * sizeof *larger);
        if (!larger)
            return NULL;
        allocations = larger;
        room = more;
    }
    memmove(allocations + i + 1, allocations + i, (count - i) * sizeof *allocations);
    allocations[i] = (struct allocation){
        .offset = offset, .bytes = bytes, .taken_at = site, .number = taken++};
    count++;
    next_offset = offset + bytes;
    allocated += bytes;
    return &allocations[i];
}

const struct allocation *emu_allocation_below(uint64_t offset)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (allocations[middle].offset <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? &allocations[low - 1] : NULL;
}

void emu_allocation_pitch(uint64_t offset, uint64_t pitch)
{
    struct allocation *a = (struct allocation *)emu_allocation_below(offset);
    if (a && a->offset == offset)
        a->pitch = pitch;
}

void emu_allocation_set(uint64_t offset, uint64_t bytes, uintptr_t site)
{
    struct allocation *a = (struct allocation *)emu_allocation_below(offset);
    if (!a || offset - a->offset >= a->bytes)
        return;
    a->sets++;
    a->set_at = site;
    a->set_bytes = bytes;
}

const struct allocation *emu_allocation_near(uint64_t offset)
{
    const struct allocation *a = emu_allocation_below(offset);
    const struct allocation *b = a ? a + 1 : allocations;
    if (b == allocations + count)
        return a;
    if (!a || (offset >= a->offset + a->bytes &&
               b->offset - offset < offset - (a->offset + a->bytes)))
        return b;
    return a;
}

const struct allocation *emu_allocation_end(uint64_t offset, uintptr_t site)
{
    struct allocation *a = (struct allocation *)emu_allocation_below(offset);
    if (!a || a->offset != offset || a->freed)
        return NULL;
    a->freed = true;
    a->freed_at = site;
    allocated -= a->bytes;
    return a;
}

const struct allocation *emu_allocation_live(void)
{
    for (size_t i = 0; i < count; i++)
        if (!allocations[i].freed)
            return &allocations[i];
    return NULL;
}

static bool stuck;

void emu_memory_stuck(bool is_stuck)
{
    stuck = is_stuck;
}

struct leaks emu_memory_leaks(void)
{
    struct leaks leaks = {0};
    unsigned first = 0;
    for (size_t i = 0; i < count && !stuck; i++) {
        const struct allocation *a = &allocations[i];
        if (a->freed || !a->taken_at) /* without a site: the heap of kernels, heap.c */
            continue;
        if (leaks.n++ == 0 || a->number < first) {
            first = a->number;
            leaks.first_site = a->taken_at;
        }
        leaks.bytes += a->bytes;
    }
    return leaks;
}

size_t emu_allocated_bytes(void)
{
    return allocated;
}
