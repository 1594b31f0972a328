/* The usual mistakes of products, tried on the values; wrong_value.h states the
   contract. */
#include "diagnose/wrong_value.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/steps.h"
#include "diagnose/product.h"

/* Where sums are made, whatever the kernel. */
enum { SUMS = 1 << STEP_SUM | 1 << STEP_COPY | 1 << STEP_LOAD | 1 << STEP_MULTIPLY };
/* Samples that decide between hypotheses of which there are many. */
enum { ENOUGH = 4 };

/* The wrong elements, and what they are made of. */
struct wrong_product {
    const struct wrong_elements *w;
    struct product x;
    double *left, *right; /* rows x k, k x cols */
};

/* A sum as a mistake makes it. */
struct guess {
    const double *left, *right;
    size_t from, to;                /* k from `from` to `to` - 1 */
    size_t left_tile, right_tile;   /* k modulo this; 0: k */
    enum { SAME, OTHER, SIZES } at; /* (row, col); (col, row); sizes_exchanged() */
};

static enum element type_of(const struct wrong_product *x)
{
    return x->w->p->of->array[x->w->array].type;
}

static double got(const struct wrong_product *x, size_t at)
{
    const struct extent e = problem_extent(x->w->p, x->w->array);

    return element_get(type_of(x), x->w->got, at / e.cols * e.ld + at % e.cols);
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

/* How far rounding may take a value that is made of the same terms. */
static double slack(const struct wrong_product *x, size_t at, double value)
{
    const double u = element_roundoff(type_of(x));
    double sum = 0;

    for (size_t k = 0; k < x->x.k; k++)
        sum += fabs(x->left[at / x->x.cols * x->x.k + k] *
                    x->right[k * x->x.cols + at % x->x.cols]);
    return 2 * (x->w->bound[at] + u * fabs(value) +
                element_gamma(ELEMENT_FLOAT, x->x.k + 2.0) * sum);
}

/* True if the guess gives each of the elements, and is not the correct value. */
static bool fits(const struct wrong_product *x, const struct guess *g)
{
    bool differs = false;

    for (int i = 0; i < x->w->n; i++) {
        const size_t at = x->w->at[i];
        const double value = guessed(x, g, at), slight = slack(x, at, value);

        if (!(fabs(value - got(x, at)) <= slight))
            return false;
        differs |= fabs(value - x->w->ref[at]) > slight;
    }
    return differs;
}

static void say(struct explanation *e, unsigned roles, const char *remedy)
{
    snprintf(e->remedy, sizeof e->remedy, "%s", remedy);
    e->roles = roles;
}

/* A part of the sum, from its first product or up to its last. */
static bool part_of_sum(const struct wrong_product *x, struct explanation *e)
{
    const size_t K = x->x.k;
    const char *k = x->x.of->k;
    const bool copies = steps_have(1u << STEP_COPY);
    struct guess g = {.left = x->left, .right = x->right};

    if (fits(x, &g)) {
        snprintf(e->what, sizeof e->what, "no product was added to the sum");
        say(e, SUMS,
            copies && !steps_have(1u << STEP_TILES)
                ? "are the elements copied at all, is each product added to the sum, "
                  "which it must not replace, and does the loop run where there are "
                  "few?"
            : copies ? "does the copy store 0 for elements that exist, is each product "
                       "added, +=, and does the loop over k run where K is small?"
                     : "does the sum have the type float, is each product added, +=, "
                       "and does the "
                       "loop run?");
        return true;
    }
    for (size_t i = 1; i < K; i++) {
        g.from = 0, g.to = i;
        if (fits(x, &g)) {
            snprintf(e->what, sizeof e->what, "the sum stops after %zu of %zu products",
                     i, K);
            say(e, SUMS,
                copies ? "the last products are missing: does the loop over k or k0 "
                         "end early, or the copy store 0 for elements that exist?"
                       : "the last products are missing: is the loop's bound one too "
                         "small?");
            return true;
        }
        g.from = i, g.to = K;
        if (fits(x, &g)) {
            snprintf(e->what, sizeof e->what,
                     "the sum has only the products from %s = %zu on, of %zu", k, i, K);
            say(e, SUMS,
                i == K - 1 ? "the last product alone is left: is each added, +=, or "
                             "does it replace the sum?"
                           : "the first products are missing: does the loop begin at "
                             "0, and is the sum set to 0 once, before all others?");
            return true;
        }
    }
    return false;
}

/* Left or right as if the other index selected the row of its array, rows `step`
   elements apart. NULL if that is outside the array. Release with free(). */
static double *transposed(const struct wrong_product *x, bool left, size_t step)
{
    const int array = left ? x->x.of->left : x->x.of->right;
    const struct extent e = problem_extent(x->w->p, array);
    const size_t lines = left ? x->x.rows : x->x.cols;
    double *f = product_factors(&x->x, left);

    for (size_t i = 0; i < lines; i++)
        for (size_t k = 0; k < x->x.k; k++) {
            const struct place at = product_place(&x->x, left, i, k);
            const size_t from = at.col * step + at.row;

            f[left ? i * x->x.k + k : k * x->x.cols + i] =
                from >= e.rows * e.ld ? NAN
                                      : element_get(x->w->p->of->array[array].type,
                                                    x->w->p->array[array], from);
        }
    return f;
}

static bool by_columns(const struct wrong_product *x, bool left, struct explanation *e)
{
    const int array = left ? x->x.of->left : x->x.of->right;
    const bool down = left ? x->x.of->left_down : x->x.of->right_down;
    const bool tiled = steps_have(1u << STEP_COPY);
    struct extent extent;
    bool found = false;

    if (array == NO_FACTOR || x->x.of->factor)
        return false;
    extent = problem_extent(x->w->p, array);
    for (int i = 0; i < 2 && extent.rows > 1 && !found; i++) {
        double *f = transposed(x, left, i ? extent.ld : extent.rows);
        const struct guess g = {
            .left = left ? f : x->left, .right = left ? x->right : f, .to = x->x.k};

        found = fits(x, &g);
        free(f);
    }
    if (!found)
        return false;
    snprintf(e->what, sizeof e->what,
             left != down ? "this is the correct value for %s transposed"
                          : "this is the correct value for %s in place of its "
                            "transpose",
             product_name(&x->x, left));
    snprintf(e->remedy, sizeof e->remedy, "its element is %s[%s]%s%s%s",
             product_name(&x->x, left), x->w->p->of->array[array].element,
             tiled ? "; in its tile, which index is " : "", tiled ? x->x.of->k : "",
             tiled ? "?" : "");
    e->roles = SUMS;
    return true;
}

/* The elements of one side that the indices of the other one select. */
static bool other_array(const struct wrong_product *x, bool left, struct explanation *e)
{
    const int array = left ? x->x.of->right : x->x.of->left;
    const int mine = left ? x->x.of->left : x->x.of->right;
    const size_t lines = left ? x->x.rows : x->x.cols;
    struct extent extent, other;
    double *f;
    bool found;

    if (x->x.of->left == NO_FACTOR || x->x.of->factor)
        return false;
    extent = problem_extent(x->w->p, mine);
    other = problem_extent(x->w->p, array);
    f = product_factors(&x->x, left);
    for (size_t i = 0; i < lines; i++)
        for (size_t k = 0; k < x->x.k; k++) {
            const struct place at = product_place(&x->x, left, i, k);
            const size_t from = at.row * extent.ld + at.col;

            f[left ? i * x->x.k + k : k * x->x.cols + i] =
                from >= other.rows * other.ld
                    ? NAN
                    : element_get(x->w->p->of->array[array].type, x->w->p->array[array],
                                  from);
        }
    found = fits(x, &(const struct guess){.left = left ? f : x->left,
                                          .right = left ? x->right : f,
                                          .to = x->x.k});
    free(f);
    if (!found)
        return false;
    snprintf(e->what, sizeof e->what,
             "this is the correct value for elements of %s in place of those of %s",
             product_name(&x->x, !left), product_name(&x->x, left));
    snprintf(e->remedy, sizeof e->remedy, "where is %s named that must be %s?",
             product_name(&x->x, !left), product_name(&x->x, left));
    e->roles = SUMS;
    return true;
}

static bool exchanged(const struct wrong_product *x, struct explanation *e)
{
    const struct operation_array *a = &x->w->p->of->array[x->w->array];
    const char *const *size = x->w->p->of->size;
    struct guess g = {.left = x->left, .right = x->right, .to = x->x.k, .at = OTHER};

    if (a->rows == ONE)
        return false;
    if (fits(x, &g)) {
        snprintf(e->what, sizeof e->what,
                 "this is the correct value of the element with row and col exchanged");
        snprintf(e->remedy, sizeof e->remedy, "element (row, col) of %s is %s[%s]",
                 a->name, a->name, a->element);
        e->roles = 1 << STEP_PLACE | SUMS;
        return true;
    }
    g.at = SIZES;
    if (x->x.rows == x->x.cols || a->rows >= OPERATION_SIZES ||
        a->cols >= OPERATION_SIZES || !fits(x, &g))
        return false;
    snprintf(e->what, sizeof e->what,
             "this is the correct value of a product with %s and %s exchanged",
             size[a->rows], size[a->cols]);
    snprintf(e->remedy, sizeof e->remedy,
             "look at the order of the arguments: %s is the number of rows of %s, %s "
             "that of columns",
             size[a->rows], a->name, size[a->cols]);
    return true;
}

/* A copy that forgets where its tile begins. */
static bool first_tile(const struct wrong_product *x, struct explanation *e)
{
    enum { LARGEST = 64 };

    for (size_t tile = 2; tile <= LARGEST && tile < x->x.k; tile++)
        for (int left = 0; left <= 1; left++) {
            const char *const name = product_name(&x->x, left);
            const char *const lines = product_depths(&x->x, left);
            const struct guess g = {.left = x->left,
                                    .right = x->right,
                                    .to = x->x.k,
                                    .left_tile = left ? tile : 0,
                                    .right_tile = left ? 0 : tile};

            if (!fits(x, &g))
                continue;
            snprintf(e->what, sizeof e->what,
                     "this is the correct value if every tile of %s is the first "
                     "one, of %zu %s",
                     name, tile, lines);
            snprintf(e->remedy, sizeof e->remedy,
                     "a tile of %s begins at %.*s k0: is k0 in the index of %s?", name,
                     (int)strlen(lines) - 1, lines, name);
            e->roles = SUMS;
            return true;
        }
    return false;
}

/* Each is right to two digits or so: no mistake of an index does that. */
static bool coarse(const struct wrong_product *x, struct explanation *e)
{
    /* In bounds: half floats round 2^13 times as coarsely as float; bfloat16 that is
       rounded several times loses a few more of its 8 bits. */
    const bool precise = type_of(x) == ELEMENT_FLOAT;
    const double far = precise ? 1000 : 4;

    if (x->w->n < ENOUGH && x->x.rows * x->x.cols < ENOUGH * (size_t)x->w->n)
        return false; /* fewer than ENOUGH are all wrong ones */
    for (int i = 0; i < x->w->n; i++) {
        const size_t at = x->w->at[i];
        const double slight = slack(x, at, x->w->ref[at]);

        if (!(fabs(x->w->ref[at] - got(x, at)) <= far * slight) ||
            (precise && far * slight >= 0.1))
            return false;
    }
    snprintf(e->what, sizeof e->what,
             "this is nearly correct: the error of rounding is too large");
    say(e, 1 << STEP_SUM | 1 << STEP_MULTIPLY,
        precise ? "keep the sum in a float, and its products too: no half, no "
                  "integer, no coarser function"
                : "keep the sum in a float over all k, and round it once, where it "
                  "is stored");
    return true;
}

/* The first element that has the value which belongs `rows` and `cols` further on in
   each sample: true if there is such a distance. */
static bool equally_far(const struct wrong_product *x, size_t from)
{
    const size_t cols = x->x.cols;
    const long down = (long)(from / cols) - (long)(x->w->at[0] / cols);
    const long right = (long)(from % cols) - (long)(x->w->at[0] % cols);

    for (int i = 0; i < x->w->n; i++) {
        const long row = (long)(x->w->at[i] / cols) + down;
        const long col = (long)(x->w->at[i] % cols) + right;
        const size_t at = row * cols + col;

        if (row < 0 || col < 0 || row >= (long)x->x.rows || col >= (long)cols ||
            !(fabs(x->w->ref[at] - got(x, x->w->at[i])) <=
              slack(x, at, x->w->ref[at]) / 2))
            return false;
    }
    return true;
}

/* True if each sample is what some element must be; the first sample's in *from. Not
   where elements are so many that some of them have about this value by chance. */
static bool elsewhere(const struct wrong_product *x, size_t *from)
{
    const size_t all = x->x.rows * x->x.cols;
    double largest = 0;

    for (size_t i = 0; i < all; i++)
        largest = fmax(largest, fabs(x->w->ref[i]));
    for (int i = x->w->n - 1; i >= 0; i--) {
        const double slight = slack(x, x->w->at[i], x->w->ref[x->w->at[i]]) / 2;

        if ((double)all * slight > 0.02 * largest)
            return false;
        for (*from = 0;
             *from < all && !(fabs(x->w->ref[*from] - got(x, x->w->at[i])) <= slight);
             ++*from)
            ;
        if (*from == all)
            return false;
    }
    return true;
}

/* ", 8 rows further down": how far the first sample's value is from its place. */
static void say_distance(const struct wrong_product *x, size_t from, char *text,
                         size_t size)
{
    const size_t cols = x->x.cols, to = x->w->at[0];
    const long down = (long)(from / cols) - (long)(to / cols);
    const long right = (long)(from % cols) - (long)(to % cols);
    int n = 0;

    if (down)
        n = snprintf(text, size, ", %ld row%s %s", labs(down),
                     labs(down) > 1 ? "s" : "", down > 0 ? "below" : "above");
    if (right)
        snprintf(text + n, size - n, ", %ld column%s to the %s", labs(right),
                 labs(right) > 1 ? "s" : "", right > 0 ? "right" : "left");
}

/* Each is what another element must be. The place that a sum is made for and the one
   that it is stored in differ; no value tells which of them is wrong. */
static bool moved(const struct wrong_product *x, struct explanation *e)
{
    const size_t all = x->x.rows * x->x.cols;
    const bool vector = x->w->p->of->array[x->w->array].rows == ONE;
    char distance[80] = "";
    size_t from = 0;

    if (x->w->n < (type_of(x) == ELEMENT_FLOAT ? 2 : ENOUGH))
        return false;
    while (from < all && !equally_far(x, from))
        from++;
    if (from < all)
        say_distance(x, from, distance, sizeof distance);
    else if (type_of(x) != ELEMENT_FLOAT || !elsewhere(x, &from))
        return false; /* too many elements have about the same value */
    if (vector)
        snprintf(e->what, sizeof e->what, "this is the correct value of element %zu",
                 from);
    else
        snprintf(e->what, sizeof e->what,
                 "this is the correct value of row %zu, column %zu%s", from / x->x.cols,
                 from % x->x.cols, distance);
    snprintf(e->remedy, sizeof e->remedy,
             "compare what a sum is made of, %s of %s and %s of %s, with the place "
             "where it is stored",
             product_lines(&x->x, true), product_name(&x->x, true),
             product_lines(&x->x, false), product_name(&x->x, false));
    e->roles = 1 << STEP_PLACE | SUMS;
    return true;
}

static bool all_finite(const struct wrong_product *x)
{
    for (int i = 0; i < x->w->n; i++)
        if (!isfinite(got(x, x->w->at[i])))
            return false;
    return x->w->n > 0;
}

bool wrong_value(const struct wrong_elements *w, struct explanation *e)
{
    struct wrong_product x = {.w = w};
    bool found;

    if (!product_of(w->p, w->array, &x.x) || !all_finite(&x) || x.x.of->several)
        return false;
    x.left = product_factors(&x.x, true);
    x.right = product_factors(&x.x, false);
    found = part_of_sum(&x, e) || by_columns(&x, true, e) || by_columns(&x, false, e) ||
            other_array(&x, true, e) || other_array(&x, false, e) || exchanged(&x, e) ||
            first_tile(&x, e) || coarse(&x, e) || moved(&x, e);
    free(x.left);
    free(x.right);
    return found;
}
