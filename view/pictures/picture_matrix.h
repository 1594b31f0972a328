/*
 * What one block touches of a matrix. Time goes from 1 to TIMES: how far a warp is
 * through its own requests, since warps run at the same time.
 */
#ifndef MATRIX_H
#define MATRIX_H

#include "svg.h"
#include "trace/text.h"
#include "trace/trace_file.h"

enum { TIMES = 8 };

struct element {
    uint32_t request;    /* the last that touched it, from 1 */
    unsigned char first; /* when it is first touched, 0 if never */
};

struct matrix {
    const char *name; /* "A", or of a matrix that is drawn transposed "A^T" */
    int rows, cols;
    const char *transposed;       /* "A": the array, which is cols x rows; else NULL */
    struct element *element;      /* row by row */
    int touched;                  /* elements */
    int top, bottom, left, right; /* the smallest box around these */
    long long times[OPS]; /* requests that touch an element, summed over elements */
};

/* A matrix that is not touched. The caller keeps `name`, and frees the matrix. */
void matrix_open(struct matrix *m, const char *name, int rows, int cols);

/* The same, of an array with cols rows, which is drawn transposed. */
void matrix_open_transposed(struct matrix *m, const char *array, int rows, int cols);

/*
 * Touch what the trace's requests to the array of the matrix touch. An element
 * outside the matrix is left out: if a warp's lanes go to several arrays at once, a
 * trace has only the first one's name. An array of another size ends the program by
 * fail().
 */
void matrix_touch(struct matrix *m, const struct trace *t);

/* Add a row of the text picture to t. A character is MATRIX_ROWS rows,
   beginning with `row`, and MATRIX_COLS columns: the earliest time in them, or ".". */
enum { MATRIX_ROWS = 32, MATRIX_COLS = 16 };
void matrix_text(struct text *t, const struct matrix *m, int row);

/* Draw the matrix, an element per pixel: the later, the darker. */
void matrix_draw(const struct matrix *m, struct svg *svg, double x, double y);

/* Returns the colour of a time. */
const char *matrix_shade(int time);

void matrix_close(struct matrix *m);

#endif
