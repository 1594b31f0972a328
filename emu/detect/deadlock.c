/*
 * A deadlock: no thread of a block can go on, and some wait at a named barrier or at an
 * mbarrier. The fault names the first of them; a table has each barrier that is waited
 * for: its phase, what is missing, and who waits, since which line.
 */
#include <stdarg.h>
#include <stdio.h>

#include "barriers.h"
#include "detectors.h"
#include "launch.h"
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
    if (i < NAMED)
        snprintf(text, size, "barrier %d", i);
    else if (!emu_shared_array(offset, NULL, &a))
        snprintf(text, size, "mbarrier at byte %llu", (unsigned long long)offset);
    else {
        const uint32_t element = a.shape.element ? a.shape.element : 8;
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

/* "with 1 of 2 arrivals missing", or of bytes. */
static void say_missing(char *text, size_t size, const struct barrier *b)
{
    const long long bytes = b->bytes;
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

static void add_waiting(struct table *t, const struct worker *w, uint32_t first,
                        uint32_t n)
{
    const struct thread *a = &w->thread[first];
    char name[64], thread[64], missing[72];
    emu_say_thread(thread, sizeof thread, first);
    if (w->state[first] == THREAD_BLOCKED) {
        const struct barrier *b = emu_barrier_at(w, a->barrier);
        say_name(name, sizeof name, w, a->barrier);
        say_missing(missing, sizeof missing, b);
        add(t, "%s: phase %llu, %s\n", name, (unsigned long long)b->phase, missing);
    } else {
        add(t, "%s:\n",
            w->state[first] == THREAD_WARP ? "an operation of a warp"
                                           : "__syncthreads()");
    }
    if (n == 1)
        add(t, "  %s waits", thread);
    else
        add(t, "  %u threads wait, %s first", n, thread);
    if (w->state[first] == THREAD_BLOCKED && a->by_parity)
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

static void end(struct worker *w)
{
    struct fault_record f = {.kind = FAULT_BARRIER,
                             .detail = DETAIL_DEADLOCK,
                             .block = w->block,
                             .epoch = w->epoch};
    struct table t = {f.table, sizeof f.table, 0};
    char name[48], missing[72];
    while (w->state[f.thread] != THREAD_BLOCKED)
        f.thread++;
    const struct thread *first = &w->thread[f.thread];
    const struct barrier *b = emu_barrier_at(w, first->barrier);
    f.pc = first->site;
    say_name(name, sizeof name, w, first->barrier);
    say_missing(missing, sizeof missing, b);
    snprintf(f.text, sizeof f.text, "waits for phase %llu of %s, with %s",
             (unsigned long long)b->phase, name, missing);
    fill(&t, w);
    emu_fault_abandon(w, &f);
}

const struct observer emu_deadlock = {.deadlock = end};
