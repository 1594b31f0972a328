/*
 * Signals. A kernel that divides by zero, overflows its stack or jumps into nothing
 * raises one; a kernel that never ends is sent one. Either way the thread is stopped at
 * its line and its block is abandoned. One that calls exit() is told of too. Outside a
 * kernel, device memory is closed to the host: touching it is a fault as well, and ends
 * the program, as it does beside a GPU.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

#include "emu.h"
#include "vault.h"
#include "witness.h"

extern char etext[];
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

/* What the thread does; and what to look at, as *detail. */
static const char *reason(int number, const siginfo_t *info, enum detail *detail)
{
    const struct worker *w = emu_fast.worker;
    uintptr_t a = (uintptr_t)info->si_addr - (uintptr_t)w->stacks;
    switch (number) {
    case SIGFPE:
        *detail = DETAIL_DIVISION;
        return "divides an integer by zero";
    case SIGILL:
        *detail = DETAIL_UNDEFINED;
        return "comes to a place that g++ has taken for impossible: what the program "
               "does there is undefined in C++";
    case SIGABRT:
        *detail = DETAIL_CALL;
        return "stops itself with abort()";
    case SIGTRAP:
        return "runs into a break point";
    case SIGSYS:
        return "makes a system call that is refused";
    default:
        if (a >= (uint64_t)MAX_THREADS * STACK_BYTES)
            return "touches memory that is not there";
        *detail = DETAIL_STACK;
        return "overflows its stack of 56 KiB";
    }
}

/* A signal of the host's code: it goes where it would go if we were not here, when the
   instruction runs again that raised it. A signal that was sent, and that of a break
   point, do not come again by themselves. */
static void on_host_signal(int number, const siginfo_t *info, const void *context)
{
    bool memory = number == SIGSEGV || number == SIGBUS;
    emu_vault_open();
    if (memory && emu_vault_holds((uintptr_t)info->si_addr))
        emu_beyond_fence();
    if (memory && (uintptr_t)info->si_addr - emu_arena < ARENA_BYTES)
        emu_fault_on_host(program_counter(context),
                          (uintptr_t)info->si_addr - emu_arena);
    if (number == SIGNAL_TIMEOUT)
        return;
    for (int i = 0; i < N_SIGNALS; i++)
        if (signals[i] == number)
            sigaction(number, &before[i], NULL);
    if (info->si_code <= 0 || number == SIGTRAP)
        raise(number);
}

/* Where an endless kernel is, its last access tells, or what it last called. One that
   has just handed in its log tells nothing, and is asked again: the signal is sent
   until the kernel ends. One that does neither is stopped where it is after all. */
static bool ask_again(const struct raw_fault *f)
{
    enum { TIMES = 3 };
    static struct {
        unsigned launch, times;
    } asked[EMU_MAX_WORKERS];
    int me = emu_fast.worker->number;
    if (asked[me].launch != emu_launch_now.number)
        asked[me].times = 0;
    asked[me].launch = emu_launch_now.number;
    return f->kind == FAULT_TIMEOUT && !f->other_pc && asked[me].times++ < TIMES;
}

bool emu_is_code(uintptr_t pc)
{
    return pc - emu_text <= (uintptr_t)etext - emu_text;
}

uintptr_t emu_last_seen(const struct worker *w)
{
    int lane = (emu_fast.thread - w->thread) % WARP_SIZE;
    if (emu_log_next > w->log[lane] && emu_log_next <= emu_fast.log_end)
        return emu_full_pc(emu_log_next[-1] >> (OFFSET_BITS + KEY_PC_SHIFT));
    return emu_fast.thread->site;
}

static void on_signal(int number, siginfo_t *info, void *context)
{
    struct worker *w = emu_fast.worker;
    if (w && emu_witness_signal(number, info, context))
        return;
    if (!w || !emu_in_kernel()) {
        on_host_signal(number, info, context);
        return;
    }
    struct raw_fault f = {.kind =
                              number == SIGNAL_TIMEOUT ? FAULT_TIMEOUT : FAULT_CRASH,
                          .block = w->block,
                          .pc = program_counter(context) + 1,
                          .thread = emu_fast.thread - w->thread};
    if (!emu_is_code(f.pc))
        f.pc = 0;
    f.other_pc = emu_last_seen(w); /* the line, if the emulator or a library was hit */
    if (ask_again(&f))
        return;
    if (f.kind == FAULT_CRASH)
        snprintf(f.text, sizeof f.text, "%s", reason(number, info, &f.detail));
    emu_fault_abandon(w, &f);
}

/* exit(), which a kernel can only reach by a pointer: nothing can go on after it. Of
   several OS threads that call it the first tells so and ends the program. */
static void on_exit_in_kernel(void)
{
    static atomic_flag told = ATOMIC_FLAG_INIT;
    struct worker *w = emu_fast.worker;
    if (!w || !emu_in_kernel())
        return;
    while (atomic_flag_test_and_set(&told))
        pause();
    struct raw_fault f = {.kind = FAULT_CRASH,
                          .detail = DETAIL_CALL,
                          .block = w->block,
                          .other_pc = emu_last_seen(w),
                          .thread = emu_fast.thread - w->thread};
    snprintf(f.text, sizeof f.text, "ends the program with exit()");
    emu_hold_on();
    emu_fault_record(w, &f);
    emu_fault_collect(&w, 1);
    _exit(1);
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
    atexit(on_exit_in_kernel); /* once for each that may call exit() */
    stack_t stack = {.ss_sp = malloc(64 * 1024), .ss_size = 64 * 1024};
    if (stack.ss_sp)
        sigaltstack(&stack, NULL);
}

/* assert() in a kernel. */
void __assert_fail(const char *expression, const char *file, unsigned int line,
                   const char *function)
{
    struct worker *w = emu_fast.worker;
    if (!w || !emu_in_kernel()) {
        fprintf(stderr, "%s:%u: %s: assertion failed: %s\n", file, line, function,
                expression);
        abort();
    }
    struct raw_fault f = {.kind = FAULT_CRASH,
                          .block = w->block,
                          .pc = (uintptr_t)__builtin_return_address(0),
                          .thread = emu_fast.thread - w->thread,
                          .failed_assertion = true};
    snprintf(f.text, sizeof f.text, "fails its assertion %.100s", expression);
    emu_fault_abandon(w, &f);
}
