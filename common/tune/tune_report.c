/* What a search prints; session.h states the contract. */
#include "tune/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "operation/problem.h"

enum { RANKS = 10, WIDTH = 5 }; /* rows of a ranking; of a column */

static int count_shapes(const struct tune_shape *shapes)
{
    int n = 0;

    while (shapes[n].size[0])
        n++;
    return n;
}

/* The columns of a table of winners. */
static void print_head(const struct session *s, const char *before, const char *after)
{
    fputs(before, stdout);
    problem_print_columns(s->search.of, NULL);
    tiles_print_columns(&s->candidates, WIDTH);
    printf("%10s%7s%s\n", "GFLOP/s", "tiles", after);
}

void report_begin(const struct session *s)
{
    const int shapes = count_shapes(s->shapes);
    const int left = progress_trials(&s->progress);

    printf("\n%d candidates in %s; ", s->candidates.n, s->table);
    if (!tiles_have_valid())
        printf("the kernel has no tile_valid() to choose among them\n");
    else if (s->quick)
        printf(
            "a quick search takes\nthe first %d that tile_valid() accepts, and %d of "
            "%d shapes: make tune%.2s takes all\n",
            s->tiles.n, shapes, count_shapes(s->spec->shapes), s->spec->lab);
    else
        printf("tile_valid() accepts %d,\nto be tried on %d shapes\n", s->tiles.n,
               shapes);
    if (s->search.rows)
        printf("an earlier search is taken up: %d of %d trials are left\n", left,
               s->tiles.n * shapes);
    if (left)
        print_head(s, "\n", "     to go");
}

static void print_winner(const struct operation *of, const struct cache_row *w)
{
    problem_print_columns(of, w->size);
    tile_print(&w->tile, WIDTH);
    printf("%10.0f%7d", cache_gflops(of, w->size, w->ms), w->tried);
}

void report_shape(const struct session *s, const struct tune_shape *shape, double left)
{
    const struct cache_row w = search_winner(&s->search, &s->candidates, shape);
    char clock[16];

    progress_clock(left, clock);
    if (w.tried) {
        print_winner(s->search.of, &w);
        printf("%9s\n", clock);
    }
}

void report_stopped(const struct session *s)
{
    printf("\nstopped with %d trials on record: the next search goes on from there\n",
           s->search.rows);
}

static int by_time(const void *a, const void *b)
{
    const struct search_row *x = *(const struct search_row *const *)a;
    const struct search_row *y = *(const struct search_row *const *)b;

    if (x->ms != y->ms)
        return (x->ms > y->ms) - (x->ms < y->ms);
    return (x > y) - (x < y); /* of equals, the first */
}

/* The tiles that came through, fastest first, on the last shape that has any. */
static void print_ranks(const struct session *s)
{
    static const struct search_row *rank[SEARCH_ROWS];
    const struct search *search = &s->search;
    const struct search_row *last = NULL;
    char sizes[256];
    int n = 0;

    for (int i = 0; i < search->rows; i++)
        if (search_right(&search->row[i]))
            last = &search->row[i];
    for (int i = 0; last && i < search->rows; i++) {
        const struct search_row *r = &search->row[i];

        if (search_same_shape(&r->shape, &last->shape) && search_right(r) &&
            !search_failure(search, &r->tile))
            rank[n++] = r;
    }
    if (n == 0)
        return;
    qsort(rank, (size_t)n, sizeof rank[0], by_time);
    problem_sizes_text(search->of, last->shape.size, sizes, sizeof sizes);
    printf("\nthe fastest of %d tiles at %s\n\n%6s", n, sizes, "rank");
    tiles_print_columns(&s->candidates, WIDTH);
    printf("%9s%12s%10s%s\n", "threads", "ms", "GFLOP/s",
           last->note[0] ? "  bound by" : "");
    for (int i = 0; i < n && i < RANKS; i++) {
        const struct tile *t = &rank[i]->tile;

        printf("%6d", i + 1);
        tile_print(t, WIDTH);
        printf("%9d%12.4g%10.0f  %.*s\n", t->bm / t->tm * (t->bn / t->tn), rank[i]->ms,
               cache_gflops(search->of, last->shape.size, rank[i]->ms),
               (int)strcspn(rank[i]->note, ":"), rank[i]->note);
    }
}

/* True if r is the reason why its tile is left out. */
static bool is_failure(const struct session *s, const struct search_row *r)
{
    return search_failure(&s->search, &r->tile) == r;
}

/* The tiles that went wrong, each with its reason. */
static void print_failures(const struct session *s)
{
    const struct search_row *row = s->search.row, *end = row + s->search.rows;
    bool first = true;

    for (const struct search_row *r = row; r < end; r++) {
        if (!is_failure(s, r))
            continue;
        if (first)
            printf("\nleft out, though tile_valid() accepts them:\n");
        first = false;
        tile_print(&r->tile, WIDTH);
        printf("  %s: %s\n", r->verdict, r->note);
    }
}

/* ", 2 CRASH, 1 WRONG": failures by their verdicts. Returns how many there are. */
static int count_failures(const struct session *s)
{
    const struct search_row *row = s->search.row, *end = row + s->search.rows;
    int all = 0;

    for (const struct search_row *r = row; r < end; r++) {
        int alike = 0, before = 0;

        for (const struct search_row *q = row; q < end; q++)
            if (is_failure(s, q) && strcmp(q->verdict, r->verdict) == 0) {
                alike++;
                before += q < r;
            }
        if (is_failure(s, r) && before == 0)
            printf(", %d %s", alike, r->verdict);
        all += is_failure(s, r);
    }
    return all;
}

int report_end(const struct session *s)
{
    int tiles = 0, untried;

    printf("\nthe winners, %s for %s\n\n", s->search.source, s->search.device);
    print_head(s, "", "");
    for (const struct tune_shape *shape = s->spec->shapes; shape->size[0]; shape++) {
        const struct cache_row w = search_winner(&s->search, &s->candidates, shape);

        if (!w.tried)
            continue;
        print_winner(s->search.of, &w);
        putchar('\n');
        tiles = w.tried > tiles ? w.tried : tiles;
    }
    print_ranks(s);
    print_failures(s);
    printf("\n%d candidates: %d refused by tile_valid(), %d right", s->candidates.n,
           s->candidates.n - s->accepted, tiles);
    untried = s->accepted - tiles - count_failures(s);
    if (s->quick && untried > 0)
        printf(",\n%d not tried in this quick search: make tune%.2s tries them",
               untried, s->spec->lab);
    printf("\n");
    return tiles ? 0 : 1;
}
