/* The usual mistakes of products, tried on the values; wrong_value.h states the
   contract. */
#include "diagnose/wrong_value.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diagnose/guess.h"
#include "diagnose/moved.h"

/* A part of the sum, from its first product or up to its last. */
static bool part_of_sum(const struct wrong_product *x, struct explanation *e)
{
    const size_t K = x->x.k;
    const char *k = x->x.of->k;
    const bool copies = steps_have(1u << STEP_COPY);
    struct guess g = {.left = x->left, .right = x->right};

    if (guess_fits(x, &g)) {
        snprintf(e->what, sizeof e->what, "no product was added to the sum");
        guess_say(
            e, SUMS,
            copies && !steps_have(1u << STEP_TILES)
                ? "are the elements copied at all, is each product added to the sum, "
                  "which it must not replace, and does the loop run where there are "
                  "few?"
            : copies ? "does the copy store 0 for elements that exist, is each product "
                       "added, +=, as a float, and does the loop over k run where K is "
                       "small?"
                     : "does the sum have the type float, is each product added, +=, "
                       "and does the "
                       "loop run?");
        return true;
    }
    for (size_t i = 1; i < K; i++) {
        g.from = 0, g.to = i;
        if (guess_fits(x, &g)) {
            snprintf(e->what, sizeof e->what, "the sum stops after %zu of %zu products",
                     i, K);
            guess_say(
                e, SUMS,
                copies ? "the last products are missing: does the loop over k or k0 "
                         "end early, or the copy store 0 for elements that exist?"
                       : "the last products are missing: is the loop's bound one too "
                         "small?");
            return true;
        }
        g.from = i, g.to = K;
        if (guess_fits(x, &g)) {
            snprintf(e->what, sizeof e->what,
                     "the sum has only the products from %s = %zu on, of %zu", k, i, K);
            guess_say(e, SUMS,
                      i == K - 1
                          ? "the last product alone is left: is each added, +=, or "
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

        found = guess_fits(x, &g);
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
    found = guess_fits(x, &(const struct guess){.left = left ? f : x->left,
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
    if (guess_fits(x, &g)) {
        snprintf(e->what, sizeof e->what,
                 "this is the correct value of the element with row and col exchanged");
        snprintf(e->remedy, sizeof e->remedy, "element (row, col) of %s is %s[%s]",
                 a->name, a->name, a->element);
        e->roles = 1 << STEP_PLACE | SUMS;
        return true;
    }
    g.at = SIZES;
    if (x->x.rows == x->x.cols || a->rows >= OPERATION_SIZES ||
        a->cols >= OPERATION_SIZES || !guess_fits(x, &g))
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

            if (!guess_fits(x, &g))
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
    const bool precise = guess_type(x) == ELEMENT_FLOAT;
    const double far = precise ? 1000 : 4;

    if (x->w->n < ENOUGH && x->x.rows * x->x.cols < ENOUGH * (size_t)x->w->n)
        return false; /* fewer than ENOUGH are all wrong ones */
    for (int i = 0; i < x->w->n; i++) {
        const size_t at = x->w->at[i];
        const double slight = guess_slack(x, at, x->w->ref[at]);

        if (!(fabs(x->w->ref[at] - guess_got(x, at)) <= far * slight) ||
            (precise && far * slight >= 0.1))
            return false;
    }
    snprintf(e->what, sizeof e->what,
             "this is nearly correct: the error of rounding is too large");
    guess_say(e, 1 << STEP_SUM | 1 << STEP_MULTIPLY,
              precise
                  ? "keep the sum in a float, and its products too: no half, no "
                    "integer, no coarser function"
                  : "keep the sum in a float over all k, and round it once, where it "
                    "is stored");
    return true;
}

static bool all_finite(const struct wrong_product *x)
{
    for (int i = 0; i < x->w->n; i++)
        if (!isfinite(guess_got(x, x->w->at[i])))
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
