/*
 * A fault as text: the thread, the array or argument, the index, the lines, and what to
 * check next.
 */
#include <stdio.h>
#include <string.h>

#include "launch.h"
#include "memory.h"
#include "param.h"
#include "settings.h"
#include "symbols.h"
#include "words.h"

/* A name too long for a message is cut. */
#pragma GCC diagnostic ignored "-Wformat-truncation"

void emu_say_thread(const struct launch *l, char *text, size_t size, uint32_t thread)
{
    const struct dim3 d = l->config.block;
    uint32_t x = thread % d.x, y = thread / d.x % d.y, z = thread / d.x / d.y;
    if (thread >= MAX_THREADS)
        snprintf(text, size, "other threads");
    else if (d.z > 1)
        snprintf(text, size, "thread (%u,%u,%u)", x, y, z);
    else
        snprintf(text, size, "thread (%u,%u)", x, y);
}

void emu_say_block(const struct launch *l, char *text, size_t size, uint64_t block)
{
    const struct dim3 g = l->config.grid;
    unsigned x = block % g.x, y = block / g.x % g.y, z = block / g.x / g.y;
    if (g.z > 1)
        snprintf(text, size, "block (%u,%u,%u)", x, y, z);
    else
        snprintf(text, size, "block (%u,%u)", x, y);
}

/* From linear index i to x, y, z. */
static void index_in(uint32_t index[3], struct dim3 of, uint64_t i)
{
    index[0] = i % of.x;
    index[1] = i / of.x % of.y;
    index[2] = i / of.x / of.y;
}

void emu_who(const struct launch *l, struct probe_who *who, uint64_t block,
             uint32_t thread)
{
    memset(who, 0, sizeof *who);
    if (thread >= MAX_THREADS)
        return;
    snprintf(who->kernel, sizeof who->kernel, "%s", l->kernel);
    index_in(who->block, l->config.grid, block);
    index_in(who->thread, l->config.block, thread);
}

static void say_barrier(char *text, size_t size, const struct fault_record *f,
                        const char *thread, const char *other, const char *other_line)
{
    if (f->detail == DETAIL_DEADLOCK)
        snprintf(text, size, "%s %s, and no thread of the %s can go on", thread,
                 f->text, f->launch->together > 1 ? "cluster" : "block");
    else if (f->detail == DETAIL_ALIGNED)
        snprintf(text, size, "%s %s", thread,
                 *f->text ? f->text
                          : "waits at an instruction that all 32 lanes of a warp "
                            "execute together, for lanes that are elsewhere");
    else if (f->detail == DETAIL_MISUSED && f->other_pc)
        snprintf(text, size, "%s %s (%s, by %s)", thread, f->text, other_line, other);
    else if (f->detail == DETAIL_MISUSED || f->detail == DETAIL_COUNT)
        snprintf(text, size, "%s %s", thread, f->text);
    else if (f->detail == DETAIL_EXITED)
        snprintf(text, size,
                 "%s waits at a __syncthreads() that %s of its warp will never reach: "
                 "it has returned",
                 thread, other);
    else if (f->detail == DETAIL_WARP)
        snprintf(text, size,
                 "%s waits in a warp operation (%s) for lanes of its mask that never "
                 "arrive",
                 other, other_line);
    else if (f->detail == DETAIL_GRID) {
        char ended[64];
        emu_say_block(f->launch, ended, sizeof ended, f->other_block);
        snprintf(text, size, "%s waits for the whole grid, but %s has ended", thread,
                 ended);
    } else
        snprintf(text, size,
                 "%s waits at this __syncthreads() while %s waits at another one (%s)",
                 thread, other, other_line);
}

static void say_race(char *text, size_t size, const struct fault_record *f,
                     const char *place, const char *other_line)
{
    char thread[64], block[64], other[64], other_block[64];
    const char *kernel = f->launch->kernel;
    emu_say_thread(f->launch, thread, sizeof thread, f->thread);
    emu_say_thread(f->launch, other, sizeof other, f->other_thread);
    emu_say_block(f->launch, block, sizeof block, f->block);
    emu_say_block(f->launch, other_block, sizeof other_block, f->other_block);
    if (f->detail == DETAIL_COPYING)
        snprintf(
            text, size,
            "%s writes %s while %s asynchronous copy to it, begun on %s, may be in "
            "flight, in %s of %s",
            thread, place, f->other_thread == f->thread ? "its" : "another thread's",
            other_line, block, kernel);
    else if (f->detail == DETAIL_SOURCE || f->detail == DETAIL_OPERAND)
        snprintf(text, size,
                 "%s writes %s while %s, begun on %s, may still read it, in "
                 "%s of %s",
                 thread, place,
                 f->detail == DETAIL_SOURCE
                     ? (f->other_thread == f->thread ? "its bulk store"
                                                     : "another thread's bulk store")
                     : "a wgmma",
                 other_line, block, kernel);
    else if (f->detail == DETAIL_REGISTERS)
        snprintf(text, size, "%s %s%s%s, in %s of %s", thread, f->text,
                 f->other_pc ? " " : "", f->other_pc ? other_line : "", block, kernel);
    else if (f->detail == DETAIL_PROXY)
        snprintf(text, size,
                 "%s lets %s be read asynchronously, which %s has stored without a "
                 "fence.proxy.async, in %s of %s",
                 thread, place, f->other_thread == f->thread ? "it" : other, block,
                 kernel);
    else if (f->detail == DETAIL_CLUSTER)
        snprintf(text, size,
                 "%s of %s %s %s, and %s of %s %s it on %s, with no barrier of the "
                 "cluster in between, in %s",
                 thread, block, f->write ? "writes" : "reads", place, other,
                 other_block, f->other_write ? "wrote" : "read", other_line, kernel);
    else if (f->detail == DETAIL_ENDED)
        snprintf(text, size,
                 "%s of %s accesses shared memory of %s, which may have ended by then, "
                 "in %s",
                 thread, block, place, kernel);
    else if (f->detail == DETAIL_NOT_BEGUN)
        snprintf(text, size,
                 "%s of %s accesses shared memory of %s, which may not have begun by "
                 "then, in %s",
                 thread, block, place, kernel);
    else if (f->detail == DETAIL_LEFT)
        snprintf(text, size,
                 "the copy that %s begins here may still %s %s when its block ends, in "
                 "%s of %s",
                 thread, f->write ? "write to" : "read", place, block, kernel);
    else if (f->detail == DETAIL_BEFORE)
        snprintf(text, size,
                 "%s %s %s while the kernel before may still use it: the thread has "
                 "not waited for its end, in %s of %s",
                 thread, f->write ? "writes" : "reads", place, block, kernel);
    else if (f->detail == DETAIL_BLOCKS)
        snprintf(
            text, size,
            "%s of %s %s %s, and %s of %s %s it on %s; the blocks of %s run in any "
            "order",
            thread, block, f->write ? "writes" : "reads", place, other, other_block,
            f->other_write ? "writes" : "reads", other_line, kernel);
    else
        snprintf(
            text, size,
            "%s %s %s, and %s %s it on %s, with no barrier in between, in %s of %s",
            thread, f->write ? "writes" : "reads", place, other,
            f->other_write ? "wrote" : "read", other_line, block, kernel);
}

/* In shared memory of another block. */
static void say_owner(char *place, size_t size, const struct fault_record *f)
{
    char owner[64];
    const bool whole = f->detail == DETAIL_ENDED || f->detail == DETAIL_NOT_BEGUN;
    const size_t n = whole ? 0 : strlen(place);
    emu_say_block(f->launch, owner, sizeof owner, f->owner);
    const char *link = n == 0 ? "" : strchr(place, ',') ? ", in " : " of ";
    snprintf(place + n, size - n, "%s%s", link, owner);
}

void emu_words(const struct fault_record *f, struct fault *out)
{
    char thread[64], block[64], other[64], place[192], other_file[256], other_at[300];
    int other_line = 0;
    const char *verb = f->write ? "writes" : "reads";
    out->kind = f->kind;
    out->address =
        f->kind == FAULT_OUT_OF_BOUNDS && !f->detail && f->offset < ARENA_BYTES
            ? (const void *)(emu_arena() + f->offset)
            : NULL;
    bool known = emu_symbols_line(f->pc, out->file, sizeof out->file, &out->line);
    bool other_known = f->other_pc && emu_symbols_line(f->other_pc, other_file,
                                                       sizeof other_file, &other_line);
    bool stopped =
        f->kind == FAULT_CRASH || f->kind == FAULT_TIMEOUT || f->kind == FAULT_UNSEEN;
    if (stopped && !known && other_known) { /* in the emulator, which has no lines */
        snprintf(out->file, sizeof out->file, "%s", other_file);
        out->line = other_line;
    }
    if (other_known)
        snprintf(other_at, sizeof other_at, "line %d%s%s", other_line,
                 strcmp(other_file, out->file) ? " of " : "",
                 strcmp(other_file, out->file) ? other_file : "");
    else
        snprintf(other_at, sizeof other_at, "unknown line");
    emu_say_thread(f->launch, thread, sizeof thread, f->thread);
    emu_say_thread(f->launch, other, sizeof other, f->other_thread);
    emu_say_block(f->launch, block, sizeof block, f->block);
    emu_remedy(f, out->remedy, sizeof out->remedy);
    emu_who(f->launch, &out->who, f->block, f->thread);
    snprintf(out->table, sizeof out->table, "%s", f->table);
    memset(&out->element, 0, sizeof out->element);

    const int caller = known ? emu_symbols_caller(f->pc) : 0;
    char *text = out->what, source[512];
    size_t size = sizeof out->what;
    const char *line =
        emu_symbols_text(out->file, out->line, source, sizeof source) ? source : NULL;
    if (f->detail == DETAIL_NULL)
        snprintf(place, sizeof place, "through a null pointer (address %llu)",
                 (unsigned long long)f->offset);
    else if (f->detail == DETAIL_HOST)
        snprintf(place, sizeof place, "host memory, which a kernel cannot reach");
    else if (f->detail == DETAIL_VARIABLE || f->detail == DETAIL_READ_ONLY)
        emu_say_variable(place, sizeof place, f->offset, f->size, &out->element);
    else if (f->kind == FAULT_BARRIER || f->kind == FAULT_TIMEOUT ||
             f->kind == FAULT_CRASH)
        place[0] = 0; /* not about memory */
    else
        emu_say_place(place, sizeof place, f, line, &out->element);
    if (f->remote)
        say_owner(place, sizeof place, f);
    switch (f->kind) {
    case FAULT_RACE:
        say_race(text, size, f, place, other_at);
        break;
    case FAULT_BARRIER: {
        char what[300];
        say_barrier(what, sizeof what, f, thread, other, other_at);
        snprintf(text, size, "%s, in %s of %s", what, block, f->launch->kernel);
        break;
    }
    case FAULT_TIMEOUT:
        snprintf(text, size, "%s of %s of %s was still running after %g s", thread,
                 block, f->launch->kernel, emu_settings()->timeout);
        break;
    case FAULT_CRASH:
        snprintf(text, size, "%s of %s of %s %s", thread, block, f->launch->kernel,
                 f->text);
        break;
    default:
        if (f->detail == DETAIL_BOX) {
            snprintf(text, size, "%s of %s of %s copies a box %s", thread, block,
                     f->launch->kernel,
                     f->kind == FAULT_MISALIGNED
                         ? "whose first coordinate is not a multiple of 16 bytes"
                         : "to a place before the array: a coordinate is negative");
            break;
        }
        if (f->detail == DETAIL_SWIZZLE) {
            snprintf(text, size, "%s of %s of %s reads %s by a descriptor with %s",
                     thread, block, f->launch->kernel, place, f->text);
            break;
        }
        if (f->detail == DETAIL_COPYING) {
            snprintf(
                text, size,
                "%s of %s of %s %s %s while %s asynchronous copy to it, begun on %s, "
                "may be in flight",
                thread, block, f->launch->kernel, verb, place,
                f->other_thread == f->thread ? "its" : "another thread's", other_at);
            break;
        }
        snprintf(text, size, "%s of %s of %s %s %s%s", thread, block, f->launch->kernel,
                 verb, place,
                 f->detail == DETAIL_READ_ONLY    ? ", which only the host can set"
                 : f->kind == FAULT_UNINITIALIZED ? ", which was never set"
                 : f->kind == FAULT_UNSEEN ? " in a way that the emulator cannot see"
                 : f->detail == DETAIL_BULK || f->detail == DETAIL_TENSOR
                     ? " by a bulk copy, at an address that is not aligned for it"
                 : f->kind == FAULT_MISALIGNED
                     ? " at an address that is not a multiple "
                       "of its size"
                     : "");
    }
    const size_t said = strlen(text);
    if (caller)
        snprintf(text + said, size - said, " (line %d is called from line %d)",
                 out->line, caller);
}
