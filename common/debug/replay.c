/*
 * One call of sgemm() again, for a debugger: the first time to find where its fault is,
 * the second time to stop there. Linked with a kernel that is compiled with -O0, and
 * run with EMU_THREADS=1, so that both times are alike.
 *
 *   replay M N K alpha beta SEED          print the place, a line on descriptor 3:
 *       access..., barrier..., fault          what probe_debug_await() takes
 *       line                                  a line of the host's code: it is in the
 *                                             check's report
 *       right                                 nothing is wrong
 *   replay M N K alpha beta SEED PLACE    stop there
 */
#define _POSIX_C_SOURCE 200809L /* fdopen */
#include <stdio.h>
#include <stdlib.h>

#include "host_alloc.h"
#include "sgemm.h"
#include "time_limits.h"
#include "trial.h"

/* Processor seconds that a call may take, as in a check. */

/* The place where the first wrong element was written. */
static void print_wrong(const struct trial *t, FILE *out)
{
    double *ref = host_alloc_double(t->dC.n), *bound = host_alloc_double(t->dC.n);
    struct matrix_diff d;
    char place[128];

    matrix_reference(&t->p, ref, bound);
    d = matrix_compare(t->p.M, t->p.N, t->C, ref, bound);
    if (!d.wrong)
        fprintf(out, "right\n");
    else if (probe_debug_place_of_write(&t->dC.data[(size_t)d.row * t->p.N + d.col],
                                        place, sizeof place))
        fprintf(out, "%s\n", place);
    else
        fprintf(out, "line\n");
    free(ref);
    free(bound);
}

int main(int argc, char **argv)
{
    struct finding f = {.verdict = VERDICT_PASS};
    FILE *out = argc == 7 ? fdopen(3, "w") : NULL;
    char place[128];
    struct trial t;
    float ms;

    if (argc < 7 || argc > 8) {
        fprintf(stderr, "usage: %s M N K alpha beta SEED [PLACE]\n", argv[0]);
        return 2;
    }
    if (argc == 8 && !probe_debug_await(argv[7])) {
        fprintf(stderr, "%s: '%s' is no place\n", argv[0], argv[7]);
        return 2;
    }
    if (argc == 7 && !out) {
        fprintf(stderr, "%s: descriptor 3 is not open\n", argv[0]);
        return 2;
    }
    trial_open(&t, atoi(argv[1]), atoi(argv[2]), atoi(argv[3]), strtof(argv[4], NULL),
               strtof(argv[5], NULL), strtoull(argv[6], NULL, 10));
    if (trial_call(&t, sgemm, TIME_LIMIT_CALL, &ms, &f)) {
        if (out)
            print_wrong(&t, out);
    } else if (out) {
        fprintf(out, "%s\n", probe_debug_place(place, sizeof place) ? place : "line");
    }
    if (out && fclose(out))
        return 2;
    trial_close(&t);
    return 0;
}
