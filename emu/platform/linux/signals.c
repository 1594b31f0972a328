/*
 * Signals. A kernel that divides by zero, overflows its stack or jumps to an invalid
 * address raises one. A kernel that never ends gets one. In both cases the thread is
 * stopped at its line and its block is abandoned.
 * Outside a kernel, device memory is closed to the host: an access is a fault as well,
 * and ends the program, as with a GPU.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "crash.h"
#include "event.h"
#include "launch.h"
#include "memory.h"
#include "note.h"
#include "settings.h"
#include "symbols.h"
#include "vault.h"
#include "witness.h"

static const int signals[] = {SIGSEGV, SIGBUS,  SIGFPE, SIGILL,
                              SIGABRT, SIGTRAP, SIGSYS, SIGNAL_TIMEOUT};
enum { N_SIGNALS = sizeof signals / sizeof *signals };
static struct sigaction before[N_SIGNALS];

static uintptr_t program_counter(const void *context)
{
    const ucontext_t *c = context;
#if defined(__x86_64__)
    return c->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
    return c->uc_mcontext.pc;
#else
#error "the emulator knows x86-64 and arm64"
#endif
}

/* The return address of a call to an address without code, if the call is in the
   program; else 0. */
static uintptr_t call_to_nothing(const siginfo_t *info, const void *context)
{
    const ucontext_t *c = context;
    if ((uintptr_t)info->si_addr != program_counter(context))
        return 0;
#if defined(__x86_64__)
    const uintptr_t back = *(const uintptr_t *)c->uc_mcontext.gregs[REG_RSP];
#else
    const uintptr_t back = c->uc_mcontext.regs[30];
#endif
    return emu_is_code(back) ? back : 0;
}

/* Of a loop that does nothing, g++ leaves a jump to itself, which may have no line of
   its own: the place of the jump that enters it, if there is one shortly before; else
   pc. */
static uintptr_t entry_of_loop(uintptr_t pc)
{
#if defined(__x86_64__)
    enum { SHORTLY = 4096 };
    const uint8_t *code = (const uint8_t *)pc;
    if (code[0] != 0xeb || code[1] != 0xfe)
        return pc;
    for (uintptr_t at = pc - 2; at > pc - SHORTLY && emu_is_code(at); at--) {
        const uint8_t *jump = (const uint8_t *)at;
        int32_t distance;
        memcpy(&distance, jump + 2, sizeof distance);
        if ((jump[0] >> 4 == 7 && at + 2 + (int8_t)jump[1] == pc) ||
            (jump[0] == 0x0f && jump[1] >> 4 == 8 && at + 6 + distance == pc))
            return at;
    }
#endif
    return pc;
}

/* What the thread does, with a verb; *detail selects what to check next. */
static const char *reason(int number, const siginfo_t *info, uintptr_t pc,
                          enum detail *detail)
{
    const struct worker *w = emu_worker();
    uintptr_t a = (uintptr_t)info->si_addr - (uintptr_t)w->stacks;
    switch (number) {
    case SIGFPE:
        *detail = DETAIL_DIVISION;
        return "divides an integer by zero";
    case SIGILL:
        *detail = DETAIL_UNDEFINED;
        return "reaches a place that g++ considers unreachable: the program's "
               "behaviour is undefined in C++";
    case SIGABRT:
        *detail = DETAIL_CALL;
        return "stops itself with abort()";
    case SIGTRAP:
        return "reaches a breakpoint";
    case SIGSYS:
        return "makes a system call that is refused";
    default:
        if ((uintptr_t)info->si_addr == pc) {
            *detail = DETAIL_CALL;
            return pc < PAGE_BYTES ? "calls a function through a null pointer"
                                   : "calls a function through an invalid pointer";
        }
        if (a >= (uint64_t)MAX_THREADS * STACK_BYTES)
            return "accesses memory that does not exist";
        *detail = DETAIL_STACK;
        return "overflows its stack: a GPU allows 512 KiB of local memory";
    }
}

static bool (*ask)(uintptr_t address, const char *verb, uintptr_t pc);

void emu_crash_ask(bool (*call)(uintptr_t, const char *, uintptr_t))
{
    ask = call;
}

static const char *verb_of(const void *context)
{
#ifdef __x86_64__
    return ((const ucontext_t *)context)->uc_mcontext.gregs[REG_ERR] & 2 ? "writes"
                                                                         : "reads";
#else
    (void)context;
    return "accesses";
#endif
}

/* A signal of host code: restore the handlers from before, so that the instruction
   raises it again, without the emulator's. A signal that was sent, and a breakpoint's,
   would not come again, so it is raised here. */
static void on_host_signal(int number, const siginfo_t *info, const void *context)
{
    bool memory = number == SIGSEGV || number == SIGBUS;
    emu_vault_open();
    if (memory && emu_vault_holds((uintptr_t)info->si_addr))
        emu_beyond_fence();
    if (memory && ask &&
        ask((uintptr_t)info->si_addr, verb_of(context), program_counter(context)))
        return;
    if (memory && emu_memory_is_device(info->si_addr))
        EMU_TELL(emu_events(), host_touched, program_counter(context),
                 (uintptr_t)info->si_addr - emu_arena());
    if (number == SIGNAL_TIMEOUT)
        return;
    for (int i = 0; i < N_SIGNALS; i++)
        if (signals[i] == number)
            sigaction(number, &before[i], NULL);
    if (info->si_code <= 0 || number == SIGTRAP)
        raise(number);
}

/* The line of an endless kernel is that of its last access or call. If its log was just
   emptied, no line is known: wait for the next signal, which is sent until the kernel
   ends. After TIMES signals the kernel is stopped without it. */
static bool ask_again(const struct fault_record *f)
{
    enum { TIMES = 3 };
    static struct {
        unsigned launch, times;
    } asked[EMU_MAX_WORKERS];
    const int me = emu_worker()->number;
    const unsigned launch = emu_worker()->launch->number;
    if (asked[me].launch != launch)
        asked[me].times = 0;
    asked[me].launch = launch;
    return f->kind == FAULT_TIMEOUT && !f->other_pc && asked[me].times++ < TIMES;
}

static void on_signal(int number, siginfo_t *info, void *context)
{
    struct worker *w = emu_worker();
    if (w && emu_witness_signal(number, info, context))
        return;
    if (!w || !emu_in_kernel()) {
        on_host_signal(number, info, context);
        return;
    }
    const uintptr_t pc = program_counter(context);
    if (number == SIGFPE && !emu_settings()->quiet) {
        const enum division_fault fault = emu_divide(context);
        if (fault != DIVIDES_OTHERWISE) {
            emu_note_division(pc + 1, fault == DIVIDES_BY_ZERO);
            return;
        }
    }
    const bool late = number == SIGNAL_TIMEOUT;
    struct fault_record f =
        emu_fault_here(late ? FAULT_TIMEOUT : FAULT_CRASH,
                       (late && emu_is_code(pc) ? entry_of_loop(pc) : pc) + 1);
    if (!emu_is_code(f.pc))
        f.pc = number == SIGSEGV ? call_to_nothing(info, context) : 0;
    f.other_pc = emu_last_seen(); /* the line, if the emulator or a library was hit */
    if (ask_again(&f))
        return;
    if (f.kind == FAULT_CRASH)
        snprintf(f.text, sizeof f.text, "%s",
                 reason(number, info, program_counter(context), &f.detail));
    emu_fault_abandon(w, &f);
}

void emu_crash_handlers(void)
{
    static bool installed;
    for (int i = 0; !installed && i < N_SIGNALS; i++) {
        struct sigaction action = {.sa_sigaction = on_signal,
                                   .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
        sigemptyset(&action.sa_mask);
        sigaction(signals[i], &action, &before[i]);
    }
    installed = true;
}

void emu_crash_thread(void)
{
    enum { BYTES = 256 * 1024 }; /* a note is made there */
    stack_t stack = {.ss_sp = malloc(BYTES), .ss_size = BYTES};
    atexit(emu_exit_in_kernel); /* once for each OS thread that may call exit() */
    if (stack.ss_sp)
        sigaltstack(&stack, NULL);
}
