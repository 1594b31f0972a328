/*
 * view access: the addresses that the 32 lanes of a warp touch in global memory, and
 * the sectors that have to move for them. One kernel, or two side by side: before and
 * after.
 *
 * Drawn are the requests of one line of source, each where it moves the most sectors:
 * the line that LINE names, of the last kernel, else the line whose loads move the
 * most.
 */
#include <stdio.h>

#include "commands.h"
#include "trace/fail.h"
#include "lines.h"
#include "say.h"
#include "sectors.h"
#include "svg.h"

enum { KERNELS = 2, WIDTH = 900 }; /* side by side, at most; pixels */

/* One kernel of the picture. */
struct panel {
    struct trace trace;
    struct lines lines;
    const struct line *line; /* that is drawn */
};

/* The line whose loads move the most sectors, of equals the first. */
static const struct line *heaviest(const struct panel *p)
{
    const struct line *best = p->lines.line;

    if (!p->lines.count)
        fail("no thread of %s loads or stores global memory itself: is a STEP still "
             "empty? If tensor copies do, see: make tile%.2s",
             p->trace.lab, p->trace.lab);
    for (size_t i = 1; i < p->lines.count; i++)
        if (p->lines.line[i].load_cost > best->load_cost)
            best = &p->lines.line[i];
    return best;
}

/* "01_naive (reference), solutions/01_naive/kernel.cu:29"; of one kernel, the place
   alone. */
static void say_place(struct text *t, const struct panel *p, int panels)
{
    if (panels > 1) {
        say_title(t, &p->trace);
        text_add(t, ", ");
    }
    text_add(t, "%s:%d", p->line->file, p->line->number);
}

static const char *code_of(const struct panel *p)
{
    return say_code(&p->trace, p->line->file, p->line->number);
}

static void print_panel(const struct panel *p, int panels)
{
    struct text place = {0};
    struct sectors s;

    say_place(&place, p, panels);
    printf("\n%s\n    %s\n", text_of(&place), code_of(p));
    text_free(&place);
    for (size_t i = 0; i < p->line->kinds; i++) {
        sectors_find(&s, p->line->request[i]);
        sectors_print(&s);
    }
}

/* Returns the panel's lower edge. */
static int draw_panel(const struct panel *p, int panels, struct svg *svg, int x)
{
    const double width = (double)WIDTH / panels - (panels > 1 ? 30 : 40);
    struct text place = {0};
    struct sectors s;
    int y = 92;

    say_place(&place, p, panels);
    svg_label(svg, x, y, 13, text_of(&place), "");
    svg_label(svg, x, y + 18, panels > 1 ? 10 : 12, code_of(p), SVG_CODE);
    text_free(&place);
    y += 34;
    for (size_t i = 0; i < p->line->kinds; i++) {
        sectors_find(&s, p->line->request[i]);
        y += sectors_draw(&s, svg, x, y, width, panels > 1);
    }
    return y;
}

static void draw(const struct panel *panel, int panels, const char *heading)
{
    struct svg svg = {0};
    int bottom = 0;

    svg_label(&svg, 18, 32, panels > 1 ? 16 : 17, heading, SVG_BOLD);
    svg_rect(&svg, (struct svg_box){18, 46, 14, 12}, SVG_DARK, "", "");
    svg_label(&svg, 38, 57, 12, "a lane asked for it", SVG_SOFT);
    svg_rect(&svg, (struct svg_box){170, 46, 14, 12}, SVG_LIGHT, SVG_LIGHT_EDGE, "");
    svg_label(&svg, 190, 57, 12, "moves with it: a sector is 32 bytes, a row is 128",
              SVG_SOFT);
    for (int i = 0; i < panels; i++) {
        const int y = draw_panel(&panel[i], panels, &svg, 18 + i * 448);

        bottom = y > bottom ? y : bottom;
    }
    svg_end(&svg, WIDTH, bottom + 6, heading);
}

static void say_heading(struct text *t, const struct panel *panel, int panels)
{
    for (int i = 0; i < panels; i++) {
        text_add(t, i ? ", then " : "");
        say_title(t, &panel[i].trace);
    }
    text_add(t, ": what a warp moves, ");
    say_counted(t, &panel[panels - 1].trace);
}

int view_access(int argc, char **argv)
{
    const bool svg = svg_asked(argv[1]);
    const int panels = argc - 2;
    struct panel panel[KERNELS];
    struct text heading = {0};

    for (int i = 0; i < panels; i++) {
        trace_read(&panel[i].trace, argv[2 + i]);
        lines_gather(&panel[i].lines, &panel[i].trace, false);
    }
    for (int i = 0; i < panels; i++) {
        struct panel *const p = &panel[i];

        p->line = i == panels - 1 ? lines_asked(&p->lines, &p->trace, "global") : NULL;
        p->line = p->line ? p->line : heaviest(p);
    }
    say_heading(&heading, panel, panels);
    if (svg) {
        draw(panel, panels, text_of(&heading));
    } else {
        printf("%s\n", text_of(&heading));
        for (int i = 0; i < panels; i++)
            print_panel(&panel[i], panels);
    }
    text_free(&heading);
    for (int i = 0; i < panels; i++) {
        lines_free(&panel[i].lines);
        trace_free(&panel[i].trace);
    }
    return 0;
}
