/*
 * Every distinct fault and its count, as in compute-sanitizer. A program continues
 * after faults that a GPU survives: a race, a read of unset memory, a leak. Two faults
 * are the same if they have the same kind and the same instructions.
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
    return f->kind == kind && f->pc == pc && f->other_pc == other_pc;
}

static void see(struct worker *w, const struct fault_record *f)
{
    struct found *found = emu_own(w, slot);
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

/* Add one worker's fault to those of the run; print it if it is new. */
static void tell(const struct fault_record *f, unsigned long count)
{
    for (struct told_fault *t = told; t < told + n_told; t++)
        if (is_same(f, t->kind, t->pc, t->other_pc)) {
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
    emu_words(f, &t->words);
    emu_fault_print(&t->words);
}

struct of_launch {
    const struct fault_record *fault;
    unsigned long count;
};

static int by_block(const void *a, const void *b)
{
    const struct fault_record *x = ((const struct of_launch *)a)->fault,
                              *y = ((const struct of_launch *)b)->fault;
    if (x->block != y->block)
        return x->block < y->block ? -1 : 1;
    return (x->pc > y->pc) - (x->pc < y->pc);
}

static void collect(struct worker *const *workers, int n_workers)
{
    struct of_launch *all =
        emu_allocate((uint64_t)n_workers * MOST, sizeof *all, "the list of faults");
    int n = 0;
    for (int i = 0; i < n_workers; i++) {
        const struct found *found = emu_own(workers[i], slot);
        for (int k = 0; k < found->n; k++)
            all[n++] =
                (struct of_launch){&found->fault[k].fault, found->fault[k].count};
        left_out += found->left_out;
    }
    qsort(all, n, sizeof *all, by_block);
    for (int i = 0; i < n; i++)
        tell(all[i].fault, all[i].count);
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
    if (path)
        emu_faults_json(path, told, n_told, left_out);
}

const struct observer emu_all_faults = {.slot = &slot,
                                        .bytes = sizeof(struct found),
                                        .begin = forget,
                                        .fault = see,
                                        .completed = see_completed,
                                        .ending = see_ending};
