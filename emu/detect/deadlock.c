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
#include "shared.h"
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
    struct shared_array a;
    const uint64_t offset = emu_barrier_at(w, i)->offset;
    if (i == CLUSTER)
        snprintf(text, size, "the barrier of the cluster");
    else if (i < NAMED)
        snprintf(text, size, "barrier %d", i);
    else if (!emu_shared_array(offset, w->launch->config.__shared, NULL, &a))
        snprintf(text, size, "mbarrier at byte %llu", (unsigned long long)offset);
    else {
        const uint32_t element = a.shape.__element ? a.shape.__element : 8;
        if (a.bytes <= element)
            snprintf(text, size, "%s", a.name);
        else
            snprintf(text, size, "%s[%llu]", a.name,
                     (unsigned long long)((offset - a.start) / element));
    }
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

/* "with 1 of 2 arrivals missing", or of bytes. */
static void say_missing(char *text, size_t size, const struct worker *w, int i)
{
    const struct barrier *b = emu_barrier_at(w, i);
    const long long bytes = b->bytes;
    uint32_t all;
    if (i == CLUSTER) {
        const uint32_t missing = emu_cluster_missing(emu_cluster_of(w), &all);
        snprintf(text, size, "%u of %u threads missing", missing, all);
        return;
    }
    const size_t n =
        b->pending || !bytes
            ? (size_t)snprintf(text, size, "%u of %u arrivals%s", b->pending,
                               b->expected, bytes ? " and " : " missing")
            : 0;
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

/* The thread that the fault names. */
static uint32_t first_blocked(const struct worker *w)
{
    const uint32_t threads = w->launch->threads;
    uint32_t i = 0;
    while (i < threads && !waits_for_registers(w, i))
        i++;
    for (i = i < threads ? i : 0; w->state[i] != THREAD_BLOCKED; i++)
        ;
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
    snprintf(text, size, "waits for phase %llu of %s, with %s", phase_of(w, i), name,
             missing);
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
