/*
 * lab trace: the requests of one block of a kernel, as a TSV file: what the pictures of
 * accesses, banks and touched elements are drawn from. With sizes, also of a kernel
 * that has a fault: what tiles are drawn from.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench_one.h"
#include "check/check.h"
#include "lab/lab.h"
#include "lab/view.h"
#include "probe.h"

/* Whole tiles for every lab, a grid of several blocks either way, K short enough that a
   picture shows single steps, and three different edges. The operation's sizes, in
   their order. */
enum { USUAL = 5, GIVEN = 3 };
static const int usual[USUAL] = {384, 512, 128, 64, 128};

/* "384,512,437": the sizes of v. */
static void read_sizes(const char *text, int size[GIVEN])
{
    char end;

    if (sscanf(text, "%d,%d,%d%c", &size[0], &size[1], &size[2], &end) == 3 &&
        size[0] > 0 && size[1] > 0 && size[2] > 0)
        return;
    fprintf(stderr, "'%s' is not possible as sizes: give three, such as 384,512,128\n",
            text);
    exit(2);
}

void view_shape(const struct view *v, int size[OPERATION_SIZES])
{
    const struct operation *const of = v->of;
    const struct check *const spec = check_find(v->lab);
    int shape[USUAL];

    memcpy(shape, usual, sizeof shape);
    if (spec->traced[0])
        memcpy(shape, spec->traced, GIVEN * sizeof *shape);
    if (v->sizes)
        read_sizes(v->sizes, shape);
    memset(size, 0, OPERATION_SIZES * sizeof *size);
    for (int i = 0, n = 0; of->size[i]; i++)
        if (!problem_is_ld(of, i) && n < USUAL) {
            size[i] = shape[n++];
            if (of->choice[i][1] && size[i] != of->choice[i][1])
                size[i] = of->choice[i][0];
        }
}

void view_trace(const struct trial *t)
{
    const struct operation *const of = t->p.of;
    struct probe_matrix matrix[OPERATION_ARRAYS];
    int n = 0;

    for (; of->array[n].name; n++) {
        const struct extent e = problem_extent(&t->p, n);

        matrix[n] = (struct probe_matrix){
            of->array[n].name, guarded_at(&t->device[n], 0), (int)e.rows, (int)e.ld,
            (int)element_bytes(of->array[n].type)};
    }
    probe_trace(matrix, n);
}

void view_heading(const struct view *v, const struct trial *t, FILE *out)
{
    char formula[160];

    problem_formula(v->of, t->p.scalar, formula, sizeof formula);
    fprintf(out,
            "# lab: %s\n# device: %s\n"
            "# requests of one block, counted by the CPU emulator\n# problem:",
            v->lab, view_device());
    for (int i = 0; v->of->size[i]; i++)
        fprintf(out, " %s=%d", v->of->size[i], t->p.size[i]);
    fprintf(out, ", %s, %s\n", formula, element_name(v->of->array[0].type));
}

static void write_table(const struct view *v, const struct trial *t)
{
    struct counters c;
    FILE *out = view_open(v);

    probe_counters(&c);
    view_heading(v, t, out);
    fprintf(out,
            "# all blocks: %" PRIu64 ", global loads %" PRIu64 " of %" PRIu64
            " sectors, shared loads %" PRIu64 " of %" PRIu64 " wavefronts\n",
            c.blocks, c.global_load_requests, c.global_load_sectors,
            c.shared_load_requests, c.shared_load_wavefronts);
    probe_trace_write(out);
    view_close(v, out);
}

static double prepare(struct view *v, struct trial *t)
{
    int size[OPERATION_SIZES];

    view_shape(v, size);
    trial_open(t, v->of, size, bench_scalars(v->of), v->seed);
    view_trace(t);
    return 20;
}

int lab_trace(int argc, char **argv)
{
    struct view v = {.path = argv[2], .prepare = prepare, .show = write_table};

    v.sizes = argc == 4 ? argv[3] : NULL;
    v.of_faults = argc == 4;
    v.failed = "no picture of a kernel that does not finish";
    return view_run(&v, argv[1]);
}
