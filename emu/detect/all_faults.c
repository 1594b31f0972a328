/*
 * Every distinct fault and its count. A program continues after faults that a GPU
 * survives: a race, a read of unset memory, a leak. Two faults are the same if they
 * have the same kind; with EMU_FAULTS=all, the same kind and the same lines, or the
 * same instructions, where lines are not known.
 */
#include "all_faults.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "launch.h"
#include "memory.h"
#include "fault_table.h"
#include "report.h"
#include "settings.h"
#include "symbols.h"
#include "words.h"

enum { MOST = 100 };

/* The faults of one worker. */
static int slot;
struct found {
    int n;
    struct {
        struct fault_record fault; /* the first: a worker's blocks come in order */
        unsigned long count;
    } fault[MOST];
    unsigned long left_out;
};

/* The faults of the whole run. */
static struct told_fault told[MOST];
static int n_told;
static unsigned long left_out;

static bool is_same(const struct fault_record *f, enum fault_kind kind, uintptr_t pc,
                    uintptr_t other_pc)
{
    return f->kind == kind &&
           (!emu_settings()->all_faults || (f->pc == pc && f->other_pc == other_pc));
}

/* Threads that miss a barrier also race, and read what is not set: that is not told. */
static bool follows(const struct found *found, const struct fault_record *f)
{
    for (int i = 0; i < found->n; i++) {
        const struct fault_record *g = &found->fault[i].fault;
        if (g->block == f->block && g->explains && f->kind != FAULT_BARRIER)
            return true;
    }
    return false;
}

static void drop(struct found *found, uint64_t block)
{
    int n = 0;
    for (int i = 0; i < found->n; i++)
        if (found->fault[i].fault.block != block)
            found->fault[n++] = found->fault[i];
    found->n = n;
}

static void see(struct worker *w, const struct fault_record *f)
{
    struct found *found = emu_own(w, slot);
    if (!emu_settings()->all_faults) {
        if (f->explains)
            drop(found, f->block);
        if (follows(found, f))
            return;
    }
    for (int i = 0; i < found->n; i++) {
        const struct fault_record *g = &found->fault[i].fault;
        if (is_same(f, g->kind, g->pc, g->other_pc)) {
            found->fault[i].count++;
            return;
        }
    }
    if (found->n == MOST) {
        found->left_out++;
        return;
    }
    found->fault[found->n].fault = *f;
    found->fault[found->n++].count = 1;
}

static void forget(struct worker *w)
{
    struct found *found = emu_own(w, slot);
    found->n = 0;
    found->left_out = 0;
}

/* Where the lines are the same, no instruction tells the faults apart for a reader. */
static bool has_same_lines(const struct fault_record *f, const struct fault *words,
                           const struct told_fault *t)
{
    char file[256], other[256];
    int line = 0, other_line = 0;
    if (f->kind != t->kind || words->line == 0 || words->line != t->words.line ||
        strcmp(words->file, t->words.file) != 0)
        return false;
    if (f->other_pc == t->other_pc)
        return true;
    return emu_symbols_line(f->other_pc, file, sizeof file, &line) &&
           emu_symbols_line(t->other_pc, other, sizeof other, &other_line) &&
           line == other_line && !strcmp(file, other);
}

/* Add one worker's fault to those of the run; print it if it is new. */
static void tell(const struct fault_record *f, unsigned long count)
{
    struct fault words;
    for (struct told_fault *t = told; t < told + n_told; t++)
        if (is_same(f, t->kind, t->pc, t->other_pc)) {
            t->count += count;
            return;
        }
    emu_words(f, &words);
    for (struct told_fault *t = told; t < told + n_told; t++)
        if (has_same_lines(f, &words, t)) {
            t->count += count;
            return;
        }
    if (n_told == MOST) {
        left_out += count;
        return;
    }
    struct told_fault *t = &told[n_told++];
    t->kind = f->kind;
    t->pc = f->pc;
    t->other_pc = f->other_pc;
    t->count = count;
    t->launch = f->launch->number;
    t->words = words;
    emu_fault_print(&t->words);
}

struct of_launch {
    const struct fault_record *fault;
    unsigned long count;
};

/* By blocks; of one block, as they were found, or by instructions. */
static int by_time(const void *a, const void *b)
{
    const struct fault_record *x = ((const struct of_launch *)a)->fault,
                              *y = ((const struct of_launch *)b)->fault;
    if (x->block != y->block)
        return x->block < y->block ? -1 : 1;
    return (x > y) - (x < y);
}

static int by_place(const void *a, const void *b)
{
    const struct fault_record *x = ((const struct of_launch *)a)->fault,
                              *y = ((const struct of_launch *)b)->fault;
    return x->block != y->block ? by_time(a, b) : (x->pc > y->pc) - (x->pc < y->pc);
}

/* The lowest block that a fault has stopped: which later ones ran depends on the cores.
 */
static uint64_t stopped_block(struct worker *const *workers, int n)
{
    uint64_t lowest = UINT64_MAX;
    for (int i = 0; i < n; i++)
        if (workers[i]->stopped && workers[i]->block < lowest)
            lowest = workers[i]->block;
    return lowest;
}

static void collect(struct worker *const *workers, int n_workers)
{
    unsigned long faults = 0;
    for (int i = 0; i < n_workers; i++)
        faults += workers[i]->faults;
    if (!faults)
        return;
    struct of_launch *all =
        emu_allocate((uint64_t)n_workers * MOST, sizeof *all, "the list of faults");
    const uint64_t last = stopped_block(workers, n_workers);
    int n = 0;
    for (int i = 0; i < n_workers; i++) {
        const struct found *found = emu_own(workers[i], slot);
        for (int k = 0; k < found->n; k++)
            if (found->fault[k].fault.block <= last)
                all[n++] =
                    (struct of_launch){&found->fault[k].fault, found->fault[k].count};
        left_out += found->left_out;
    }
    qsort(all, n, sizeof *all, by_time);
    bool first = false;
    for (int i = 0; i < n; i++)
        first |= emu_report_add(all[i].fault);
    if (emu_settings()->all_faults)
        qsort(all, n, sizeof *all, by_place);
    for (int i = 0; i < n; i++)
        tell(all[i].fault, all[i].count);
    if (last != UINT64_MAX)
        faults = 1;
    emu_report_more(faults - first);
    free(all);
}

static void see_completed(const struct launch *l)
{
    int n;
    struct worker *const *workers = emu_workers(&n);
    (void)l;
    collect(workers, n);
}

static void see_ending(struct worker *w)
{
    collect(&w, 1);
}

/* ---- At the program's end. */

void emu_all_faults_end(void)
{
    const char *path = emu_settings()->json;
    unsigned long total = left_out;
    for (int i = 0; i < n_told; i++)
        total += told[i].count;
    if (total && !emu_settings()->quiet) {
        fflush(stdout);
        for (int i = 0; i < n_told; i++)
            fprintf(stderr, "%s%s:%d: %s, %lu time%s\n",
                    i ? "" : "emulator: all faults:\n", told[i].words.file,
                    told[i].words.line, emu_fault_name(told[i].kind), told[i].count,
                    told[i].count == 1 ? "" : "s");
        if (left_out)
            fprintf(stderr,
                    "emulator: %lu more faults of other kinds or at other places: the "
                    "list is limited to %d\n",
                    left_out, MOST);
    }
    if (emu_settings()->summary) {
        const struct launch *last = emu_launch_last();
        const unsigned launches = last ? last->number : 0;
        fprintf(stderr, "emulator: %u launch%s; ", launches, launches == 1 ? "" : "es");
        if (total)
            fprintf(stderr, "%lu fault%s at %d place%s\n", total, total == 1 ? "" : "s",
                    n_told, n_told == 1 ? "" : "s");
        else
            fprintf(stderr, "no fault\n");
    }
    if (path)
        emu_faults_json(path, told, n_told, left_out);
}

const struct observer emu_all_faults = {.slot = &slot,
                                        .bytes = sizeof(struct found),
                                        .begin = forget,
                                        .fault = see,
                                        .completed = see_completed,
                                        .ending = see_ending};
