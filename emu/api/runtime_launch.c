/* kernel<<<grid, block>>>(...): check it, run it, count it, and model its time. */
#include "runtime_launch.h"

#include "symbols.h"

#include <stdlib.h>
#include <string.h>

#include "api.h"
#include "bulk_arrays.h"
#include "arrays.h"
#include "count.h"
#include "cubin.h"
#include "detectors.h"
#include "graph.h"
#include "heap.h"
#include "host_order.h"
#include "launch.h"
#include "memory.h"
#include "model.h"
#include "platform.h"
#include "profile.h"
#include "report.h"
#include "settings.h"
#include "shared.h"
#include "walk.h"
#include "work.h"

/* Defined in a program whose kernels use the heap: rewrite_heap.c. */
extern const char emu_uses_heap __attribute__((weak));

static struct totals totals;
static double clock_seconds;
static bool clock_read;   /* by an event */
static bool wave_ran;     /* since the last reset */
static double l2_written; /* bytes that L2 holds and DRAM does not have yet */

/* Defined in a program that asks for counters and times: probe.c. */
extern const char emu_has_probe __attribute__((weak));

/* The launches since the clock was last read. The operations of a call are done by all
   of its launches: each has the share that it has of the words that they load. */
enum { MOST_PENDING = 64 };
static struct pending {
    struct launched launched; /* whose counters are not set */
    struct counters counters;
} pending[MOST_PENDING];
static int n_pending;

static double loaded(const struct counters *c)
{
    return (double)(c->shared_load_bytes + c->global_load_bytes);
}

/* Their modelled times. */
static void settle(void)
{
    double all = 0;
    for (int i = 0; i < n_pending; i++)
        all += loaded(&pending[i].counters);
    for (int i = 0; i < n_pending; i++) {
        struct pending *p = &pending[i];
        p->launched.counters = &p->counters;
        p->launched.flops *= all > 0 ? loaded(&p->counters) / all : 1.0 / n_pending;
        p->launched.l2_written = l2_written;
        p->launched.next = i > 0;
        const struct modelled m = emu_model(&p->launched);
        free(p->launched.loop.step);
        l2_written -= m.written_back;
        clock_seconds += m.seconds;
        if (m.seconds < totals.seconds)
            continue;
        totals.seconds = m.seconds; /* what is said is about the longest launch */
        totals.occupied = p->launched.occupancy;
        memcpy(totals.bottleneck, m.bottleneck, sizeof totals.bottleneck);
        memcpy(totals.time, m.time, sizeof totals.time);
    }
    n_pending = 0;
}

const struct totals *emu_totals(void)
{
    return &totals;
}

const struct totals *emu_totals_modelled(void)
{
    settle();
    return &totals;
}

static void forget_pending(void)
{
    for (int i = 0; i < n_pending; i++)
        free(pending[i].launched.loop.step);
    n_pending = 0;
}

void emu_totals_forget(void)
{
    if (clock_read)
        settle();
    else
        forget_pending(); /* no event measures time: a check */
    memset(&totals.counters, 0, sizeof totals.counters);
    totals.stack_bytes = 0;
    totals.seconds = 0;
    l2_written = 0;
    wave_ran = false;
}

void emu_l2_written(void)
{
    settle();
    l2_written = emu_profile()->l2_written;
}

double emu_clock(void)
{
    clock_read = true;
    settle();
    return clock_seconds;
}

/* Every array among the launch's arguments, and those of their tensor maps, move at
   least once between DRAM and L2. */
static uint64_t argument_bytes(const struct emu_argument *values, int n)
{
    uint64_t bytes = 0, map[BULK_ARRAYS];
    const struct allocation *seen[BULK_ARRAYS];
    const int maps = emu_bulk_arrays(map);
    for (int i = 0; i < n + maps; i++) {
        uint64_t offset = i < maps ? map[i] : values[i - maps].__address - emu_arena();
        const struct allocation *a =
            offset < ARENA_BYTES ? emu_allocation_near(offset) : NULL;
        for (int k = 0; a && k < i && k < maps; k++)
            if (seen[k] == a) /* an argument that also has a map */
                a = NULL;
        if (i < maps)
            seen[i] = a;
        bytes += a ? a->bytes : 0;
    }
    return bytes;
}

/* nvcc's registers of a kernel, where they are known. */
static void set_registers(int registers)
{
    struct settings now = *emu_settings();
    if (now.cubin)
        now.registers = registers;
    emu_settings_change(&now);
}

/* Have the launch modelled, when the time is asked for. */
static void model(const struct launch *l, struct counters *c)
{
    const uint64_t stack_bytes = emu_launch_frame();
    struct launched launched = {.counters = c,
                                .kernel = l->kernel,
                                .threads = l->threads,
                                .columns = l->config.__grid.x,
                                .flops = emu_settings()->flops,
                                .argument_bytes =
                                    argument_bytes(l->values, l->n_values)};
    const struct sequence sequence = emu_count_sequence();
    launched.loop = emu_loop_of(&sequence);
    set_registers(emu_nvcc_registers(l->kernel, &launched.loop));
    emu_occupancy(&launched.occupancy, l->threads, emu_shared_used(l), stack_bytes);
    emu_walk(c, launched.occupancy.blocks, emu_l1_bytes(&launched.occupancy));
    c->dram_bytes = (uint64_t)emu_model_dram_bytes(&launched);
    if (n_pending == MOST_PENDING && !clock_read && !&emu_has_probe)
        forget_pending(); /* no time before the first event is asked for */
    if (n_pending == MOST_PENDING)
        settle();
    pending[n_pending++] = (struct pending){launched, *c};
    if (stack_bytes > totals.stack_bytes)
        totals.stack_bytes = stack_bytes;
}

uintptr_t emu_place(void)
{
    return EMU_CALLER();
}

/* How many of its blocks the GPU holds at one time; all of them in a launch that only
   prepares something. */
static uint64_t first_wave(const struct launch *l)
{
    if (!emu_arrays_computed())
        return l->blocks;
    struct occupancy o;
    emu_occupancy(&o, l->threads, emu_shared_used(l), emu_launch_frame());
    const uint64_t blocks = (uint64_t)o.blocks * (uint64_t)emu_profile()->sms;
    const uint64_t whole =
        blocks < l->together ? l->together : blocks / l->together * l->together;
    return whole < l->blocks ? whole : l->blocks;
}

static void add_to_totals(const struct counters *c)
{
    /* struct counters has only members of type uint64_t. */
    uint64_t *to = (uint64_t *)&totals.counters;
    for (size_t k = 0; k < sizeof *c / sizeof *to; k++)
        to[k] += ((const uint64_t *)c)[k];
}

/* nvcc does not compile a kernel with more static shared memory. The size is known only
   now, after its arrays were used. */
static void refuse_static_shared(const struct launch *l)
{
    const uint64_t bytes = emu_shared_used(l) - l->config.__shared;
    if (bytes > SHARED_STATIC_MAX)
        emu_refuse(l->site, cudaErrorInvalidValue,
                   "use smaller arrays, or dynamic shared memory: nvcc does not "
                   "compile this kernel",
                   "%s declares %llu bytes of shared memory, but the limit is %d",
                   l->kernel, (unsigned long long)(bytes), SHARED_STATIC_MAX);
}

/* If the settings ask for a sample: run blocks, in whole clusters, that are evenly
   spread over the grid. */
static void take_sample(struct launch *l)
{
    const unsigned sample = emu_settings()->sample;
    const unsigned n = sample > l->together ? sample : l->together;
    const unsigned columns = l->config.__grid.x;

    if (!sample || l->blocks <= sample || l->cooperative)
        return;
    l->step = l->blocks / n;
    /* Not all from one column of the grid: causal attention has more to do in some. */
    if (columns / n && l->together == 1 && l->step % columns == 0) {
        l->first = columns / n / 2;
        l->step += columns / n;
    }
}

void emu_launch(const struct emu_config *config, void (*run)(void *), void *closure,
                size_t closure_bytes, const char *kernel, const char *arguments,
                const struct emu_argument *values, int n_values)
{
    EMU_API_LOCK;
    const uintptr_t site =
        emu_graph_stream() >= 0
            ? config->__site
            : emu_symbols_own(config->__site ? emu_call_site(config->__site)
                                             : EMU_SITE);
    struct emu_config checked = *config;
    if (emu_runtime_stuck())
        return;
    emu_start();
    if (emu_launch_check(&checked, run, closure, kernel, site)) {
        emu_capture_spoil(config->stream);
        return;
    }
    const struct kept_launch asked = {.config = *config,
                                      .run = run,
                                      .closure = closure,
                                      .closure_bytes = closure_bytes,
                                      .kernel = kernel,
                                      .arguments = arguments,
                                      .values = (struct emu_argument *)values,
                                      .n_values = n_values,
                                      .function = emu_launch_function()};
    if (emu_graph_takes_launch(&asked, site))
        return;
    set_registers(emu_cubin_registers(kernel));
    struct launch l = {
        .config = checked,
        .run = run,
        .closure = closure,
        .site = site,
        .kernel = kernel,
        .arguments = arguments,
        .values = values,
        .n_values = n_values,
        .blocks = (uint64_t)config->__grid.x * config->__grid.y * config->__grid.z,
        .step = 1,
        .cooperative = config->cooperative,
        .together = checked.__cluster.x * checked.__cluster.y * checked.__cluster.z,
        .order = emu_settings()->order,
        .threads = config->__block.x * config->__block.y * config->__block.z};
    if (&emu_uses_heap)
        emu_heap_open();
    take_sample(&l);
    l.until = l.blocks;
    if (emu_settings()->wave && wave_ran)
        return;
    if (emu_settings()->wave && !l.cooperative)
        l.settle = first_wave;
    l.l1_bytes = emu_l1_share(l.blocks, l.threads, config->__shared);
    if (l.together > 1)
        emu_observe(&emu_race_cluster);
    if (checked.__overlaps)
        emu_observe(&emu_kernel_before);
    const int stream = emu_stream_number(config->stream);
    const uint32_t work = emu_work_begin(stream, kernel, site);
    const struct launch *ran = emu_launch_run(&l);
    emu_work_end();
    emu_host_launched(ran, stream, work);
    wave_ran = emu_settings()->wave && emu_arrays_computed();

    struct counters c = emu_count_sum();
    model(ran, &c);
    add_to_totals(&c);
    const cudaError_t error = emu_fault_error();
    if (error)
        emu_runtime_error(error, true);
    else
        refuse_static_shared(ran);
}
