/* scale_rows() as data. */
#include <math.h>

#include "operation/operation.h"

enum { ROWS, COLS, LDX, LDY };
enum { X, S, Y, Z };

/* One product, rounded once to the output's type; 2 * X is exact. */
static void reference(const struct problem *p, int array, double *ref, double *bound)
{
    const size_t cols = p->size[COLS];

    for (size_t i = 0; i < (size_t)p->size[ROWS] * cols; i++) {
        const size_t row = i / cols, col = i % cols;
        const double x =
            element_get(ELEMENT_HALF, p->array[X], row * (size_t)p->size[LDX] + col);

        ref[i] = array == Z ? 2 * x : x * (double)((const float *)p->array[S])[row];
        bound[i] = array == Z ? 0
                              : (element_gamma(ELEMENT_BFLOAT16, 1) +
                                 element_gamma(ELEMENT_FLOAT, 1)) *
                                    fabs(ref[i]);
    }
}

static struct work work(const struct problem *p)
{
    const double n = (double)p->size[ROWS] * p->size[COLS];

    return (struct work){2 * n, 6 * n};
}

static const float tried[][OPERATION_SCALARS] = {{0}, {0}};

static const struct operation scale_rows_operation = {
    .name = "scale_rows",
    .header = "scale_rows.h",
    .formula = "Y = diag(s)*X, Z = 2*X",
    .size = {"rows", "cols", "ldx", "ldy"},
    .tried = tried,
    .n_tried = 2,
    .array = {{"X", ELEMENT_HALF, USE_IN, ROWS, COLS, LDX, "row * ldx + col",
               "row < rows and col < cols"},
              {"s", ELEMENT_FLOAT, USE_IN, ONE, ROWS, CONTIGUOUS, "row", "row < rows"},
              {"Y", ELEMENT_BFLOAT16, USE_OUT, ROWS, COLS, LDY, "row * ldy + col",
               "row < rows and col < cols"},
              {"Z", ELEMENT_HALF, USE_OUT, ROWS, COLS, CONTIGUOUS, "row * cols + col",
               "row < rows and col < cols"}},
    .advice = {"look at the indices", "launch one thread per element",
               "an output is read, and holds nothing before the call"},
    .reference = reference,
    .work = work,
};
OPERATION(scale_rows_operation);
