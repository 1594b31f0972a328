/*
 * Faults: recorded as they are found, put into words after the launch. The words name
 * the thread, the array or argument, the index and the lines, and what to look at next.
 */
#include <stdio.h>
#include <string.h>

#include "emu.h"

/* A name too long for a message is cut. */
#pragma GCC diagnostic ignored "-Wformat-truncation"

static struct fault first;

void emu_fault_record(struct worker *w, const struct raw_fault *f)
{
    /* Threads that miss a barrier race as well: of one epoch, the barrier is told. */
    bool explains = f->kind == FAULT_BARRIER && w->fault.block == f->block &&
                    w->fault_epoch == w->epoch;
    if (w->faults++ == 0 || explains) {
        w->fault = *f;
        w->fault_epoch = w->epoch;
    }
}

_Noreturn void emu_fault_abandon(struct worker *w, const struct raw_fault *f)
{
    emu_fault_record(w, f);
    w->stopped = true;
    /* Blocks before this one still run: the lowest block's fault is the one to tell. */
    unsigned long long stop = emu_launch_now.stop_at;
    while (w->block < stop &&
           !atomic_compare_exchange_weak(&emu_launch_now.stop_at, &stop, w->block))
        ;
    _longjmp(w->abandon, 1);
}

void emu_fault_forget(void)
{
    memset(&first, 0, sizeof first);
}

bool emu_fault_first(struct fault *f)
{
    *f = first;
    return first.kind != FAULT_NONE;
}

/* ---- Words. Each writes into text, which holds at least 160 bytes. */

static void say_thread(char *text, size_t size, uint32_t thread)
{
    struct dim3 d = emu_launch_now.config.block;
    uint32_t x = thread % d.x, y = thread / d.x % d.y, z = thread / d.x / d.y;
    if (thread >= MAX_THREADS)
        snprintf(text, size, "other threads");
    else if (d.z > 1)
        snprintf(text, size, "thread (%u,%u,%u)", x, y, z);
    else
        snprintf(text, size, "thread (%u,%u)", x, y);
}

static void say_block(char *text, size_t size, uint64_t block)
{
    struct dim3 g = emu_launch_now.config.grid;
    unsigned x = block % g.x, y = block / g.x % g.y, z = block / g.x / g.y;
    if (g.z > 1)
        snprintf(text, size, "block (%u,%u,%u)", x, y, z);
    else
        snprintf(text, size, "block (%u,%u)", x, y);
}

/* Argument i of the launch as it was written: the text between its commas. */
static bool argument_name(int i, char *name, size_t size)
{
    const char *p = emu_launch_now.arguments;
    int depth = 0, at = 0;
    size_t n = 0;
    for (; *p && at <= i; p++) {
        depth += strchr("([{", *p) != NULL;
        depth -= strchr(")]}", *p) != NULL;
        if (*p == ',' && depth == 0)
            at++;
        else if (at == i && n + 1 < size && !(n == 0 && *p == ' '))
            name[n++] = *p;
    }
    name[n] = 0;
    return n > 0 && n < 32;
}

/* "A[4096], past its end (4096 elements of 4 bytes)", or inside it plain "A[17]". */
static void say_elements(char *text, size_t size, const char *name, int64_t byte,
                         uint64_t bytes, uint32_t unit)
{
    int64_t index = byte >= 0 ? byte / unit : -((-byte + unit - 1) / unit);
    int n = snprintf(text, size, "%s[%lld]", name, (long long)index);
    if (byte % unit)
        snprintf(text + n, size - n, " and part of the next (bytes %lld to %lld)",
                 (long long)byte, (long long)byte + unit - 1);
    else if (byte < 0 || byte + unit > (int64_t)bytes)
        snprintf(text + n, size - n, ", %s (%llu element%s of %u byte%s)",
                 byte < 0 ? "before its start" : "past its end",
                 (unsigned long long)bytes / unit, bytes / unit == 1 ? "" : "s", unit,
                 unit == 1 ? "" : "s");
}

static void say_place(char *text, size_t size, uint64_t offset, uint32_t unit)
{
    const char *array;
    char name[64];
    uint64_t start, bytes;
    if (offset >= MODULE_OFFSET) {
        snprintf(text, size, "a __device__ variable");
        return;
    }
    if (offset >= SHARED_OFFSET) {
        offset -= SHARED_OFFSET;
        if (emu_shared_array(offset, &array, &start, &bytes))
            say_elements(text, size, array, offset - start, bytes, unit);
        else
            snprintf(text, size, "shared memory that belongs to no array");
        return;
    }
    const struct allocation *a = emu_allocation_near(offset);
    if (!a) {
        snprintf(text, size, "device memory that was never allocated");
        return;
    }
    if (a->freed) {
        snprintf(text, size, "%llu bytes of device memory after cudaFree",
                 (unsigned long long)a->bytes);
        return;
    }
    for (int i = 0; i < emu_launch_now.n_values; i++) {
        uint64_t value = emu_launch_now.values[i] - emu_arena;
        if (value >= a->offset && value < a->offset + a->bytes &&
            argument_name(i, name, sizeof name)) {
            say_elements(text, size, name, offset - value, a->offset + a->bytes - value,
                         unit);
            return;
        }
    }
    say_elements(text, size, "an allocation", offset - a->offset, a->bytes, unit);
}

static void say_barrier(char *text, size_t size, const struct raw_fault *f,
                        const char *thread, const char *other, const char *other_line)
{
    if (!strcmp(f->text, "exited"))
        snprintf(text, size,
                 "%s waits at a __syncthreads() that %s of its warp will never reach: "
                 "it has returned",
                 thread, other);
    else if (!strcmp(f->text, "warp"))
        snprintf(text, size,
                 "%s waits in a warp operation (%s) for lanes of its mask that never "
                 "come",
                 other, other_line);
    else
        snprintf(text, size,
                 "%s waits at this __syncthreads() while %s waits at another one (%s)",
                 thread, other, other_line);
}

static const char *remedy(const struct raw_fault *f)
{
    switch (f->kind) {
    case FAULT_OUT_OF_BOUNDS:
        if (!strcmp(f->text, "host"))
            return "pass the kernel memory from cudaMalloc, not from malloc or the "
                   "stack";
        if (!strcmp(f->text, "null"))
            return "check that the pointer was passed, and that cudaMalloc succeeded";
        return f->offset >= SHARED_OFFSET
                   ? "compare the index with the array's declared size"
                   : "guard the access: which rows and columns exist?";
    case FAULT_MISALIGNED:
        return "a 16-byte access needs an address that is a multiple of 16: use it "
               "only "
               "where row length and column allow";
    case FAULT_UNINITIALIZED:
        return f->offset >= SHARED_OFFSET
                   ? "every element that is read must be stored first, also at the "
                     "matrix's edges: store 0 there"
                   : "set the memory before it is read";
    case FAULT_RACE:
        return "put a __syncthreads() between the two lines, on every path from one to "
               "the other";
    case FAULT_BARRIER:
        return "every thread of the block must reach every __syncthreads(): guard the "
               "loads and stores, not the barrier";
    case FAULT_TIMEOUT:
        return "look at the loop's condition and at what should change it";
    default:
        return "look at this line's operands";
    }
}

static void put_in_words(const struct raw_fault *f, struct fault *out)
{
    char thread[64], block[64], other[64], place[192], other_file[256], other_at[300];
    int other_line = 0;
    const char *verb = f->write ? "writes" : "reads";
    out->kind = f->kind;
    bool known = emu_symbols_line(f->pc, out->file, sizeof out->file, &out->line);
    bool ours = strstr(out->file, "common/emu/") != NULL;
    bool other_known = f->other_pc && emu_symbols_line(f->other_pc, other_file,
                                                       sizeof other_file, &other_line);
    bool stopped = f->kind == FAULT_CRASH || f->kind == FAULT_TIMEOUT;
    if (stopped && (!known || ours) && other_known) {
        snprintf(out->file, sizeof out->file, "%s", other_file);
        out->line = other_line;
    }
    if (other_known)
        snprintf(other_at, sizeof other_at, "line %d%s%s", other_line,
                 strcmp(other_file, out->file) ? " of " : "",
                 strcmp(other_file, out->file) ? other_file : "");
    else
        snprintf(other_at, sizeof other_at, "unknown line");
    say_thread(thread, sizeof thread, f->thread);
    say_thread(other, sizeof other, f->other_thread);
    say_block(block, sizeof block, f->block);
    snprintf(out->remedy, sizeof out->remedy, "%s", remedy(f));

    char *text = out->what;
    size_t size = sizeof out->what;
    if (f->kind == FAULT_OUT_OF_BOUNDS && !strcmp(f->text, "null"))
        snprintf(place, sizeof place, "through a null pointer (address %llu)",
                 (unsigned long long)f->offset);
    else if (f->kind == FAULT_OUT_OF_BOUNDS && f->text[0])
        snprintf(place, sizeof place, "host memory, which a kernel cannot reach");
    else
        say_place(place, sizeof place, f->offset, f->size ? f->size : 1);
    switch (f->kind) {
    case FAULT_RACE:
        snprintf(
            text, size,
            "%s %s %s, and %s %s it on %s, with no barrier in between, in %s of %s",
            thread, verb, place, other, f->other_write ? "wrote" : "read", other_at,
            block, emu_launch_now.kernel);
        break;
    case FAULT_BARRIER: {
        char what[300];
        say_barrier(what, sizeof what, f, thread, other, other_at);
        snprintf(text, size, "%s, in %s of %s", what, block, emu_launch_now.kernel);
        break;
    }
    case FAULT_TIMEOUT:
        snprintf(text, size, "%s of %s of %s was still running after %g s", thread,
                 block, emu_launch_now.kernel, emu_settings.timeout);
        break;
    case FAULT_CRASH:
        snprintf(text, size, "%s of %s of %s %s", thread, block, emu_launch_now.kernel,
                 f->text);
        break;
    default:
        snprintf(text, size, "%s of %s of %s %s %s%s", thread, block,
                 emu_launch_now.kernel, verb, place,
                 f->kind == FAULT_UNINITIALIZED ? ", which nothing has set"
                 : f->kind == FAULT_MISALIGNED
                     ? " at an address that is not a multiple "
                       "of its size"
                     : "");
    }
}

/* For programs that do not ask: as a compiler would say it. */
static void print(const struct fault *f)
{
    static const char *const names[] = {
        "",     "OUT_OF_BOUNDS", "MISALIGNED", "UNINITIALIZED",
        "RACE", "BARRIER",       "TIMEOUT",    "CRASH"};
    fflush(stdout);
    fprintf(stderr, "%s:%d: %s: %s\n  %s\n", f->file, f->line, names[f->kind], f->what,
            f->remedy);
}

void emu_fault_on_host(uintptr_t pc, uint64_t offset)
{
    const struct allocation *a = emu_allocation_near(offset);
    if (first.kind)
        return;
    first.kind = FAULT_OUT_OF_BOUNDS;
    emu_symbols_line(pc + 1, first.file, sizeof first.file, &first.line);
    snprintf(first.what, sizeof first.what,
             "host code touches device memory, byte %lld of an allocation of %llu",
             a ? (long long)(offset - a->offset) : 0,
             a ? (unsigned long long)a->bytes : 0);
    snprintf(
        first.remedy, sizeof first.remedy,
        "only a kernel can follow a pointer from cudaMalloc: copy with cudaMemcpy, "
        "or launch a kernel");
    if (!emu_settings.quiet)
        print(&first);
}

static cudaError_t error_of(const struct raw_fault *f)
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
        return cudaErrorLaunchFailure;
    default: /* a GPU does not notice */
        return cudaSuccess;
    }
}

cudaError_t emu_fault_collect(struct worker *const *workers, int n)
{
    const struct raw_fault *lowest = NULL, *stopping = NULL;
    unsigned long total = 0;
    for (int i = 0; i < n; i++) {
        const struct raw_fault *f = &workers[i]->fault;
        total += workers[i]->faults;
        if (f->kind && (!lowest || f->block < lowest->block))
            lowest = f;
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
        put_in_words(lowest, &first);
        first.more = more;
        if (!emu_settings.quiet)
            print(&first);
    }
    cudaError_t error = error_of(lowest);
    return error || !stopping ? error : cudaErrorLaunchFailure;
}
