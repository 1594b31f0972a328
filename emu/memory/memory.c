/*
 * Device memory: one reserved range of addresses, allocated front to back, with a
 * shadow byte for every four bytes (memory.h). The shadow of freed memory and of gaps
 * between allocations is 0, so every access out of bounds finds a 0.
 */
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform.h"
#include "settings.h"
#include "vault.h"

static uintptr_t arena_start;
static uint8_t *shadow_of;
static uint64_t end_of_used;
static void (*after_close)(void);
static void (*after_free)(uint64_t offset);

uintptr_t emu_arena(void)
{
    return arena_start;
}

uint8_t *emu_shadow(void)
{
    return shadow_of;
}

void emu_memory_reserve(void)
{
    if (arena_start)
        return;
    if (emu_settings()->no_device) {
        fprintf(stderr,
                "a static constructor uses the device, which is available only in "
                "sgemm()\n");
        exit(1);
    }
    void *arena = emu_pages_reserve(ARENA_BYTES, false);
    void *shadow = emu_pages_reserve(ARENA_BYTES / 4, true);
    if (!arena || !shadow) {
        fprintf(stderr, "emulator: cannot reserve 20 GiB of addresses: raise the limit "
                        "with 'ulimit -v unlimited'\n");
        emu_give_up();
    }
    emu_vault_add(shadow, ARENA_BYTES / 4);
    shadow_of = shadow;
    arena_start = (uintptr_t)arena;
}

static void *at(uint64_t offset)
{
    return (void *)(arena_start + offset);
}

static uint64_t page_up(uint64_t bytes)
{
    return (bytes + 4095) & ~4095ull;
}

uint64_t emu_memory_used(void)
{
    return page_up(end_of_used);
}

static void protect(uint64_t start, uint64_t end, bool open)
{
    if (start < end)
        emu_pages_allow(at(start), end - start, open ? PAGES_OPEN : PAGES_CLOSED);
    if (!open && after_close)
        after_close();
}

void emu_memory_open(bool open)
{
    protect(0, page_up(end_of_used), open);
}

void emu_memory_open_around(const void *pointer, size_t bytes, bool open)
{
    const uintptr_t huge = 1 << 21, all = arena_start + page_up(end_of_used);
    const uintptr_t start = (uintptr_t)pointer / huge * huge;
    const uintptr_t end = ((uintptr_t)pointer + bytes + huge - 1) / huge * huge;

    if (emu_memory_is_device(pointer))
        protect(start < arena_start ? 0 : start - arena_start,
                (end < all ? end : all) - arena_start, open);
}

void emu_memory_after_free(void (*call)(uint64_t offset))
{
    after_free = call;
}

void emu_memory_after_close(void (*call)(void))
{
    after_close = call;
}

/* Mark bytes [offset, offset + bytes) in the shadow: `nibbles` is 0x0f for accessible,
   unset memory, 0xff for set memory, 0 for memory out of bounds. */
static void mark(uint64_t offset, uint64_t bytes, uint8_t nibbles)
{
    uint64_t end = offset + bytes;
    for (; offset < end && offset % 4; offset++)
        shadow_of[offset / 4] |= nibbles & (0x11 << offset % 4);
    if (offset >= end)
        return;
    memset(shadow_of + offset / 4, nibbles, (end - offset) / 4);
    for (uint64_t tail = end & ~3ull; tail < end; tail++)
        shadow_of[tail / 4] |= nibbles & (0x11 << tail % 4);
}

void emu_memory_shut(const void *pointer, size_t bytes)
{
    memset(shadow_of + ((uintptr_t)pointer - arena_start) / 4, 0, (bytes + 3) / 4);
}

void emu_memory_unset(const void *pointer, size_t bytes)
{
    mark((uintptr_t)pointer - arena_start, bytes, 0x0f);
}

cudaError_t emu_memory_take_like(void **pointer, size_t bytes, uintptr_t like,
                                 uintptr_t site)
{
    *pointer = NULL;
    if (bytes == 0)
        return cudaSuccess;
    const struct allocation *a =
        emu_allocation_make(bytes, like % ALLOCATION_ALIGNMENT, site);
    if (!a)
        return cudaErrorMemoryAllocation;
    uint64_t end = a->offset + bytes;
    end_of_used = end > end_of_used ? end : end_of_used;
    mark(a->offset, bytes, 0x0f);
    *pointer = at(a->offset);
    return cudaSuccess;
}

cudaError_t emu_memory_take(void **pointer, size_t bytes, uintptr_t site)
{
    return emu_memory_take_like(pointer, bytes, 0, site);
}

cudaError_t emu_memory_give(void *pointer, uintptr_t site)
{
    if (!pointer)
        return cudaSuccess;
    uint64_t offset = (uintptr_t)pointer - arena_start;
    const struct allocation *a =
        emu_memory_is_device(pointer) ? emu_allocation_end(offset, site) : NULL;
    if (!a)
        return cudaErrorInvalidValue;
    memset(shadow_of + offset / 4, 0, (a->bytes + 3) / 4);
    /* Whole pages are returned to the system; those of a large shadow, too. */
    uint64_t first = page_up(offset), last = (offset + a->bytes) & ~4095ull;
    if (first < last)
        emu_pages_drop(at(first), last - first);
    if (after_free)
        after_free(offset);
    return cudaSuccess;
}

void emu_memory_reset(void)
{
    const struct allocation *a;
    while ((a = emu_allocation_live()))
        emu_memory_give(at(a->offset), 0);
}

bool emu_memory_is_device(const void *pointer)
{
    return arena_start && (uintptr_t)pointer - arena_start < ARENA_BYTES;
}

bool emu_memory_holds(const void *pointer, size_t bytes)
{
    uint64_t offset = (uintptr_t)pointer - arena_start;
    if (!emu_memory_is_device(pointer))
        return false;
    const struct allocation *a = emu_allocation_below(offset);
    uint64_t in = a ? offset - a->offset : 0;
    return a && !a->freed && in <= a->bytes && bytes <= a->bytes - in;
}

size_t emu_memory_unset_run(const void *from, size_t bytes, size_t least, size_t *first)
{
    const uint64_t offset = (uintptr_t)from - arena_start;
    size_t run = 0;
    if (!emu_memory_is_device(from))
        return 0;
    for (size_t i = 0; i < bytes; i++) {
        const uint64_t at = offset + i;
        if (at % 4 == 0 && run == 0) /* most words are set */
            while (i + 4 < bytes && shadow_of[(offset + i) / 4] == 0xff)
                i += 4;
        const uint8_t state = shadow_of[(offset + i) / 4];
        if (!(state >> 4 & 1 << (offset + i) % 4)) {
            if (run++ == 0)
                *first = i;
        } else if (run >= least) {
            return run;
        } else {
            run = 0;
        }
    }
    return run >= least ? run : 0;
}

void emu_memory_copied(void *to, const void *from, size_t bytes)
{
    uint64_t offset = (uintptr_t)to - arena_start;
    if (!emu_memory_is_device(to))
        return;
    if (!from || !emu_memory_is_device(from)) {
        mark(offset, bytes, 0xff);
        return;
    }
    /* Unset bytes are unset in the copy. As with memmove(), a byte of an overlap is
       read before it is overwritten. */
    uint64_t source = (uintptr_t)from - arena_start;
    for (size_t n = 0; n < bytes; n++) {
        uint64_t i = offset > source ? bytes - 1 - n : n, of = source + i,
                 to_set = offset + i;
        uint8_t set = 0x10 << to_set % 4;
        if (shadow_of[of / 4] & (0x10 << of % 4))
            shadow_of[to_set / 4] |= set;
        else
            shadow_of[to_set / 4] &= ~set;
    }
}
