/* The wavefronts of a request; picture_wavefronts.h states the contract. */
#include "picture_wavefronts.h"

#include <stdio.h>
#include <string.h>

#include "trace/fail.h"
#include "say.h"

enum { WORD = 4 }; /* bytes */

/* The wavefront of this turn in which the word is taken, or can be taken: one that is
   added if need be. */
static struct wavefront *row_of(struct wavefronts *w, struct turn *turn, int bank,
                                long long byte)
{
    for (int i = turn->first; i < turn->first + turn->rows; i++)
        if (!w->row[i].lanes[bank] || w->row[i].byte[bank] == byte)
            return &w->row[i];
    turn->rows++;
    w->ways = turn->rows > w->ways ? turn->rows : w->ways;
    w->row[w->rows] = (struct wavefront){.lanes = {0}};
    return &w->row[w->rows++];
}

static void add_lane(struct wavefronts *w, int lane)
{
    const struct traced_request *const r = w->of;
    const int words = r->size > WORD ? r->size / WORD : 1;
    struct turn *const turn = &w->turn[r->turn[lane] - 1];

    if (r->turn[lane] > w->turns) {
        w->turns = r->turn[lane];
        turn->first = w->rows;
    }
    turn->lanes |= UINT32_C(1) << lane;
    for (int i = 0; i < words; i++) {
        const long long at = r->offset[lane] + r->base + (long long)i * WORD;
        const int in_row = (int)((at % (BANKS * WORD) + BANKS * WORD) % (BANKS * WORD));
        const int bank = in_row / WORD;
        const long long byte = at - in_row % WORD - r->base;
        struct wavefront *const row = row_of(w, turn, bank, byte);

        row->byte[bank] = byte;
        row->lanes[bank] |= UINT32_C(1) << lane;
    }
}

void wavefronts_find(struct wavefronts *w, const struct traced_request *r)
{
    w->of = r;
    w->rows = w->turns = w->ways = 0; /* row_of() clears row[] as it is needed */
    memset(w->turn, 0, sizeof w->turn);
    for (int lane = 0; lane < LANES; lane++)
        if (request_has(r, lane))
            add_lane(w, lane);
    if (w->rows != r->cost)
        fail("line %d: %d wavefronts drawn, %d counted", r->line, w->rows, r->cost);
}

/* "load Bs, 16 bytes per lane: 8 wavefronts, 2-way bank conflict" */
static void say_request(struct text *t, const struct wavefronts *w)
{
    const struct traced_request *const r = w->of;

    text_add(t, "%s %s, %d bytes per lane: ", request_op_word(r->op), r->array,
             r->size);
    say_plural(t, w->rows, "wavefront");
    if (w->ways > 1)
        text_add(t, ", %d-way bank conflict", w->ways);
    else
        text_add(t, ", no bank conflict");
}

/* Nothing, if the source has the request as it is. */
static void say_joined(struct text *t, const struct wavefronts *w)
{
    if (w->of->loads > 1)
        text_add(t, "made by nvcc of %d loads", w->of->loads);
}

static int count_lanes(uint32_t lanes)
{
    int n = 0;

    for (; lanes; lanes &= lanes - 1)
        n++;
    return n;
}

/* ---- As text. */

static void print_row(const struct wavefront *row, const char *lanes)
{
    char picture[2 * BANKS], *to = picture;

    for (int bank = 0; bank < BANKS; bank++) {
        const int n = count_lanes(row->lanes[bank]);

        if (bank && bank % 8 == 0)
            *to++ = ' ';
        *to++ = (char)(n == 0 ? '.' : n > 9 ? '*' : '0' + n);
    }
    printf("    %14s  %.*s\n", lanes, (int)(to - picture), picture);
}

static void print_turn(const struct wavefronts *w, const struct turn *turn)
{
    enum { MANY = 8, FIRST = 4 }; /* of more rows than MANY, the first and the last */
    struct text lanes = {0};

    say_lanes(&lanes, turn->lanes);
    for (int i = 0; i < turn->rows; i++) {
        if (turn->rows <= MANY || i < FIRST || i == turn->rows - 1)
            print_row(&w->row[turn->first + i], i ? "" : text_of(&lanes));
        else if (i == FIRST)
            printf("    %14s  ...\n", "");
    }
    text_free(&lanes);
}

void wavefronts_print(const struct wavefronts *w)
{
    struct text heading = {0}, joined = {0};

    say_request(&heading, w);
    say_joined(&joined, w);
    printf("  %s\n", text_of(&heading));
    if (joined.length)
        printf("  (%s)\n", text_of(&joined));
    text_free(&heading);
    text_free(&joined);
    for (int i = 0; i < w->turns; i++)
        print_turn(w, &w->turn[i]);
}

/* ---- As a picture. */

enum { LEFT = 110, CELL = 23 }; /* pixels: where the banks begin, and a bank's width */

static void draw_word(const struct wavefronts *w, const struct wavefront *row, int bank,
                      struct svg *svg, double x, double y, int height)
{
    const int n = count_lanes(row->lanes[bank]);
    struct text tip = {0}, figure = {0};

    if (n) {
        text_add(&tip, "%s + %lld bytes: ", w->of->array, row->byte[bank]);
        say_lanes(&tip, row->lanes[bank]);
    }
    svg_rect(svg, (struct svg_box){x + 1, y + 1, CELL - 2, height - 2},
             n ? SVG_DARK : SVG_PALE, "", text_of(&tip));
    if (n > 1) {
        text_add(&figure, "%d", n);
        svg_label(svg, x + CELL / 2.0, y + height / 2.0 + 4, height > 16 ? 11 : 9,
                  text_of(&figure), SVG_MIDDLE SVG_WHITE);
    }
    text_free(&tip);
    text_free(&figure);
}

static void draw_headings(const struct wavefronts *w, struct svg *svg, double x,
                          double y, double top)
{
    struct text label = {0};

    say_request(&label, w);
    svg_label(svg, x, y + 14, 13, text_of(&label), SVG_BOLD);
    text_clear(&label);
    say_joined(&label, w);
    svg_label(svg, x + 864, y + 14, 12, text_of(&label), SVG_SOFT SVG_RIGHT);
    svg_label(svg, x + LEFT - 10, top - 5, 11, "bank", SVG_RIGHT SVG_SOFT);
    for (int bank = 0; bank < BANKS; bank++) {
        text_clear(&label);
        text_add(&label, "%d", bank);
        svg_label(svg, x + LEFT + (bank + 0.5) * CELL, top - 5, 10, text_of(&label),
                  SVG_MIDDLE SVG_SOFT);
    }
    text_free(&label);
}

int wavefronts_draw(const struct wavefronts *w, struct svg *svg, double x, double y)
{
    const int height = w->rows > 16 ? 14 : 20;
    int top = 40;

    draw_headings(w, svg, x, y, y + top);
    for (int t = 0; t < w->turns; t++) {
        const struct turn *const turn = &w->turn[t];
        struct text lanes = {0};

        say_lanes(&lanes, turn->lanes);
        svg_label(svg, x + LEFT - 10, y + top + height - 5, 12, text_of(&lanes),
                  SVG_RIGHT SVG_SOFT);
        text_free(&lanes);
        for (int i = 0; i < turn->rows; i++, top += height)
            for (int bank = 0; bank < BANKS; bank++)
                draw_word(w, &w->row[turn->first + i], bank, svg,
                          x + LEFT + bank * CELL, y + top, height);
        top += t < w->turns - 1 ? 5 : 0;
    }
    return top + 16;
}
