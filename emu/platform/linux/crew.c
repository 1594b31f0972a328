/*
 * Workers as OS threads. The thread-local variables of one, which are the shared memory
 * of the blocks that it runs, are on its stack.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <time.h>

#include "emu_launch.h"
#include "param.h"
#include "platform.h"
#include "settings.h"

enum { GUARD_BYTES = 4096, STACK_OWN = 8 << 20 /* for the emulator's functions */ };

static pthread_t threads[EMU_MAX_WORKERS];
static int n_threads, n_prepared, taking_part;
static unsigned born_at[EMU_MAX_WORKERS]; /* the generation in which it was started */
static unsigned generation;
static int running;
static void (*prepare_worker)(int worker), (*run_worker)(int worker);

/* Workers wait here also while the emulator's memory is closed (vault.h), so this is
   outside it. */
static struct meeting {
    pthread_mutex_t lock;
    pthread_cond_t work, done;
} * meeting;

int emu_cores(void)
{
    cpu_set_t cores;
    return sched_getaffinity(0, sizeof cores, &cores) ? 1 : CPU_COUNT(&cores);
}

double emu_crew_seconds(int worker)
{
    clockid_t clock;
    struct timespec t;
    if (pthread_getcpuclockid(threads[worker], &clock) || clock_gettime(clock, &t))
        return 0;
    return t.tv_sec + t.tv_nsec * 1e-9;
}

void emu_crew_signal(int worker, int signal)
{
    pthread_kill(threads[worker], signal);
}

/* ---- The stack of a worker. */

static int find_segment(struct dl_phdr_info *info, size_t size, void *found)
{
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_TLS)
            *(struct segment *)found =
                (struct segment){info->dlpi_tls_data, info->dlpi_phdr[i].p_memsz};
    return 1; /* the first is the program itself: look no further */
}

struct segment emu_shared_segment(void)
{
    struct segment segment = {0};
    dl_iterate_phdr(find_segment, &segment);
    return segment;
}

static void *find_dynamic(void *unused)
{
    (void)unused;
    return emu_shared_dynamic;
}

static _Noreturn void no_stack(void)
{
    fprintf(stderr, "emulator: cannot reserve the stack of a worker\n");
    emu_give_up();
}

/* The distance from dynamic shared memory to the end of a stack. The C library
   alone knows it, and all threads have the same: ask one whose stack is known. */
static size_t distance_to_end(char *stack, size_t bytes)
{
    static size_t distance;
    pthread_attr_t attributes;
    pthread_t thread;
    void *dynamic;
    if (distance)
        return distance;
    if (pthread_attr_init(&attributes) ||
        pthread_attr_setstack(&attributes, stack, bytes) ||
        pthread_create(&thread, &attributes, find_dynamic, NULL) ||
        pthread_join(thread, &dynamic))
        no_stack();
    pthread_attr_destroy(&attributes);
    distance = (size_t)(stack + bytes - (char *)dynamic);
    return distance;
}

/* A stack on which dynamic shared memory begins at SHARED_DYNAMIC_START of its window:
   a wrong wgmma descriptor reads the same elements in each run. */
static void set_stack(pthread_attr_t *attributes)
{
    const size_t bytes =
        STACK_OWN + (emu_shared_segment().bytes / SHARED_WINDOW + 1) * SHARED_WINDOW;
    char *memory =
        mmap(NULL, bytes + SHARED_WINDOW + GUARD_BYTES, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (memory == MAP_FAILED || mprotect(memory, GUARD_BYTES, PROT_NONE))
        no_stack();
    char *stack = memory + GUARD_BYTES;
    const uintptr_t dynamic = (uintptr_t)stack + bytes - distance_to_end(stack, bytes);
    stack += (SHARED_DYNAMIC_START - dynamic) % SHARED_WINDOW;
    if (pthread_attr_setstack(attributes, stack, bytes))
        no_stack();
}

/* ---- The crew. */

static void *worker_main(void *argument)
{
    const int me = (int)(intptr_t)argument;
    struct meeting *const s = meeting;
    prepare_worker(me);
    pthread_mutex_lock(&s->lock);
    n_prepared++;
    pthread_cond_signal(&s->done);
    for (unsigned seen = born_at[me];;) {
        while (seen == generation)
            pthread_cond_wait(&s->work, &s->lock);
        seen = generation;
        if (me >= taking_part)
            continue;
        pthread_mutex_unlock(&s->lock);
        run_worker(me);
        pthread_mutex_lock(&s->lock);
        if (--running == 0)
            pthread_cond_signal(&s->done);
    }
    return NULL;
}

static void prepare_meeting(void)
{
    if (meeting)
        return;
    meeting = emu_allocate(1, sizeof *meeting, "workers");
    pthread_mutex_init(&meeting->lock, NULL);
    pthread_cond_init(&meeting->work, NULL);
    pthread_cond_init(&meeting->done, NULL);
}

void emu_crew_grow(int n, void (*prepare)(int worker))
{
    const int first = n_threads;
    if (n <= first)
        return;
    prepare_meeting();
    prepare_worker = prepare;
    for (int i = first; i < n; i++)
        born_at[i] = generation;
    n_threads = n;
    for (int i = first; i < n; i++) {
        pthread_attr_t attributes;
        pthread_attr_init(&attributes);
        set_stack(&attributes);
        if (pthread_create(&threads[i], &attributes, worker_main,
                           (void *)(intptr_t)i)) {
            fprintf(stderr, "emulator: cannot start worker %d of %d\n", i + 1, n);
            emu_give_up();
        }
        pthread_attr_destroy(&attributes);
    }
    /* A block of a cluster asks for the shared memory of another worker. */
    pthread_mutex_lock(&meeting->lock);
    while (n_prepared < n)
        pthread_cond_wait(&meeting->done, &meeting->lock);
    pthread_mutex_unlock(&meeting->lock);
}

void emu_crew_run(int n, void (*run)(int worker), double (*look)(int n))
{
    pthread_mutex_lock(&meeting->lock);
    run_worker = run;
    running = taking_part = n;
    generation++;
    pthread_cond_broadcast(&meeting->work);
    for (double seconds = look(0); running; seconds = running ? look(n) : 0) {
        struct timespec next;
        clock_gettime(CLOCK_REALTIME, &next);
        next.tv_nsec += (long)(seconds * 1e9);
        next.tv_sec += next.tv_nsec / 1000000000;
        next.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&meeting->done, &meeting->lock, &next);
    }
    pthread_mutex_unlock(&meeting->lock);
}

/* ---- Turns. */

void emu_turn_reset(struct turn *t)
{
    sem_destroy(&t->given);
    sem_init(&t->given, 0, 0);
}

void emu_turn_give(struct turn *t)
{
    sem_post(&t->given);
}

void emu_turn_await(struct turn *t)
{
    while (sem_wait(&t->given) && errno == EINTR)
        ;
}
