/*
 * Device memory: one reserved range of addresses, handed out front to back, with a
 * shadow byte for every four bytes. In the shadow's low nibble a bit says that the byte
 * may be touched, in the high nibble that it was ever set. Gaps between allocations and
 * freed memory are 0, so every access out of bounds meets a 0.
 */
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "emu.h"

enum { ALIGNMENT = 256 }; /* bytes, as cudaMalloc aligns */

uintptr_t emu_arena;
uint8_t *emu_shadow;

static struct allocation *allocations; /* sorted by offset */
static size_t count, room;
static uint64_t next_offset, end_of_used;
static size_t allocated;

void emu_memory_reserve(void)
{
    if (emu_arena)
        return;
    void *arena = mmap(NULL, ARENA_BYTES, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    void *shadow = mmap(NULL, ARENA_BYTES / 4, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (arena == MAP_FAILED || shadow == MAP_FAILED) {
        fprintf(stderr, "emulator: cannot reserve 20 GiB of addresses: raise the limit "
                        "with 'ulimit -v unlimited'\n");
        exit(2);
    }
    /* Fewer, larger pages: opening and closing them all takes no time. */
    madvise(arena, ARENA_BYTES, MADV_HUGEPAGE);
    madvise(shadow, ARENA_BYTES / 4, MADV_HUGEPAGE);
    emu_shadow = shadow;
    emu_arena = (uintptr_t)arena;
    emu_crash_handlers();
}

static void *at(uint64_t offset)
{
    return (void *)(emu_arena + offset);
}

static uint64_t page_up(uint64_t bytes)
{
    return (bytes + 4095) & ~4095ull;
}

void emu_memory_open(bool open)
{
    if (end_of_used)
        mprotect(at(0), page_up(end_of_used),
                 open ? PROT_READ | PROT_WRITE : PROT_NONE);
}

/* Mark bytes [offset, offset + bytes) in the shadow: `nibbles` is 0x0f for memory that
   may be touched and is unset, 0xff for set, 0 for out of bounds. */
static void mark(uint64_t offset, uint64_t bytes, uint8_t nibbles)
{
    uint64_t end = offset + bytes;
    for (; offset < end && offset % 4; offset++)
        emu_shadow[offset / 4] |= nibbles & (0x11 << offset % 4);
    if (offset >= end)
        return;
    memset(emu_shadow + offset / 4, nibbles, (end - offset) / 4);
    for (uint64_t tail = end & ~3ull; tail < end; tail++)
        emu_shadow[tail / 4] |= nibbles & (0x11 << tail % 4);
}

/* Bytes that no allocation gets behind one of so many bytes: wide, so that an index far
   off, such as a row too many, still meets no neighbour. */
static uint64_t gap(uint64_t bytes)
{
    const uint64_t least = 64 << 10, most = 64 << 20;
    return bytes < least ? least : bytes > most ? most : bytes;
}

/* A free place for `bytes` after the last one given, or from the front: addresses are
   used again as late as possible, so that use after free is seen. */
static bool find_place(uint64_t bytes, uint64_t *offset, size_t *index)
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
            start = (start + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
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

cudaError_t emu_memory_take(void **pointer, size_t bytes)
{
    emu_memory_reserve();
    uint64_t offset;
    size_t i;
    *pointer = NULL;
    if (bytes == 0)
        return cudaSuccess;
    if (bytes > ARENA_BYTES / 2 || allocated + bytes > emu_profile()->dram_bytes)
        return cudaErrorMemoryAllocation;
    if (!find_place(bytes, &offset, &i)) {
        forget_freed();
        if (!find_place(bytes, &offset, &i))
            return cudaErrorMemoryAllocation;
    }
    if (count == room) {
        size_t more = 2 * room + 16;
        struct allocation *larger = realloc(allocations, more * sizeof *larger);
        if (!larger)
            return cudaErrorMemoryAllocation;
        allocations = larger;
        room = more;
    }
    memmove(allocations + i + 1, allocations + i, (count - i) * sizeof *allocations);
    allocations[i] = (struct allocation){.offset = offset, .bytes = bytes};
    count++;
    next_offset = offset + bytes;
    end_of_used = next_offset > end_of_used ? next_offset : end_of_used;
    allocated += bytes;
    mark(offset, bytes, 0x0f);
    *pointer = at(offset);
    return cudaSuccess;
}

/* The allocation at or below offset. */
static const struct allocation *below(uint64_t offset)
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

const struct allocation *emu_allocation_near(uint64_t offset)
{
    const struct allocation *a = below(offset);
    const struct allocation *b = a ? a + 1 : allocations;
    if (b == allocations + count)
        return a;
    if (!a || (offset >= a->offset + a->bytes &&
               b->offset - offset < offset - (a->offset + a->bytes)))
        return b;
    return a;
}

cudaError_t emu_memory_give(void *pointer)
{
    if (!pointer)
        return cudaSuccess;
    uint64_t offset = (uintptr_t)pointer - emu_arena;
    struct allocation *a = (struct allocation *)below(offset);
    if (!emu_arena || offset >= ARENA_BYTES || !a || a->offset != offset || a->freed)
        return cudaErrorInvalidValue;
    a->freed = true;
    allocated -= a->bytes;
    memset(emu_shadow + offset / 4, 0, (a->bytes + 3) / 4);
    /* Whole pages go back to the system; their shadow's too, when it is large. */
    uint64_t first = page_up(offset), last = (offset + a->bytes) & ~4095ull;
    if (first < last)
        madvise(at(first), last - first, MADV_DONTNEED);
    return cudaSuccess;
}

void emu_memory_reset(void)
{
    for (size_t i = 0; i < count; i++)
        if (!allocations[i].freed)
            emu_memory_give(at(allocations[i].offset));
}

bool emu_memory_is_device(const void *pointer)
{
    return emu_arena && (uintptr_t)pointer - emu_arena < ARENA_BYTES;
}

bool emu_memory_holds(const void *pointer, size_t bytes)
{
    uint64_t offset = (uintptr_t)pointer - emu_arena;
    if (!emu_memory_is_device(pointer))
        return false;
    const struct allocation *a = below(offset);
    return a && !a->freed && offset + bytes <= a->offset + a->bytes;
}

void emu_memory_copied(void *to, const void *from, size_t bytes)
{
    uint64_t offset = (uintptr_t)to - emu_arena;
    if (!emu_memory_is_device(to))
        return;
    if (!from || !emu_memory_is_device(from)) {
        mark(offset, bytes, 0xff);
        return;
    }
    uint64_t source = (uintptr_t)from - emu_arena; /* what was unset stays unset */
    for (size_t i = 0; i < bytes; i++)
        if (emu_shadow[(source + i) / 4] & (0x10 << (source + i) % 4))
            emu_shadow[(offset + i) / 4] |= 0x11 << (offset + i) % 4;
}

size_t emu_allocated_bytes(void)
{
    return allocated;
}
