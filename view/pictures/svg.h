/*
 * An SVG picture. Marks are collected, and svg_end() writes them to stdout once the
 * height of the picture is known. Lengths are in pixels, y goes downward. `struct svg s
 * = {0};` has no marks yet.
 */
#ifndef SVG_H
#define SVG_H

#include <stdbool.h>

#include "trace/text.h"

/* Colours differ in lightness, so that they differ in grey. */
#define SVG_DARK "#0b5394"  /* asked for by a lane */
#define SVG_LIGHT "#b9d3ea" /* moved with it */
#define SVG_LIGHT_EDGE "#6f9fc8"
#define SVG_PALE "#f4f4f4" /* neither */
#define SVG_PALE_EDGE "#dddddd"
#define SVG_FRAME "#c8c8c8"

/* How a label looks: these may be joined, as in SVG_RIGHT SVG_SOFT. */
#define SVG_BOLD " font-weight=\"bold\""
#define SVG_CODE " font-family=\"DejaVu Sans Mono, monospace\" xml:space=\"preserve\""
#define SVG_RIGHT " text-anchor=\"end\""     /* x is the right end */
#define SVG_MIDDLE " text-anchor=\"middle\"" /* x is the middle */
#define SVG_SOFT " fill=\"#555555\""
#define SVG_WHITE " fill=\"#ffffff\""

struct svg {
    struct text marks;
};

struct svg_box {
    double x, y, width, height;
};

/* True if the kind of picture is "svg", false if it is "text". Any other word ends the
   program by fail(). */
bool svg_asked(const char *kind);

/* Add a rectangle. `stroke` is the colour of its edge, or ""; `tip` is the text that is
   shown where the mouse rests on it, or "". */
void svg_rect(struct svg *s, struct svg_box box, const char *fill, const char *stroke,
              const char *tip);

/* Add text. x is its left end unless `look` says otherwise, y is its base line, and
   `size` is that of the font. */
void svg_label(struct svg *s, double x, double y, int size, const char *text,
               const char *look);

/* The same for up to two numbers, in the printf format `format`. */
void svg_numbers(struct svg *s, double x, double y, int size, const char *look,
                 const char *format, long long a, long long b);

/* A panel's title, and a softer line below it. */
void svg_title(struct svg *s, double x, double y, const char *text, const char *below);

/* Write the picture, with its title, and free the marks. */
void svg_end(struct svg *s, int width, int height, const char *title);

#endif
