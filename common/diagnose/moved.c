/* Correct values in wrong places; moved.h states the contract. */
#include "diagnose/moved.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

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
            !(fabs(x->w->ref[at] - guess_got(x, x->w->at[i])) <=
              guess_slack(x, at, x->w->ref[at]) / 2))
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
        const double slight = guess_slack(x, x->w->at[i], x->w->ref[x->w->at[i]]) / 2;

        if ((double)all * slight > 0.02 * largest)
            return false;
        for (*from = 0; *from < all &&
                        !(fabs(x->w->ref[*from] - guess_got(x, x->w->at[i])) <= slight);
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

bool moved(const struct wrong_product *x, struct explanation *e)
{
    const size_t all = x->x.rows * x->x.cols;
    const bool vector = x->w->p->of->array[x->w->array].rows == ONE;
    char distance[80] = "";
    size_t from = 0;

    if (x->w->n < (guess_type(x) == ELEMENT_FLOAT ? 2 : ENOUGH))
        return false;
    while (from < all && !equally_far(x, from))
        from++;
    if (from < all)
        say_distance(x, from, distance, sizeof distance);
    else if (guess_type(x) != ELEMENT_FLOAT || !elsewhere(x, &from))
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
