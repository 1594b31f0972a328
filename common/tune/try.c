/* One tile, checked and timed; try.h states the contract. */
#include "tune/try.h"

#include <stdio.h>
#include <string.h>

#include "bench/bench_one.h"
#include "check/check.h"
#include "probe.h"
#include "bench/timing.h"
#include "tune/pick.h"
#include "tune/tiles.h"

void try_name(const struct tile *tile, struct finding *f)
{
    const size_t n = strlen(f->when);
    char text[TILE_TEXT];

    tile_text(tile, text);
    snprintf(f->when + n, sizeof f->when - n, "%scompiled for %s", n ? ", " : "", text);
    f->tile = (struct finding_numbers){.n = tile_columns(tile)};
    for (int i = 0; i < f->tile.n; i++) {
        snprintf(f->tile.number[i].name, sizeof f->tile.number[i].name, "%s",
                 tile_column[i]);
        f->tile.number[i].value = tile_number(tile, i);
    }
}

bool try_right(const struct tile *tile, const struct operation *of,
               operation_function *fn, uint64_t seed, struct finding *f)
{
    const check_shape shapes[] = {
        {tile->bm, 2 * tile->bn, 2 * tile->bk},
        {tile->bm + 1, tile->bn + 4, tile->bk + 4},
        {tile->bm + 1, tile->bn + 1, tile->bk + 1},
        {0},
    };
    struct check_case cases[CHECK_CASES];
    const int n = check_cases(of, shapes, cases);

    probe_sample(0);
    pick_use(fn);
    for (int i = 0; i < n && f->verdict == VERDICT_PASS; i++)
        check_once(&cases[i], seed, f);
    pick_use(NULL);
    if (f->verdict != VERDICT_PASS) {
        const size_t n = strlen(f->remedy);

        try_name(tile, f);
        snprintf(f->remedy + n, sizeof f->remedy - n,
                 "%s, if the kernel cannot be correct for this tile, let tile_valid() "
                 "refuse it",
                 n > 0 && f->remedy[n - 1] == '?' ? " Or" : "; or");
    }
    return f->verdict == VERDICT_PASS;
}

bool try_time(struct trial *t, operation_function *fn, struct try_time *time,
              struct finding *f)
{
    const double seconds = bench_seconds(&t->p);
    const unsigned sample = probe_available() ? bench_sample_blocks(&t->p) : 0;
    float ms;

    probe_sample(sample);
    if (!trial_call(t, fn, seconds, &ms, f) ||
        !bench_spots_right(t, fn, sample != 0, seconds, f))
        return false;
    time->ms = ms;
    snprintf(time->bottleneck, sizeof time->bottleneck, "%s", probe_bottleneck());
    if (!probe_available()) {
        const struct timed what = {0, t, fn};
        struct timing taken;

        timing_take(&what, 1, seconds, &taken);
        time->ms = taken.ms_median;
        trial_get_outputs(t); /* the last timed call must have been right, too */
        return bench_spots_right(t, fn, false, seconds, f);
    }
    return true;
}
