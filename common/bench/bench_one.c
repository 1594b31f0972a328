/* One size of a benchmark; bench_one.h states the contract. */
#include "bench/bench_one.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diagnose/diagnose.h"
#include "probe.h"
#include "rpc/rpc.h"
#include "trial/trial.h"

/* The peer's trial is checked first: its failure is the machine's, not the kernel's. */
static void require_right_peer(struct trial *peer, double seconds)
{
    struct finding f = {.verdict = VERDICT_PASS};
    operation_function *const fn = operation_kernel(peer->p.of);
    float ms;

    if (trial_call(peer, fn, seconds, &ms, &f) &&
        bench_spots_right(peer, fn, false, seconds, &f))
        return;
    fprintf(stderr, "the library beside the kernel failed: %s\n", f.what);
    exit(2);
}

/* Compare the kernel's outputs with what the peer made of the same problem. */
static bool agrees_with_peer(struct trial *t, const struct trial *peer, double seconds,
                             struct finding *f)
{
    const struct operation *of = t->p.of;

    for (int i = 0; of->array[i].name && of->agree; i++) {
        struct matrix_diff d;

        if (!trial_is_output(t, i))
            continue;
        d = of->agree(&t->p, i, t->result[i], peer->result[i]);
        if (d.wrong) {
            diagnose_wrong(t, i, operation_kernel(of), seconds, &d, t->device[i].n, f);
            return false;
        }
    }
    return true;
}

static void add_row(struct bench_table *table, const char *lab, const struct trial *t,
                    struct timing time, double peer_ms)
{
    struct bench_row *r;

    if (table->rows == BENCH_ROWS) {
        fprintf(stderr, "%s: more than %d rows\n", lab, BENCH_ROWS);
        exit(2);
    }
    r = &table->row[table->rows++];
    *r = (struct bench_row){
        .lab = lab, .of = t->p.of, .work = t->p.of->work(&t->p), .time = time};
    memcpy(r->size, t->p.size, sizeof r->size);
    r->pct_peer = 100 * peer_ms / time.ms_median;
    snprintf(r->bottleneck, sizeof r->bottleneck, "%s", probe_bottleneck());
    snprintf(r->made_of, sizeof r->made_of, "%s", probe_time());
}

enum { KERNEL, PEER }; /* numbers of runners; more peers follow */

/* On a GPU: compare with the first of the `peers` libraries, then time all. */
static bool measure(struct trial *t, struct trial peer[], int peers, const char *lab,
                    double seconds, struct bench_table *table, struct finding *f)
{
    operation_function *const kernel = operation_kernel(t->p.of);
    struct timed what[OPERATION_PEERS + 1];
    struct timing time[OPERATION_PEERS + 1];
    double peer_ms;

    if (peers && !agrees_with_peer(t, &peer[0], seconds, f))
        return false;
    for (int i = 0; i < peers; i++)
        what[i] = (struct timed){PEER + i, &peer[i], kernel};
    what[peers] = (struct timed){KERNEL, t, kernel};
    timing_take(what, peers + 1, seconds, time);
    trial_get_outputs(t); /* the last timed call must have been right, too */
    if (!bench_spots_right(t, kernel, false, seconds, f))
        return false;
    peer_ms = peers ? time[peers - 1].ms_median : NAN;
    for (int i = 0; i < peers; i++)
        add_row(table, t->p.of->peer[i], t, time[i], peer_ms);
    add_row(table, lab, t, time[peers], peer_ms);
    return true;
}

static void open_trial(struct trial *t, const struct bench_problem *b)
{
    trial_open(t, b->of, b->size, bench_scalars(b->of), b->seed);
}

/* A sample shows only that what it stores is right. Blocks of persistent kernels have
   unequal numbers of tiles, so that a sample may store less than its share; one that
   stores far less is of a kernel that leaves out most of its results. Counters are
   those of all blocks. */
static bool stores_enough(const struct trial *t)
{
    static const double least = 0.4;
    struct counters c;

    probe_counters(&c);
    return (double)(c.global_store_bytes + c.bulk_store_bytes + c.atomic_bytes) >=
           least * problem_output_bytes(&t->p);
}

/* One run on the emulator, of a sample of the blocks or of all; the row is filled if it
   is right. */
static bool run_modelled(const struct bench_problem *b, bool sampled,
                         struct bench_table *table, struct finding *f)
{
    operation_function *const kernel = operation_kernel(b->of);
    struct trial t;
    double seconds;
    float ms;
    bool ok;

    open_trial(&t, b);
    seconds = bench_seconds(&t.p);
    probe_sample(sampled ? bench_sample_blocks(&t.p) : 0);
    rpc_flush(timing_flush_bytes());
    ok = trial_call(&t, kernel, seconds, &ms, f) &&
         bench_spots_right(&t, kernel, sampled, seconds, f);
    if (ok && sampled && !stores_enough(&t)) {
        f->verdict = VERDICT_WRONG; /* model() says what comes of that */
        ok = false;
    }
    rpc_flush(0);
    if (ok)
        add_row(table, b->lab, &t, (struct timing){1, ms, ms, 0}, NAN);
    trial_close(&t);
    return ok;
}

/* True if the emulator can run all blocks: it needs seconds, and 30 times the memory.
 */
static bool affordable(const struct work *work)
{
    return work->flops <= 2 * 512.0 * 512 * 512 && work->bytes <= 100e6;
}

/* Blocks that the kernel launched for the last problem, and for the one before. */
static uint64_t blocks, blocks_before;

static void note_blocks(void)
{
    struct counters c;

    probe_counters(&c);
    blocks_before = blocks;
    blocks = c.blocks;
}

/* True if a sampled block would take too long: the larger of two problems had hardly
   more blocks, so these stay, and each does a larger part of a larger problem. */
static bool too_long(const struct work *work)
{
    static const double most = 4e9; /* operations of a block: some 5 s */

    return blocks && blocks >= blocks_before && blocks < 2 * blocks_before &&
           work->flops / (double)blocks > most;
}

/* Check and model one problem. A kernel whose blocks build on those of an earlier
   launch, or add to one another's results, is right and yet makes nothing of a sample:
   then run it whole, or where that takes too long, not at all. */
static bool model(const struct bench_problem *b, struct bench_table *table,
                  struct finding *f)
{
    struct problem p = {.of = b->of};
    struct work work;
    bool sampled;

    memcpy(p.size, b->size, sizeof p.size);
    work = b->of->work(&p);
    sampled = !b->of->whole && bench_sample_blocks(&p) != 0;
    if (b->of->whole ? !affordable(&work) : sampled && too_long(&work))
        return true;
    if (run_modelled(b, sampled, table, f)) {
        note_blocks();
        return true;
    }
    if (!sampled ||
        (f->verdict != VERDICT_WRONG && f->verdict != VERDICT_UNINITIALIZED))
        return false;
    *f = (struct finding){.verdict = VERDICT_PASS};
    return !affordable(&work) || run_modelled(b, false, table, f);
}

/* Check and time one problem on a GPU. */
static bool time_on_gpu(const struct bench_problem *b, struct bench_table *table,
                        struct finding *f)
{
    operation_function *const kernel = operation_kernel(b->of);
    struct trial t, peer[OPERATION_PEERS];
    double seconds;
    float ms;
    bool ok;

    open_trial(&t, b);
    seconds = bench_seconds(&t.p);
    ok = trial_call(&t, kernel, seconds, &ms, f) &&
         bench_spots_right(&t, kernel, false, seconds, f);
    for (int i = 0; ok && i < b->peers; i++) {
        rpc_use(PEER + i);
        open_trial(&peer[i], b);
        require_right_peer(&peer[i], seconds);
    }
    rpc_use(KERNEL);
    ok = ok && measure(&t, peer, b->peers, b->lab, seconds, table, f);
    for (int i = 0; ok && i < b->peers; i++) {
        rpc_use(PEER + i);
        trial_close(&peer[i]);
    }
    rpc_use(KERNEL);
    trial_close(&t);
    return ok;
}

bool bench_one(const struct bench_problem *b, struct bench_table *table,
               struct finding *f)
{
    return probe_available() ? model(b, table, f) : time_on_gpu(b, table, f);
}
