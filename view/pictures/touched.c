/*
 * view touched: the elements of A, B and C that one block touches, A to the left of C
 * and B above it; the darker, the later it first comes to them. Where a product's
 * arrays have other names, their sizes decide which they are. An array that is N x K is
 * drawn transposed, as B.
 */
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "trace/async.h"
#include "trace/fail.h"
#include "picture_matrix.h"
#include "say.h"
#include "svg.h"
#include "trace/trace_file.h"

enum { A, B, C, MATRICES };
enum { CAPTIONS = 6 }; /* of a matrix */

/* The array with the usual name, or else the first one that is rows x cols; NULL if
   there is none. */
static const char *name_of(const struct trace *t, const char *usual, int rows, int cols)
{
    struct async_copy copy;
    const char *name = NULL;

    for (size_t i = 0; i < t->requests; i++) {
        const struct traced_request *r = &t->request[i];

        if (async_copy_read(&copy, r) && copy.size[1] == rows && copy.size[0] == cols &&
            strcmp(copy.array, usual) == 0)
            return usual;
        if (r->rows != rows || r->cols != cols)
            continue;
        if (strcmp(r->array, usual) == 0)
            return usual;
        if (!name)
            name = r->array;
    }
    return name;
}

static void open_matrix(struct matrix *m, const struct trace *t, const char *usual,
                        int rows, int cols)
{
    const char *name = name_of(t, usual, rows, cols);

    matrix_open(m, name ? name : usual, rows, cols);
}

/* Read "M=384 N=512 K=128, ..." and open the matrices. */
static void open_matrices(struct matrix m[MATRICES], const struct trace *t)
{
    enum { LARGEST = 8192 }; /* pixels */
    int M, N, K;

    if (sscanf(t->problem, "M=%6d N=%6d K=%6d", &M, &N, &K) != 3 || M < 1 || N < 1 ||
        K < 1 || M > LARGEST || N > LARGEST || K > LARGEST)
        fail("'%s': M=, N= and K= are not in its problem, or not from 1 to %d", t->path,
             LARGEST);
    open_matrix(&m[A], t, "A", M, K);
    open_matrix(&m[C], t, "C", M, N);
    if (!name_of(t, "B", K, N) && name_of(t, "B", N, K))
        matrix_open_transposed(&m[B], name_of(t, "B", N, K), K, N);
    else
        open_matrix(&m[B], t, "B", K, N);
}

/* "loaded by 32 requests each": the number of requests per element. */
static void say_times(struct text *t, const struct matrix *m, enum request_op op,
                      const char *word)
{
    if (!m->times[op])
        return;
    if (m->times[op] == m->touched)
        text_add(t, "%s by one request each", word);
    else
        text_add(t, "%s by %.3g requests each", word,
                 (double)m->times[op] / m->touched);
}

/* The words beside a matrix; some stay empty. */
static void say_captions(struct text caption[CAPTIONS], const struct matrix *m)
{
    for (int i = 0; i < CAPTIONS; i++)
        text_clear(&caption[i]);
    if (!m->touched) {
        text_add(&caption[0], "not touched");
        return;
    }
    text_add(&caption[0], "rows %d-%d", m->top, m->bottom);
    text_add(&caption[1], "columns %d-%d", m->left, m->right);
    text_add(&caption[2], "%d elements", m->touched);
    say_times(&caption[3], m, OP_LOAD, "loaded");
    say_times(&caption[4], m, OP_STORE, "stored");
    say_times(&caption[5], m, OP_ATOMIC, "updated");
}

static void free_captions(struct text caption[CAPTIONS])
{
    for (int i = 0; i < CAPTIONS; i++)
        text_free(&caption[i]);
}

/* ---- As text. */

static void print_matrices(const struct matrix m[MATRICES])
{
    struct text left = {0}, right = {0};
    const int width = (m[A].cols + MATRIX_COLS - 1) / MATRIX_COLS;

    for (int row = 0; row < m[B].rows; row += MATRIX_ROWS) {
        text_clear(&right);
        matrix_text(&right, &m[B], row);
        printf("  %*s   %s%s%s\n", width, "", text_of(&right), row ? "" : "  ",
               row ? "" : m[B].name);
    }
    putchar('\n');
    for (int row = 0; row < m[A].rows; row += MATRIX_ROWS) {
        text_clear(&left);
        text_clear(&right);
        matrix_text(&left, &m[A], row);
        matrix_text(&right, &m[C], row);
        printf("  %s   %s", text_of(&left), text_of(&right));
        printf(row ? "\n" : "  %s, %s\n", m[A].name, m[C].name);
    }
    putchar('\n');
    text_free(&left);
    text_free(&right);
}

static void print_captions(const struct matrix *m)
{
    enum { FIRST_TIMES = 3 }; /* they begin a line */
    struct text caption[CAPTIONS] = {{0}};

    say_captions(caption, m);
    printf("  %s: ", m->name);
    for (int i = 0; i < CAPTIONS; i++)
        if (caption[i].length)
            printf("%s%s",
                   i == 0             ? ""
                   : i == FIRST_TIMES ? "\n     "
                                      : ", ",
                   text_of(&caption[i]));
    putchar('\n');
    free_captions(caption);
}

static void print(const struct matrix m[MATRICES], const char *heading)
{
    printf("%s\n\n", heading);
    print_matrices(m);
    printf("  figures: when they are first touched, from 1, early, to %d, late\n\n",
           TIMES);
    for (int i = 0; i < MATRICES; i++)
        print_captions(&m[i]);
}

/* ---- As a picture. */

enum { WIDTH = 900, TOP = 90, GAP = 30 }; /* pixels: GAP is between matrices */

static void draw_key(struct svg *svg)
{
    enum { LEFT = 30, BOX = 14 };

    svg_label(svg, LEFT, 100, 12, "first touched:", SVG_SOFT);
    for (int time = 1; time <= TIMES; time++) {
        struct text tip = {0};

        text_add(&tip, "%d of %d", time, TIMES);
        svg_rect(svg, (struct svg_box){LEFT + (time - 1) * BOX, 108, BOX, 16},
                 matrix_shade(time), "", text_of(&tip));
        text_free(&tip);
    }
    svg_label(svg, LEFT, 140, 12, "early", SVG_SOFT);
    svg_label(svg, LEFT + TIMES * BOX, 140, 12, "late", SVG_SOFT SVG_RIGHT);
}

static void draw_captions(const struct matrix *m, struct svg *svg, int x, int y)
{
    struct text caption[CAPTIONS] = {{0}};

    say_captions(caption, m);
    svg_label(svg, x, y, 14, m->name, SVG_BOLD);
    for (int i = 0; i < CAPTIONS; i++)
        if (caption[i].length)
            svg_label(svg, x, y += 18, 12, text_of(&caption[i]), "");
    free_captions(caption);
}

static void draw(const struct matrix m[MATRICES], const char *heading)
{
    const int right = 2 * GAP + m[A].cols, below = TOP + m[B].rows + GAP;
    struct svg svg = {0};

    svg_label(&svg, 18, 32, 17, heading, SVG_BOLD);
    matrix_draw(&m[B], &svg, right, TOP);
    matrix_draw(&m[A], &svg, GAP, below);
    matrix_draw(&m[C], &svg, right, below);
    draw_key(&svg);
    for (int i = 0; i < MATRICES; i++)
        draw_captions(&m[i], &svg, right + m[C].cols + 18, TOP + 10 + i * 130);
    svg_end(&svg, WIDTH, below + m[C].rows + 24, heading);
}

int view_touched(int argc, char **argv)
{
    const bool svg = svg_asked(argv[1]);
    struct trace trace;
    struct matrix m[MATRICES];
    struct text heading = {0};
    int touched = 0;

    (void)argc;
    trace_read(&trace, argv[2]);
    open_matrices(m, &trace);
    for (int i = 0; i < MATRICES; i++) {
        matrix_touch(&m[i], &trace);
        touched |= m[i].touched;
    }
    if (!touched)
        fail("%s never touches %s, %s or %s: is a STEP still empty?", trace.lab,
             m[A].name, m[B].name, m[C].name);
    say_title(&heading, &trace);
    text_add(&heading, ": what one block touches, ");
    say_counted(&heading, &trace);
    (svg ? draw : print)(m, text_of(&heading));
    text_free(&heading);
    for (int i = 0; i < MATRICES; i++)
        matrix_close(&m[i]);
    trace_free(&trace);
    return 0;
}
