/* An output as sums of products; product.h states the contract. */
#include "diagnose/product.h"

#include <stdio.h>

#include "device/host_alloc.h"

static int array_of(const struct product *x, bool left)
{
    return left ? x->of->left : x->of->right;
}

bool product_of(const struct problem *p, int array, struct product *x)
{
    const struct operation_product *of = p->of->product;
    struct extent e, right;

    while (of->left != of->right && of->output != array)
        of++;
    if (of->left == of->right)
        return false;
    e = problem_extent(p, array);
    right = problem_extent(p, of->right);
    *x = (struct product){p, of, e.rows, e.cols,
                          of->right_down ? right.rows : right.cols};
    return true;
}

struct place product_place(const struct product *x, bool left, size_t i, size_t k)
{
    return (left ? x->of->left_down : x->of->right_down) ? (struct place){k, i}
                                                         : (struct place){i, k};
}

double *product_factors(const struct product *x, bool left)
{
    const size_t lines = left ? x->rows : x->cols;
    const int array = array_of(x, left);
    double *f = host_alloc_double(lines * x->k);

    for (size_t i = 0; i < lines; i++)
        for (size_t k = 0; k < x->k; k++) {
            const struct place at = product_place(x, left, i, k);
            double *to = left ? &f[i * x->k + k] : &f[k * x->cols + i];

            if (array == NO_FACTOR)
                *to = 1;
            else if (x->of->factor)
                *to = x->of->factor(x->p, array, at.row, at.col);
            else
                *to = element_get(x->p->of->array[array].type, x->p->array[array],
                                  at.row * problem_extent(x->p, array).ld + at.col);
        }
    return f;
}

const char *product_name(const struct product *x, bool left)
{
    const int array = array_of(x, left);

    return array == NO_FACTOR ? "1" : x->p->of->array[array].name;
}

static const char *direction(const struct product *x, bool left, bool down)
{
    const int array = array_of(x, left);

    if (array == NO_FACTOR || x->p->of->array[array].rows == ONE)
        return "elements";
    return down ? "rows" : "columns";
}

const char *product_lines(const struct product *x, bool left)
{
    return direction(x, left, !(left ? x->of->left_down : x->of->right_down));
}

const char *product_depths(const struct product *x, bool left)
{
    return direction(x, left, left ? x->of->left_down : x->of->right_down);
}

void product_element(const struct product *x, size_t row, size_t col, char *text,
                     size_t size)
{
    if (x->p->of->array[x->of->output].rows == ONE)
        snprintf(text, size, "element %zu", col);
    else
        snprintf(text, size, "element (%zu, %zu)", row, col);
}
