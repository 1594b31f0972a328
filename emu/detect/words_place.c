/* The place of a fault in memory, as text: the array or argument, and the index. */
#include <stdio.h>
#include <string.h>

#include "launch.h"
#include "memory.h"
#include "shared.h"
#include "heap.h"
#include "symbols.h"
#include "variable.h"
#include "words.h"

/* A name too long for a message is cut. */
#pragma GCC diagnostic ignored "-Wformat-truncation"

/* Argument i of the launch as it was written: the text between its commas. */
static bool argument_name(const struct launch *l, int i, char *name, size_t size)
{
    const char *p = l->arguments;
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

/* An access of `size` bytes, `byte` bytes after the start of an array of `bytes` bytes,
   as far as that is known. */
struct place {
    const char *name;
    bool unnamed;  /* name is a description, not the array's name */
    bool bytewise; /* it is said as bytes */
    bool scalar;   /* it is no array */
    int64_t byte;
    uint64_t bytes;
    uint32_t size;
    struct emu_shape shape; /* element: 0 if it is not known */
};

/* Its element `index`, counted from its start. */
static struct probe_element element_of(const struct place *p, int64_t index)
{
    const bool flat = p->shape.__rank < 2 || p->shape.__rank > 3;
    struct probe_element e = {.rank = flat ? 1 : p->shape.__rank};
    for (int k = e.rank - 1; k > 0; k--) {
        const uint32_t extent = p->shape.__extent[k];
        e.index[k] = index % extent;
        e.index[k] += e.index[k] < 0 ? extent : 0;
        index = (index - e.index[k]) / extent;
    }
    e.index[0] = index;
    if (!p->unnamed)
        snprintf(e.array, sizeof e.array, "%s", p->name);
    return e;
}

/* "A[17]", "As[1][0]", "count" */
static int say_element(char *text, size_t size, const struct place *p, int64_t index)
{
    if (p->scalar && index == 0)
        return snprintf(text, size, "%s", p->name);
    const struct probe_element e = element_of(p, index);
    int n = snprintf(text, size, "%s", p->name);
    for (int k = 0; k < e.rank; k++)
        n += snprintf(text + n, size - n, "[%lld]", (long long)e.index[k]);
    return n;
}

/* ", past its end (4096 elements of 4 bytes)" */
static void say_beyond(char *text, size_t size, const struct place *p, uint32_t element)
{
    const uint32_t *extent = p->shape.__extent;
    char number[64];
    if (p->shape.__rank == 2)
        snprintf(number, sizeof number, "%u x %u", extent[0], extent[1]);
    else if (p->shape.__rank == 3)
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

/* "byte 4096 of dynamic shared memory": the first byte, since the parts of that memory,
   such as a struct's, have elements of their own. */
static void say_byte(char *text, size_t size, const struct place *p)
{
    const int64_t last = p->byte + p->size - 1;
    const int n = snprintf(text, size, "byte %lld of %s", (long long)p->byte, p->name);

    if (p->byte < 0 || last >= (int64_t)p->bytes)
        snprintf(text + n, size - n, ", %s (it has %llu byte%s)",
                 p->byte < 0 ? "before its start" : "past its end",
                 (unsigned long long)p->bytes, p->bytes == 1 ? "" : "s");
}

/* "A[4096], past its end (4096 elements of 4 bytes)"; inside the array only "A[17]". */
static void say_elements(char *text, size_t size, const struct place *p,
                         struct probe_element *e)
{
    const uint32_t element = p->shape.__element ? p->shape.__element : p->size;
    const int64_t last = p->byte + p->size - 1;
    const int64_t from = p->byte >= 0 ? p->byte / element
                                      : -((-p->byte + element - 1) / element),
                  to = last >= 0 ? last / element : -((-last + element - 1) / element);
    int n = 0;
    *e = element_of(p, p->bytewise ? p->byte : from);
    if (p->bytewise) {
        say_byte(text, size, p);
        return;
    }
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

void emu_say_variable(char *text, size_t size, uintptr_t address, uint32_t bytes,
                      struct probe_element *e)
{
    const struct variable *v = emu_variable_near(address);
    if (v)
        say_elements(text, size,
                     &(struct place){.name = v->name,
                                     .byte = (int64_t)(address - v->start),
                                     .bytes = v->bytes,
                                     .size = bytes},
                     e);
    else
        snprintf(text, size, "a __device__ variable");
}

/* The place `more` bytes after offset in shared memory; more < 0: before all of it.
   `line` is the line of source. */
static void say_shared(const struct launch *l, char *text, size_t size, uint64_t offset,
                       int64_t more, uint32_t bytes, const char *line,
                       struct probe_element *e)
{
    struct shared_array a;
    char name[96];
    struct shared_array all;
    const bool member =
        more == 0 && emu_shared_member(l, offset, name, sizeof name, &a);
    if (member || emu_shared_array(offset, l->config.__shared, line, &a))
        say_elements(
            text, size,
            &(struct place){.name = a.name,
                            .bytewise = a.dynamic,
                            .scalar = !a.shape.__rank && a.shape.__element == a.bytes,
                            .byte = (int64_t)(offset - a.start) + more,
                            .bytes = a.bytes,
                            .size = bytes,
                            .shape = a.shape},
            e);
    else
        snprintf(text, size, "shared memory that belongs to no array");
    if (member && emu_shared_array(offset, l->config.__shared, line, &all) &&
        offset - all.start >= all.bytes)
        snprintf(text + strlen(text), size - strlen(text),
                 ", past the end of %s (%llu bytes)", all.name,
                 (unsigned long long)all.bytes);
}

void emu_say_mbarrier(char *text, size_t size, const struct launch *l, uint64_t offset)
{
    struct shared_array a;
    char member[64];
    if (!emu_shared_member(l, offset, member, sizeof member, &a) &&
        !emu_shared_array(offset, l->config.__shared, NULL, &a)) {
        snprintf(text, size, "the mbarrier at byte %llu", (unsigned long long)offset);
    } else if (a.dynamic) {
        snprintf(text, size, "the mbarrier at byte %llu of %s",
                 (unsigned long long)(offset - a.start), a.name);
    } else {
        const uint32_t element = a.shape.__element ? a.shape.__element : 8;
        const int n = snprintf(text, size, "%s", a.name);
        if (a.bytes > element)
            snprintf(text + n, size - (size_t)n, "[%llu]",
                     (unsigned long long)((offset - a.start) / element));
    }
}

/* In the heap of kernels. */
static void say_heap(char *text, size_t size, uint64_t offset, uint32_t bytes,
                     uint64_t start, uint64_t of_object, bool freed,
                     struct probe_element *e)
{
    if (freed)
        snprintf(text, size, "an object of %llu bytes of the kernels' heap after free",
                 (unsigned long long)of_object);
    else
        say_elements(text, size,
                     &(struct place){.name = "an object of the kernels' heap",
                                     .unnamed = true,
                                     .byte = (int64_t)(offset - start),
                                     .bytes = of_object,
                                     .size = bytes},
                     e);
}

/* In device memory. */
static void say_allocated(const struct launch *l, char *text, size_t size,
                          uint64_t offset, uint32_t bytes, struct probe_element *e)
{
    const struct allocation *a = emu_allocation_near(offset);
    struct place place = {.name = "an allocation", .unnamed = true, .size = bytes};
    char name[64];
    uint64_t start, of_object;
    bool freed;
    if (!a) {
        snprintf(text, size, "device memory that was never allocated");
        return;
    }
    if (emu_heap_object(offset, &start, &of_object, &freed)) {
        say_heap(text, size, offset, bytes, start, of_object, freed, e);
        return;
    }
    if (a->freed) {
        char file[256];
        int line = 0;
        const int n = snprintf(text, size, "an allocation of %llu bytes after cudaFree",
                               (unsigned long long)a->bytes);
        if (emu_symbols_line(a->freed_at, file, sizeof file, &line))
            snprintf(text + n, size - n, " (%s:%d)", file, line);
        return;
    }
    place.byte = (int64_t)(offset - a->offset);
    place.bytes = a->bytes;
    for (int i = 0; i < l->n_values; i++) {
        const struct emu_argument *v = &l->values[i];
        uint64_t value = v->__address - emu_arena();
        if (value >= a->offset && value < a->offset + a->bytes &&
            argument_name(l, i, name, sizeof name)) {
            place.name = name;
            place.unnamed = false;
            place.byte = (int64_t)(offset - value);
            place.bytes = a->offset + a->bytes - value;
            place.shape.__element = v->__element;
            break;
        }
    }
    say_elements(text, size, &place, e);
}

void emu_say_place(char *text, size_t size, const struct fault_record *f,
                   const char *line, struct probe_element *e)
{
    const uint32_t bytes = f->size ? f->size : 1;
    if (f->detail == DETAIL_BELOW)
        say_shared(f->launch, text, size, 0, f->offset - SHARED_OFFSET, bytes, line, e);
    else if (f->offset >= MODULE_OFFSET)
        emu_say_variable(text, size, emu_variable_address(f->offset - MODULE_OFFSET),
                         bytes, e);
    else if (f->offset >= SHARED_OFFSET)
        say_shared(f->launch, text, size, f->offset - SHARED_OFFSET, 0, bytes, line, e);
    else
        say_allocated(f->launch, text, size, f->offset, bytes, e);
}
