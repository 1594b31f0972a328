/* The calls that a check makes; check.h states the contract. */
#include "check/check.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "operation/matrix.h"
#include "operation/problem.h"

const struct operation *check_function(const struct check *spec, int i)
{
    const char *name = spec->functions[i];
    const struct operation *of = name ? operation_find(name) : NULL;

    if (name && !of) {
        fprintf(stderr,
                "%s: this judge knows no operation '%s': that needs "
                "common/operation/%s.c, with OPERATION(), and call_%s.c\n",
                spec->lab, name, name, name);
        exit(2);
    }
    return of;
}

/* Make rows longer than their columns, by different numbers of elements. */
static void pad(const struct operation *of, int size[])
{
    for (int i = 0; of->array[i].name; i++) {
        const struct operation_array *a = &of->array[i];

        if (a->ld != CONTIGUOUS && size[a->ld] == 0)
            size[a->ld] =
                problem_least_ld(of, operation_extent(of, a->cols, size) + 3 + i);
    }
}

int check_cases(const struct operation *of, const check_shape *shapes,
                struct check_case out[])
{
    int n = 0;

    for (const check_shape *s = shapes; (*s)[0]; s++)
        for (int i = 0; i < of->n_tried; i++) {
            if (n == CHECK_CASES) {
                fprintf(stderr, "a check has at most %d cases\n", CHECK_CASES);
                exit(2);
            }
            out[n] = (struct check_case){.of = of};
            memcpy(out[n].size, *s, sizeof out[n].size);
            memcpy(out[n].scalar, of->tried[i], sizeof out[n].scalar);
            if (i % 2)
                pad(of, out[n].size);
            n++;
        }
    if (n == 0) { /* and so nothing could be wrong */
        fprintf(stderr,
                "%s() has no case to check: set .shapes in check.c, and .tried with "
                ".n_tried in its operation\n",
                of->name);
        exit(2);
    }
    return n;
}

/* A stream of random numbers, and how many of them were drawn. */
struct stream {
    uint64_t seed, drawn;
};

static uint64_t next(struct stream *s)
{
    return matrix_random(s->seed, s->drawn++);
}

/* From 1 to n. */
static int up_to(struct stream *from, int n)
{
    return 1 + (int)(next(from) % (uint64_t)n);
}

/* Between -2 and 2, never 0, in steps of 1/256: short to print. */
static float scalar(struct stream *from)
{
    return (float)up_to(from, 512) / 256 * (next(from) & 1 ? 1 : -1);
}

/* How many sizes a tile has: not those that are leading dimensions. */
static int sizes_of(const check_shape tile)
{
    int n = 0;

    while (n < OPERATION_SIZES && tile[n])
        n++;
    return n;
}

/* Whole tiles; else of any size, and every third with one size of 1. What the tile has
   no size for, as a leading dimension, stays 0. */
static void draw_shape(struct stream *from, const check_shape tile, int i,
                       check_shape out)
{
    const int sizes = sizes_of(tile);

    for (int k = 0; k < sizes; k++)
        out[k] = up_to(from, 3);
    if (i % 2 == 0) {
        for (int k = 0; k < sizes; k++)
            out[k] *= tile[k];
        return;
    }
    for (int k = 0; k < sizes; k++)
        out[k] = up_to(from, (k == sizes - 1 ? 3 : 2) * tile[k] + 5);
    if (i % 3 == 0)
        out[up_to(from, sizes) - 1] = 1;
}

/* One size is large, each in turn, and the others are small: they fill one tile of a
   kernel all the same, so the larger the tile, the fewer there may be. */
static void draw_thin(struct stream *from, const check_shape tile, int i,
                      check_shape out)
{
    enum { MOST = 5000, TILES = 3, VOLUME = 1 << 25 };
    const int sizes = sizes_of(tile), large = i % sizes;
    double most = VOLUME;

    for (int k = 0; k < sizes; k++) {
        out[k] = up_to(from, 24);
        most /= k == large ? 1 : tile[k];
    }
    most = fmax(fmin(most, MOST), TILES * tile[large]);
    out[large] = (int)(most / 2) + up_to(from, (int)(most / 2));
}

/* Sizes that the operation may have, no smaller. */
static void round_up(const struct operation *of, check_shape size)
{
    for (int k = 0; of->size[k]; k++)
        if (of->unit[k])
            size[k] = (size[k] + of->unit[k] - 1) / of->unit[k] * of->unit[k];
}

/* Draw the sizes that have one of two values. */
static void choose(struct stream *from, const struct operation *of, check_shape size)
{
    for (int k = 0; of->size[k]; k++)
        if (of->choice[k][1])
            size[k] = of->choice[k][next(from) & 1];
}

/* Halve the largest size that is not one of a choice until a call is short, with whole
   tiles: that of attention() grows with the square of N. */
static void make_short(const struct operation *of, const check_shape tile,
                       check_shape size)
{
    const double most = 1 << 28; /* operations */

    for (;;) {
        struct problem p = {.of = of};
        int largest = 0;

        for (int k = 0; k < OPERATION_SIZES; k++)
            p.size[k] = size[k] < tile[k] ? tile[k] : size[k];
        if (of->work(&p).flops <= most)
            return;
        for (int k = 0; of->size[k]; k++)
            if (!of->choice[k][1] && !of->unit[k] && size[k] > size[largest])
                largest = k;
        if (size[largest] < 2)
            return;
        size[largest] /= 2;
    }
}

/* Rows that are longer than their columns, by 1 to 9 elements; aligned: to a multiple
   of eight. */
static void draw_ld(struct stream *from, bool aligned, const struct operation *of,
                    int size[])
{
    for (int i = 0; of->array[i].name; i++) {
        const struct operation_array *a = &of->array[i];
        int cols;

        if (a->ld == CONTIGUOUS || size[a->ld] != 0)
            continue;
        cols = operation_extent(of, a->cols, size);
        size[a->ld] = problem_least_ld(of, aligned ? (cols / 8 + up_to(from, 4)) * 8
                                                   : cols + up_to(from, 9));
    }
}

static void make_positive(const struct operation *of, float scalars[])
{
    for (int k = 0; of->positive && k < OPERATION_SCALARS; k++)
        scalars[k] = scalars[k] ? fabsf(scalars[k]) : 1;
}

/* Scalars that a kernel may treat by themselves: each is the first scalar of one case,
   and the second of another. With an alpha of 0 comes any beta: C * 1 would hide a
   kernel that leaves C alone. */
static void set_special(struct stream *from, struct check_case out[CHECK_DRAWN])
{
    static const float special[] = {0, 1, -1, 0.5f, 2};
    const int firsts = up_to(from, CHECK_DRAWN), others = CHECK_DRAWN - 1;
    const int seconds = up_to(from, others);

    for (int i = 0; i < (int)(sizeof special / sizeof *special); i++) {
        out[(firsts + i) % CHECK_DRAWN].scalar[0] = special[i];
        out[(firsts + 1 + (seconds + 3 * i) % others) % CHECK_DRAWN].scalar[1] =
            special[i];
    }
}

/* The numbers that DRAW in the environment selects. False if it is not set. */
static bool open_stream(struct stream *from)
{
    const char *text = getenv("DRAW");
    char *end;

    if (!text || !*text)
        return false;
    *from = (struct stream){strtoull(text, &end, 10), 0};
    if (*end) {
        fprintf(stderr, "DRAW is '%s': give a number from 0 to 2^64 - 1\n", text);
        exit(2);
    }
    return true;
}

void check_technique_case(const struct check *spec, const struct operation *of,
                          struct check_case *out)
{
    *out = (struct check_case){.of = of, .by_array = true, .withheld = spec->withheld};
    memcpy(out->size, spec->technique, sizeof out->size);
    memcpy(out->scalar, of->tried[0], sizeof out->scalar);
}

bool check_technique_drawn(const struct check *spec, const struct operation *of,
                           struct check_case *out)
{
    struct stream from;

    check_technique_case(spec, of, out);
    if (!open_stream(&from))
        return false;
    for (int k = 0; k < sizes_of(spec->tile); k++) {
        const int tiles = spec->technique[k] / spec->tile[k];

        if (tiles > 1)
            out->size[k] = spec->tile[k] * (tiles + up_to(&from, (tiles + 3) / 4));
    }
    for (int k = 0; of->size[k]; k++)
        if (problem_is_ld(of, k))
            out->size[k] = 0;
    round_up(of, out->size);
    draw_ld(&from, true, of, out->size);
    for (int k = 0; k < OPERATION_SCALARS; k++)
        out->scalar[k] = scalar(&from);
    make_positive(of, out->scalar);
    return true;
}

enum { THIN = 4 };

int check_drawn(const struct check *spec, const struct operation *of,
                struct check_case out[])
{
    struct stream from;

    if (!open_stream(&from))
        return 0;
    for (int i = 0; i < CHECK_DRAWN; i++) {
        out[i] = (struct check_case){.of = of};
        const bool thin = i >= CHECK_DRAWN - THIN;

        if (!thin)
            draw_shape(&from, spec->tile, i, out[i].size);
        else
            draw_thin(&from, spec->tile, i, out[i].size);
        out[i].varied = i % 2;
        round_up(of, out[i].size);
        choose(&from, of, out[i].size);
        make_short(of, spec->tile, out[i].size);
        for (int k = 0; k < OPERATION_SCALARS; k++)
            out[i].scalar[k] = scalar(&from);
        if (!thin && i % 4 > 1)
            draw_ld(&from, i < 4, of, out[i].size);
    }
    set_special(&from, out);
    for (int i = 0; i < CHECK_DRAWN; i++)
        make_positive(of, out[i].scalar);
    return CHECK_DRAWN;
}
