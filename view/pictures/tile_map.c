/* The panel of the tensor map as SVG; picture_tile.h states the contract. */
#include "picture_tile.h"

#include <stdio.h>

enum {
    MATRIX_WIDE = 300, /* pixels, at most: the matrix and the boxes */
    MATRIX_HIGH = 210,
    ABOVE = 66,  /* the words */
    MARGIN = 50, /* the words left of it */
    FACTS = 382, /* where the words beside it begin */
};

struct scale {
    double x, y, each_x, each_y; /* of element (0, 0); pixels of an element */
};

static struct svg_box box_of(const struct scale *s, double col, double row, double cols,
                             double rows)
{
    return (struct svg_box){s->x + col * s->each_x, s->y + row * s->each_y,
                            cols * s->each_x, rows * s->each_y};
}

static double most(double a, double b)
{
    return a > b ? a : b;
}

static struct scale scale_of(const struct tile *t, double x, double y)
{
    double cols = t->copy.size[0], rows = t->copy.size[1];

    for (int i = 0; i < t->copies; i++) {
        cols = most(cols, t->all[i].at[0] + t->all[i].box[0]);
        rows = most(rows, t->all[i].at[1] + t->all[i].box[1]);
    }
    return (struct scale){x, y, MATRIX_WIDE / cols, MATRIX_HIGH / rows};
}

static double least(double a, double b)
{
    return a < b ? a : b;
}

static void draw_matrix(const struct tile *t, struct svg *svg, const struct scale *s)
{
    const struct async_copy *const c = &t->copy;
    const double left = most(c->at[0], 0), top = most(c->at[1], 0);
    const double in_cols = least(c->at[0] + c->box[0], c->size[0]) - left;
    const double in_rows = least(c->at[1] + c->box[1], c->size[1]) - top;
    const struct svg_box whole = box_of(s, c->at[0], c->at[1], c->box[0], c->box[1]);

    svg_rect(svg, box_of(s, 0, 0, c->size[0], c->size[1]), SVG_LIGHT, SVG_LIGHT_EDGE,
             "");
    for (int i = 0; i < t->copies; i++)
        svg_rect(svg,
                 box_of(s, t->all[i].at[0], t->all[i].at[1], t->all[i].box[0],
                        t->all[i].box[1]),
                 "none", SVG_LIGHT_EDGE, "another box that the block copies");
    svg_rect(svg, whole, "#ffffff", SVG_DARK, "outside of the matrix: becomes 0");
    if (in_cols > 0 && in_rows > 0)
        svg_rect(svg, box_of(s, left, top, in_cols, in_rows), SVG_DARK, "",
                 "copied from the matrix");
    if (in_cols > 0 && in_rows > 0)
        svg_numbers(svg, whole.x + in_cols * s->each_x / 2,
                    s->y + (top + in_rows / 2) * s->each_y + 4, 12,
                    SVG_MIDDLE SVG_WHITE, "box", 0, 0);
    if (c->outside && in_rows * s->each_y < whole.height - 14)
        svg_label(svg, whole.x + whole.width / 2, whole.y + whole.height - 8, 12, "0",
                  SVG_MIDDLE);
    else if (c->outside)
        svg_label(svg, whole.x + whole.width - 9, whole.y + whole.height / 2, 12, "0",
                  SVG_MIDDLE);
}

/* The coordinates of the box, at the edges of the matrix. */
static void draw_axes(const struct tile *t, struct svg *svg, const struct scale *s)
{
    const struct async_copy *const c = &t->copy;

    svg_numbers(svg, s->x - 8, s->y + 9, 11, SVG_RIGHT SVG_SOFT, "row 0", 0, 0);
    if (c->at[1] * s->each_y > 14)
        svg_numbers(svg, s->x - 8, s->y + c->at[1] * s->each_y + 9, 11, SVG_RIGHT,
                    "%lld", c->at[1], 0);
    svg_numbers(svg, s->x - 8, s->y + c->size[1] * s->each_y, 11, SVG_RIGHT SVG_SOFT,
                "%lld", c->size[1], 0);
    svg_numbers(svg, s->x, s->y - 6, 11, SVG_SOFT, "k = 0", 0, 0);
    if (c->at[0] * s->each_x > 40)
        svg_numbers(svg, s->x + c->at[0] * s->each_x, s->y - 6, 11, "", "%lld",
                    c->at[0], 0);
    svg_numbers(svg, s->x + c->size[0] * s->each_x, s->y - 6, 11, SVG_MIDDLE SVG_SOFT,
                "%lld", c->size[0], 0);
}

static void fact(struct svg *svg, double x, double y, const char *name,
                 const char *text)
{
    svg_label(svg, x, y, 12, name, SVG_SOFT);
    svg_label(svg, x + 74, y, 12, text, "");
}

static void draw_facts(const struct tile *t, struct svg *svg, double x, double y)
{
    const struct async_copy *const c = &t->copy;
    char text[160];

    snprintf(text, sizeof text, "{%d, %d}: K first, then rows", c->size[0], c->size[1]);
    fact(svg, x, y, "size", text);
    snprintf(text, sizeof text, "{%d}: bytes from row to row", c->stride);
    fact(svg, x, y + 20, "stride", text);
    snprintf(text, sizeof text, "{%d, %d}: %d bytes", c->box[0], c->box[1], c->bytes);
    fact(svg, x, y + 40, "box", text);
    snprintf(text, sizeof text, c->swizzle ? "%d bytes" : "none", c->swizzle);
    fact(svg, x, y + 60, "swizzle", text);
    snprintf(text, sizeof text, "at {%d, %d}, line %d of %s", c->at[0], c->at[1],
             c->of->line, c->of->file);
    fact(svg, x, y + 90, "this copy", text);
    snprintf(text, sizeof text, "%d of its bytes: they become 0, and count, too",
             c->outside);
    fact(svg, x, y + 110, "outside", text);
}

int tile_draw_map(const struct tile *t, struct svg *svg, int x, int y)
{
    const struct scale s = scale_of(t, x + MARGIN, y + ABOVE);

    svg_title(svg, x, y + 16, "1. The tensor map, and the box of one copy",
              "light: the matrix; dark: what this copy takes; white: outside, zeros");
    draw_matrix(t, svg, &s);
    draw_axes(t, svg, &s);
    draw_facts(t, svg, x + FACTS, y + 90);
    return y + ABOVE + MATRIX_HIGH;
}
