/* One process of a search; session.h states the contract. */
#include "tune/session.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench_one.h"
#include "bench/timing.h"
#include "device/clock.h"
#include "device/cuda_check.h"
#include "probe.h"
#include "check/opening.h"
#include "rpc/supervise.h"
#include "check/time_limits.h"
#include "tune/linked.h"
#include "tune/try.h"

static void make_head(struct session *s)
{
    const struct operation *of = s->search.of;
    char key[64], formula[160];

    tiles_key(key, sizeof key);
    problem_formula(of, bench_scalars(of), formula, sizeof formula);
    snprintf(s->head, sizeof s->head,
             "# lab: %s\n# problem: %s, float32\n"
             "# device: %s\n# times: %s, %s\n"
             "# kernel, compilers and harness: %s\n",
             s->spec->lab, formula, s->search.device, s->search.source,
             probe_available()
                 ? "from the kernel's counters, of a sample of blocks if large"
                 : "between CUDA events, the L2 cache emptied before each call",
             key);
}

/* Write the winners so far into the cache. */
static void save(const struct session *s)
{
    static struct cache winners;

    search_winners(&s->search, &s->candidates, s->spec->shapes, &winners);
    if (winners.rows && cache_write(&winners, s->cache, s->head) != 0)
        exit(2);
}

void session_record(struct session *s, const char *verdict, double ms, const char *note)
{
    struct search_row row = {s->shape, s->tile, .ms = ms};

    snprintf(row.verdict, sizeof row.verdict, "%s", verdict);
    snprintf(row.note, sizeof row.note, "%s", note);
    for (char *c = row.note; *c; c++)
        if (*c == '\n' || *c == '\t') /* a row is a line */
            *c = ' ';
    search_add(&s->search, &row);
    s->trying = false;
    s->recorded++;
}

/* bench_one() knows what to do with a kernel whose blocks build on one another, so that
   a sample of them makes no result. */
static void try_whole(struct session *s, struct finding *f)
{
    static struct bench_table table;
    struct bench_problem b = {.lab = s->spec->lab, .of = s->search.of, .seed = s->seed};

    memcpy(b.size, s->shape.size, sizeof b.size);
    pick_use(s->whole);
    if (!bench_one(&b, &table, f))
        session_record(s, verdict_word(f->verdict), 0, f->what);
    else if (table.rows)
        session_record(s, "right", table.row[0].time.ms_median,
                       table.row[0].bottleneck);
    else
        session_record(s, SEARCH_UNTIMED, 0, "a sample of its blocks makes no result");
}

/* Check fn on the trial's problem as bench_one() does, time it, and record that: on a
   GPU by timing_take(), on the emulator by a sample of its blocks. Returns false, with
   the reason in *f, if fn is wrong; then do nothing more with the trial but close it.
 */
static bool take_time(struct session *s, struct trial *t, operation_function *fn,
                      struct finding *f)
{
    const bool emulated = probe_available();
    const double seconds = bench_seconds(&t->p);
    const unsigned sample = emulated ? bench_sample_blocks(&t->p) : 0;
    const struct timed what = {0, t, fn};
    struct timing taken;
    float ms;

    probe_sample(sample);
    if (!trial_call(t, fn, seconds, &ms, f) ||
        !bench_spots_right(t, fn, sample != 0, seconds, f))
        return false;
    if (!emulated) {
        timing_take(&what, 1, seconds, &taken);
        trial_get_outputs(t); /* the last timed call must have been right, too */
        if (!bench_spots_right(t, fn, false, seconds, f))
            return false;
    }
    session_record(s, "right", emulated ? ms : taken.ms_median, probe_bottleneck());
    return true;
}

static bool tried_before(const struct session *s, const struct tile *t)
{
    for (int i = 0; i < s->search.rows; i++)
        if (tile_same(&s->search.row[i].tile, t))
            return true;
    return false;
}

/* Try the tile on the trial, and record what comes of it. Returns false if this process
   has to end. */
static bool try_tile(struct session *s, const struct tile *tile, struct trial *t)
{
    struct finding f = {.verdict = VERDICT_PASS};
    operation_function *fn = linked_kernel(tile);
    bool right;

    if (!fn && !tiles_error(tile, &f)) {
        fprintf(stderr, "%s: this program was built without all of its tiles\n",
                s->spec->lab);
        exit(2);
    }
    right =
        fn && (tried_before(s, tile) || try_right(tile, s->search.of, fn, s->seed, &f));
    if (right && take_time(s, t, fn, &f))
        return true;
    if (right && probe_available() &&
        (f.verdict == VERDICT_WRONG || f.verdict == VERDICT_UNINITIALIZED))
        s->whole = fn;
    else
        session_record(s, verdict_word(f.verdict), 0, f.what);
    return !fn;
}

/* True if a tile is still to be tried on a shape. */
static bool wanted(const struct session *s, const struct tile *t,
                   const struct tune_shape *shape)
{
    return !search_failure(&s->search, t) && !search_find(&s->search, t, shape);
}

/* Every tile on shape number i. Returns false if this process has to end. */
static bool try_shape(struct session *s, int i, struct finding *f)
{
    const struct operation *of = s->search.of;
    const struct tune_shape *shape = &s->shapes[i];
    bool going_on = true;
    struct trial t;

    trial_open(&t, of, shape->size, bench_scalars(of), s->seed);
    for (int k = 0; going_on && k < s->tiles.n; k++) {
        const double start = clock_now();

        if (!wanted(s, &s->tiles.tile[k], shape))
            continue;
        s->tile = s->tiles.tile[k];
        s->shape = *shape;
        s->trying = true;
        progress_show(&s->progress, of, &s->tile, shape);
        going_on = try_tile(s, &s->tile, &t);
        progress_add(&s->progress, i, clock_now() - start);
    }
    if (!going_on && !s->whole)
        return false; /* a fault elsewhere may have taken the device's memory with it */
    trial_close(&t);
    if (s->whole)
        try_whole(s, f);
    return going_on;
}

/* Take up the record, ask tile_valid(), and count what is left to do. */
static void prepare(struct session *s)
{
    struct progress *p = &s->progress;
    struct cudaDeviceProp device;

    CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
    snprintf(s->search.device, sizeof s->search.device, "%s", device.name);
    snprintf(s->search.source, sizeof s->search.source, "%s", probe_source());
    make_head(s);
    search_open(&s->search, s->record, s->head, device.name, probe_source());

    s->whole = NULL; /* that of the process before has been tried */
    s->tiles = s->candidates;
    supervise_enter("tile_valid()", TIME_LIMIT_TILE_VALID);
    tiles_keep_valid(&s->tiles);
    supervise_leave();
    s->accepted = s->tiles.n;
    if (s->quick && s->tiles.n > TILES_FEW)
        s->tiles.n = TILES_FEW;

    progress_shapes(p, s->search.of, s->shapes);
    for (int i = 0; i < p->shapes; i++)
        for (int k = 0; k < s->tiles.n; k++)
            p->left[i] += wanted(s, &s->tiles.tile[k], &s->shapes[i]);
}

void session_run(void *arg, struct finding *f)
{
    struct session *s = arg;
    struct progress *p = &s->progress;

    signal(SIGINT, SIG_DFL);
    prepare(s);
    if (s->processes++ == 0) {
        opening_line(s->spec->lab, 0, s->seed);
        report_begin(s);
    }
    for (int i = 0; i < p->shapes; i++) {
        if (p->left[i] && !try_shape(s, i, f))
            return;
        if (p->tried[i] && !s->told[i]) {
            save(s);
            progress_wipe();
            report_shape(s, &s->shapes[i], progress_left(p));
            s->told[i] = true;
        }
    }
    s->finished = true;
}
