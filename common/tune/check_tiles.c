/* What a check asks of an autotuned kernel; check_tiles.h states the contract. */
#define _POSIX_C_SOURCE 200809L /* popen */
#include "tune/check_tiles.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "probe.h"
#include "rpc/rpc.h"
#include "rpc/supervise.h"
#include "check/time_limits.h"
#include "trial/trial.h"
#include "tune/tune_cache.h"
#include "tune/linked.h"
#include "tune/tune_tiles.h"
#include "tune/try.h"

enum { WIDTH = 6 }; /* of a column */

static const struct check_rule enough = {
    .name = "tiles tried",
    .relation = CHECK_AT_LEAST,
    .limit = 8,
    .advice =
        "let tile_valid() return 1 for every tile for which the kernel is correct",
};

/* Equal kernels get equal times from the model, to the last digit. */
static const struct check_rule faster = {
    .name = "the winner's speed, of the default's",
    .relation = CHECK_AT_LEAST,
    .limit = 1.05,
    .advice = "use BM, BN, BK, TM and TN in every size and step of the kernel, so that "
              "another tile makes another kernel",
};

/* True if a grader asks for this tile: its name is among those in TILES. */
static bool is_asked_for(const struct tile *tile)
{
    const char *asked = getenv("TILES");
    char name[TILE_NAME];

    tile_name(tile, name);
    for (size_t n; asked && *asked; asked += n, asked += strspn(asked, " ")) {
        n = strcspn(asked, " ");
        if (n == strlen(name) && strncmp(asked, name, n) == 0)
            return true;
    }
    return false;
}

/* A default that is made slow lets any tile win. */
static const struct check_rule varied = {
    .name = "the winner's speed, of the slowest tile's",
    .relation = CHECK_AT_LEAST,
    .limit = 1.05,
    .advice = "use BM, BN, BK, TM and TN in every size and step of the kernel, so that "
              "another tile makes another kernel"};

/* The kernel launches other numbers of blocks, or of threads in them, for other tiles.
 */
static const struct check_rule shaped = {
    .name = "different grids among the tiles",
    .relation = CHECK_AT_LEAST,
    .limit = 3,
    .advice = "let BM and BN determine the grid, and TM and TN the threads of a block"};

/* A tile that tile_valid() accepts at one time, and refuses at another. */
static void explain_changed(const struct tile *tile, struct finding *f)
{
    char text[TILE_TEXT];

    f->verdict = VERDICT_WRONG;
    tile_text(tile, text);
    snprintf(f->what, sizeof f->what,
             "tile_valid() is asked twice about %s, and answers first one thing, then "
             "the other",
             text);
    snprintf(f->remedy, sizeof f->remedy,
             "let it decide by the tile alone: no static variables, no clock");
}

static void read_tiles(const struct check *spec, struct tiles *tiles, struct finding *f)
{
    static struct tiles all;
    const struct tile *changed;
    char path[256];
    int kept = 0;

    snprintf(path, sizeof path, "labs/%s/tiles.tsv", spec->lab);
    tiles_read(&all, path);
    *tiles = all;
    supervise_enter("tile_valid()", TIME_LIMIT_TILE_VALID);
    tiles_keep_valid(tiles);
    changed = tiles_ask_again(&all, tiles);
    supervise_leave();
    if (changed)
        explain_changed(changed, f);
    for (int i = 0; i < tiles->n; i++)
        if (i < TILES_FEW || is_asked_for(&tiles->tile[i]))
            tiles->tile[kept++] = tiles->tile[i];
    tiles->n = kept;
}

/* A tile that tile_valid() accepts, and no kernel for it. */
static void explain_missing(const struct check *spec, const struct tile *tile,
                            struct finding *f)
{
    char why[sizeof f->what / 2];

    if (!tiles_error(tile, f)) {
        fprintf(stderr, "lab%.2s: this program was built without all of its tiles\n",
                spec->lab);
        exit(2);
    }
    snprintf(why, sizeof why, "%.*s", (int)sizeof why - 1, f->what);
    snprintf(f->what, sizeof f->what,
             "tile_valid() accepts a tile that the kernel does not compile for: %s",
             why);
    snprintf(f->remedy, sizeof f->remedy,
             "let tile_valid() return 0 for it, or make the kernel fit");
    f->when[0] = f->function[0] = '\0';
    f->sizes.n = 0;
    try_name(tile, f);
}

static bool try_one(const struct check *spec, const struct tile *tile, uint64_t seed,
                    struct finding *f)
{
    const struct operation *of = check_function(spec, 0);
    operation_function *fn = linked_kernel(tile);

    tile_print(tile, WIDTH);
    printf("  ");
    fflush(stdout); /* a call that does not come back leaves its tile */
    if (!fn)
        explain_missing(spec, tile, f);
    else
        try_right(tile, of, fn, seed, f);
    if (f->verdict == VERDICT_PASS)
        printf("correct\n");
    else
        printf("%s\n", verdict_word(f->verdict));
    return f->verdict == VERDICT_PASS;
}

/* Milliseconds that the model gives fn on a sample of the problem's blocks. */
static double model(struct trial *t, operation_function *fn, struct finding *f)
{
    const unsigned sample = 2;
    float ms = NAN;

    probe_sample(sample);
    trial_call(t, fn, TIME_LIMIT_CALL, &ms, f);
    return ms;
}

/* Of the winner on one shape: how much faster it is than the default, and than the
   slowest tile; and how many different grids all tiles have. */
struct speedup {
    double of_default, of_slowest;
    int grids;
};

/* Grids of the last call's launches, as one number: blocks and threads. */
static uint64_t grids_of_call(void)
{
    struct counters c;

    probe_counters(&c);
    return c.blocks << 32 | c.threads;
}

/* A failure is in *f. */
static struct speedup speedup(const struct operation *of, const check_shape s,
                              const struct tiles *tiles, uint64_t seed,
                              struct finding *f)
{
    const struct tile *winner = NULL;
    double of_default, best = INFINITY, worst = 0;
    struct speedup result = {NAN, NAN, 0};
    uint64_t grid[TILES_FEW];
    char text[TILE_TEXT];
    struct trial t;

    trial_open(&t, of, s, of->tried[0], seed);
    of_default = model(&t, linked_default(), f);
    for (int i = 0; i < tiles->n && i < TILES_FEW && f->verdict == VERDICT_PASS; i++) {
        const double ms = model(&t, linked_kernel(&tiles->tile[i]), f);
        int same = 0;

        worst = fmax(worst, ms);
        if (ms < best) {
            best = ms;
            winner = &tiles->tile[i];
        }
        grid[i] = grids_of_call();
        while (grid[same] != grid[i])
            same++;
        result.grids += same == i;
    }
    trial_close(&t);
    if (!winner || f->verdict != VERDICT_PASS)
        return result;
    problem_print_columns(of, s);
    tile_text(winner, text);
    printf("%10.0f%10.0f  %s\n", cache_gflops(of, s, of_default),
           cache_gflops(of, s, best), text);
    result.of_default = of_default / best;
    result.of_slowest = worst / best;
    return result;
}

/* On a small problem another tile wins than on a larger one, so that a default which is
   the best on the one is beaten on the other. */
static void check_speed(const struct check *spec, const struct tiles *tiles,
                        uint64_t seed, struct finding *f)
{
    const struct operation *of = check_function(spec, 0);
    const int M = operation_size_index(of, "M"), N = operation_size_index(of, "N");
    struct speedup on_large, on_small;
    check_shape small;

    memcpy(small, spec->technique, sizeof small);
    small[M] /= 4;
    small[N] /= 4;

    if (tiles->n == 0) {
        putchar('\n');
        check_apply(&enough, 0, f);
        if (!tiles_have_valid())
            snprintf(f->remedy, sizeof f->remedy,
                     "define tile_valid(), as common/tile.h says, and compile for BM, "
                     "BN, BK, TM and TN");
        return;
    }
    printf("\ntechnique, GFLOP/s %s\n", probe_source());
    problem_print_columns(of, NULL);
    printf("%10s%10s\n", "default", "winner");
    on_large = speedup(of, spec->technique, tiles, seed, f);
    on_small = speedup(of, small, tiles, seed, f);
    if (f->verdict != VERDICT_PASS)
        return;
    f->when[0] = '\0';
    check_apply(&enough, tiles->n, f);
    check_apply(&faster, fmax(on_large.of_default, on_small.of_default), f);
    check_apply(&varied, fmax(on_large.of_slowest, on_small.of_slowest), f);
    check_apply(&shaped, on_large.grids, f);
}

/* Go on with a runner that has the tiles. */
static void compile_tiles(void)
{
    static char runner[4096];
    const char *compile = getenv("TILED");
    FILE *out;

    if (!compile)
        return;
    fflush(stdout);
    out = popen(compile, "r");
    if (!out || !fgets(runner, sizeof runner, out))
        runner[0] = '\0';
    if (!out || pclose(out) != 0 || !runner[0]) {
        fprintf(stderr, "the runner with the lab's tiles could not be built\n");
        exit(2);
    }
    runner[strcspn(runner, "\n")] = '\0';
    supervise_renew();
    rpc_set(0, runner, rpc_tuned());
}

void check_tiles(const struct check *spec, uint64_t seed, struct finding *f)
{
    static struct tiles tiles;

    compile_tiles();
    read_tiles(spec, &tiles, f);
    if (f->verdict != VERDICT_PASS)
        return;
    putchar('\n');
    tiles_print_columns(&tiles, WIDTH);
    printf("  result\n");
    if (tiles.n == 0)
        printf("%s\n", tiles_have_valid()
                           ? "  tile_valid() accepts no tile"
                           : "  no tile: the kernel has no tile_valid()");
    for (int i = 0; i < tiles.n; i++)
        if (!try_one(spec, &tiles.tile[i], seed, f))
            return;
    if (probe_available())
        check_speed(spec, &tiles, seed, f);
}
