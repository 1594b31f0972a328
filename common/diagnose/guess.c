/* What a mistake makes of a product's elements; guess.h states the contract. */
#include "diagnose/guess.h"

#include <math.h>
#include <stdio.h>

enum element guess_type(const struct wrong_product *x)
{
    return x->w->p->of->array[x->w->array].type;
}

double guess_got(const struct wrong_product *x, size_t at)
{
    const struct extent e = problem_extent(x->w->p, x->w->array);

    return element_get(guess_type(x), x->w->got, at / e.cols * e.ld + at % e.cols);
}

static double finish(const struct wrong_product *x, size_t at, double sum)
{
    return x->x.of->finish
               ? x->x.of->finish(x->w->p, at / x->x.cols, at % x->x.cols, sum)
               : sum;
}

/* The element at place `at` if the output's two sizes change places: it has rows of
   `rows` elements then, and so has right, if it lies with k down. */
static double sizes_exchanged(const struct wrong_product *x, size_t at)
{
    const size_t rows = x->x.rows, cols = x->x.cols, K = x->x.k;
    const size_t row = at / rows, col = at % rows;
    double sum = 0;

    if (row >= rows || (!x->x.of->right_down && col >= cols))
        return NAN;
    for (size_t k = 0; k < K; k++) {
        const size_t flat = k * rows + col;

        if (x->x.of->right_down && flat >= K * cols)
            return NAN;
        sum += x->left[row * K + k] *
               x->right[x->x.of->right_down ? flat : k * cols + col];
    }
    return finish(x, at, sum);
}

/* The element at place `at` by that guess. NaN if it would be none of the product's. */
static double guessed(const struct wrong_product *x, const struct guess *g, size_t at)
{
    const size_t cols = x->x.cols, K = x->x.k;
    size_t row = at / cols, col = at % cols;
    double sum = 0;

    if (g->at == SIZES)
        return sizes_exchanged(x, at);
    if (g->at == OTHER)
        row = at % cols, col = at / cols;
    if (row >= x->x.rows || col >= cols)
        return NAN;
    for (size_t k = g->from; k < g->to; k++)
        sum += g->left[row * K + (g->left_tile ? k % g->left_tile : k)] *
               g->right[(g->right_tile ? k % g->right_tile : k) * cols + col];
    return finish(x, at, sum);
}

double guess_slack(const struct wrong_product *x, size_t at, double value)
{
    const double u = element_roundoff(guess_type(x));
    double sum = 0;

    for (size_t k = 0; k < x->x.k; k++)
        sum += fabs(x->left[at / x->x.cols * x->x.k + k] *
                    x->right[k * x->x.cols + at % x->x.cols]);
    return 2 * (x->w->bound[at] + u * fabs(value) +
                element_gamma(ELEMENT_FLOAT, x->x.k + 2.0) * sum);
}

bool guess_fits(const struct wrong_product *x, const struct guess *g)
{
    bool differs = false;

    for (int i = 0; i < x->w->n; i++) {
        const size_t at = x->w->at[i];
        const double value = guessed(x, g, at), slight = guess_slack(x, at, value);

        if (!(fabs(value - guess_got(x, at)) <= slight))
            return false;
        differs |= fabs(value - x->w->ref[at]) > slight;
    }
    return differs;
}

void guess_say(struct explanation *e, unsigned roles, const char *remedy)
{
    snprintf(e->remedy, sizeof e->remedy, "%s", remedy);
    e->roles = roles;
}
