/* Results beside their references; compare.h states the contract. */
#include "trial/compare.h"

#include <math.h>
#include <string.h>

enum { ENOUGH = 1000, EDGE_POINTS = 64 };

/* What one comparison needs of its array. */
struct side {
    const struct problem *p;
    int array;
    enum element type;
    struct extent e;
    const void *got;
};

static struct side side_of(const struct problem *p, int array, const void *got)
{
    return (struct side){p, array, p->of->array[array].type, problem_extent(p, array),
                         got};
}

/* Add one element to *d. */
static void judge(struct matrix_diff *d, const struct side *s, size_t row, size_t col,
                  double ref, double bound)
{
    const size_t at = row * s->e.ld + col;
    const double got = element_get(s->type, s->got, at), error = fabs(got - ref);

    /* Written so that NaN, which compares false with all, is wrong. An infinite bound
       would let all pass: it is wrong too. */
    if (error <= bound && bound < INFINITY) {
        if (error > d->worst * bound)
            d->worst = error / bound;
        return;
    }
    if (d->wrong++ == 0) {
        d->row = (int)row;
        d->col = (int)col;
        d->got = (float)got;
        d->ref = ref;
        d->bound = bound;
    }
    d->unwritten += element_is_poison(s->type, s->got, at);
}

struct matrix_diff compare_all(const struct problem *p, int array, const void *got,
                               const double *ref, const double *bound)
{
    const struct side s = side_of(p, array, got);
    struct matrix_diff d = {0};

    for (size_t row = 0; row < s.e.rows; row++)
        for (size_t col = 0; col < s.e.cols; col++) {
            const size_t i = row * s.e.cols + col;

            judge(&d, &s, row, col, ref[i], bound[i]);
        }
    return d;
}

bool compare_unchanged(const struct problem *p, int array, const void *got, size_t i)
{
    const size_t bytes = element_bytes(p->of->array[array].type);

    return memcmp((const char *)got + i * bytes,
                  (const char *)p->array[array] + i * bytes, bytes) == 0;
}

size_t compare_padding(const struct problem *p, int array, const void *got)
{
    const struct extent e = problem_extent(p, array);

    for (size_t row = 0; row < e.rows; row++)
        for (size_t col = e.cols; col < e.ld; col++)
            if (!compare_unchanged(p, array, got, row * e.ld + col))
                return row * e.ld + col;
    return e.rows * e.ld;
}

/* True if (row, col) is one of the points along the edges; the corners are. */
static bool on_edge(const struct extent *e, size_t row, size_t col)
{
    const size_t every_row = (e->rows - 1) / EDGE_POINTS + 1;
    const size_t every_col = (e->cols - 1) / EDGE_POINTS + 1;
    const bool side = col == 0 || col == e->cols - 1;
    const bool end = row == 0 || row == e->rows - 1;

    return (side && (end || row % every_row == 0)) || (end && col % every_col == 0);
}

/* True if (row, col) begins RUN elements of a row that the call has not changed. */
enum { RUN = 64 };
static bool run_unchanged(const struct side *s, size_t row, size_t col)
{
    const size_t bytes = element_bytes(s->type), at = (row * s->e.ld + col) * bytes;

    return col + RUN <= s->e.cols &&
           memcmp((const char *)s->got + at, (const char *)s->p->array[s->array] + at,
                  RUN * bytes) == 0;
}

/* Elements that the call has changed. */
static size_t count_changed(const struct side *s)
{
    size_t n = 0;

    for (size_t row = 0; row < s->e.rows; row++)
        for (size_t col = 0; col < s->e.cols; col++) {
            if (col % RUN == 0 && run_unchanged(s, row, col))
                col += RUN - 1;
            else
                n += !compare_unchanged(s->p, s->array, s->got, row * s->e.ld + col);
        }
    return n;
}

struct matrix_diff compare_some(const struct problem *p, int array, const void *got,
                                bool sampled, size_t want, size_t *checked)
{
    const struct side s = side_of(p, array, got);
    const double largest = p->of->largest ? p->of->largest(p, array) : INFINITY;
    size_t candidates = sampled ? count_changed(&s) : 0, every, seen = 0;
    struct matrix_diff d = {0};

    if (candidates == 0) {
        sampled = false;
        candidates = s.e.rows * s.e.cols;
    }
    /* Odd, so that the walk meets every column where their number is a power of two. */
    every = (want ? candidates / want : 0) | 1;
    *checked = 0;
    for (size_t i = 0; i < s.e.rows * s.e.cols && d.wrong < ENOUGH; i++) {
        const size_t row = i / s.e.cols, col = i % s.e.cols, at = row * s.e.ld + col;
        double ref, bound;
        bool same;

        if (sampled && col % RUN == 0 && run_unchanged(&s, row, col)) {
            i += RUN - 1;
            continue;
        }
        same = compare_unchanged(p, array, got, at);
        if (sampled && same)
            continue;
        if (seen++ % every != 0 && !same && !on_edge(&s.e, row, col) &&
            fabs(element_get(s.type, got, at)) <= largest)
            continue;
        p->of->element(p, array, row, col, &ref, &bound);
        judge(&d, &s, row, col, ref, bound);
        ++*checked;
    }
    return d;
}
