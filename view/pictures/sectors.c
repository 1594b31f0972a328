/* The sectors of a request; sectors.h states the contract. */
#include "sectors.h"

#include <stdio.h>
#include <string.h>

#include "say.h"

enum {
    WORD = 4, /* bytes */
    ROW = ROW_WORDS * WORD,
};

/* The row with this number, which is added if it is not there. */
static struct sector_row *row_of(struct sectors *s, long long number)
{
    int at = s->rows;

    for (int i = 0; i < s->rows; i++)
        if (s->row[i].number == number)
            return &s->row[i];
    for (; at && s->row[at - 1].number > number; at--)
        s->row[at] = s->row[at - 1];
    s->rows++;
    s->row[at] = (struct sector_row){.number = number};
    return &s->row[at];
}

void sectors_find(struct sectors *s, const struct traced_request *r)
{
    memset(s, 0, sizeof *s);
    s->of = r;
    for (int lane = 0; lane < LANES; lane++) {
        const long long byte = r->offset[lane] + r->base;
        const int in_row = (int)((byte % ROW + ROW) % ROW), word = in_row / WORD;
        const uint32_t bit = UINT32_C(1) << lane;
        struct sector_row *row;

        if (!request_has(r, lane))
            continue;
        row = row_of(s, (byte - in_row) / ROW);
        s->used += row->begin[word] ? 0 : r->size;
        row->lanes |= bit;
        row->begin[word] |= bit;
        row->moves[word / SECTOR_WORDS] = true;
    }
}

/* "A[192][0]": what word w of a row begins with. */
static void say_word(struct text *t, const struct sectors *s,
                     const struct sector_row *row, int w)
{
    say_element(t, s->of, row->number * ROW + (long long)w * WORD - s->of->base);
}

/* "load A: 32 sectors, 1024 bytes moved, 128 used" */
static void say_request(struct text *t, const struct sectors *s)
{
    enum { SECTOR = SECTOR_WORDS * WORD };
    const struct traced_request *const r = s->of;

    text_add(t, "%s %s: ", request_op_word(r->op), r->array);
    say_plural(t, r->cost, "sector");
    text_add(t, ", %lld bytes moved, %d used", (long long)SECTOR * r->cost, s->used);
}

/* ---- As text. */

static void say_row(struct text *t, const struct sectors *s,
                    const struct sector_row *row)
{
    const int words = s->of->size > WORD ? s->of->size / WORD : 1;
    int asked = 0; /* words from here on that a lane asks for */

    for (int w = 0; w < ROW_WORDS; w++, asked--) {
        if (w && w % SECTOR_WORDS == 0)
            text_add(t, "  ");
        if (row->begin[w])
            asked = words;
        text_add(t, "%c", asked > 0 ? '#' : row->moves[w / SECTOR_WORDS] ? '.' : ' ');
    }
    text_trim(t, ' ');
}

static void print_row(const struct sectors *s, const struct sector_row *row)
{
    struct text name = {0}, words = {0}, lanes = {0};

    say_word(&name, s, row, 0);
    say_row(&words, s, row);
    say_lanes(&lanes, row->lanes);
    printf("    %16s  %-38s  %s\n", text_of(&name), text_of(&words), text_of(&lanes));
    text_free(&name);
    text_free(&words);
    text_free(&lanes);
}

void sectors_print(const struct sectors *s)
{
    enum { MANY = 8, FIRST = 4 }; /* of more rows than MANY, the first and the last */
    struct text heading = {0};

    say_request(&heading, s);
    printf("  %s\n", text_of(&heading));
    text_free(&heading);
    for (int i = 0; i < s->rows; i++) {
        if (s->rows <= MANY || i < FIRST || i == s->rows - 1)
            print_row(s, &s->row[i]);
        else if (i == FIRST)
            printf("    %16s  ...\n", "");
    }
}

/* ---- As a picture. */

/* The place of one row: its left and upper edge, and a word's width. */
struct place {
    double x, y, cell;
    int height;
};

static void draw_sector(const struct sectors *s, const struct sector_row *row,
                        int sector, struct svg *svg, struct place p)
{
    const struct svg_box box = {p.x, p.y + 1, SECTOR_WORDS * p.cell, p.height - 2};
    const double words = s->of->size > WORD ? s->of->size / WORD : 1;

    if (row->moves[sector])
        svg_rect(svg, box, SVG_LIGHT, SVG_LIGHT_EDGE, "a sector that moves");
    else
        svg_rect(svg, box, SVG_PALE, SVG_PALE_EDGE, "");
    for (int i = 0; i < SECTOR_WORDS; i++) {
        const int w = sector * SECTOR_WORDS + i;
        const struct svg_box mark = {p.x + i * p.cell + 0.75, p.y + 2.5,
                                     p.cell * words - 1.5, p.height - 5};
        struct text tip = {0};

        if (!row->begin[w])
            continue;
        say_word(&tip, s, row, w);
        text_add(&tip, ": ");
        say_lanes(&tip, row->begin[w]);
        svg_rect(svg, mark, SVG_DARK, "", text_of(&tip));
        text_free(&tip);
    }
}

int sectors_draw(const struct sectors *s, struct svg *svg, double x, double y,
                 double width, bool narrow)
{
    enum { GAP = 6, GAPS = (ROW_SECTORS - 1) * GAP }; /* between sectors */
    const int left = narrow ? 78 : 110, right = narrow ? 72 : 130;
    const double cell = (width - left - right - GAPS) / ROW_WORDS;
    const bool low = s->rows > 12;
    const int height = low ? 13 : 20, size = narrow || low ? 10 : 12;
    int top = 24;
    struct text label = {0};

    say_request(&label, s);
    svg_label(svg, x, y + 14, 13, text_of(&label), SVG_BOLD);
    for (const struct sector_row *row = s->row; row < s->row + s->rows; row++) {
        text_clear(&label);
        say_word(&label, s, row, 0);
        svg_label(svg, x + left - 8, y + top + height - 4, size, text_of(&label),
                  SVG_RIGHT SVG_SOFT);
        for (int i = 0; i < ROW_SECTORS; i++)
            draw_sector(s, row, i, svg,
                        (struct place){x + left + i * (SECTOR_WORDS * cell + GAP),
                                       y + top, cell, height});
        text_clear(&label);
        say_lanes(&label, row->lanes);
        svg_label(svg, x + width - (narrow ? 66 : 122), y + top + height - 4, size,
                  text_of(&label), SVG_SOFT);
        top += height;
    }
    text_free(&label);
    return top + 14;
}
