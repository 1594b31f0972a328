/* The three panels of a tile as SVG; picture_tile.h states the contract. */
#include "picture_tile.h"

#include <stdio.h>

enum {
    LEFT = 18,
    LABELS = 66, /* the words left of a grid of places */
    PLACE = 44,  /* a place's width, and... */
    HIGH = 21,   /* ...height */
    GRIDS = 446, /* from grid to grid */
    LINE_LABEL = 11,
};
#define WRONG "#b3261e"       /* read as another piece than it is */
#define SECOND_HALF "#5b93c7" /* read; SVG_DARK: the first half */

/* Of the pieces of a row: from light to dark, as they differ in grey. */
static const char *const piece_colour[TILE_PLACES] = {"#f7f4d4", "#d5eccb", "#a3d9c5",
                                                      "#6cc2c4", "#3fa2c2", "#2d7fb4",
                                                      "#27599e", "#1d3477"};
enum { FIRST_DARK = 4 };

/* ---- Grids of places. */

static void draw_banks(struct svg *svg, double x, double y)
{
    svg_label(svg, x + LABELS - 8, y, 11, "banks", SVG_RIGHT SVG_SOFT);
    for (int p = 0; p < TILE_PLACES; p++)
        svg_numbers(svg, x + LABELS + (p + 0.5) * PLACE, y, 10, SVG_MIDDLE SVG_SOFT,
                    "%lld-%lld", 4 * p, 4 * p + 3);
}

static struct svg_box place_box(double x, double y, int line, int p)
{
    return (struct svg_box){x + LABELS + p * PLACE + 1,
                            y + line * HIGH + line / 8 * 6 + 1, PLACE - 2, HIGH - 2};
}

static void draw_held(const struct tile *t, struct svg *svg, double x, double y)
{
    for (int line = 0; line < TILE_LINES; line++) {
        const struct tile_place *const at = t->place[line];
        const struct svg_box first = place_box(x, y, line, 0);

        if (at->row >= 0)
            svg_numbers(svg, first.x - 9, first.y + 14, LINE_LABEL, SVG_RIGHT SVG_SOFT,
                        "row %lld", at->row, 0);
        for (int p = 0; p < TILE_PLACES; p++) {
            const struct svg_box box = place_box(x, y, line, p);
            const int piece = at[p].piece;

            if (at[p].row < 0) {
                svg_rect(svg, box, SVG_PALE, "", "not written by this copy");
                continue;
            }
            svg_rect(svg, box, piece_colour[piece % TILE_PLACES], "", "");
            svg_label(svg, box.x + box.width / 2, box.y + 14, 11, tile_k(t, piece),
                      piece % TILE_PLACES >= FIRST_DARK ? SVG_MIDDLE SVG_WHITE
                                                        : SVG_MIDDLE);
        }
    }
}

static void draw_read(const struct tile *t, struct svg *svg, double x, double y)
{
    for (int line = 0; line < TILE_LINES; line++) {
        const struct svg_box first = place_box(x, y, line, 0);

        svg_numbers(svg, first.x - 9, first.y + 14, LINE_LABEL, SVG_RIGHT SVG_SOFT,
                    line ? "+ %lld" : "byte 0", line * 128, 0);
        for (int p = 0; p < TILE_PLACES; p++) {
            const struct tile_place *const at = &t->place[line][p];
            const struct svg_box box = place_box(x, y, line, p);

            svg_rect(svg, box,
                     at->read_row < 0 ? SVG_PALE
                     : at->wrong      ? WRONG
                     : at->read_half  ? SECOND_HALF
                                      : SVG_DARK,
                     "", "");
            if (at->read_row >= 0)
                svg_numbers(svg, box.x + box.width / 2, box.y + 14, 11,
                            SVG_MIDDLE SVG_WHITE, at->wrong ? "! %lld" : "%lld",
                            at->read_row, 0);
        }
    }
}

/* The words above the grid of what is read. */
static void say_read(const struct tile *t, struct svg *svg, double x, double y)
{
    const struct async_operand *const o = &t->operand;
    char text[160];

    if (!t->product) {
        svg_title(svg, x, y, "3. No wgmma reads this tile", "is a STEP still empty?");
        return;
    }
    snprintf(text, sizeof text,
             "line %d, k step %d: %d rows; start: byte %lld of the tile",
             t->product->line, t->step, o->rows, o->start - t->copy.to);
    svg_title(svg, x, y, "3. The descriptor: what one wgmma reads", text);
    snprintf(text, sizeof text,
             o->swizzle ? "8 rows to the next 8: %d bytes; swizzle: %d bytes"
                        : "8 rows to the next 8: %d bytes; no swizzle",
             o->stride, o->swizzle);
    svg_label(svg, x, y + 35, 12, text, SVG_SOFT);
}

static void draw_key(const struct tile *t, struct svg *svg, double x, double y)
{
    svg_rect(svg, (struct svg_box){x, y - 11, 14, 12}, SVG_DARK, "", "");
    svg_label(svg, x + 20, y, 12, "first 8 k of a row", SVG_SOFT);
    svg_rect(svg, (struct svg_box){x + 150, y - 11, 14, 12}, SECOND_HALF, "", "");
    svg_label(svg, x + 170, y, 12, "the next 8 k; the figure is the row", SVG_SOFT);
    if (!t->wrong)
        return;
    svg_rect(svg, (struct svg_box){x, y + 8, 14, 12}, WRONG, "", "");
    svg_numbers(svg, x + 20, y + 19, 12, "",
                "! %lld of %lld pieces are not what they are read as", t->wrong,
                t->read);
}

int tile_draw(const struct tile *t, struct svg *svg, int y)
{
    const int grids = tile_draw_map(t, svg, LEFT, y) + 46;
    const int top = grids + 66, right = LEFT + GRIDS;
    const int bottom = top + TILE_LINES * HIGH + 24;

    svg_title(svg, LEFT, grids, "2. The swizzle: where the pieces of each row are",
              t->copy.swizzle
                  ? "a piece is 16 bytes; the figures are its k, in the tile"
                  : "this map has none; the figures are the k of a piece");
    draw_banks(svg, LEFT, top - 7);
    draw_held(t, svg, LEFT, top);
    say_read(t, svg, right, grids);
    if (t->product) {
        draw_banks(svg, right, top - 7);
        draw_read(t, svg, right, top);
        draw_key(t, svg, right + 40, bottom);
    }
    return bottom + (t->wrong ? 34 : 16);
}
