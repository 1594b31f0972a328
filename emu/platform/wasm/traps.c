/*
 * What is a signal on Linux is a trap of the engine here: it ends the fibre, and the
 * scheduler learns of it when it resumes. What a page with no access would find on
 * Linux is not found: memory has no pages.
 */
#include "traps.h"

#include <stdio.h>
#include <stdlib.h>

#include "crash.h"
#include "event.h"
#include "launch.h"
#include "platform.h"
#include "worker.h"

enum trap { TRAP_NONE, TRAP_MEMORY, TRAP_CALL, TRAP_UNREACHABLE, TRAP_STACK };
static enum trap trapped;

/* Called by host.mjs: the running fibre has ended so. Returns the number of the fibre
   to resume; 0: it was the program's own. */
__attribute__((export_name("emu_trapped"))) uint32_t emu_trapped(enum trap kind)
{
    const struct worker *w = emu_worker();
    if (!w || !w->threads_run)
        return 0;
    trapped = kind;
    return w->scheduler.number;
}

void emu_trap_seen(void)
{
    static const struct {
        enum detail detail;
        const char *does;
    } of[] = {
        [TRAP_MEMORY] = {0, "accesses memory that does not exist"},
        [TRAP_CALL] = {DETAIL_CALL, "calls a function through an invalid pointer"},
        [TRAP_UNREACHABLE] =
            {DETAIL_UNDEFINED,
             "reaches a place that the compiler considers unreachable: "
             "the program's behaviour is undefined in C++"},
        [TRAP_STACK] = {DETAIL_STACK, "overflows its stack"},
    };
    const enum trap kind = trapped;
    if (!kind)
        return;
    trapped = TRAP_NONE;
    struct worker *w = emu_worker();
    struct fault_record f = emu_fault_here(FAULT_CRASH, EMU_CALLER());
    f.other_pc = f.pc;
    f.detail = of[kind].detail;
    snprintf(f.text, sizeof f.text, "%s", of[kind].does);
    w->running->context.number = 0;
    w->threads_run = false; /* this is the scheduler's stack */
    emu_fault_abandon(w, &f);
}

void emu_crash_handlers(void)
{
}

void emu_crash_thread(void)
{
    static bool once;
    if (!once)
        atexit(emu_exit_in_kernel);
    once = true;
}

/* ---- Divisions: the program calls these instead of dividing. */

enum quotient { POSSIBLE, BY_ZERO, TOO_FAR };

/* A division that the processor refuses: a kernel goes on, as on a GPU, and the host
   ends. */
static void note_division(enum quotient q)
{
    if (!emu_in_kernel()) {
        fprintf(stderr, "Floating point exception\n");
        exit(136); /* as a shell says of SIGFPE */
    }
    emu_note_division(EMU_CALLER(), q == BY_ZERO);
}

/* The results are those of an H100. */
#define DIVIDE(bits, lowest)                                                           \
    int##bits##_t emu_sdiv##bits(int##bits##_t a, int##bits##_t b)                     \
    {                                                                                  \
        if (b != 0 && !(b == -1 && a == lowest))                                       \
            return a / b;                                                              \
        note_division(b ? TOO_FAR : BY_ZERO);                                          \
        return b ? a : -1;                                                             \
    }                                                                                  \
    int##bits##_t emu_srem##bits(int##bits##_t a, int##bits##_t b)                     \
    {                                                                                  \
        if (b != 0 && !(b == -1 && a == lowest))                                       \
            return a % b;                                                              \
        note_division(b ? TOO_FAR : BY_ZERO);                                          \
        return b ? 0 : a;                                                              \
    }                                                                                  \
    uint##bits##_t emu_udiv##bits(uint##bits##_t a, uint##bits##_t b)                  \
    {                                                                                  \
        if (b)                                                                         \
            return a / b;                                                              \
        note_division(BY_ZERO);                                                        \
        return (uint##bits##_t) - 1;                                                   \
    }                                                                                  \
    uint##bits##_t emu_urem##bits(uint##bits##_t a, uint##bits##_t b)                  \
    {                                                                                  \
        if (b)                                                                         \
            return a % b;                                                              \
        note_division(BY_ZERO);                                                        \
        return a;                                                                      \
    }
DIVIDE(32, INT32_MIN)
DIVIDE(64, INT64_MIN)

/* abort() of the C library is a trap, as is __builtin_unreachable(). */
void abort(void)
{
    if (emu_in_kernel())
        emu_stop_at("stops itself with abort()", EMU_CALLER());
    fprintf(stderr, "Aborted\n");
    exit(134);
}
