/*
 * For tools/measure/freeze: linked with a program, this writes what the emulator
 * counted until its end to the file FREEZE_COUNTERS: the values of struct counters,
 * tabs between. Link with -Wl,--wrap=probe_reset: what the program forgets by a reset
 * counts as well.
 *
 * Nothing is written after a fault that stops a launch: how many blocks had run by then
 * depends on the cores.
 */
#include <stdio.h>
#include <stdlib.h>

#include "probe.h"

/* struct counters is nothing but uint64_t. */
enum { N_COUNTERS = sizeof(struct counters) / sizeof(uint64_t) };

static uint64_t sum[N_COUNTERS];
static bool stopped;

void __real_probe_reset(void);
void __wrap_probe_reset(void);

void __wrap_probe_reset(void)
{
    struct counters c;
    struct fault f;

    probe_counters(&c);
    for (int i = 0; i < N_COUNTERS; i++)
        sum[i] += ((const uint64_t *)&c)[i];
    if (probe_fault(&f) && f.kind != FAULT_RACE && f.kind != FAULT_UNINITIALIZED)
        stopped = true;
    __real_probe_reset();
}

__attribute__((destructor)) static void at_the_end(void)
{
    const char *name = getenv("FREEZE_COUNTERS");
    FILE *out = name ? fopen(name, "w") : NULL;

    __wrap_probe_reset();
    for (int i = 0; out && !stopped && i < N_COUNTERS; i++)
        fprintf(out, i ? "\t%llu" : "%llu", (unsigned long long)sum[i]);
    if (out)
        fclose(out);
}
