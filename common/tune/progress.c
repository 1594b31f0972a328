/* Progress and time left; progress.h states the contract. */
#define _POSIX_C_SOURCE 200809L /* isatty */
#include "tune/progress.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "operation/problem.h"
#include "tune/tune_tiles.h"

void progress_shapes(struct progress *p, const struct operation *of,
                     const struct tune_shape *shapes)
{
    int n = 0;

    for (; shapes[n].size[0]; n++) {
        struct problem problem = {.of = of};
        double elements = 1e7; /* for all but copying the arrays, which takes longest */

        if (n == PROGRESS_SHAPES) {
            fprintf(stderr, "more than %d shapes\n", PROGRESS_SHAPES);
            exit(2);
        }
        memcpy(problem.size, shapes[n].size, sizeof problem.size);
        for (int i = 0; of->array[i].name; i++) {
            const struct extent e = problem_extent(&problem, i);

            elements += (double)e.rows * (double)e.cols;
        }
        p->weight[n] = elements;
        p->left[n] = 0;
    }
    p->shapes = n;
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

int progress_trials(const struct progress *p)
{
    int left = 0;

    for (int i = 0; i < p->shapes; i++)
        left += p->left[i];
    return left;
}

void progress_clock(double seconds, char *text)
{
    const unsigned s = (unsigned)fmin(fmax(seconds, 0) + 0.5, 1e6);

    snprintf(text, 16, "%u:%02u", s / 60, s % 60);
}

void progress_show(const struct progress *p, const struct operation *of,
                   const struct tile *t, const struct tune_shape *shape)
{
    char sizes[256];
    const double seconds = progress_left(p);
    char clock[16] = "?", name[TILE_NAME];

    if (!isatty(STDERR_FILENO))
        return;
    if (seconds >= 0)
        progress_clock(seconds, clock);
    problem_sizes_text(of, shape->size, sizes, sizeof sizes);
    tile_name(t, name);
    fprintf(stderr, "\r\033[K%d to go, about %s left: %s at %s", progress_trials(p),
            clock, name, sizes);
    fflush(stderr);
}

void progress_wipe(void)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K");
}
