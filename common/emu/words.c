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

/* An access of `size` bytes, `byte` bytes behind the start of an array of `bytes`, as
   far as that is known. */
struct place {
    const char *name;
    int64_t byte;
    uint64_t bytes;
    uint32_t size;
    struct emu_shape shape; /* element: 0 where it is not known */
};

/* "A[17]", "As[1][0]": its element `index`, counted from its start. */
static int say_element(char *text, size_t size, const struct place *p, int64_t index)
{
    const uint32_t *extent = p->shape.extent;
    int64_t of[3] = {index};
    int rank = p->shape.rank, n = 0;
    if (rank < 2 || rank > 3)
        return snprintf(text, size, "%s[%lld]", p->name, (long long)index);
    for (int k = rank - 1; k > 0; k--) {
        of[k] = index % extent[k];
        of[k] += of[k] < 0 ? extent[k] : 0;
        index = (index - of[k]) / extent[k];
    }
    of[0] = index;
    n = snprintf(text, size, "%s", p->name);
    for (int k = 0; k < rank; k++)
        n += snprintf(text + n, size - n, "[%lld]", (long long)of[k]);
    return n;
}

/* ", past its end (4096 elements of 4 bytes)" */
static void say_beyond(char *text, size_t size, const struct place *p, uint32_t element)
{
    const uint32_t *extent = p->shape.extent;
    char number[64];
    if (p->shape.rank == 2)
        snprintf(number, sizeof number, "%u x %u", extent[0], extent[1]);
    else if (p->shape.rank == 3)
        snprintf(number, sizeof number, "%u x %u x %u", extent[0], extent[1],
                 extent[2]);
    else
        snprintf(number, sizeof number, "%llu", (unsigned long long)p->bytes / element);
    if (p->byte >= 0 && p->bytes % element)
        snprintf(text, size, ", past its end (it has %llu bytes)",
                 (unsigned long long)p->bytes);
    else
        snprintf(text, size, ", %s (%s element%s of %u byte%s)",
                 p->byte < 0 ? "before its start" : "past its end", number,
                 strcmp(number, "1") ? "s" : "", element, element == 1 ? "" : "s");
}

/* "A[4096], past its end (4096 elements of 4 bytes)", or inside it plain "A[17]". */
static void say_elements(char *text, size_t size, const struct place *p)
{
    const uint32_t element = p->shape.element ? p->shape.element : p->size;
    const int64_t last = p->byte + p->size - 1;
    const int64_t from = p->byte >= 0 ? p->byte / element
                                      : -((-p->byte + element - 1) / element),
                  to = last >= 0 ? last / element : -((-last + element - 1) / element);
    int n = 0;
    if (p->size < element)
        n = snprintf(text, size, "a part of ");
    n += say_element(text + n, size - n, p, from);
    if (to > from) {
        n += snprintf(text + n, size - n, " to ");
        n += say_element(text + n, size - n, p, to);
    }
    if (p->byte < 0 || last >= (int64_t)p->bytes)
        say_beyond(text + n, size - n, p, element);
}

static void say_variable(char *text, size_t size, uintptr_t address, uint32_t bytes)
{
    const struct variable *v = emu_variable_near(address);
    if (v)
        say_elements(text, size,
                     &(struct place){.name = v->name,
                                     .byte = (int64_t)(address - v->start),
                                     .bytes = v->bytes,
                                     .size = bytes});
    else
        snprintf(text, size, "a __device__ variable");
}

/* At offset in shared memory. `line` is the line of source. */
static void say_shared(char *text, size_t size, uint64_t offset, uint32_t bytes,
                       const char *line)
{
    struct shared_array a;
    if (emu_shared_array(offset, line, &a))
        say_elements(text, size,
                     &(struct place){.name = a.name,
                                     .byte = (int64_t)(offset - a.start),
                                     .bytes = a.bytes,
                                     .size = bytes,
                                     .shape = a.shape});
    else
        snprintf(text, size, "shared memory that belongs to no array");
}

/* In device memory. */
static void say_allocated(char *text, size_t size, uint64_t offset, uint32_t bytes)
{
    const struct allocation *a = emu_allocation_near(offset);
    struct place place = {.name = "an allocation", .size = bytes};
    char name[64];
    if (!a) {
        snprintf(text, size, "device memory that was never allocated");
        return;
    }
    if (a->freed) {
        snprintf(text, size, "%llu bytes of device memory after cudaFree%s",
                 (unsigned long long)a->bytes, emu_made_at(a->freed_at));
        return;
    }
    place.byte = (int64_t)(offset - a->offset);
    place.bytes = a->bytes;
    for (int i = 0; i < emu_launch_now.n_values; i++) {
        const struct emu_argument *v = &emu_launch_now.values[i];
        uint64_t value = v->address - emu_arena;
        if (value >= a->offset && value < a->offset + a->bytes &&
            argument_name(i, name, sizeof name)) {
            place.name = name;
            place.byte = (int64_t)(offset - value);
            place.bytes = a->offset + a->bytes - value;
            place.shape.element = v->element;
            break;
        }
    }
    say_elements(text, size, &place);
}

static void say_place(char *text, size_t size, const struct raw_fault *f,
                      const char *line)
{
    const uint32_t bytes = f->size ? f->size : 1;
    if (f->offset >= MODULE_OFFSET)
        say_variable(text, size, emu_variable_address(f->offset - MODULE_OFFSET),
                     bytes);
    else if (f->offset >= SHARED_OFFSET)
        say_shared(text, size, f->offset - SHARED_OFFSET, bytes, line);
    else
        say_allocated(text, size, f->offset, bytes);
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
    emu_remedy(f, out->remedy, sizeof out->remedy);

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
        say_variable(place, sizeof place, f->offset, f->size);
    else
        say_place(place, sizeof place, f, line);
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
