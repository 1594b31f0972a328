/*
 * view tile: a tile that the copy engine copies, in three panels: the tensor map, with
 * the box that the copy takes; where the swizzle puts the pieces of each row; and which
 * of them one wgmma reads, as its descriptor says.
 */
#include <stdio.h>

#include "commands.h"
#include "say.h"
#include "picture_tile.h"
#include "trace/fail.h"

enum { WIDTH = 900 /* pixels */ };

static void print_map(const struct tile *t)
{
    enum {
        CHARS = 60,
        LINES = 16,
        UNIT = 4
    }; /* the matrix, and the boxes that reach out of it */
    const struct async_copy *const c = &t->copy;
    const int cols =
        c->at[0] + c->box[0] > c->size[0] ? c->at[0] + c->box[0] : c->size[0];
    const int rows =
        c->at[1] + c->box[1] > c->size[1] ? c->at[1] + c->box[1] : c->size[1];
    const int wide = (cols + CHARS * UNIT - 1) / (CHARS * UNIT) * UNIT;
    const int high = (rows + LINES * UNIT - 1) / (LINES * UNIT) * UNIT;

    printf("1. the tensor map of %s, and the box of one copy\n"
           "  copied   %s:%d\n"
           "  matrix   %d rows of %d, %d bytes from row to row\n"
           "  box      %d rows of %d, from row %d and k = %d on: %d bytes\n"
           "  outside  %d bytes of the box: they become 0\n\n",
           c->array, c->of->file, c->of->line, c->size[1], c->size[0], c->stride,
           c->box[1], c->box[0], c->at[1], c->at[0], c->bytes, c->outside);
    for (int y = 0; y < rows; y += high) {
        printf("  row %4d  ", y);
        for (int x = 0; x < cols; x += wide) {
            const bool in = x < c->size[0] && y < c->size[1];
            const bool box = x >= c->at[0] && x < c->at[0] + c->box[0] &&
                             y >= c->at[1] && y < c->at[1] + c->box[1];

            putchar(box ? in ? '#' : '0' : in ? '.' : ' ');
        }
        putchar('\n');
    }
    printf("  # copied  0 outside, becomes 0; a figure is %d x %d elements\n\n", high,
           wide);
}

static void print_banks(void)
{
    printf("  banks    ");
    for (int p = 0; p < TILE_PLACES; p++)
        printf(" %3d-%-3d", 4 * p, 4 * p + 3);
    putchar('\n');
}

static void print_swizzle(const struct tile *t)
{
    printf("2. the tile in shared memory, swizzle ");
    printf(t->copy.swizzle ? "of %d bytes\n" : "none\n", t->copy.swizzle);
    print_banks();
    for (int line = 0; line < TILE_LINES && t->place[line][0].row >= 0; line++) {
        printf("  row %4d ", t->place[line][0].row);
        for (int p = 0; p < TILE_PLACES; p++)
            printf(" %7s", t->place[line][p].row < 0
                               ? "."
                               : tile_k(t, t->place[line][p].piece));
        putchar('\n');
    }
    printf("  figures: the k of the 8 elements of a piece, from the tile's first k "
           "on\n\n");
}

static void print_descriptor(const struct tile *t)
{
    const struct async_operand *const o = &t->operand;

    if (!t->product) {
        printf("3. no wgmma reads this tile\n");
        return;
    }
    printf("3. what one wgmma reads of it, for k step %d\n"
           "  begun    %s:%d\n"
           "  start    byte %lld of the tile\n"
           "  stride   %d bytes from 8 rows to the next 8\n"
           "  swizzle  ",
           t->step, t->product->file, t->product->line, o->start - t->copy.to,
           o->stride);
    printf(o->swizzle ? "%d bytes\n" : "none\n", o->swizzle);
    print_banks();
    for (int line = 0; line < TILE_LINES; line++) {
        printf("  byte %4d", line * TILE_PLACE * TILE_PLACES);
        for (int p = 0; p < TILE_PLACES; p++) {
            const struct tile_place *const at = &t->place[line][p];

            if (at->read_row < 0)
                printf("       .");
            else
                printf("   %c%3d%c", at->wrong ? '!' : ' ', at->read_row,
                       "ab"[at->read_half]);
        }
        putchar('\n');
    }
    printf("  figures: the row that wgmma takes it for; a: its first 8 k, b: the "
           "others\n");
    if (t->wrong)
        printf("  ! %d of %d pieces are not what they are taken for\n", t->wrong,
               t->read);
}

static void draw(const struct tile *t, const char *heading)
{
    struct svg svg = {0};
    int bottom;

    svg_label(&svg, 18, 32, 17, heading, SVG_BOLD);
    bottom = tile_draw(t, &svg, 46);
    svg_end(&svg, WIDTH, bottom, heading);
}

int view_tile(int argc, char **argv)
{
    const bool svg = svg_asked(argv[1]);
    static struct tile tile;
    struct trace trace;
    struct text heading = {0};

    (void)argc;
    trace_read(&trace, argv[2]);
    tile_find(&tile, &trace);
    say_title(&heading, &trace);
    text_add(&heading, ": a tile of %s, ", tile.copy.array);
    say_counted(&heading, &trace);
    if (svg) {
        draw(&tile, text_of(&heading));
    } else {
        printf("%s\n\n", text_of(&heading));
        print_map(&tile);
        print_swizzle(&tile);
        print_descriptor(&tile);
    }
    text_free(&heading);
    trace_free(&trace);
    return 0;
}
