/*
 * lab traffic: the bytes that a kernel moves through L1 and shared memory, L2 and DRAM
 * for one large problem, and the requests for them, as a row of TSV: what the roofline
 * and the picture of counts are drawn from. The emulator runs a sample of the grid's
 * blocks; the counts are scaled to all of them.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/bench_one.h"
#include "check/opening.h"
#include "lab/lab.h"
#include "lab/view.h"
#include "probe.h"

static void write_table(const struct view *v, const struct trial *t)
{
    enum { SECTOR = 32, WAVEFRONT = 128 }; /* bytes */
    struct counters c;
    char sizes[256];
    uint64_t wavefronts;
    FILE *out = view_open(v);

    problem_sizes_text(v->of, t->p.size, sizes, sizeof sizes);
    probe_counters(&c);
    wavefronts = c.shared_load_wavefronts + c.shared_store_wavefronts;
    fprintf(
        out,
        "# counted by the CPU emulator as %s %s\n"
        "# l1_bytes: 128 per line of global memory and wavefront of shared memory\n"
        "# l2_bytes: sectors that loads miss in L1, and stores\n"
        "# dram_bytes: what L2 does not keep, by the model\n"
        "# requests and sectors of global memory, wavefronts of shared memory: loads "
        "and stores\n"
        "lab\tsizes\tflops\tl1_bytes\tl2_bytes\tdram_bytes\trequests\tsectors\t"
        "wavefronts\n"
        "%s\t%s\t%.0f\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64
        "\t%" PRIu64 "\n",
        opening_article(view_device()), view_device(), v->lab, sizes,
        v->of->work(&t->p).flops, WAVEFRONT * (c.l1_lines + wavefronts),
        SECTOR * (c.l2_read_sectors + c.l2_write_sectors), c.dram_bytes,
        c.global_load_requests + c.global_store_requests,
        c.global_load_sectors + c.global_store_sectors, wavefronts);
    view_close(v, out);
}

static double prepare(struct view *v, struct trial *t)
{
    int size[OPERATION_SIZES];

    problem_all_sizes(v->of, v->n, size);
    trial_open(t, v->of, size, bench_scalars(v->of), v->seed);
    probe_sample(bench_sample_blocks(&t->p));
    return bench_seconds(&t->p);
}

int lab_traffic(int argc, char **argv)
{
    struct view v = {.n = atoi(argv[2]), .path = argv[3]};

    (void)argc;
    v.prepare = prepare;
    v.show = write_table;
    v.failed = "no roofline of a kernel that does not finish";
    if (v.n < 1) {
        fprintf(stderr, "lab traffic: '%s' is no size\n", argv[2]);
        return 2;
    }
    return view_run(&v, argv[1]);
}
