/*
 * The kernels of a judge of a lab with tiles: functions that stand for those over
 * there, in the place of tune/linked.c.
 */
#include <stdio.h>
#include <stdlib.h>

#include "runner/remote.h"
#include "time_limits.h"
#include "tune/linked.h"
#include "tune/tile_log.h"
#include "tune/pick.h"
#include "timing.h"
#include "tune/tiles.h"

static void default_there(const struct call *c)
{
    remote_call(&(const struct tile){0}, c);
}

operation_function *linked_default(const struct operation *of)
{
    (void)of;
    return default_there;
}

/* The kernel for the tile that was last asked for: a check looks for one, and calls it.
 */
static struct tile current;

static void current_there(const struct call *c)
{
    remote_call(&current, c);
}

operation_function *linked_kernel(const struct tile *t)
{
    current = *t;
    return remote_has("", t) ? current_there : NULL;
}

/* In grading what the compiler said of it is where nobody trusts it. */
bool linked_error(const struct tile *t, struct finding *f)
{
    const char *logs = getenv("TILE_LOGS");

    if (logs && tile_log_error(logs, t, f))
        return true;
    f->verdict = VERDICT_COMPILE_ERROR;
    snprintf(f->what, sizeof f->what, "g++ refuses it, or the grader does");
    return true;
}

int tile_valid(const struct tile *t)
{
    const struct wire_request r = {
        .what = WIRE_VALID, .tile = *t, .seconds = TIME_LIMIT_RULE};

    return remote_ask(&r, NULL, 0, NULL, 0,
                      TIME_LIMIT_RULE * WALL_PER_PROCESSOR + REMOTE_SPARE)
               .value == 1;
}

/* In the place of timing.c: where no GPU is, a judge times nothing. */
void timing_take(const struct trial *t, operation_function *const fn[], int n,
                 double seconds, struct timing out[])
{
    (void)t, (void)fn, (void)n, (void)seconds, (void)out;
    abort();
}
