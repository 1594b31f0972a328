/* The pictures of a matrix, as text and as SVG; picture_matrix.h states the contract.
 */
#include <stdlib.h>

#include "picture_matrix.h"
#include "trace/traced_memory.h"

const char *matrix_shade(int time)
{
    static const char *const shade[TIMES] = {"#c9def0", "#aecfe8", "#8dbbdd",
                                             "#6aa4d0", "#478bbf", "#2b70aa",
                                             "#155592", "#083b73"};

    return shade[time - 1];
}

static int time_at(const struct matrix *m, int row, int col)
{
    return m->element[(size_t)row * (size_t)m->cols + (size_t)col].first;
}

/* ---- As text. */

/* The earliest time in a character's elements; 0 if none of them is touched. */
static int earliest(const struct matrix *m, int row, int col)
{
    int time = 0;

    for (int i = row; i < row + MATRIX_ROWS && i < m->rows; i++)
        for (int j = col; j < col + MATRIX_COLS && j < m->cols; j++) {
            const int at = time_at(m, i, j);

            if (at && (!time || at < time))
                time = at;
        }
    return time;
}

void matrix_text(struct text *t, const struct matrix *m, int row)
{
    for (int col = 0; col < m->cols; col += MATRIX_COLS) {
        const int time = earliest(m, row, col);

        text_add(t, "%c", time ? '0' + time : '.');
    }
}

/* ---- As a picture. Runs of one time in a row become a box, which grows downward as
   long as the next row has the same run. */

struct run {
    int from, to; /* columns; `to` is the first behind it */
    int time;
    int top; /* the row in which the box begins */
};

/* Find the runs of a row, from left to right. Returns how many there are. */
static int find_runs(const struct matrix *m, int row, struct run *run)
{
    int n = 0;

    for (int col = m->left; row <= m->bottom && col <= m->right; col++) {
        const int time = time_at(m, row, col);

        if (n && run[n - 1].to == col && run[n - 1].time == time)
            run[n - 1].to++;
        else if (time)
            run[n++] = (struct run){col, col + 1, time, row};
    }
    return n;
}

/* The box of a run, which ends above this row. */
static void draw_box(const struct matrix *m, const struct run *run, int row,
                     struct svg *svg, double x, double y)
{
    const struct svg_box box = {x + run->from, y + run->top, run->to - run->from,
                                row - run->top};
    struct text tip = {0};

    text_add(&tip, "%s: rows %d-%d, columns %d-%d, at %d of %d", m->name, run->top,
             row - 1, run->from, run->to - 1, run->time, TIMES);
    svg_rect(svg, box, matrix_shade(run->time), "", text_of(&tip));
    text_free(&tip);
}

/* Draw the boxes of the row above that do not go on in this row; the others keep their
   tops. */
static void close_boxes(const struct matrix *m, const struct run *above, int n_above,
                        struct run *run, int n, int row, struct svg *svg, double x,
                        double y)
{
    int k = 0;

    for (int i = 0; i < n_above; i++) {
        while (k < n && run[k].from < above[i].from)
            k++;
        if (k < n && run[k].from == above[i].from && run[k].to == above[i].to &&
            run[k].time == above[i].time)
            run[k].top = above[i].top;
        else
            draw_box(m, &above[i], row, svg, x, y);
    }
}

void matrix_draw(const struct matrix *m, struct svg *svg, double x, double y)
{
    struct text title = {0};
    struct run *above = memory_zeroed((size_t)m->cols, sizeof *above);
    struct run *run = memory_zeroed((size_t)m->cols, sizeof *run);
    int n_above = 0;

    text_add(&title, "%s (%d x %d)", m->name, m->rows, m->cols);
    svg_label(svg, x, y - 6, 13, text_of(&title), SVG_BOLD);
    svg_rect(svg, (struct svg_box){x, y, m->cols, m->rows}, SVG_PALE, SVG_FRAME, "");
    text_free(&title);
    for (int row = m->top; m->touched && row <= m->bottom + 1; row++) {
        const int n = find_runs(m, row, run);
        struct run *const swap = above;

        close_boxes(m, above, n_above, run, n, row, svg, x, y);
        above = run;
        run = swap;
        n_above = n;
    }
    free(above);
    free(run);
}
