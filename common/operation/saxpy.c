/*
 * saxpy() as data: y = a x + y. The shortest operation: copy this file and call_saxpy.c
 * to add another.
 */
#include <math.h>

#include "diagnose/explain.h"
#include "operation/operation.h"

enum { LENGTH };
enum { X, Y };

/* The bound of two roundings, of the product and of the sum (docs/tolerance.md). */
static void element(const struct problem *p, int array, size_t row, size_t col,
                    double *ref, double *bound)
{
    const double product = (double)p->scalar[0] * ((const float *)p->array[X])[col];
    const double before = ((const float *)p->array[Y])[col];

    (void)array, (void)row;
    *ref = product + before;
    *bound = element_gamma(ELEMENT_FLOAT, 2) * (fabs(product) + fabs(before));
}

/* a = 0 leaves nothing of x to read. */
static bool reads(const struct problem *p, int array)
{
    return array == Y || p->scalar[0] != 0;
}

static struct work work(const struct problem *p)
{
    const double n = p->size[LENGTH];

    return (struct work){2 * n, 3 * n * sizeof(float)};
}

static double without_a(const struct problem *p, int array, size_t row, size_t col)
{
    (void)array, (void)row;
    return (double)((const float *)p->array[X])[col] +
           ((const float *)p->array[Y])[col];
}

static double without_y(const struct problem *p, int array, size_t row, size_t col)
{
    (void)array, (void)row;
    return (double)p->scalar[0] * ((const float *)p->array[X])[col];
}

static double twice_y(const struct problem *p, int array, size_t row, size_t col)
{
    return without_y(p, array, row, col) +
           2 * (double)((const float *)p->array[Y])[col];
}

static double slack(const struct problem *p, int array, size_t row, size_t col)
{
    double ref, bound;

    element(p, array, row, col, &ref, &bound);
    return 2 * bound;
}

static bool explain(const struct wrong_elements *w, struct explanation *e)
{
    static const struct mistake mistakes[] = {
        {without_a, "the factor a is missing", "y becomes a * x + y", 0},
        {without_y, "what y held before is missing", "y becomes a * x + y", 0},
        {twice_y, "what y held before is added twice", "y becomes a * x + y", 0},
    };

    return explain_mistakes(w, mistakes, 3, slack, e);
}

static const float tried[][OPERATION_SCALARS] = {{1}, {0.5f}};

static const struct operation saxpy_operation = {
    .name = "saxpy",
    .header = "saxpy.h",
    .formula = "y = a*x + y",
    .size = {"n"},
    .scalar = {"a"},
    .tried = tried,
    .n_tried = 2,
    .array =
        {
            {"x", ELEMENT_FLOAT, USE_IN, ONE, LENGTH, CONTIGUOUS, "i", "i < n"},
            {"y", ELEMENT_FLOAT, USE_IN_OUT, ONE, LENGTH, CONTIGUOUS, "i", "i < n"},
        },
    .advice =
        {
            "look at the index of x and y: is it the same, and does it begin at 0?",
            "launch one thread per element: round the number of blocks up, as in (n + "
            "255) / 256",
            "y holds what the sum begins with: read it",
        },
    .reads = reads,
    .element = element,
    .work = work,
    .explain = explain,
};
OPERATION(saxpy_operation);
