/*
 * One call of a kernel again, for a debugger: the first time to find where its fault
 * is, the second time to stop there. Linked with a kernel that is compiled with -O0,
 * and run with EMU_THREADS=1, so that both times are alike.
 *
 *   replay SEED CALL          print the place, a line on descriptor 3:
 *       access..., barrier..., fault          what probe_debug_await() takes
 *       line                                  a line of the host's code: it is in the
 *                                             check's report
 *       right                                 nothing is wrong
 *   replay SEED CALL PLACE    stop there; exit status 3: it was not reached
 *
 * CALL is as problem_text() writes it: "sgemm(M=1, N=2, K=3, alpha=1, beta=0)".
 */
#define _POSIX_C_SOURCE 200809L /* fdopen */
#include <stdio.h>
#include <stdlib.h>

#include "device/host_alloc.h"
#include "trial/compare.h"
#include "check/time_limits.h"
#include "trial/trial.h"

/* The place where the first wrong element of an output was written. */
static void print_wrong(const struct trial *t, FILE *out)
{
    char place[128];

    for (int i = 0; t->p.of->array[i].name; i++) {
        const struct extent e = problem_extent(&t->p, i);
        double *ref, *bound;
        struct matrix_diff d;

        if (!trial_is_output(t, i))
            continue;
        ref = host_alloc_double(e.rows * e.cols);
        bound = host_alloc_double(e.rows * e.cols);
        problem_reference(&t->p, i, ref, bound);
        d = compare_all(&t->p, i, t->result[i], ref, bound);
        free(ref);
        free(bound);
        if (!d.wrong)
            continue;
        if (probe_debug_place_of_write(
                guarded_at(&t->device[i], (size_t)d.row * e.ld + d.col), place,
                sizeof place))
            fprintf(out, "%s\n", place);
        else
            fprintf(out, "line\n");
        return;
    }
    fprintf(out, "right\n");
}

int main(int argc, char **argv)
{
    struct finding f = {.verdict = VERDICT_PASS};
    FILE *out = argc == 3 ? fdopen(3, "w") : NULL;
    struct problem p;
    char place[128];
    struct trial t;

    if (argc < 3 || argc > 4 || !problem_parse(&p, argv[2])) {
        fprintf(stderr, "usage: %s SEED CALL [PLACE]\n", argv[0]);
        return 2;
    }
    if (argc == 4 && !probe_debug_await(argv[3])) {
        fprintf(stderr, "%s: '%s' is no place\n", argv[0], argv[3]);
        return 2;
    }
    if (argc == 3 && !out) {
        fprintf(stderr, "%s: descriptor 3 is not open\n", argv[0]);
        return 2;
    }
    trial_open(&t, p.of, p.size, p.scalar, strtoull(argv[1], NULL, 10));
    if (trial_call(&t, operation_kernel(p.of), TIME_LIMIT_CALL, NULL, &f)) {
        if (out)
            print_wrong(&t, out);
    } else if (out) {
        fprintf(out, "%s\n", probe_debug_place(place, sizeof place) ? place : "line");
    }
    if (out && fclose(out))
        return 2;
    trial_close(&t);
    return argc == 4 && !probe_debug_reached() ? 3 : 0;
}
