/* Pages that open and close; vault.h has the contract. */
#define _GNU_SOURCE
#include "vault.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "param.h"
#include "probe.h"
#include "settings.h"

__thread uintptr_t emu_gate_return;

/* A graded program has these marks, at the start of a page: after them come the
   variables of the emulator and the runner. */
extern char emu_fence_data[] __attribute__((weak));
extern char emu_fence_bss[] __attribute__((weak));
extern char __start_emu_device[] __attribute__((weak));
extern char __stop_emu_device[] __attribute__((weak));
extern char end[];

enum { MOST = 512 };
/* Thread-local, and so not in the closed memory. */
static __thread struct {
    uintptr_t start, bytes;
} emu_vault[MOST];
static __thread int emu_vault_ranges;

static void add(uintptr_t start, uintptr_t stop)
{
    if (emu_vault_ranges == MOST) {
        fprintf(stderr, "emulator: more than %d ranges of memory to close\n", MOST);
        emu_give_up();
    }
    emu_vault[emu_vault_ranges].start = start;
    emu_vault[emu_vault_ranges++].bytes =
        (stop - start + PAGE_BYTES - 1) & ~(uintptr_t)(PAGE_BYTES - 1);
}

/* Data, device variables and zeros follow one another, on pages of their own. */
void emu_vault_begin(void)
{
    if (!emu_fence_data || emu_vault_ranges)
        return;
    add((uintptr_t)emu_fence_data, (uintptr_t)__start_emu_device);
    add((uintptr_t)__start_emu_device, (uintptr_t)__stop_emu_device);
    add((uintptr_t)emu_fence_bss, (uintptr_t)end);
}

void emu_vault_add(void *start, size_t bytes)
{
    if (emu_vault_ranges)
        add((uintptr_t)start, (uintptr_t)start + bytes);
}

void *emu_vault_new(size_t bytes)
{
    void *p =
        mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) {
        fprintf(stderr, "emulator: not enough memory for %zu bytes\n", bytes);
        emu_give_up();
    }
    emu_vault_add(p, bytes);
    return p;
}

bool emu_vault_exists(void)
{
    return emu_vault_ranges;
}

static void protect(int access)
{
    for (int i = 0; i < emu_vault_ranges; i++)
        mprotect((void *)emu_vault[i].start, emu_vault[i].bytes, access);
}

void emu_vault_open(void)
{
    protect(PROT_READ | PROT_WRITE);
}

void emu_vault_close(void)
{
    protect(PROT_NONE);
}

void emu_beyond_fence(void)
{
    emu_vault_open();
    if (probe_beyond)
        probe_beyond();
    _exit(1);
}

bool emu_vault_holds(uintptr_t a)
{
    for (int i = 0; i < emu_vault_ranges; i++)
        if (a - emu_vault[i].start < emu_vault[i].bytes)
            return true;
    return false;
}
