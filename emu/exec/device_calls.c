/* What a kernel may call that is no memory access: to stop, to wait, to ask the time.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "emu.h"

/* ---- Stopping and waiting. */

_Noreturn void emu_stop_at(const char *does, uintptr_t pc)
{
    struct worker *w = emu_fast.worker;
    if (!emu_in_kernel()) {
        fprintf(stderr, "emulator: the host %s\n", does);
        abort();
    }
    struct raw_fault f = {.kind = FAULT_CRASH,
                          .detail = DETAIL_CALL,
                          .block = w->block,
                          .pc = pc,
                          .thread = emu_fast.thread - w->thread};
    snprintf(f.text, sizeof f.text, "%s", does);
    emu_fault_abandon(w, &f);
}

void emu_stop(const char *does)
{
    emu_stop_at(does, (uintptr_t)__builtin_return_address(0));
}

void emu_pause(void)
{
    if (emu_in_kernel())
        emu_thread_pause();
}

/* ---- The time: it grows by one at each look, in the order in which the threads of a
   block run, so that a loop which waits for a time ends. */

static struct {
    unsigned launch;
    uint64_t block;
    long long ticks;
} clocks[EMU_MAX_WORKERS];

long long emu_ticks(void)
{
    const struct worker *w = emu_fast.worker;
    if (!emu_in_kernel())
        return 0;
    if (clocks[w->number].launch != emu_launch_now.number ||
        clocks[w->number].block != w->block) {
        clocks[w->number].launch = emu_launch_now.number;
        clocks[w->number].block = w->block;
        clocks[w->number].ticks = 0;
    }
    return ++clocks[w->number].ticks;
}

long emu_clock_or_ticks(void)
{
    return emu_in_kernel() ? emu_ticks() : clock();
}
