/*
 * A deadlock: no thread of a block, or of its cluster, can go on, and some wait at a
 * named barrier, at an mbarrier or for registers. The fault names the first of them,
 * one that waits for registers if there is one; a table has each barrier that is waited
 * for: its phase, what is missing, and who waits, since which line.
 */
#include <stdarg.h>
#include <stdio.h>

#include "barriers.h"
#include "cluster.h"
#include "detectors.h"
#include "launch.h"
#include "registers.h"
#include "symbols.h"
#include "words.h"

struct table {
    char *text;
    size_t size, n;
};

static void add(struct table *t, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int n = vsnprintf(t->text + t->n, t->size - t->n, format, arguments);
    va_end(arguments);
    t->n = t->n + (size_t)n < t->size ? t->n + (size_t)n : t->size - 1;
}

/* "full[1]", or "barrier 1". */
static void say_name(char *text, size_t size, const struct worker *w, int i)
{
    if (i == CLUSTER)
        snprintf(text, size, "the barrier of the cluster");
    else if (i < NAMED)
        snprintf(text, size, "barrier %d", i);
    else
        emu_say_mbarrier(text, size, w->launch, emu_barrier_at(w, i)->offset);
}

static int line_of(uintptr_t pc)
{
    char file[256];
    int line = 0;
    emu_symbols_line(pc, file, sizeof file, &line);
    return line;
}

static unsigned long long phase_of(const struct worker *w, int i)
{
    return i == CLUSTER ? emu_cluster_of(w)->phase : emu_barrier_at(w, i)->phase;
}

/* More phases are complete than can be since a thread last waited for one. */
static bool is_ahead(const struct worker *w, int i)
{
    const struct barrier *b = emu_barrier_at(w, i);
    return i >= NAMED && b->phase > b->waited + 1;
}

/* "1 of 2 arrivals", "512 bytes missing". */
static void say_missing(char *text, size_t size, const struct worker *w, int i)
{
    const struct barrier *b = emu_barrier_at(w, i);
    const long long bytes = b->bytes;
    uint32_t all;
    size_t n = 0;
    if (i == CLUSTER) {
        const uint32_t missing = emu_cluster_missing(emu_cluster_of(w), &all);
        snprintf(text, size, "%u of %u threads missing", missing, all);
        return;
    }
    if (b->pending || !bytes)
        n = (size_t)snprintf(text, size, "%u of %u arrivals%s",
                             b->expected - b->pending, b->expected,
                             bytes ? ", and " : "");
    if (bytes)
        snprintf(text + n, size - n, "%lld bytes %s", bytes < 0 ? -bytes : bytes,
                 bytes < 0 ? "more than expected" : "missing");
}

/* The threads that wait as thread `first` does: at this barrier, for this phase, on
   this line. */
static uint32_t alike(const struct worker *w, uint32_t first, bool seen[])
{
    const struct thread *a = &w->thread[first];
    uint32_t n = 0;
    for (uint32_t i = first; i < w->launch->threads; i++) {
        const struct thread *b = &w->thread[i];
        if (w->state[i] != w->state[first] || !emu_symbols_same_line(a->site, b->site))
            continue;
        if (w->state[i] == THREAD_BLOCKED &&
            (a->barrier != b->barrier || a->by_parity != b->by_parity ||
             (a->by_parity && a->until != b->until)))
            continue;
        seen[i] = true;
        n++;
    }
    return n;
}

static bool waits_for_registers(const struct worker *w, uint32_t thread)
{
    return w->state[thread] == THREAD_BLOCKED && w->thread[thread].barrier == POOL;
}

/* How many it shall have. */
static uint32_t wanted(const struct worker *w, uint32_t thread)
{
    return emu_registers_of(w)->warp[thread / WARP_SIZE].wants;
}

static void add_waiting(struct table *t, const struct worker *w, uint32_t first,
                        uint32_t n)
{
    const struct thread *a = &w->thread[first];
    char name[64], thread[64], missing[72];
    emu_say_thread(w->launch, thread, sizeof thread, first);
    if (waits_for_registers(w, first)) {
        const struct registers *r = emu_registers_of(w);
        add(t, "registers: %u of %u are free\n", r->free, r->total);
    } else if (w->state[first] == THREAD_BLOCKED) {
        say_name(name, sizeof name, w, a->barrier);
        say_missing(missing, sizeof missing, w, a->barrier);
        add(t, "%s: phase %llu, %s\n", name, phase_of(w, a->barrier), missing);
    } else {
        add(t, "%s:\n",
            w->state[first] == THREAD_WARP ? "an operation of a warp"
                                           : "__syncthreads()");
    }
    if (n == 1)
        add(t, "  %s waits", thread);
    else
        add(t, "  %u threads wait, %s first", n, thread);
    if (waits_for_registers(w, first))
        add(t, ", for %u per thread", wanted(w, first));
    else if (w->state[first] == THREAD_BLOCKED && a->by_parity)
        add(t, ", for parity %llu", (unsigned long long)a->until);
    add(t, ", since line %d\n", line_of(a->site));
}

static void fill(struct table *t, const struct worker *w)
{
    bool seen[MAX_THREADS] = {false};
    uint32_t ended = 0;
    for (uint32_t i = 0; i < w->launch->threads; i++) {
        ended += w->state[i] == THREAD_EXITED;
        if (w->state[i] != THREAD_EXITED && !seen[i])
            add_waiting(t, w, i, alike(w, i, seen));
    }
    if (ended)
        add(t, "%u thread%s ended\n", ended, ended == 1 ? " has" : "s have");
}

/* True if it waits at an mbarrier where some threads have arrived, or too many, or
   where bytes are missing alone. */
static bool waits_for_the_rest(const struct worker *w, uint32_t thread)
{
    const int i = w->thread[thread].barrier;
    if (w->state[thread] != THREAD_BLOCKED || i < NAMED || i >= BARRIERS)
        return false;
    const struct barrier *b = emu_barrier_at(w, i);
    return (b->pending && b->pending < b->expected) || (!b->pending && b->bytes) ||
           is_ahead(w, i);
}

static bool waits(const struct worker *w, uint32_t thread)
{
    return w->state[thread] == THREAD_BLOCKED;
}

/* The thread that the fault names: others may wait for what this one would do. */
static uint32_t first_blocked(const struct worker *w)
{
    bool (*const best[])(const struct worker *, uint32_t) = {waits_for_registers,
                                                             waits_for_the_rest, waits};
    for (size_t k = 0;; k++)
        for (uint32_t i = 0; i < w->launch->threads; i++)
            if (best[k](w, i))
                return i;
}

static void say_wait(char *text, size_t size, const struct worker *w, uint32_t thread)
{
    char name[48], missing[72];
    if (waits_for_registers(w, thread)) {
        const struct registers *r = emu_registers_of(w);
        snprintf(text, size,
                 "waits for %u registers per thread, with %u of the block's %u free",
                 wanted(w, thread), r->free, r->total);
        return;
    }
    const int i = w->thread[thread].barrier;
    say_name(name, sizeof name, w, i);
    say_missing(missing, sizeof missing, w, i);
    if (is_ahead(w, i))
        snprintf(text, size,
                 "waits for parity %llu of %s, of which %llu phases are complete since "
                 "the last wait",
                 (unsigned long long)w->thread[thread].until, name,
                 (unsigned long long)(emu_barrier_at(w, i)->phase -
                                      emu_barrier_at(w, i)->waited));
    else
        snprintf(text, size, "waits for phase %llu of %s, with %s", phase_of(w, i),
                 name, missing);
}

/* All that the block's threads wait for is the other blocks. */
static bool waits_for_cluster(const struct worker *w)
{
    for (uint32_t i = 0; i < w->launch->threads; i++)
        if (w->state[i] != THREAD_EXITED &&
            (w->state[i] != THREAD_BLOCKED || w->thread[i].barrier != CLUSTER))
            return false;
    return true;
}

/* True if another block of the cluster can go on; or is the cause: then it will find
   the deadlock itself. */
static bool is_others(const struct worker *w)
{
    const struct cluster *c = emu_cluster_of(w);
    const bool only_waits = waits_for_cluster(w);
    for (int i = 0; i < c->size; i++)
        if (c->member[i] != w && c->live[i] &&
            (emu_barriers_go_on(c->member[i]) ||
             (only_waits && !waits_for_cluster(c->member[i]))))
            return true;
    return false;
}

static void end(struct worker *w)
{
    if (is_others(w))
        return;
    struct fault_record f = {.kind = FAULT_BARRIER,
                             .detail = DETAIL_DEADLOCK,
                             .block = w->block,
                             .epoch = w->epoch,
                             .thread = first_blocked(w)};
    struct table t = {f.table, sizeof f.table, 0};
    f.pc = w->thread[f.thread].site;
    say_wait(f.text, sizeof f.text, w, f.thread);
    fill(&t, w);
    emu_fault_abandon(w, &f);
}

const struct observer emu_deadlock = {.deadlock = end};
