/* One process of a search; session.h states the contract. */
#include "tune/session.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench_one.h"
#include "device/clock.h"
#include "device/cuda_check.h"
#include "probe.h"
#include "check/opening.h"
#include "rpc/supervise.h"
#include "check/time_limits.h"
#include "tune/linked.h"
#include "tune/pick.h"
#include "tune/report.h"
#include "tune/try.h"

static const struct operation *of_session(const struct session *s)
{
    const struct operation *of = operation_find(s->spec->function);

    if (!of) {
        fprintf(stderr, "%s: there is no operation '%s'\n", s->spec->lab,
                s->spec->function);
        exit(2);
    }
    return of;
}

/* What both files begin with. Where the record does so already, the search goes on. */
static void make_head(const struct session *s, char *head, size_t size)
{
    const struct operation *of = of_session(s);
    char key[64], formula[160];

    linked_key(key, sizeof key);
    problem_formula(of, bench_scalars(of), formula, sizeof formula);
    snprintf(head, size,
             "# lab: %s\n# problem: %s, float32\n"
             "# device: %s\n# times: %s, %s\n"
             "# kernel, compilers and harness: %s\n",
             s->spec->lab, formula, s->state->device, s->state->source,
             probe_available()
                 ? "from the kernel's counters, of a sample of blocks if large"
                 : "between CUDA events, the L2 cache emptied before each call",
             key);
}

int session_save(struct session *s)
{
    static struct cache winners;
    char head[1024];

    make_head(s, head, sizeof head);
    search_winners(&s->search, &s->candidates, s->spec->shapes, &winners);
    return winners.rows ? cache_write(&winners, s->cache, head) : 0;
}

void session_record(struct session *s, const char *verdict, double ms, const char *note)
{
    const struct tune_shape *shape = &s->state->shape;
    struct search_row row = {*shape, s->state->tile, .ms = ms};

    snprintf(row.verdict, sizeof row.verdict, "%s", verdict);
    snprintf(row.note, sizeof row.note, "%s", note);
    for (char *c = row.note; *c; c++)
        if (*c == '\n' || *c == '\t') /* a row is a line */
            *c = ' ';
    search_add(&s->search, &row);
    s->state->trying = false;
}

/* bench_one() knows what to do with a kernel whose blocks build on one another, so that
   a sample of them makes no result. */
static void try_whole(struct session *s, struct finding *f)
{
    static struct bench_table table;
    const struct tune_shape *shape = &s->state->shape;
    struct bench_problem b = {
        .lab = s->spec->lab, .of = of_session(s), .seed = s->seed};

    memcpy(b.size, shape->size, sizeof b.size);
    pick_use(s->whole);
    if (!bench_one(&b, &table, f))
        session_record(s, verdict_word(f->verdict), 0, f->what);
    else if (table.rows)
        session_record(s, "right", table.row[0].time.ms_median,
                       table.row[0].bottleneck);
    else
        session_record(s, SEARCH_UNTIMED, 0, "a sample of its blocks makes no result");
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
    struct try_time time;
    bool right;

    if (!fn && !linked_error(tile, &f)) {
        fprintf(stderr, "%s: this program was built without all of its tiles\n",
                s->spec->lab);
        exit(2);
    }
    right = fn &&
            (tried_before(s, tile) || try_right(tile, of_session(s), fn, s->seed, &f));
    if (right && try_time(t, fn, &time, &f)) {
        session_record(s, "right", time.ms, time.bottleneck);
        return true;
    }
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
    const struct operation *of = of_session(s);
    const struct tune_shape *shape = &s->shapes[i];
    struct session_state *state = s->state;
    bool going_on = true;
    struct trial t;

    trial_open(&t, of, shape->size, bench_scalars(of), s->seed);
    for (int k = 0; going_on && k < s->tiles.n; k++) {
        const double start = clock_now();

        if (!wanted(s, &s->tiles.tile[k], shape))
            continue;
        state->tile = s->tiles.tile[k];
        state->shape = *shape;
        state->trying = true;
        progress_show(&state->progress, of, &state->tile, shape);
        going_on = try_tile(s, &state->tile, &t);
        progress_add(&state->progress, i, clock_now() - start);
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
    struct progress *p = &s->state->progress;
    struct cudaDeviceProp device;
    char head[1024];

    CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
    snprintf(s->state->device, sizeof s->state->device, "%s", device.name);
    snprintf(s->state->source, sizeof s->state->source, "%s", probe_source());
    make_head(s, head, sizeof head);
    search_open(&s->search, s->record, head, s->state->device, s->state->source);

    s->tiles = s->candidates;
    supervise_enter("tile_valid()", TIME_LIMIT_TILE_VALID);
    tiles_keep_valid(&s->tiles);
    supervise_leave();
    s->state->accepted = s->tiles.n;
    if (s->quick && s->tiles.n > TILES_FEW)
        s->tiles.n = TILES_FEW;

    progress_shapes(p, of_session(s), s->shapes);
    for (int i = 0; i < p->shapes; i++)
        for (int k = 0; k < s->tiles.n; k++)
            p->left[i] += wanted(s, &s->tiles.tile[k], &s->shapes[i]);
}

void session_run(void *arg, struct finding *f)
{
    struct session *s = arg;
    struct progress *p = &s->state->progress;

    signal(SIGINT, SIG_DFL);
    prepare(s);
    if (s->state->processes++ == 0) {
        opening_line(s->spec->lab, 0, s->seed);
        report_begin(s);
    }
    for (int i = 0; i < p->shapes; i++) {
        if (p->left[i] && !try_shape(s, i, f))
            return;
        if (p->tried[i] && !s->state->told[i]) {
            if (session_save(s) != 0)
                exit(2);
            progress_wipe();
            report_shape(s, &s->shapes[i], progress_left(p));
            s->state->told[i] = true;
        }
    }
    s->state->finished = true;
}
