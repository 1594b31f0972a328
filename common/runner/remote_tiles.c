/*
 * The kernels of a judge of a lab with tiles: functions that stand for those over
 * there, in the place of tune/linked.c. sgemm() itself is in tune/pick.c.
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

void sgemm_default(int M, int N, int K, float alpha, const float *A, const float *B,
                   float beta, float *C)
{
    remote_call(&(const struct tile){0}, M, N, K, alpha, A, B, beta, C);
}

/* The kernel for the tile that was last asked for: a check looks for one, and calls it.
 */
static struct tile current;

static void sgemm_current(int M, int N, int K, float alpha, const float *A,
                          const float *B, float beta, float *C)
{
    remote_call(&current, M, N, K, alpha, A, B, beta, C);
}

trial_sgemm *linked_sgemm(const struct tile *t)
{
    const struct wire_request r = {.what = WIRE_HAS, .tile = *t};

    current = *t;
    return remote_ask(&r, NULL, 0, NULL, 0, REMOTE_SPARE).value == 1 ? sgemm_current
                                                                     : NULL;
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
void timing_take(const struct trial *t, trial_sgemm *const fn[], int n, double seconds,
                 struct timing out[])
{
    (void)t, (void)fn, (void)n, (void)seconds, (void)out;
    abort();
}
