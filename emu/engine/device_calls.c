/* Calls of kernels that are not memory accesses: to stop, to wait, to read the
   clock. */
#include <stddef.h>
#include <stdio.h>
#include <time.h>

#include "event.h"
#include "launch.h"
#include "platform.h"

/* Values hidden from g++'s optimizer: emu_device.hpp. */
extern const size_t emu_zero;
const size_t emu_zero = 0;

/* ---- Stopping and waiting. */

void emu_stop(const char *does)
{
    emu_stop_at(does, EMU_CALLER());
}

void emu_outside(long long i, size_t n, const char *name)
{
    struct fault_record f = emu_fault_here(FAULT_OUT_OF_BOUNDS, EMU_CALLER());
    f.detail = DETAIL_LOCAL;
    snprintf(f.text, sizeof f.text, "%s[%lld], %s (%zu elements)", name, i,
             i < 0 ? "before its start" : "past its end", n);
    emu_fault_abandon(emu_worker(), &f);
}

void emu_pause(void)
{
    if (emu_in_kernel())
        emu_thread_pause();
}

void emu_read_only(const void *p, size_t n)
{
    if (emu_in_kernel())
        EMU_TELL(emu_worker()->on, read_only, emu_worker(), p, n, EMU_CALLER());
}

void emu_special(void)
{
    if (!emu_in_kernel())
        return;
    emu_worker()->running->specials++;
    emu_worker()->specials++;
}

/* ---- The clock: each read advances it by some cycles, in the order in which the
   threads of a block run. So a loop that waits for a time ends. */

static struct {
    unsigned launch;
    uint64_t block;
    long long ticks;
} clocks[EMU_MAX_WORKERS];

long long emu_ticks(void)
{
    const struct worker *w = emu_worker();
    if (!emu_in_kernel())
        return 0;
    if (clocks[w->number].launch != w->launch->number ||
        clocks[w->number].block != w->block) {
        clocks[w->number].launch = w->launch->number;
        clocks[w->number].block = w->block;
        clocks[w->number].ticks = 0;
    }
    enum {
        CLOCKS_A_LOOK = 37
    }; /* a prime: a loop that waits for an exact time misses it */
    return clocks[w->number].ticks += CLOCKS_A_LOOK;
}

long emu_clock_or_ticks(void)
{
    return emu_in_kernel() ? emu_ticks() : clock();
}
