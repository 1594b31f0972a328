/*
 * The whole ladder in one run: every lab's kernel and cuBLAS, on each size checked
 * first, then timed in turn, so that a clock that drifts drifts for all.
 *
 *   lab ladder [--peers FOLDER] FOLDER LAB=COMMAND...
 *
 * A COMMAND starts the runner of a lab's kernel; labs of other functions than sgemm()
 * are passed over. Writes FOLDER/LAB.tsv for each.
 */
#include <getopt.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "bench/bench_one.h"
#include "check/check.h"
#include "lab/lab.h"
#include "check/opening.h"
#include "rpc/rpc.h"
#include "rpc/supervise.h"

/* Powers of two, and two shapes of a transformer: one token's, and a layer's. */
static const bench_size sizes[] = {
    {256, 256, 256},    {512, 512, 512},    {1024, 1024, 1024}, {2048, 2048, 2048},
    {4096, 4096, 4096}, {8192, 8192, 8192}, {8, 4096, 4096},    {2048, 3072, 768},
};
enum { SIZES = sizeof sizes / sizeof *sizes, LABS_MAX = TIMING_MAX - 1 };

struct ladder {
    const struct operation *of;
    const char *folder;
    uint64_t seed;
    bool with_peer;
    int labs;
    const char *lab[LABS_MAX];
    /* Of each lab, and of the peer, timed in turn with it. */
    struct timing time[SIZES][LABS_MAX], of_peer[SIZES][LABS_MAX];
};

/* True if the kernel that is asked is right on this problem. */
static bool right(struct trial *t, double seconds, struct finding *f)
{
    operation_function *const fn = operation_kernel(t->p.of);

    return trial_call(t, fn, seconds, NULL, f) &&
           bench_spots_right(t, fn, false, seconds, f);
}

/* How many kernels are timed together: each has arrays of its own, on the host and on
   the device. */
static int together(const struct trial *t)
{
    const size_t most = (size_t)4 << 30; /* bytes */
    size_t bytes = 1;

    for (int i = 0; t->p.of->array[i].name; i++)
        bytes += 2 * t->device[i].n * element_bytes(t->device[i].type);
    return most / bytes > 1 ? (int)(most / bytes) : 1;
}

/* Time some labs on size i, from number `first` on, and the peer in turn with them.
   Returns how many labs that were; 0, with the fault in *f, if one is wrong. */
static int time_some(struct ladder *l, int i, int first, struct finding *f)
{
    static struct trial trial[TIMING_MAX];
    struct timed what[TIMING_MAX];
    struct timing time[TIMING_MAX];
    int n = 0, most = LABS_MAX;
    bool ok = true;

    for (; ok && n < most && first + n < l->labs; n++) {
        rpc_use(first + n);
        trial_open(&trial[n], l->of, sizes[i], bench_scalars(l->of), l->seed);
        most = together(&trial[n]);
        ok = right(&trial[n], bench_seconds(&trial[n].p), f);
        if (!ok)
            printf("\n%s is wrong\n", l->lab[first + n]);
        what[n] = (struct timed){first + n, &trial[n], operation_kernel(l->of)};
    }
    if (ok && l->with_peer) {
        rpc_use(LABS_MAX);
        trial_open(&trial[n], l->of, sizes[i], bench_scalars(l->of), l->seed);
        what[n] = (struct timed){LABS_MAX, &trial[n], operation_kernel(l->of)};
    }
    if (ok)
        timing_take(what, n + l->with_peer, bench_seconds(&trial[0].p), time);
    for (int k = 0; ok && k < n; k++) {
        l->time[i][first + k] = time[k];
        l->of_peer[i][first + k] = time[n];
    }
    for (int k = 0; k < n + (ok && l->with_peer); k++) {
        rpc_use(k < n ? first + k : LABS_MAX);
        trial_close(&trial[k]);
    }
    return ok ? n : 0;
}

static bool time_size(struct ladder *l, int i, struct finding *f)
{
    problem_print_columns(l->of, sizes[i]);
    fflush(stdout);
    for (int first = 0, n; first < l->labs; first += n) {
        n = time_some(l, i, first, f);
        if (n == 0)
            return false;
    }
    return true;
}

/* Of one call of size i. */
static struct work work_of(const struct ladder *l, int i)
{
    struct problem p = {.of = l->of};

    memcpy(p.size, sizes[i], sizeof p.size);
    // cppcheck-suppress returnDanglingLifetime ; it keeps no pointer to p
    return l->of->work(&p);
}

/* GFLOP/s, and the widest spread of the row. */
static void print_size(const struct ladder *l, int i)
{
    const struct timing *const peer = &l->of_peer[i][l->labs - 1];
    double widest = 0;

    for (int k = 0; k < l->labs; k++) {
        const struct timing *t = &l->time[i][k];

        printf("%8.0f", operation_rate(work_of(l, i).flops, t->ms_median));
        widest = fmax(widest, t->ms_spread / t->ms_median);
    }
    if (l->with_peer)
        printf("%8.0f%8.1f %%", operation_rate(work_of(l, i).flops, peer->ms_median),
               100 * peer->ms_median / l->time[i][l->labs - 1].ms_median);
    printf("%8.1f %%\n", 100 * widest);
}

static void add_row(struct bench_table *table, const struct ladder *l, const char *lab,
                    int i, const struct timing *t, double peer_ms)
{
    struct bench_row *r = &table->row[table->rows++];

    *r = (struct bench_row){.lab = lab,
                            .of = l->of,
                            .work = work_of(l, i),
                            .time = *t,
                            .pct_peer = 100 * peer_ms / t->ms_median};
    memcpy(r->size, sizes[i], sizeof r->size);
}

static void write_lab(const struct ladder *l, int k)
{
    static struct bench_table table;
    char path[4096], notes[512], formula[160];

    problem_formula(l->of, bench_scalars(l->of), formula, sizeof formula);
    table.rows = 0;
    for (int i = 0; i < SIZES; i++) {
        const struct timing *peer = &l->of_peer[i][k];

        if (l->with_peer)
            add_row(&table, l, l->of->peer[0], i, peer, peer->ms_median);
        add_row(&table, l, l->lab[k], i, &l->time[i][k],
                l->with_peer ? peer->ms_median : NAN);
    }
    snprintf(path, sizeof path, "%s/%s.tsv", l->folder, l->lab[k]);
    snprintf(notes, sizeof notes,
             "# lab: %s\n# problem: %s, float32, seed %" PRIu64
             "\n# times: measured, between CUDA events, the L2 cache emptied before "
             "each call, all labs in turn: make bench-all\n",
             l->lab[k], formula, l->seed);
    if (bench_table_write(&table, path, notes) != 0)
        exit(2);
}

static void run(void *arg, struct finding *f)
{
    struct ladder *l = arg;
    char formula[160];

    problem_formula(l->of, bench_scalars(l->of), formula, sizeof formula);
    opening_line("s", 0, l->seed); /* "labs on..." */
    printf(
        "\n%s, GFLOP/s, median of up to 15 calls in turn, L2 emptied before each\n\n",
        formula);
    problem_print_columns(l->of, NULL);
    for (int k = 0; k < l->labs; k++)
        printf("%8.2s", l->lab[k]);
    if (l->with_peer)
        printf("%8s%10s", "cuBLAS", "share");
    printf("%10s\n", "spread");
    for (int i = 0; i < SIZES; i++) {
        if (!time_size(l, i, f))
            return;
        print_size(l, i);
    }
    for (int k = 0; k < l->labs; k++)
        write_lab(l, k);
    printf("\nshare: the last lab's speed, of cuBLAS's\nspread: the widest in the row, "
           "from the first quartile to the third\n");
}

/* True if the lab is about the ladder's function: others are passed over. */
static bool is_of(const struct ladder *l, const char *lab)
{
    const struct check *const spec = check_find(lab);

    return spec && strcmp(spec->functions[0], l->of->name) == 0;
}

int lab_ladder(int argc, char **argv)
{
    static const struct option options[] = {{"peers", required_argument, NULL, 'p'},
                                            {0}};
    static struct ladder l;
    static char tuned[LABS_MAX][4096];
    struct finding f = {.verdict = VERDICT_PASS};
    int status;

    l.of = operation_find("sgemm");
    for (int option; (option = getopt_long(argc, argv, "+", options, NULL)) != -1;) {
        if (option != 'p')
            return LAB_USAGE;
        l.with_peer = rpc_set_peers(LABS_MAX, optarg, l.of->name, l.of->peer) > 0;
    }
    l.folder = argv[optind++];
    for (; optind < argc && l.labs < LABS_MAX; optind++) {
        char *const equals = strchr(argv[optind], '=');

        if (!equals)
            return LAB_USAGE;
        *equals = '\0';
        l.lab[l.labs] = argv[optind];
        if (is_of(&l, argv[optind])) {
            snprintf(tuned[l.labs], sizeof tuned[0], "%s/%s.tuned.tsv", l.folder,
                     argv[optind]);
            rpc_set(l.labs, equals + 1, tuned[l.labs]);
            l.labs++;
        }
    }
    if (l.labs == 0) {
        fprintf(stderr, "lab ladder: none of these labs is about %s()\n", l.of->name);
        return 2;
    }
    if (!opening_seed(&l.seed))
        return 2;
    status = supervise(run, &l, &f);
    if (status == 2 || f.verdict == VERDICT_PASS)
        return status;
    verdict_explain(&f);
    return verdict_close("bench-all", &f);
}
