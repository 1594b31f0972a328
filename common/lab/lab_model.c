/*
 * lab model: the modelled speed of a kernel for one large problem, and what decides it,
 * as a table with one row: the what-if tables of the explorer are made of these. The
 * emulator runs a sample of the grid's blocks.
 */
#include <stdio.h>
#include <stdlib.h>

#include "bench/bench_one.h"
#include "check/check.h"
#include "lab/lab.h"
#include "lab/view.h"
#include "probe.h"

static void write_table(const struct view *v, const struct trial *t)
{
    const double flops = v->of->work(&t->p).flops;
    struct occupancy o = {.limit = "-"};
    struct counters c;
    char sizes[256];
    FILE *out = view_open(v);
    double loaded;

    problem_sizes_text(v->of, t->p.size, sizes, sizeof sizes);
    probe_counters(&c);
    loaded = (double)(c.global_load_bytes + c.bulk_load_bytes);
    probe_occupancy(&o);
    fprintf(out,
            "# %s: registers are %s; a block's shared memory in bytes\n"
            "lab\tdevice\tsource\tsizes\tthreads\tshared\tregisters\tblocks\tlimit\t"
            "ops_per_byte\tgflops\tbottleneck\n"
            "%s\t%s\t%s\t%s\t%u\t%llu\t%d\t%d\t%s\t%.4g\t%.5g\t%s\n",
            v->lab, o.estimated ? "estimated" : "from nvcc", v->lab, view_device(),
            probe_source(), sizes, o.threads, (unsigned long long)o.shared_bytes,
            o.registers, o.blocks, o.limit, loaded > 0 ? flops / loaded : 0,
            operation_rate(flops, v->ms), probe_bottleneck());
    view_close(v, out);
}

static double prepare(struct view *v, struct trial *t)
{
    enum { LARGE = 2048, LONG = 1 << 24 }; /* many waves of blocks: matrices, vectors */
    int size[OPERATION_SIZES], sizes = 0;

    for (int i = 0; v->of->size[i]; i++)
        sizes += !problem_is_ld(v->of, i);
    problem_all_sizes(v->of, v->n ? v->n : sizes == 1 ? LONG : LARGE, size);
    trial_open(t, v->of, size, bench_scalars(v->of), v->seed);
    probe_sample(bench_sample_blocks(&t->p));
    return bench_seconds(&t->p);
}

int lab_model(int argc, char **argv)
{
    struct view v = {.n = argc > 3 ? atoi(argv[3]) : 0, .path = argv[2]};

    v.prepare = prepare;
    v.show = write_table;
    v.failed = "no speed of a kernel that does not finish";
    if (argc > 3 && v.n < 1) {
        fprintf(stderr, "lab model: '%s' is no size\n", argv[3]);
        return 2;
    }
    return view_run(&v, argv[1]);
}
