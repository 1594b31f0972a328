/*
 * lab trace: the requests of one block of a kernel, as a TSV file: what the pictures of
 * accesses, banks and touched elements are drawn from.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "bench/bench_one.h"
#include "lab/lab.h"
#include "lab/view.h"
#include "probe.h"

/* Whole tiles for every lab, a grid of several blocks either way, K short enough that a
   picture shows single steps, and three different edges. */
static const int shape[] = {384, 512, 128}; /* the operation's sizes, in their order */

void view_shape(const struct operation *of, int size[OPERATION_SIZES])
{
    memset(size, 0, OPERATION_SIZES * sizeof *size);
    for (int i = 0, n = 0; of->size[i]; i++)
        if (!problem_is_ld(of, i) && n < 3)
            size[i] = shape[n++];
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

    view_shape(v->of, size);
    trial_open(t, v->of, size, bench_scalars(v->of), v->seed);
    view_trace(t);
    return 20;
}

int lab_trace(int argc, char **argv)
{
    struct view v = {.path = argv[2], .prepare = prepare, .show = write_table};

    (void)argc;
    v.failed = "no picture of a kernel that does not finish";
    return view_run(&v, argv[1]);
}
