/* Texts in the picture of a tile; picture_tile.h states the contract. */
#include "picture_tile.h"

void tile_label(struct svg *svg, double x, double y, int size, const char *look,
                const char *format, long long a, long long b)
{
    struct text text = {0};

    text_add(&text, format, a, b);
    svg_label(svg, x, y, size, text_of(&text), look);
    text_free(&text);
}

void tile_title(struct svg *svg, double x, double y, const char *text,
                const char *below)
{
    svg_label(svg, x, y, 14, text, SVG_BOLD);
    svg_label(svg, x, y + 18, 12, below, SVG_SOFT);
}
