/* How far a failing kernel comes; stages.h states the contract. */
#define _POSIX_C_SOURCE 200809L /* setenv */
#include "check/stages.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "rpc/supervise.h"
#include "check/time_limits.h"
#include "trial/trial.h"

struct job {
    const struct check *spec;
    uint64_t seed;
    enum stage failed;
};

bool stages_aligned(const struct check *spec, const check_shape size)
{
    for (int i = 0; i < OPERATION_SIZES; i++)
        if (spec->tile[i] && size[i] % spec->tile[i] != 0)
            return false;
    return true;
}

/* True if every case that is aligned, or every one that is not, comes out right. */
static bool all_right(const struct job *job, bool aligned)
{
    struct check_case cases[CHECK_CASES + CHECK_DRAWN];
    const struct operation *of;

    for (int k = 0; (of = check_function(job->spec, k)); k++) {
        int n = check_cases(of, job->spec->shapes, cases);

        n += check_drawn(job->spec, of, cases + n);
        for (int i = 0; i < n; i++)
            if (stages_aligned(job->spec, cases[i].size) == aligned &&
                !check_right(&cases[i], job->seed, TIME_LIMIT_CALL))
                return false;
    }
    return true;
}

/* f->stage grows as stages are passed, so that it holds whatever ends this process. */
static void climb(void *arg, struct finding *f)
{
    const struct job *job = arg;

    setenv("EMU_THREADS", "1", 1); /* a race comes out alike every time */
    f->stage = STAGE_COMPILES;
    if (!all_right(job, true))
        return;
    f->stage = STAGE_ALIGNED;
    if (job->failed > STAGE_RAGGED && all_right(job, false))
        f->stage = STAGE_RAGGED;
}

/* supervise(), without what the kernel prints: it has printed that already. Returns 2
   as well if that cannot be done. */
static int supervise_quietly(struct job *job, struct finding *found)
{
    const int nowhere = open("/dev/null", O_WRONLY), shown = dup(STDOUT_FILENO);
    int status = 2;

    fflush(stdout);
    if (nowhere < 0 || shown < 0 || dup2(nowhere, STDOUT_FILENO) < 0) {
        perror("/dev/null");
    } else {
        status = supervise(climb, job, found);
        fflush(stdout);
        dup2(shown, STDOUT_FILENO);
    }
    close(nowhere);
    close(shown);
    return status;
}

int stages_settle(const struct check *spec, uint64_t seed, struct finding *f)
{
    struct job job = {spec, seed, f->failed};
    struct finding found;

    if (f->failed <= f->stage + 1)
        return 0; /* known already */
    if (supervise_quietly(&job, &found) == 2)
        return 2;
    f->stage = found.stage;
    f->failed = (enum stage)(f->stage + 1);
    return 0;
}
