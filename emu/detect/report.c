/*
 * The result of a run's faults: the first one as text, printed or kept for probe.h, and
 * the error that a GPU would return.
 */
#include "report.h"

#include <stdio.h>
#include <string.h>

#include "detectors.h"
#include "fault_table.h"
#include "launch.h"
#include "memory.h"
#include "settings.h"
#include "symbols.h"
#include "words.h"

static struct fault first;
static struct fault_place place;  /* where it is */
static cudaError_t error_of_last; /* launch */

void emu_fault_forget(void)
{
    memset(&first, 0, sizeof first);
    memset(&place, 0, sizeof place);
}

const struct fault_place *emu_fault_place(void)
{
    return &place;
}

bool emu_fault_first(struct fault *f)
{
    *f = first;
    return first.kind != FAULT_NONE;
}

void emu_fault_print(const struct fault *f)
{
    if (emu_settings()->quiet)
        return;
    fflush(stdout);
    fprintf(stderr, "%s:%d: %s: %s\n  %s\n", f->file, f->line, emu_fault_name(f->kind),
            f->what, f->remedy);
    for (const char *line = f->table; *line; line += strcspn(line, "\n") + 1)
        fprintf(stderr, "    %.*s\n", (int)strcspn(line, "\n"), line);
}

/* The host accesses device memory, and the program will end. */
static void tell_host(uintptr_t pc, uint64_t offset)
{
    const struct allocation *a = emu_allocation_near(offset);
    if (first.kind)
        return;
    first.kind = FAULT_OUT_OF_BOUNDS;
    emu_symbols_line(pc + 1, first.file, sizeof first.file, &first.line);
    snprintf(first.what, sizeof first.what,
             "host code accesses device memory: byte %lld of an allocation of %llu "
             "bytes",
             a ? (long long)(offset - a->offset) : 0,
             a ? (unsigned long long)a->bytes : 0);
    snprintf(
        first.remedy, sizeof first.remedy,
        "only a kernel can use a pointer from cudaMalloc: copy with cudaMemcpy, or "
        "launch a kernel");
    emu_fault_print(&first);
}

static cudaError_t error_of(const struct fault_record *f)
{
    switch (f->kind) {
    case FAULT_OUT_OF_BOUNDS:
        return cudaErrorIllegalAddress;
    case FAULT_MISALIGNED:
        return cudaErrorMisalignedAddress;
    case FAULT_TIMEOUT:
        return cudaErrorLaunchTimeout;
    case FAULT_CRASH:
        return f->failed_assertion ? cudaErrorAssert : cudaErrorLaunchFailure;
    case FAULT_BARRIER:
    case FAULT_UNSEEN:
        return cudaErrorLaunchFailure;
    default: /* a GPU reports no error */
        return cudaSuccess;
    }
}

/* Keep the first fault of the launch on these workers, unless one is kept already. */
static cudaError_t collect(struct worker *const *workers, int n)
{
    const struct fault_record *lowest = NULL, *stopping = NULL;
    unsigned long total = 0;
    uint64_t epoch = 0;
    for (int i = 0; i < n; i++) {
        const struct fault_record *f = &workers[i]->fault;
        total += workers[i]->faults;
        if (f->kind && (!lowest || f->block < lowest->block)) {
            lowest = f;
            epoch = workers[i]->fault_epoch;
        }
        if (workers[i]->stopped && (!stopping || error_of(f)))
            stopping = f;
    }
    if (!lowest)
        return cudaSuccess;
    /* How many faults came before a launch was stopped depends on the cores. */
    unsigned long more = stopping ? 0 : total - 1;
    if (first.kind) {
        first.more += more + 1;
    } else {
        place = (struct fault_place){*lowest, lowest->launch->number, epoch};
        emu_words(lowest, &first);
        first.more = more;
        if (!emu_settings()->all_faults) /* else all_faults.c does */
            emu_fault_print(&first);
    }
    cudaError_t error = error_of(lowest);
    return error || !stopping ? error : cudaErrorLaunchFailure;
}

cudaError_t emu_fault_error(void)
{
    return error_of_last;
}

static void see_completed(const struct launch *l)
{
    int n;
    struct worker *const *workers = emu_workers(&n);
    (void)l;
    error_of_last = collect(workers, n);
}

static void see_ending(struct worker *w)
{
    collect(&w, 1);
}

const struct observer emu_report = {
    .completed = see_completed, .ending = see_ending, .host_touched = tell_host};
