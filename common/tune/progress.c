/* Progress and time left; progress.h states the contract. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime, isatty */
#include "tune/progress.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

double progress_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void progress_shapes(struct progress *p, const struct tune_shape *shapes)
{
    for (p->shapes = 0; shapes[p->shapes].M; p->shapes++) {
        const struct tune_shape *s = &shapes[p->shapes];
        const double M = s->M, N = s->N, K = s->K;

        if (p->shapes == PROGRESS_SHAPES) {
            fprintf(stderr, "more than %d shapes\n", PROGRESS_SHAPES);
            exit(2);
        }
        /* Copying the matrices takes longest; ten million elements for the rest. */
        p->weight[p->shapes] = 1e7 + M * N + N * K + M * K;
        p->left[p->shapes] = 0;
    }
}

void progress_add(struct progress *p, int i, double seconds)
{
    p->left[i]--;
    p->tried[i]++;
    p->seconds[i] += seconds;
}

/* A shape that was tried tells for itself; the others by weight, from those that were.
 */
double progress_left(const struct progress *p)
{
    double seconds = 0, weight = 0, left = 0;

    for (int i = 0; i < p->shapes; i++) {
        seconds += p->seconds[i];
        weight += p->tried[i] * p->weight[i];
    }
    if (weight == 0)
        return -1;
    for (int i = 0; i < p->shapes; i++)
        left += p->left[i] * (p->tried[i] ? p->seconds[i] / p->tried[i]
                                          : p->weight[i] * seconds / weight);
    return left;
}

void progress_clock(double seconds, char *text)
{
    const unsigned s = (unsigned)fmin(fmax(seconds, 0) + 0.5, 1e6);

    snprintf(text, 16, "%u:%02u", s / 60, s % 60);
}

void progress_show(const struct progress *p, const struct tile *t,
                   const struct tune_shape *shape)
{
    const double seconds = progress_left(p);
    int left = 0;
    char clock[16] = "?";

    if (!isatty(STDERR_FILENO))
        return;
    for (int i = 0; i < p->shapes; i++)
        left += p->left[i];
    if (seconds >= 0)
        progress_clock(seconds, clock);
    fprintf(stderr, "\r\033[K%d to go, about %s left: %dx%dx%d %dx%d at %d x %d x %d",
            left, clock, t->bm, t->bn, t->bk, t->tm, t->tn, shape->M, shape->N,
            shape->K);
    fflush(stderr);
}

void progress_wipe(void)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K");
}
