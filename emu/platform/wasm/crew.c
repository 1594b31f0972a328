/*
 * Workers that take turns on one OS thread. Each has a copy of the variables that are
 * EMU_OWN, and of the shared arrays: those of the running one are in their place.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "crash.h"
#include "crew.h"
#include "emu_launch.h"
#include "event.h"
#include "memory.h"
#include "param.h"
#include "platform.h"
#include "running.h"
#include "settings.h"
#include "worker.h"

extern char __start_emu_own[], __stop_emu_own[];
extern char __start_emu_shared[], __stop_emu_shared[];

/* From a shared array to the running worker's copy of it. */
EMU_OWN ptrdiff_t emu_shared_delta;

enum { STACK = 256 << 10, HOST = EMU_MAX_WORKERS };
static struct member {
    char *own;              /* while it does not run */
    struct context context; /* where it waits */
    const struct turn *awaits;
    bool ended, prepared;
    char *stack;
} members[EMU_MAX_WORKERS + 1]; /* the last one is the host */
static int current = HOST;
static struct context home;
static void (*run_worker)(int worker);
static double (*look_out)(int n);
static int n_running;

static size_t own_bytes(void)
{
    return (uintptr_t)__stop_emu_own - (uintptr_t)__start_emu_own;
}

static size_t shared_bytes(void)
{
    return (uintptr_t)__stop_emu_shared - (uintptr_t)__start_emu_shared;
}

int emu_cores(void)
{
    return 1;
}

double emu_crew_seconds(int worker)
{
    struct timespec t;
    (void)worker;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

/* The worker that runs is late. */
void emu_crew_signal(int worker, int signal)
{
    struct worker *w = emu_worker();
    if (worker != current || signal != SIGNAL_TIMEOUT || !w->threads_run)
        return;
    struct fault_record f = emu_fault_here(FAULT_TIMEOUT, 0);
    f.other_pc = EMU_CALLER(); /* of its last access, or call */
    emu_fault_abandon(w, &f);
}

void emu_crew_look(void)
{
    enum { SELDOM = 1 << 14 };
    static unsigned times;
    if (look_out && current != HOST && ++times % SELDOM == 0)
        look_out(n_running);
}

/* A program's own, called now and then in loops of host code, where a signal of a timer
   would come. */
void emu_host_looks(void) __attribute__((weak));

/* The program calls it in each loop that has no other call. */
void emu_poll(void)
{
    enum { SELDOM = 1 << 14 };
    static unsigned times;
    if (emu_in_kernel())
        emu_crew_look();
    else if (emu_host_looks && ++times % SELDOM == 0)
        emu_host_looks();
}

static char *own_of(struct member *m)
{
    const size_t bytes = own_bytes();
    if (!m->own)
        m->own = emu_allocate(1, bytes, "a worker");
    return m->own;
}

static void become(int next)
{
    const size_t bytes = own_bytes();
    if (next == current)
        return;
    memcpy(own_of(&members[current]), __start_emu_own, bytes);
    current = next;
    memcpy(__start_emu_own, own_of(&members[next]), bytes);
}

struct segment emu_shared_segment(void)
{
    return (struct segment){__start_emu_shared + emu_shared_delta, shared_bytes()};
}

/* A copy of the shared arrays, at the same place in its window. */
static ptrdiff_t copy_shared(void)
{
    const size_t bytes = shared_bytes();
    char *copy = emu_pages_reserve(bytes + 2 * SHARED_WINDOW, true);
    if (!copy) {
        fprintf(stderr, "emulator: not enough memory for the blocks of a cluster\n");
        emu_give_up();
    }
    copy += ((uintptr_t)__start_emu_shared - (uintptr_t)copy) % SHARED_WINDOW;
    return copy - __start_emu_shared;
}

void emu_crew_grow(int n, void (*prepare)(int worker))
{
    static int prepared;
    const int before = current;
    for (; prepared < n; prepared++) {
        become(prepared);
        emu_shared_delta = prepared > 0 ? copy_shared() : 0;
        prepare(prepared);
    }
    become(before);
}

static void member_main(void)
{
    for (;;) {
        run_worker(current);
        members[current].ended = true;
        emu_context_switch(&members[current].context, &home);
    }
}

/* The next one that can run, from `from` on; -1: all have ended. */
static int next_of(int n, int from)
{
    for (int i = 0; i < n; i++) {
        const int k = (from + i) % n;
        const struct member *m = &members[k];
        if (!m->ended && (!m->awaits || m->awaits->given))
            return k;
    }
    return -1;
}

static void run_in_turn(int n)
{
    for (int i = 0; i < n; i++) {
        struct member *m = &members[i];
        if (!m->stack) {
            m->stack = emu_allocate(1, STACK, "a worker's stack");
            emu_context_new(&m->context, m->stack, STACK, member_main);
        }
        m->ended = false;
        m->awaits = NULL;
    }
    for (int i = 0; (i = next_of(n, i)) >= 0;) {
        become(i);
        emu_context_switch(&home, &members[i].context);
        i = (current + 1) % n;
    }
}

void emu_crew_run(int n, void (*run)(int worker), double (*look)(int n))
{
    run_worker = run;
    look_out = look;
    n_running = n;
    if (n > 1) {
        run_in_turn(n);
    } else {
        become(0);
        run(0);
    }
    become(HOST);
}

void emu_turn_reset(struct turn *t)
{
    t->given = 0;
}

void emu_turn_give(struct turn *t)
{
    t->given++;
}

void emu_turn_await(struct turn *t)
{
    struct member *me = &members[current];
    while (!t->given) {
        me->awaits = t;
        emu_context_switch(&me->context, &home);
    }
    me->awaits = NULL;
    t->given--;
}
