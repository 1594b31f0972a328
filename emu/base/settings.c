/* The environment, read once and checked; settings.h has the contract. */
#include "settings.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "param.h"

enum { MOST_REGISTERS = 255 }; /* per thread, on every GPU since 2012 */

static struct settings now;
static bool gave_up;

void emu_give_up(void)
{
    gave_up = true;
    exit(2);
}

bool emu_gave_up(void)
{
    return gave_up;
}

void *emu_allocate(uint64_t n, uint64_t bytes, const char *what)
{
    void *p = calloc(n, bytes);
    if (p)
        return p;
    fprintf(stderr, "emulator: not enough memory for %s: %llu bytes\n", what,
            (unsigned long long)(n * bytes));
    emu_give_up();
}

static _Noreturn void refuse(const char *name, const char *value, const char *expected)
{
    fprintf(stderr, "emulator: %s=%s: expected %s\n", name, value, expected);
    emu_give_up();
}

/* The variable's value; NULL if it is not set, or empty. */
static const char *value_of(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

static double number(const char *name, double least, double most, const char *expected)
{
    const char *value = value_of(name);
    char *end;
    if (!value)
        return 0;
    errno = 0;
    const double x = strtod(value, &end);
    if (errno || *end || !(x >= least && x <= most))
        refuse(name, value, expected);
    return x;
}

static int whole_number(const char *name, int least, int most, const char *expected)
{
    const double x = number(name, least, most, expected);
    if (x != (int)x)
        refuse(name, getenv(name), expected);
    return (int)x;
}

/* One of two words; absent if the variable is not set. */
static bool word(const char *name, const char *no, const char *yes, bool absent,
                 const char *expected)
{
    const char *value = value_of(name);
    if (!value)
        return absent;
    if (strcmp(value, no) && strcmp(value, yes))
        refuse(name, value, expected);
    return !strcmp(value, yes);
}

static void read_environment(void)
{
    now.workers = whole_number("EMU_THREADS", 1, EMU_MAX_WORKERS,
                               "a number of OS threads, 1 to 64");
    now.timeout_asked = value_of("EMU_TIMEOUT");
    now.timeout =
        number("EMU_TIMEOUT", 0, 1e9, "seconds of processor time per block, such as 4");
    if (!now.timeout_asked)
        now.timeout = 120;
    now.registers = whole_number("EMU_REGISTERS", 0, MOST_REGISTERS,
                                 "registers per thread, 1 to 255");
    now.cubin = value_of("EMU_CUBIN");
    if (now.cubin && access(now.cubin, R_OK))
        refuse("EMU_CUBIN", now.cubin, "a file that nvcc -cubin wrote");
    now.silent = !word("EMU_NOTES", "0", "1", true, "0 or 1");
    now.leaks = word("EMU_LEAKS", "0", "1", false, "0 or 1");
    now.all_faults = word("EMU_FAULTS", "first", "all", false, "first or all");
    now.json = value_of("EMU_FAULTS_JSON");
    now.all_faults |= now.json != NULL;
    now.summary = word("EMU_SUMMARY", "0", "1", false, "0 or 1");
    now.all_faults |= now.summary;
    now.checks = value_of("EMU_CHECKS");
    now.kernel_before = word("EMU_KERNEL_BEFORE", "0", "1", false, "0 or 1");
    now.early = word("EMU_ASYNC", "late", "early", false, "late or early");
}

/* Before the program's own constructors, which might set the variables. */
__attribute__((constructor(101))) static void read_once(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, read_environment);
}

const struct settings *emu_settings(void)
{
    read_once();
    return &now;
}

void emu_settings_change(const struct settings *to)
{
    read_once();
    now = *to;
}
