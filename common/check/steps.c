/* The STEPs of a kernel by their roles; steps.h states the contract. */
#include "check/steps.h"

#include <stdio.h>

#include "call/call.h"
#include "check/gaps.h"

static const char *source;
static const step_roles *roles;
static const int *tile;

void steps_of(const char *file, const step_roles *of_lab, const int of_tile[])
{
    source = file;
    roles = of_lab;
    tile = of_tile;
}

int steps_tile(int size)
{
    return tile && size >= 0 && size < OPERATION_SIZES ? tile[size] : 0;
}

bool steps_have(unsigned wanted)
{
    for (int i = 0; roles && i < STEPS; i++)
        if (wanted & 1u << (*roles)[i] & ~(1u << STEP_OTHER))
            return true;
    return false;
}

int steps_say(unsigned wanted, char *text, size_t size)
{
    int step[STEPS], n = 0, at = 0;

    text[0] = '\0';
    for (int i = 0; source && roles && i < STEPS; i++)
        if (wanted & 1u << (*roles)[i] & ~(1u << STEP_OTHER) &&
            gaps_has_step(source, i + 1))
            step[n++] = i + 1;
    if (n > STEPS_MOST)
        return 0;
    for (int i = 0; i < n && (size_t)at < size; i++)
        at += snprintf(text + at, size - at, "%s%d",
                       i == 0       ? "in STEP "
                       : i == n - 1 ? " or "
                                    : ", ",
                       step[i]);
    if (n > 0 && (size_t)at < size)
        at += snprintf(text + at, size - at, ": ");
    return at;
}
