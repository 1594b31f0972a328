/* One tile, checked; try.h states the contract. */
#include "tune/try.h"

#include <stdio.h>
#include <string.h>

#include "check/check.h"
#include "probe.h"
#include "tune/linked.h"
#include "tune/tune_tiles.h"

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
