/*
 * lab life: all that one block of a kernel does, as a TSV file, from which the explorer
 * is made. The elements of the arrays are numbered, so that each word in shared memory
 * shows where it comes from (probe.h). Of a kernel that failed its check, it is the
 * call, and the block, that the record names. Without a record, a kernel with a fault
 * has no trace. Sizes are of a kernel that passed.
 */
#include <stdio.h>
#include <string.h>

#include "bench/bench_one.h"
#include "lab/lab.h"
#include "lab/view.h"
#include "probe.h"

static struct record failed; /* verdict PASS: there is none */

/* The sizes and scalars of the call that failed. False if the record has none. */
static bool failed_call(const struct operation *of, int size[], float scalar[])
{
    const struct finding *const f = &failed.finding;

    if (f->verdict == VERDICT_PASS || strcmp(f->function, of->name) != 0)
        return false;
    for (int k = 0; k < f->sizes.n; k++) {
        const struct finding_number *const n = &f->sizes.number[k];

        for (int i = 0; of->size[i]; i++)
            if (strcmp(of->size[i], n->name) == 0)
                size[i] = (int)n->value;
        for (int i = 0; of->scalar[i]; i++)
            if (strcmp(of->scalar[i], n->name) == 0)
                scalar[i] = (float)n->value;
    }
    return true;
}

/* Number the words of every array that holds something before the call: of 2-byte
   elements, each second one has a number; of bytes, each fourth. Integers stay: they
   may be indices. */
static void number_elements(struct trial *t)
{
    uint32_t mark = PROBE_MARK;

    for (int i = 0; t->p.of->array[i].name; i++) {
        const size_t n = problem_elements(&t->p, i) *
                         element_bytes(t->p.of->array[i].type) / sizeof mark;
        const struct operation_array *const a = &t->p.of->array[i];
        const bool known =
            a->type != ELEMENT_INT32 &&
            (!trial_is_output(t, i) || (a->use != USE_OUT && problem_reads(&t->p, i)));

        for (size_t k = 0; known && k < n; k++) {
            const uint32_t word = mark + (uint32_t)k;

            memcpy((char *)t->p.array[i] + k * sizeof word, &word, sizeof word);
        }
        mark += (uint32_t)n;
    }
    trial_put_inputs(t);
}

static double prepare(struct view *v, struct trial *t)
{
    const struct finding *const f = &failed.finding;
    int size[OPERATION_SIZES];
    float scalar[OPERATION_SCALARS] = {0};
    bool of_record;

    memcpy(scalar, bench_scalars(v->of), sizeof scalar);
    view_shape(v, size);
    of_record = failed_call(v->of, size, scalar);
    trial_open(t, v->of, size, scalar, v->seed);
    number_elements(t);
    view_trace(t);
    probe_trace_life(of_record && f->who.kernel[0] ? f->who.block : NULL);
    return 20;
}

static void write_table(const struct view *v, const struct trial *t)
{
    struct occupancy o;
    FILE *out = view_open(v);

    view_heading(v, t, out);
    if (probe_occupancy(&o))
        fprintf(
            out,
            "# resident: %d\n"
            "# occupancy: %d blocks of %u threads per SM, limited by %s: %llu bytes of "
            "shared memory per block, %d registers per thread%s\n",
            o.blocks, o.blocks, o.threads, o.limit, (unsigned long long)o.shared_bytes,
            o.registers, o.estimated ? " (estimated)" : "");
    probe_trace_write(out);
    view_close(v, out);
}

int lab_life(int argc, char **argv)
{
    struct view v = {.path = argv[2], .prepare = prepare, .show = write_table};

    v.of_faults = argc >= 4;
    v.sizes = argc == 5 ? argv[4] : NULL;
    if (argc >= 4 && lab_read(argv[3], &failed) < 0)
        return 2;
    v.failed = "no trace of a kernel that cannot be run";
    return view_run(&v, argv[1]);
}
