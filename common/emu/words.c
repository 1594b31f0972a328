/*
 * A fault in words: the thread, the array or argument, the index and the lines, and
 * what to look at next.
 */
#include <stdio.h>
#include <string.h>

#include "api.h"
#include "emu.h"

/* A name too long for a message is cut. */
#pragma GCC diagnostic ignored "-Wformat-truncation"

void emu_say_thread(char *text, size_t size, uint32_t thread)
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

void emu_say_block(char *text, size_t size, uint64_t block)
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
    else if (byte >= 0 && byte + unit > (int64_t)bytes && bytes % unit)
        snprintf(text + n, size - n,
                 ", past its end (it has %llu bytes; %u from byte %lld on are wanted)",
                 (unsigned long long)bytes, unit, (long long)byte);
    else if (byte < 0 || byte + unit > (int64_t)bytes)
        snprintf(text + n, size - n, ", %s (%llu element%s of %u byte%s)",
                 byte < 0 ? "before its start" : "past its end",
                 (unsigned long long)bytes / unit, bytes / unit == 1 ? "" : "s", unit,
                 unit == 1 ? "" : "s");
}

static void say_variable(char *text, size_t size, uintptr_t address, uint32_t unit)
{
    const struct variable *v = emu_variable_near(address);
    if (v)
        say_elements(text, size, v->name, (int64_t)(address - v->start), v->bytes,
                     unit);
    else
        snprintf(text, size, "a __device__ variable");
}

static void say_place(char *text, size_t size, uint64_t offset, uint32_t unit)
{
    const char *array;
    char name[64];
    uint64_t start, bytes;
    if (offset >= MODULE_OFFSET) {
        say_variable(text, size, emu_variable_address(offset - MODULE_OFFSET), unit);
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
        snprintf(text, size, "%llu bytes of device memory after cudaFree%s",
                 (unsigned long long)a->bytes, emu_made_at(a->freed_at));
        return;
    }
    for (int i = 0; i < emu_launch_now.n_values; i++) {
        uint64_t value = emu_launch_now.values[i].address - emu_arena;
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
    if (f->detail == DETAIL_EXITED)
        snprintf(text, size,
                 "%s waits at a __syncthreads() that %s of its warp will never reach: "
                 "it has returned",
                 thread, other);
    else if (f->detail == DETAIL_WARP)
        snprintf(text, size,
                 "%s waits in a warp operation (%s) for lanes of its mask that never "
                 "come",
                 other, other_line);
    else
        snprintf(text, size,
                 "%s waits at this __syncthreads() while %s waits at another one (%s)",
                 thread, other, other_line);
}

static void say_race(char *text, size_t size, const struct raw_fault *f,
                     const char *place, const char *other_line)
{
    char thread[64], block[64], other[64], other_block[64];
    const char *kernel = emu_launch_now.kernel;
    emu_say_thread(thread, sizeof thread, f->thread);
    emu_say_thread(other, sizeof other, f->other_thread);
    emu_say_block(block, sizeof block, f->block);
    emu_say_block(other_block, sizeof other_block, f->other_block);
    if (f->detail == DETAIL_BLOCKS)
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

void emu_words(const struct raw_fault *f, struct fault *out)
{
    char thread[64], block[64], other[64], place[192], other_file[256], other_at[300];
    int other_line = 0;
    const char *verb = f->write ? "writes" : "reads";
    out->kind = f->kind;
    out->address =
        f->kind == FAULT_OUT_OF_BOUNDS && !f->detail && f->offset < ARENA_BYTES
            ? (const void *)(emu_arena + f->offset)
            : NULL;
    bool known = emu_symbols_line(f->pc, out->file, sizeof out->file, &out->line);
    bool ours = strstr(out->file, "common/emu/") != NULL;
    bool other_known = f->other_pc && emu_symbols_line(f->other_pc, other_file,
                                                       sizeof other_file, &other_line);
    bool stopped =
        f->kind == FAULT_CRASH || f->kind == FAULT_TIMEOUT || f->kind == FAULT_UNSEEN;
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
    emu_say_thread(thread, sizeof thread, f->thread);
    emu_say_thread(other, sizeof other, f->other_thread);
    emu_say_block(block, sizeof block, f->block);
    snprintf(out->remedy, sizeof out->remedy, "%s", emu_remedy(f));

    char *text = out->what;
    size_t size = sizeof out->what;
    if (f->detail == DETAIL_NULL)
        snprintf(place, sizeof place, "through a null pointer (address %llu)",
                 (unsigned long long)f->offset);
    else if (f->detail == DETAIL_HOST)
        snprintf(place, sizeof place, "host memory, which a kernel cannot reach");
    else if (f->detail == DETAIL_VARIABLE || f->detail == DETAIL_READ_ONLY)
        say_variable(place, sizeof place, f->offset, f->size);
    else
        say_place(place, sizeof place, f->offset, f->size ? f->size : 1);
    switch (f->kind) {
    case FAULT_RACE:
        say_race(text, size, f, place, other_at);
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
                 f->detail == DETAIL_READ_ONLY    ? ", which only the host can set"
                 : f->kind == FAULT_UNINITIALIZED ? ", which nothing has set"
                 : f->kind == FAULT_UNSEEN ? " in a way that the emulator cannot see"
                 : f->kind == FAULT_MISALIGNED
                     ? " at an address that is not a multiple "
                       "of its size"
                     : "");
    }
}
