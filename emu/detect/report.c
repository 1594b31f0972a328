/*
 * The result of a run's faults: the first one as text, kept for probe.h, and the error
 * that a GPU would return.
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
static cudaError_t error_of_last; /* launch, so far */

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

void emu_fault_tell(const struct fault *f)
{
    emu_fault_print(f);
    if (!first.kind)
        first = *f;
}

/* The host accesses device memory, and the program will end. */
static void tell_host(uintptr_t pc, uint64_t offset)
{
    const struct allocation *a = emu_allocation_near(offset);
    struct fault f = {.kind = FAULT_OUT_OF_BOUNDS};
    emu_symbols_line(pc + 1, f.file, sizeof f.file, &f.line);
    snprintf(f.what, sizeof f.what,
             "host code accesses device memory: byte %lld of an allocation of %llu "
             "bytes",
             a ? (long long)(offset - a->offset) : 0,
             a ? (unsigned long long)a->bytes : 0);
    snprintf(
        f.remedy, sizeof f.remedy,
        "only a kernel can use a pointer from cudaMalloc: copy with cudaMemcpy, or "
        "launch a kernel");
    emu_fault_tell(&f);
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

bool emu_report_add(const struct fault_record *f)
{
    const bool is_first = !first.kind;
    if (is_first) {
        place = (struct fault_place){*f, f->launch->number, f->epoch};
        emu_words(f, &first);
    }
    if (!error_of_last)
        error_of_last = error_of(f);
    return is_first;
}

void emu_report_more(unsigned long faults)
{
    first.more += faults;
}

static void see_launch(const struct launch *l)
{
    (void)l;
    error_of_last = cudaSuccess;
}

cudaError_t emu_fault_error(void)
{
    return error_of_last;
}

const struct observer emu_report = {.launch = see_launch, .host_touched = tell_host};
