/*
 * view banks: the 32 banks of shared memory and the lanes of a warp that meet in them.
 * A row of the picture is one wavefront.
 *
 * Drawn are the requests of one line of source, each where it takes the most
 * wavefronts: the line that LINE names, else the line with the worst conflict; of
 * equals, the one whose request, and then all of whose requests, take the most
 * wavefronts.
 */
#include <stdio.h>

#include "commands.h"
#include "trace/fail.h"
#include "lines.h"
#include "say.h"
#include "svg.h"
#include "picture_wavefronts.h"

enum { WIDTH = 900 }; /* pixels */

/* How bad a line is: the first figure that differs decides. */
struct badness {
    int ways, rows;
    long long cost;
};

static bool is_worse(struct badness a, struct badness b)
{
    if (a.ways != b.ways)
        return a.ways > b.ways;
    if (a.rows != b.rows)
        return a.rows > b.rows;
    return a.cost > b.cost;
}

/* That of the line's worst request. */
static struct badness badness_of(const struct line *line)
{
    struct badness worst = {.cost = line->cost};
    struct wavefronts w;

    for (size_t i = 0; i < line->kinds; i++) {
        wavefronts_find(&w, line->request[i]);

        const struct badness bad = {w.ways, w.rows, line->cost};
        worst = is_worse(bad, worst) ? bad : worst;
    }
    return worst;
}

/* The worst line, of equals the first. */
static const struct line *worst_of(const struct lines *l, const struct trace *t)
{
    const struct line *line = l->line;
    struct badness worst = {0};

    if (!l->count)
        fail("%s does not use shared memory: there are no banks to show", t->lab);
    for (size_t i = 0; i < l->count; i++) {
        const struct badness bad = badness_of(&l->line[i]);

        if (is_worse(bad, worst)) {
            line = &l->line[i];
            worst = bad;
        }
    }
    return line;
}

static void print(const struct line *line, const char *code, const char *heading)
{
    struct wavefronts w;

    printf("%s\n\n%s:%d\n    %s\n", heading, line->file, line->number, code);
    for (size_t i = 0; i < line->kinds; i++) {
        wavefronts_find(&w, line->request[i]);
        wavefronts_print(&w);
    }
    printf("  figures: lanes that want one word of a bank (* ten or more)\n"
           "  a row is a wavefront\n");
}

static void draw(const struct line *line, const char *code, const char *heading)
{
    struct svg svg = {0};
    struct wavefronts w;
    struct text place = {0};
    int y = 126;

    text_add(&place, "%s:%d", line->file, line->number);
    svg_label(&svg, 18, 32, 17, heading, SVG_BOLD);
    svg_rect(&svg, (struct svg_box){18, 46, 14, 12}, SVG_DARK, "", "");
    svg_label(&svg, 38, 57, 12,
              "a word that a lane wants, or as many lanes as the figure says; a row is "
              "a wavefront: one word from each bank",
              SVG_SOFT);
    svg_label(&svg, 18, 92, 13, text_of(&place), "");
    svg_label(&svg, 18, 110, 12, code, SVG_CODE);
    text_free(&place);
    for (size_t i = 0; i < line->kinds; i++) {
        wavefronts_find(&w, line->request[i]);
        y += wavefronts_draw(&w, &svg, 18, y);
    }
    svg_end(&svg, WIDTH, y + 6, heading);
}

int view_banks(int argc, char **argv)
{
    const bool svg = svg_asked(argv[1]);
    struct trace trace;
    struct lines lines;
    struct text heading = {0};
    const struct line *line;
    const char *code;

    (void)argc;
    trace_read(&trace, argv[2]);
    lines_gather(&lines, &trace, true);
    line = lines_asked(&lines, &trace, "shared");
    line = line ? line : worst_of(&lines, &trace);
    code = say_code(&trace, line->file, line->number);
    say_title(&heading, &trace);
    text_add(&heading, ": a warp in shared memory, ");
    say_counted(&heading, &trace);
    (svg ? draw : print)(line, code, text_of(&heading));
    text_free(&heading);
    lines_free(&lines);
    trace_free(&trace);
    return 0;
}
