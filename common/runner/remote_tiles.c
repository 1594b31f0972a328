/*
 * The kernels of a judge of a lab with tiles: functions that stand for those over
 * there, in the place of tune/linked.c. sgemm() itself is in tune/pick.c.
 */
#include <stdio.h>
#include <stdlib.h>

#include "runner/remote.h"
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

/* A function for each tile of a check, so that calls can tell them apart. */
static struct tile slot[TILES_FEW];
static int slots;

#define SLOT(n)                                                                        \
    static void slot_##n(int M, int N, int K, float alpha, const float *A,             \
                         const float *B, float beta, float *C)                         \
    {                                                                                  \
        remote_call(&slot[n], M, N, K, alpha, A, B, beta, C);                          \
    }
SLOT(0)
SLOT(1)
SLOT(2)
SLOT(3)
SLOT(4)
SLOT(5)
SLOT(6)
SLOT(7)
static trial_sgemm *const function[TILES_FEW] = {slot_0, slot_1, slot_2, slot_3,
                                                 slot_4, slot_5, slot_6, slot_7};

trial_sgemm *linked_sgemm(const struct tile *t)
{
    const struct wire_request r = {.what = WIRE_HAS, .tile = *t};

    for (int i = 0; i < slots; i++)
        if (tile_same(&slot[i], t))
            return function[i];
    if (slots == TILES_FEW || remote_ask(&r, NULL, 0, NULL, 0, REMOTE_SPARE).value != 1)
        return NULL;
    slot[slots] = *t;
    return function[slots++];
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
    const double rule_seconds = 2; /* as the check's: tune/judge.c */
    const struct wire_request r = {
        .what = WIRE_VALID, .tile = *t, .seconds = rule_seconds};

    return remote_ask(&r, NULL, 0, NULL, 0,
                      rule_seconds * WALL_PER_PROCESSOR + REMOTE_SPARE)
               .value == 1;
}

/* In the place of timing.c: where no GPU is, a judge times nothing. */
void timing_take(const struct trial *t, trial_sgemm *const fn[], int n, double seconds,
                 struct timing out[])
{
    (void)t, (void)fn, (void)n, (void)seconds, (void)out;
    abort();
}
