/*
 * __device__ and __constant__ variables: emucc puts them into sections of their own,
 * with a gap before each (see emucc). The program's symbol table has their names and
 * sizes.
 */
#include "platform.h"
#include "variable.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "settings.h"
#include "symbols.h"

/* emu_const: the const or constexpr ones. */
extern char __start_emu_device[] __attribute__((weak));
extern char __stop_emu_device[] __attribute__((weak));
extern char __start_emu_constant[] __attribute__((weak));
extern char __stop_emu_constant[] __attribute__((weak));
extern char __start_emu_const[] __attribute__((weak));
extern char __stop_emu_const[] __attribute__((weak));

enum {
    NEAR = 1024, /* an address within this distance is attributed to the variable */
    FEW = 64 /* a __constant__ variable up to this size does not count as an array */
};

static struct variable *variables; /* sorted by start */
static size_t count;

char *__cxa_demangle(const char *name, char *buffer, size_t *size, int *status);

static bool within(uintptr_t a, const char *start, const char *stop)
{
    return a >= (uintptr_t)start && a < (uintptr_t)stop;
}

static void add(const char *name, uint64_t address, uint64_t bytes)
{
    bool device = within(address, __start_emu_device, __stop_emu_device);
    bool constant = within(address, __start_emu_constant, __stop_emu_constant);
    if (!device && !constant && !within(address, __start_emu_const, __stop_emu_const))
        return;
    struct variable *larger = realloc(variables, (count + 1) * sizeof *larger);
    char *plain =
        strncmp(name, "_Z", 2) ? NULL : __cxa_demangle(name, NULL, NULL, NULL);
    if (!larger) {
        fprintf(stderr, "emulator: not enough memory for a list of variables\n");
        emu_give_up();
    }
    variables = larger;
    variables[count] = (struct variable){.start = address,
                                         .bytes = bytes,
                                         .in = device     ? EMU_DEVICE
                                               : constant ? EMU_CONSTANT
                                                          : EMU_CONST};
    snprintf(variables[count].name, sizeof variables[count].name, "%.63s",
             plain ? plain : name);
    count++;
    free(plain);
}

static int by_start(const void *a, const void *b)
{
    const struct variable *x = a, *y = b;
    return (x->start > y->start) - (x->start < y->start);
}

static void read_symbols(void)
{
    emu_program_objects(add);
    if (count)
        qsort(variables, count, sizeof *variables, by_start);
}

const struct variable *emu_variable_near(uintptr_t a)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, read_symbols);
    size_t low = 0, high = count;
    while (low < high) { /* the first that starts after a */
        size_t middle = (low + high) / 2;
        if (variables[middle].start <= a)
            low = middle + 1;
        else
            high = middle;
    }
    const struct variable *before = low > 0 ? &variables[low - 1] : NULL;
    const struct variable *after = low < count ? &variables[low] : NULL;
    if (before && a < before->start + before->bytes + NEAR) {
        uintptr_t past =
            a - before->start < before->bytes ? 0 : a - before->start - before->bytes;
        return after && past && after->start - a < past ? after : before;
    }
    return after && after->start - a <= NEAR ? after : NULL;
}

enum variable_access emu_variable_look(uintptr_t a, uint32_t size, bool write)
{
    /* Most accesses are to the same variable. */
    static EMU_OWN const struct variable *emu_variable_last;
    const struct variable *v = emu_variable_last;
    if (!v || a - v->start >= v->bytes)
        emu_variable_last = v = emu_variable_near(a);
    if (!v)
        return VARIABLE_NONE;
    if (a - v->start >= v->bytes || size > v->bytes - (a - v->start))
        return VARIABLE_OUTSIDE;
    if (v->in == EMU_DEVICE)
        return VARIABLE_DEVICE;
    if (write)
        return VARIABLE_READ_ONLY;
    return v->in == EMU_CONSTANT && v->bytes > FEW ? VARIABLE_ARRAY : VARIABLE_CONSTANT;
}

bool emu_variable_holds(uintptr_t a, uint64_t bytes)
{
    const struct variable *v = emu_variable_near(a);
    uint64_t in = v ? a - v->start : 0;
    return v && v->in != EMU_CONST && in < v->bytes && bytes <= v->bytes - in;
}

/* emucc writes one of each variable that host code names. */
struct pair {
    uintptr_t host, device;
    uint64_t bytes;
};
extern const struct pair __start_emu_symbols[] __attribute__((weak));
extern const struct pair __stop_emu_symbols[] __attribute__((weak));

static const struct pair *pair_of(uintptr_t a)
{
    const uintptr_t end = (uintptr_t)__stop_emu_symbols;
    const struct pair *p = __start_emu_symbols;
    while ((uintptr_t)p < end && a - p->host >= p->bytes)
        p++;
    return (uintptr_t)p < end ? p : NULL;
}

const struct variable *emu_variable_of_host(uintptr_t a)
{
    const struct pair *p = pair_of(a);
    return p ? emu_variable_near(p->device) : NULL;
}

const void *emu_variable_of_symbol(const void *symbol)
{
    const struct pair *p = pair_of((uintptr_t)symbol);
    return p ? (const void *)(p->device + ((uintptr_t)symbol - p->host)) : symbol;
}

uint64_t emu_variable_offset(uintptr_t a)
{
    return a - (uintptr_t)__start_emu_device;
}

uintptr_t emu_variable_address(uint64_t offset)
{
    return (uintptr_t)__start_emu_device + offset;
}
