/* What a kernel may call that is no memory access: to stop, to wait, to ask the time.
 */
#include <stddef.h>
#include <time.h>

#include "event.h"
#include "launch.h"

/* What g++ is not to know: emu_device.hpp. */
extern const size_t emu_zero;
const size_t emu_zero = 0;

/* ---- Stopping and waiting. */

void emu_stop(const char *does)
{
    emu_stop_at(does, (uintptr_t)__builtin_return_address(0));
}

void emu_pause(void)
{
    if (emu_in_kernel())
        emu_thread_pause();
}

/* __threadfence() */
void emu_race_fence(void)
{
    if (emu_in_kernel())
        EMU_TELL(emu_worker()->on, fence, emu_worker(),
                 (uintptr_t)__builtin_return_address(0));
}

/* ---- The time: it grows by some clocks at each look, in the order in which the
   threads of a block run, so that a loop which waits for a time ends. */

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
    enum { CLOCKS_A_LOOK = 37 }; /* a prime: a time that is waited for is passed */
    return clocks[w->number].ticks += CLOCKS_A_LOOK;
}

long emu_clock_or_ticks(void)
{
    return emu_in_kernel() ? emu_ticks() : clock();
}
