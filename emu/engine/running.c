/* Who runs on this OS thread; running.h states the contract. */
#include "running.h"

#include <stddef.h>

#include "log.h"
#include "platform.h"
#include "symbols.h"
#include "worker.h"

/* A thread-local name without emu_ would be an array of the kernels: shared.c. */
static EMU_OWN struct worker *emu_here;

void emu_running_prepare(struct worker *w)
{
    emu_here = w;
}

struct worker *emu_worker(void)
{
    return emu_here;
}

struct thread *emu_thread(void)
{
    return emu_here->running;
}

/* A lane has a log while it runs. */
bool emu_in_kernel(void)
{
    return emu_log_end() != NULL;
}

uint64_t *emu_hold_on(void)
{
    uint64_t *held = emu_log_end();
    emu_log_end_at(NULL);
    return held;
}

void emu_go_on(uint64_t *held)
{
    emu_log_end_at(held);
}

uintptr_t emu_last_seen(void)
{
    const int lane = (emu_here->running - emu_here->thread) % WARP_SIZE;
    if (emu_log_next > emu_here->log[lane] && emu_log_next <= emu_log_end())
        return emu_full_pc(emu_log_next[-1] >> (OFFSET_BITS + KEY_PC_SHIFT));
    return emu_here->running->site;
}
