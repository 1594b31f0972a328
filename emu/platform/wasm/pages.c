/* Memory without pages: all of it can always be accessed, and host_access.c asks here
   whether it may. */
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "pages.h"
#include "param.h"
#include "platform.h"
#include "settings.h"
#include "vault.h"

/* From LARGE on, memory is taken from its end, which is zero there and costs nothing
   before its first use. It is kept for the next one of this size. */
enum { UNIT = 65536, LARGE = 1 << 22, KEPT = 64 };
static struct {
    void *start;
    size_t bytes;
} kept[KEPT];

/* Pages that were never used stay so: to write to one would take its memory. */
static void clear(void *start, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += PAGE_BYTES) {
        const size_t n = bytes - at < PAGE_BYTES ? bytes - at : PAGE_BYTES;
        const uint64_t *words = (const uint64_t *)((char *)start + at);
        size_t i = 0;
        while (i < n / sizeof *words && !words[i])
            i++;
        memset((char *)start + at + i * sizeof *words, 0, n - i * sizeof *words);
    }
}

void *emu_pages_reserve(size_t bytes, bool open)
{
    (void)open;
    if (bytes < LARGE) {
        void *p = aligned_alloc(PAGE_BYTES, (bytes + PAGE_BYTES - 1) & -PAGE_BYTES);
        return p ? memset(p, 0, bytes) : NULL;
    }
    for (int i = 0; i < KEPT; i++)
        if (kept[i].bytes == bytes) {
            kept[i].bytes = 0;
            return kept[i].start;
        }
    const size_t before = __builtin_wasm_memory_grow(0, (bytes + UNIT - 1) / UNIT);
    return before == (size_t)-1 ? NULL : (void *)(before * UNIT);
}

void emu_pages_free(void *start, size_t bytes, size_t used)
{
    if (bytes < LARGE) {
        free(start);
        return;
    }
    clear(start, used);
    for (int i = 0; i < KEPT; i++)
        if (!kept[i].bytes) {
            kept[i].start = start;
            kept[i].bytes = bytes;
            return;
        }
}

bool emu_pages_exist(uintptr_t address)
{
    return address && address < (uint64_t)__builtin_wasm_memory_size(0) * UNIT;
}

static uint8_t allowed[ARENA_BYTES / PAGE_BYTES]; /* enum pages of each */

void emu_pages_allow(void *start, size_t bytes, enum pages access)
{
    const uintptr_t at = (uintptr_t)start - emu_arena();
    if (at < ARENA_BYTES)
        memset(&allowed[at / PAGE_BYTES], access,
               (bytes + PAGE_BYTES - 1) / PAGE_BYTES);
}

bool emu_pages_may(uintptr_t address, bool write)
{
    return allowed[(address - emu_arena()) / PAGE_BYTES] >=
           (write ? PAGES_OPEN : PAGES_READ);
}

void emu_pages_drop(void *start, size_t bytes)
{
    clear(start, bytes);
}

void emu_pages_guard(void *page)
{
    (void)page;
}

/* ---- vault.h: nothing is closed. */

__thread uintptr_t emu_gate_return;

void emu_vault_begin(void)
{
}

void *emu_vault_new(size_t bytes)
{
    return emu_allocate(bytes ? bytes : 1, 1, "a worker");
}

void emu_vault_add(void *start, size_t bytes)
{
    (void)start, (void)bytes;
}

bool emu_vault_exists(void)
{
    return false;
}

void emu_vault_open(void)
{
}

void emu_vault_close(void)
{
}

bool emu_vault_holds(uintptr_t a)
{
    (void)a;
    return false;
}

_Noreturn void emu_beyond_fence(void)
{
    abort();
}
