/* probe.h on the emulator: everything is known. */
#include "probe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api.h"
#include "arrays.h"
#include "count.h"
#include "pipeline.h"
#include "detectors.h"
#include "launch.h"
#include "memory.h"
#include "profile.h"
#include "race.h"
#include "report.h"
#include "runtime_launch.h"
#include "settings.h"
#include "shared.h"
#include "symbols.h"
#include "model.h"
#include "timeline.h"
#include "variable.h"
#include "vault.h"
#include "withheld.h"
#include "witness.h"
#include "words.h"

extern const char emu_has_probe;
const char emu_has_probe = 1; /* for runtime_launch.c */

static unsigned launches_before; /* the reset */

bool probe_gave_up(void)
{
    return emu_gave_up();
}

bool probe_available(void)
{
    return true;
}

const char *probe_source(void)
{
    return "modelled";
}

void probe_prepare(void)
{
    char file[256];
    int line = 0;
    emu_profile();
    emu_shared_init();
    emu_program_read();
    emu_variable_near(0);
    emu_witness_prepare();
    emu_symbols_line(emu_full_pc(0), file, sizeof file, &line);
}

void probe_device(bool there)
{
    struct settings s = *emu_settings();
    s.no_device = !there;
    emu_settings_change(&s);
}

void probe_close(bool closed)
{
    emu_vault_begin();
    if (closed)
        emu_vault_close();
    else
        emu_vault_open();
}

void probe_trespass(void)
{
    emu_beyond_fence();
}

void probe_reached(const void *address)
{
    if (emu_vault_holds((uintptr_t)address))
        emu_beyond_fence();
}

void probe_witness(uint64_t seed)
{
    struct settings s = *emu_settings();
    s.witness = seed;
    emu_settings_change(&s);
}

void probe_reset(void)
{
    struct settings s = *emu_settings();
    s.quiet = true;
    emu_settings_change(&s);
    emu_totals_forget();
    emu_fault_forget();
    emu_refused_forget();
    emu_arrays_count(NULL, NULL, NULL, 0);
    launches_before = emu_launch_last()->number;
}

bool probe_fault(struct fault *f)
{
    return emu_fault_first(f);
}

bool probe_refused(struct fault *f)
{
    return emu_refused_first(f);
}

void probe_counters(struct counters *c)
{
    *c = emu_totals()->counters;
}

void probe_arrays(void *const start[], const uint32_t width[], int n)
{
    uint64_t offset[PROBE_ARRAYS] = {0}, bytes[PROBE_ARRAYS] = {0};
    for (int i = 0; i < n; i++) {
        const uint64_t at = (uintptr_t)start[i] - emu_arena();
        const struct allocation *a =
            start[i] && at < ARENA_BYTES ? emu_allocation_near(at) : NULL;
        offset[i] = at;
        bytes[i] = a && !a->freed && a->offset == at ? a->bytes : 0;
    }
    emu_arrays_count(offset, bytes, width, n);
    if (n)
        emu_observe(&emu_arrays);
}

void probe_array_counters(int i, struct array_counters *c)
{
    *c = emu_arrays_sum(i);
}

uint64_t probe_stack(void)
{
    return emu_totals()->stack_bytes;
}

void probe_sample(unsigned blocks)
{
    struct settings s = *emu_settings();
    s.sample = blocks;
    emu_settings_change(&s);
}

void probe_wave(bool alone)
{
    struct settings s = *emu_settings();
    s.wave = alone;
    emu_settings_change(&s);
}

void probe_order(uint64_t order)
{
    struct settings s = *emu_settings();
    s.order = order;
    emu_settings_change(&s);
}

void probe_sms(unsigned sms)
{
    emu_profile_sms(sms);
}

void probe_kernel_before(bool used)
{
    struct settings s = *emu_settings();
    s.kernel_before = used;
    emu_settings_change(&s);
}

void probe_pipeline(unsigned blocks, uint64_t seed)
{
    static bool observed;
    if (blocks && !observed)
        emu_observe(&emu_pipeline);
    observed = observed || blocks;
    emu_pipeline_watch(blocks, seed);
}

void probe_pipeline_counts(struct pipeline_counts *c)
{
    *c = emu_pipeline_counts();
}

void probe_withhold(unsigned ways, int bytes, uint64_t seed)
{
    static bool observed;
    if (ways && !observed)
        emu_observe(&emu_operands);
    observed = observed || ways;
    emu_withhold(ways, bytes, seed);
}

void probe_flops(double flops)
{
    struct settings s = *emu_settings();
    s.flops = flops;
    emu_settings_change(&s);
}

void probe_l2_written(void)
{
    emu_l2_written();
}

void probe_timeout(double seconds)
{
    struct settings s = *emu_settings();
    s.timeout = seconds;
    s.timeout_asked = true;
    emu_settings_change(&s);
}

bool probe_occupancy(struct occupancy *o)
{
    *o = emu_totals_modelled()->occupied;
    return o->blocks > 0;
}

const char *probe_bottleneck(void)
{
    return emu_totals_modelled()->bottleneck;
}

const char *probe_time(void)
{
    return emu_totals_modelled()->time;
}

/* A kernel's name that is too long is cut. */
#pragma GCC diagnostic ignored "-Wformat-truncation"

bool probe_writer(const void *p, struct probe_place *place)
{
    const uint64_t offset = (uintptr_t)p - emu_arena();
    const struct region *g = offset < ARENA_BYTES ? emu_region_find(offset) : NULL;
    char thread[64], block[64];
    struct writer writer;
    if (!g || !emu_blocks_writer(g, (offset - g->offset) / 4, &writer) ||
        writer.launch <= launches_before)
        return false;
    place->who[0] = 0;
    memset(&place->by, 0, sizeof place->by);
    const struct launch *l = emu_launch_last();
    if (writer.block_known && writer.launch == l->number) {
        emu_say_thread(l, thread, sizeof thread, writer.thread);
        emu_say_block(l, block, sizeof block, writer.block);
        snprintf(place->who, sizeof place->who, "%s of %s of %s", thread, block,
                 l->kernel);
        emu_who(l, &place->by, writer.block, writer.thread);
    }
    return emu_symbols_line(writer.pc, place->file, sizeof place->file, &place->line);
}

/* "32 x 8", and a third number if it is not 1. */
static void say_size(char *text, size_t size, struct dim3 d)
{
    if (d.z > 1)
        snprintf(text, size, "%u x %u x %u", d.x, d.y, d.z);
    else
        snprintf(text, size, "%u x %u", d.x, d.y);
}

bool probe_launch(struct probe_place *place)
{
    const struct launch *l = emu_launch_last();
    char grid[64], block[64];
    if (l->number == launches_before)
        return false;
    say_size(grid, sizeof grid, l->config.__grid);
    say_size(block, sizeof block, l->config.__block);
    snprintf(place->who, sizeof place->who, "%s, %s blocks of %s threads", l->kernel,
             grid, block);
    memset(&place->by, 0, sizeof place->by);
    snprintf(place->by.kernel, sizeof place->by.kernel, "%s", l->kernel);
    return emu_symbols_line(l->site, place->file, sizeof place->file, &place->line);
}

bool probe_line(const void *code, char *file, size_t size, int *line)
{
    return emu_symbols_kernel_line((uintptr_t)code, file, size, line);
}

void probe_trace(const struct probe_matrix *matrices, int n)
{
    emu_start();
    emu_trace_begin(matrices, n);
}

void probe_trace_life(const uint32_t *block)
{
    emu_trace_life(block);
}

void probe_trace_write(FILE *out)
{
    const double flops = emu_settings()->flops;
    struct counters c;
    size_t n;
    probe_counters(&c);
    struct moment *m = emu_trace_moments(&n);
    if (m) {
        emu_timeline(m, n, c.blocks ? emu_arithmetic(&c, flops) / (double)c.blocks : 0);
        emu_trace_write(out, m);
    }
    free(m);
}
