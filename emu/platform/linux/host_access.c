/*
 * Accesses of host code; host_access.h has the contract. A graded program defines
 * emu_fence_data and emu_fence_bss, after the variables of its kernel and before those
 * of the emulator. Other programs do not.
 */
#include "host_access.h"

#include <stdbool.h>
#include <string.h>

#include "shared.h"
#include "vault.h"

extern char emu_fence_data[] __attribute__((weak));
extern char emu_fence_bss[] __attribute__((weak));
extern char edata[], end[];
extern char __start_emu_device[] __attribute__((weak));
extern char __stop_emu_device[] __attribute__((weak));
extern char __start_emu_constant[] __attribute__((weak));
extern char __stop_emu_constant[] __attribute__((weak));

static bool within(uintptr_t a, const char *start, const char *stop)
{
    return a >= (uintptr_t)start && a < (uintptr_t)stop;
}

void emu_host_access(uintptr_t a, bool write, uintptr_t pc)
{
    (void)write, (void)pc;
    if (!emu_fence_data)
        return;
    if (within(a, emu_fence_data, edata) || within(a, emu_fence_bss, end) ||
        within(a, __start_emu_device, __stop_emu_device) ||
        within(a, __start_emu_constant, __stop_emu_constant) || emu_shared_is_here(a))
        emu_beyond_fence();
}

static void look_at(const void *p, size_t n)
{
    if (n) {
        emu_host_access((uintptr_t)p, false, 0);
        emu_host_access((uintptr_t)p + n - 1, false, 0);
    }
}

void *emu_host_memcpy(void *to, const void *from, size_t n)
{
    look_at(to, n);
    look_at(from, n);
    return memcpy(to, from, n);
}

void *emu_host_memmove(void *to, const void *from, size_t n)
{
    look_at(to, n);
    look_at(from, n);
    return memmove(to, from, n);
}

void *emu_host_memset(void *to, int byte, size_t n)
{
    look_at(to, n);
    return memset(to, byte, n);
}
