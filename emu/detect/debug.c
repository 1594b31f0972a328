/*
 * Where a debugger stops; probe.h has the contract. access.c, compiled with
 * -DEMU_DEBUG, reports each access.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "detectors.h"
#include "launch.h"
#include "race.h"
#include "report.h"
#include "shared.h"
#include "symbols.h"

enum { ANY = 0 }; /* of epochs, which count from 1 */

static struct {
    enum { AT_NOTHING, AT_FAULT, AT_ACCESS, AT_BARRIER } at;
    unsigned launch;
    uint64_t epoch, block, offset;
    unsigned thread;
    uintptr_t pc;
} awaited;

/* For a debugger, which stops in emu_debug_stop(): the index of the thread and of its
   block, and the address in the learner's code that the thread has reached, as a
   debugger shows it in that frame. */
struct emu_debug_index {
    unsigned x, y, z;
} emu_debug_thread, emu_debug_block;
uintptr_t emu_debug_pc;

static void say(char *text, size_t size, const char *what, unsigned launch,
                uint64_t epoch, uint64_t block, unsigned thread, uintptr_t pc,
                uint64_t offset)
{
    snprintf(text, size, "%s %u %" PRIu64 " %" PRIu64 " %u %" PRIuPTR " %" PRIu64, what,
             launch, epoch, block, thread, pc, offset);
}

bool probe_debug_place(char *text, size_t size)
{
    const struct fault_place *p = emu_fault_place();
    const struct fault_record *f = &p->fault;
    const bool access = f->kind == FAULT_UNINITIALIZED ||
                        (f->kind == FAULT_RACE && f->detail != DETAIL_REGISTERS);
    if (!f->kind)
        return false;
    if (f->kind == FAULT_BARRIER)
        say(text, size, "barrier", p->launch, p->epoch, f->block, f->thread, f->pc, 0);
    else if (access)
        say(text, size, "access", p->launch,
            f->detail == DETAIL_BLOCKS ? ANY : p->epoch, f->block, f->thread, f->pc,
            f->offset);
    else
        snprintf(text, size, "fault");
    return true;
}

bool probe_debug_place_of_write(const void *p, char *text, size_t size)
{
    const uint64_t offset = (uintptr_t)p - emu_arena();
    const struct region *g = offset < ARENA_BYTES ? emu_region_find(offset) : NULL;
    struct writer w;
    if (!g || !emu_blocks_writer(g, (offset - g->offset) / 4, &w) || !w.block_known)
        return false;
    say(text, size, "access", w.launch, ANY, w.block, w.thread, w.pc, offset);
    return true;
}

bool probe_debug_await(const char *text)
{
    char what[16];
    emu_observe(&emu_debug);
    if (!strcmp(text, "fault")) {
        awaited.at = AT_FAULT;
        return true;
    }
    if (sscanf(text, "%15s %u %" SCNu64 " %" SCNu64 " %u %" SCNuPTR " %" SCNu64, what,
               &awaited.launch, &awaited.epoch, &awaited.block, &awaited.thread,
               &awaited.pc, &awaited.offset) != 7)
        return false;
    awaited.at = strcmp(what, "barrier") ? AT_ACCESS : AT_BARRIER;
    return true;
}

bool probe_debug_reached(void)
{
    return awaited.at == AT_NOTHING;
}

void emu_debug_stop(void) __attribute__((noinline));
void emu_debug_stop(void)
{
    __asm__ volatile(""); /* a debugger stops here */
}

/* Once: set the variables above for the running thread, and stop for the debugger. */
static void stop(void)
{
    enum { DEEPEST = 64 };
    void *code[DEEPEST];
    char file[256];
    int line;
    struct uint3 thread, block;
    const int n = emu_place_calls(code, DEEPEST);
    emu_built_in(&thread, &block);
    uint64_t *held = emu_hold_on(); /* no signal takes the thread away from here */

    awaited.at = AT_NOTHING;
    emu_debug_thread = (struct emu_debug_index){thread.x, thread.y, thread.z};
    emu_debug_block = (struct emu_debug_index){block.x, block.y, block.z};
    for (int i = 0; i < n && !emu_debug_pc; i++)
        if (emu_symbols_kernel_line((uintptr_t)code[i], file, sizeof file, &line))
            emu_debug_pc = (uintptr_t)code[i];
    emu_debug_stop();
    emu_go_on(held);
}

/* True if the running thread is the awaited one, at this place in the code. */
static bool is_here(uintptr_t pc)
{
    const struct worker *w = emu_worker();
    return emu_full_pc(pc & 0xffffff) == emu_full_pc(awaited.pc & 0xffffff) &&
           emu_thread() - w->thread == awaited.thread && w->block == awaited.block &&
           w->launch->number == awaited.launch &&
           (awaited.epoch == ANY || awaited.epoch == w->epoch);
}

static void see_access(struct worker *w, uintptr_t address, uint32_t size, uintptr_t pc)
{
    uint64_t offset = address - emu_arena();
    if (awaited.at != AT_ACCESS || !is_here(pc))
        return;
    if (address - w->shared_base < emu_shared_bytes())
        offset = address - w->shared_base + SHARED_OFFSET;
    if (awaited.offset - offset < size)
        stop();
}

static void see_wait(struct worker *w, uintptr_t site)
{
    (void)w;
    if (awaited.at == AT_BARRIER && is_here(site))
        stop();
}

static void see_stopping(const struct fault_record *f)
{
    (void)f;
    if (awaited.at != AT_NOTHING && emu_in_kernel())
        stop();
}

const struct observer emu_debug = {
    .access = see_access, .wait = see_wait, .stopping = see_stopping};
