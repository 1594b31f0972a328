/* Faults as they are found; fault.h has the contract. */
#include "fault.h"

#include <stdio.h>
#include <stdlib.h>

#include "event.h"
#include "launch.h"
#include "worker.h"

struct fault_record emu_fault_here(enum fault_kind kind, uintptr_t pc)
{
    const struct worker *w = emu_worker();
    return (struct fault_record){
        .kind = kind, .block = w->block, .pc = pc, .thread = emu_thread() - w->thread};
}

void emu_say_thread(const struct launch *l, char *text, size_t size, uint32_t thread)
{
    const struct dim3 d = l->config.__block;
    uint32_t x = thread % d.x, y = thread / d.x % d.y, z = thread / d.x / d.y;
    if (thread >= MAX_THREADS)
        snprintf(text, size, "other threads");
    else if (d.z > 1)
        snprintf(text, size, "thread (%u,%u,%u)", x, y, z);
    else
        snprintf(text, size, "thread (%u,%u)", x, y);
}

void emu_say_block(const struct launch *l, char *text, size_t size, uint64_t block)
{
    const struct dim3 g = l->config.__grid;
    unsigned x = block % g.x, y = block / g.x % g.y, z = block / g.x / g.y;
    if (g.z > 1)
        snprintf(text, size, "block (%u,%u,%u)", x, y, z);
    else
        snprintf(text, size, "block (%u,%u)", x, y);
}

void emu_say_running(char *text, size_t size)
{
    char thread[64], block[64];
    const struct worker *w = emu_worker();
    emu_say_thread(w->launch, thread, sizeof thread, emu_running(w));
    emu_say_block(w->launch, block, sizeof block, w->block);
    snprintf(text, size, "%s of %s of %s", thread, block, w->launch->kernel);
}

void emu_fault_record(struct worker *w, const struct fault_record *f)
{
    const uint64_t epoch = f->epoch ? f->epoch : w->epoch;
    /* Threads that miss a barrier also race from then on: the barrier is reported. */
    const bool other = f->detail == DETAIL_DEADLOCK || f->detail == DETAIL_MISUSED ||
                       f->detail == DETAIL_COUNT;
    const bool explains = f->kind == FAULT_BARRIER && !other &&
                          w->fault.block == f->block && w->fault_epoch >= epoch;
    struct fault_record recorded = *f;
    recorded.launch = w->launch;
    recorded.epoch = epoch;
    recorded.explains = explains;
    w->raced |= f->kind == FAULT_RACE;
    EMU_TELL(w->on, fault, w, &recorded);
    if (w->faults++ == 0 || explains) {
        w->fault = recorded;
        w->fault_epoch = epoch;
    }
}

_Noreturn void emu_fault_abandon(struct worker *w, const struct fault_record *f)
{
    EMU_TELL(w->on, stopping, f);
    emu_fault_record(w, f);
    w->stopped = true;
    /* Blocks before this one still run: the fault of the lowest block is reported. */
    emu_launch_stop_after(w->block);
    emu_thread_abandon(w);
}

_Noreturn void emu_stop_at(const char *does, uintptr_t pc)
{
    if (!emu_in_kernel()) {
        fprintf(stderr, "emulator: the host %s\n", does);
        abort();
    }
    struct fault_record f = emu_fault_here(FAULT_CRASH, pc);
    f.detail = DETAIL_CALL;
    snprintf(f.text, sizeof f.text, "%s", does);
    emu_fault_abandon(emu_worker(), &f);
}

unsigned long emu_faults(void)
{
    unsigned long faults = 0;
    int n;
    struct worker *const *workers = emu_workers(&n);
    for (int i = 0; i < n; i++)
        faults += workers[i]->faults;
    return faults;
}
