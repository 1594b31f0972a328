/*
 * A launch: the grid's blocks in order, shared out over one OS thread a core. Which
 * thread runs a block changes nothing: counters are sums, and of faults the one in the
 * lowest block is reported.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "api.h"
#include "emu.h"
#include "memory.h"
#include "witness.h"

struct launch emu_launch_now;
struct launch_settings emu_settings;
struct counters emu_counters;
double emu_clock;
char emu_bottleneck[96];
struct occupancy emu_occupied;
uint64_t emu_stack_bytes;

static struct worker *workers[EMU_MAX_WORKERS];
static pthread_t threads[EMU_MAX_WORKERS];
static double started_at[EMU_MAX_WORKERS]; /* the worker's processor time, in seconds */
static int n_workers;

/* Workers wait here while the emulator's variables are closed (vault.h): it is not one.
 */
static struct meeting {
    pthread_mutex_t lock;
    pthread_cond_t work, done;
} * meeting;
static unsigned generation;
static int running;

static double processor_seconds(pthread_t thread)
{
    clockid_t clock;
    struct timespec t;
    if (pthread_getcpuclockid(thread, &clock) || clock_gettime(clock, &t))
        return 0;
    return t.tv_sec + t.tv_nsec * 1e-9;
}

static void run_blocks(struct worker *w)
{
    struct launch *l = &emu_launch_now;
    emu_witness_launch();
    for (;;) {
        uint64_t block = atomic_fetch_add(&l->next, l->step);
        if (block >= l->blocks || block >= l->stop_at)
            return;
        emu_block_run(w, block);
    }
}

static void *worker_main(void *argument)
{
    struct worker *w = argument;
    struct meeting *const s = meeting;
    emu_worker_prepare(w);
    pthread_mutex_lock(&s->lock);
    for (unsigned seen = 0;;) {
        while (seen == generation)
            pthread_cond_wait(&s->work, &s->lock);
        seen = generation;
        pthread_mutex_unlock(&s->lock);
        run_blocks(w);
        pthread_mutex_lock(&s->lock);
        if (--running == 0)
            pthread_cond_signal(&s->done);
    }
    return NULL;
}

/* One worker a core, or as many as EMU_THREADS says. */
static void start_workers(void)
{
    if (n_workers)
        return;
    cpu_set_t cores;
    n_workers = sched_getaffinity(0, sizeof cores, &cores) ? 1 : CPU_COUNT(&cores);
    if (getenv("EMU_TIMEOUT") && emu_settings.timeout == 0)
        emu_settings.timeout = atof(getenv("EMU_TIMEOUT"));
    if (getenv("EMU_THREADS") && atoi(getenv("EMU_THREADS")) > 0)
        n_workers = atoi(getenv("EMU_THREADS"));
    n_workers = n_workers > EMU_MAX_WORKERS ? EMU_MAX_WORKERS : n_workers;
    emu_symbols_init();
    emu_memory_reserve();
    emu_shared_init();
    meeting = malloc(sizeof *meeting);
    if (!meeting || pthread_mutex_init(&meeting->lock, NULL) ||
        pthread_cond_init(&meeting->work, NULL) ||
        pthread_cond_init(&meeting->done, NULL)) {
        fprintf(stderr, "emulator: not enough memory for workers\n");
        emu_give_up();
    }
    for (int i = 0; i < n_workers; i++) {
        workers[i] = emu_vault_new(sizeof *workers[i]);
        workers[i]->number = i;
        if (pthread_create(&threads[i], NULL, worker_main, workers[i])) {
            fprintf(stderr, "emulator: cannot start worker %d of %d\n", i + 1,
                    n_workers);
            emu_give_up();
        }
    }
}

/* Wait for the workers; interrupt those that run for longer than the limit. */
static void wait_for_workers(void)
{
    while (running) {
        struct timespec next;
        clock_gettime(CLOCK_REALTIME, &next);
        next.tv_nsec +=
            (long)(emu_settings.witness ? emu_witness_wait() * 1e9 : 50 * 1000 * 1000);
        next.tv_sec += next.tv_nsec / 1000000000;
        next.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&meeting->done, &meeting->lock, &next);
        if (running && emu_settings.witness)
            pthread_kill(threads[0], WITNESS_SIGNAL);
        for (int i = 0; running && emu_settings.timeout > 0 && i < n_workers; i++)
            if (processor_seconds(threads[i]) - started_at[i] > emu_settings.timeout)
                pthread_kill(threads[i], SIGNAL_TIMEOUT);
    }
}

static void run_grid(void)
{
    start_workers();
    emu_memory_open(true);
    if (emu_settings.witness)
        emu_witness_prepare();
    if (n_workers > 1) /* memory cannot be closed to one of them alone */
        emu_settings.witness = 0;
    pthread_mutex_lock(&meeting->lock);
    for (int i = 0; i < n_workers; i++) {
        memset(&workers[i]->counters, 0, sizeof workers[i]->counters);
        emu_widen_forget(workers[i]);
        workers[i]->fault.kind = FAULT_NONE;
        workers[i]->faults = 0;
        workers[i]->stopped = false;
        workers[i]->stack_bytes = 0;
        started_at[i] = processor_seconds(threads[i]);
    }
    running = n_workers;
    generation++;
    pthread_cond_broadcast(&meeting->work);
    wait_for_workers();
    pthread_mutex_unlock(&meeting->lock);
    emu_memory_open(false);
}

/* struct counters is nothing but uint64_t. */
enum { N_COUNTERS = sizeof(struct counters) / sizeof(uint64_t) };

/* Add up the workers' counters and scale them from the blocks run to the whole grid. */
static struct counters take_counters(void)
{
    struct counters sum = {0};
    uint64_t *to = (uint64_t *)&sum;
    for (int i = 0; i < n_workers; i++)
        for (int k = 0; k < N_COUNTERS; k++)
            to[k] += ((const uint64_t *)&workers[i]->counters)[k];
    emu_widen_settle(workers, n_workers, &sum);
    uint64_t ran = sum.blocks, all = emu_launch_now.blocks;
    for (int k = 0; ran && ran != all && k < N_COUNTERS; k++)
        to[k] = (unsigned __int128)to[k] * all / ran;
    sum.launches = 1;
    return sum;
}

/* nvcc does not compile a kernel with more static shared memory. */
static bool static_shared_fits(void)
{
    return emu_shared_used() - emu_launch_now.config.shared <= 48 * 1024;
}

/* Every array that the launch was given moves at least once between DRAM and L2. */
static uint64_t argument_bytes(const struct emu_argument *values, int n)
{
    uint64_t bytes = 0;
    for (int i = 0; i < n; i++) {
        uint64_t offset = values[i].address - emu_arena;
        const struct allocation *a =
            offset < ARENA_BYTES ? emu_allocation_near(offset) : NULL;
        bytes += a ? a->bytes : 0;
    }
    return bytes;
}

/* How long all this would have taken. */
static void model(struct counters *c, uint64_t bytes)
{
    struct launched l = {.counters = c,
                         .threads = emu_launch_now.threads,
                         .columns = emu_launch_now.config.grid.x,
                         .flops = emu_settings.flops,
                         .argument_bytes = bytes};
    uint64_t stack_bytes = 0;
    for (int i = 0; i < n_workers; i++)
        if (workers[i]->stack_bytes > stack_bytes)
            stack_bytes = workers[i]->stack_bytes;
    emu_occupancy(&l.occupancy, l.threads, emu_shared_used(), stack_bytes);
    if (stack_bytes > emu_stack_bytes)
        emu_stack_bytes = stack_bytes;
    struct modelled m = emu_model(&l);
    c->dram_bytes = m.dram_bytes;
    emu_clock += m.seconds;
    emu_occupied = l.occupancy;
    memcpy(emu_bottleneck, m.bottleneck, sizeof emu_bottleneck);
}

void emu_launch(const struct emu_config *config, void (*run)(void *), void *closure,
                const char *kernel, const char *arguments,
                const struct emu_argument *values, int n_values)
{
    struct launch *l = &emu_launch_now;
    if (emu_runtime_stuck())
        return;
    uintptr_t site = EMU_SITE;
    if (emu_launch_check(config, run, closure, kernel, site))
        return;
    l->number++;
    l->config = *config;
    l->run = run;
    l->closure = closure;
    l->site = site;
    l->kernel = kernel;
    l->arguments = arguments;
    l->values = values;
    l->n_values = n_values;
    l->blocks = (uint64_t)config->grid.x * config->grid.y * config->grid.z;
    l->step = 1;
    if (emu_settings.sample && l->blocks > emu_settings.sample)
        l->step = l->blocks / emu_settings.sample;
    l->threads = config->block.x * config->block.y * config->block.z;
    l->l1_bytes = emu_l1_share(l->blocks, l->threads, config->shared);
    l->next = 0;
    l->stop_at = UINT64_MAX;
    emu_race_launch();
    run_grid();
    emu_print_all();
    unsigned long faults = 0;
    for (int i = 0; i < n_workers; i++)
        faults += workers[i]->faults;
    if (!faults) /* what a single block does wrong explains what it does to others */
        emu_race_landed(workers[0]);

    struct counters c = take_counters();
    model(&c, argument_bytes(values, n_values));
    for (int k = 0; k < N_COUNTERS; k++)
        ((uint64_t *)&emu_counters)[k] += ((const uint64_t *)&c)[k];
    cudaError_t error = emu_fault_collect(workers, n_workers);
    if (error)
        emu_runtime_error(error, true);
    else if (!static_shared_fits()) /* known only now that its arrays were used */
        emu_refuse(site, cudaErrorInvalidValue,
                   "take smaller arrays, or dynamic shared memory: nvcc does not "
                   "compile this kernel",
                   "%s declares %llu bytes of shared memory, and may declare 49152",
                   kernel, (unsigned long long)(emu_shared_used() - config->shared));
}
