/*
 * lab count: what a kernel asks of memory for one problem whose sizes are all alike, as
 * a table to compare with a count by hand. The emulator counts as Nsight Compute does.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/bench_one.h"
#include "check/check.h"
#include "check/opening.h"
#include "lab/lab.h"
#include "lab/view.h"
#include "probe.h"

/* 8396800 as 8,396,800, so that it can be read. Valid until the next call but three. */
static const char *grouped(uint64_t value)
{
    static char texts[4][32];
    static int next;
    char *text = texts[next++ % 4], digits[24];
    const int n = snprintf(digits, sizeof digits, "%" PRIu64, value);

    for (int i = 0; i < n; i++) {
        *text++ = digits[i];
        if (i < n - 1 && (n - 1 - i) % 3 == 0)
            *text++ = ',';
    }
    *text = '\0';
    return texts[(next - 1) % 4];
}

enum { SECTOR = 32 }; /* bytes */

/* A row of the table; without requests, "-" per request. */
static void print_row(const char *name, uint64_t requests, uint64_t cost)
{
    printf("%-14s %14s %14s ", name, grouped(requests), grouped(cost));
    if (requests)
        printf("%10.2f\n", (double)cost / (double)requests);
    else
        printf("%10s\n", "-");
}

static void print_table(const struct view *v, const struct trial *t)
{
    struct check_run run = {.problem = &t->p, .fmas = v->of->work(&t->p).flops / 2};
    char formula[160], sizes[160];
    struct counters c;
    uint64_t loaded;

    problem_formula(v->of, bench_scalars(v->of), formula, sizeof formula);
    probe_counters(&c);
    loaded = c.global_load_bytes + c.bulk_load_bytes;
    run.counters = c;
    problem_sizes_said(v->of, t->p.size, sizes, sizeof sizes);
    printf("%s: %s with %s\ncounted by the CPU emulator as %s %s\n\n", v->lab, formula,
           sizes, opening_article(view_device()), view_device());
    if (!loaded && !c.global_store_requests) {
        printf("the kernel never touches global memory: is a STEP still empty?\n");
        return;
    }
    printf("%-14s %14s %14s %12s\n", "", "requests", "sectors", "per request");
    print_row("global loads", c.global_load_requests, c.global_load_sectors);
    print_row("global stores", c.global_store_requests, c.global_store_sectors);
    if (c.bulk_requests)
        print_row("bulk copies", c.bulk_requests,
                  (c.bulk_load_bytes + c.bulk_store_bytes) / SECTOR);
    if (c.atomic_requests)
        print_row("global atomics", c.atomic_requests, c.atomic_sectors);
    printf("%-14s %14s %14s %12s\n", "", "requests", "wavefronts", "per request");
    print_row("shared loads", c.shared_load_requests, c.shared_load_wavefronts);
    print_row("shared stores", c.shared_store_requests, c.shared_store_wavefronts);
    if (c.wgmma_instructions)
        print_row("wgmma", c.wgmma_instructions, c.wgmma_wavefronts);
    printf("\nglobal words loaded per FMA           %10.4f\n"
           "shared words read per FMA             %10.4f\n",
           check_global_words_per_fma(&run), check_shared_words_per_fma(&run));
    if (loaded)
        printf("operations per byte of global loads   %10.2f\n",
               2 * run.fmas / (double)loaded);
}

static double prepare(struct view *v, struct trial *t)
{
    int size[OPERATION_SIZES];

    problem_all_sizes(v->of, v->n, size);
    trial_open(t, v->of, size, bench_scalars(v->of), v->seed);
    return 60;
}

int lab_count(int argc, char **argv)
{
    enum { MAX_SIZE = 1024 };
    struct view v = {
        .prepare = prepare, .show = print_table, .function = getenv("FUNCTION")};
    char *end = NULL;
    const long n = strtol(argv[2], &end, 10);

    (void)argc;
    v.failed = "no counts of a kernel that does not finish";
    if (*end || n < 1 || n > MAX_SIZE) {
        fprintf(stderr, "SIZE=%s is not possible: give a number from 1 to %d\n",
                argv[2], MAX_SIZE);
        return 2;
    }
    v.n = (int)n;
    return view_run(&v, argv[1]);
}
