/* A wrong product in words; wrong_advice.h states the contract. */
#include "diagnose/wrong_advice.h"

#include <math.h>
#include <stdio.h>

#include "check/steps.h"

enum {
    PLACE = 1 << STEP_PLACE,
    SUM = 1 << STEP_SUM,
    LOAD = 1 << STEP_LOAD,
    COPY = 1 << STEP_COPY,
    MULTIPLY = 1 << STEP_MULTIPLY
};

/* What may be wrong of the elements that are multiplied; in a kernel with tiles, and in
   one without. */
struct question {
    const char *what;
    unsigned roles;
    const char *tiled, *plain;
};

static const struct question rows_of_a = {
    "rows of A", PLACE | SUM | COPY | LOAD | MULTIPLY,
    "which row of A does each row of its tile get, and which row of the tile does a "
    "thread multiply?",
    "which row is this thread's? Row `row` of A begins at A[row * K]"};
static const struct question k_of_a = {
    "columns of A", SUM | COPY | LOAD | MULTIPLY,
    "which column of A, k0 + k, does each element of its tile get, and which k of the "
    "tile is multiplied?",
    "the elements of a row of A are neighbours: A[row * K + k]"};
static const struct question k_of_b = {
    "rows of B", SUM | COPY | LOAD | MULTIPLY,
    "which row of B, k0 + k, does each element of its tile get, and which k of the "
    "tile "
    "is multiplied?",
    "the elements of a column of B are N apart: B[k * N + col]"};
static const struct question columns_of_b = {
    "columns of B", PLACE | SUM | COPY | LOAD | MULTIPLY,
    "which column of B does each column of its tile get, and which column of the tile "
    "does a thread multiply?",
    "which column is this thread's? Column `col` of B begins at B[col]"};

static bool tiled(void)
{
    return steps_have(COPY);
}

/* whole: what came out is a number of products; more: than there must be. */
static const char *ask_count(bool whole, bool more)
{
    if (!whole)
        return "does the sum begin at 0, and is it multiplied by alpha alone?";
    if (more)
        return tiled() ? "is the sum set to 0 once, before all tiles, does each sum "
                         "take one "
                         "product of each k, and are the tiles 0 outside A and B?"
                       : "is the sum set to 0, and does k stop at K - 1?";
    return tiled() ? "which products are missing? Is __shared__ before both tiles, "
                     "does the "
                     "copy store 0 for elements that exist, does a loop over k end "
                     "early, is "
                     "each product added, +=?"
                   : "which products are missing? k goes from 0 to K - 1, and each is "
                     "added, "
                     "+=";
}

static void say_count(const struct wrong_probe *p, int K, char *what, size_t what_size,
                      char *remedy, size_t size)
{
    const bool whole = p->products >= 0 && p->products == round(p->products);
    int n = steps_say(tiled() ? COPY | LOAD | MULTIPLY : SUM, remedy, size);

    if (whole)
        snprintf(
            what, what_size,
            "with 1 in all of A and B, element (%d, %d) has %.0f product%s, not %d",
            p->row, p->col, p->products, p->products == 1 ? "" : "s", K);
    else
        snprintf(what, what_size,
                 "with 1 in all of A and B, the sum of element (%d, %d) is %g, not %d",
                 p->row, p->col, p->products, K);
    snprintf(remedy + n, size - n, "%s", ask_count(whole, p->products > K));
}

bool wrong_advice(const struct wrong_probe *p, int K, char *what, size_t what_size,
                  char *remedy, size_t size)
{
    const struct question *wrong[4];
    int n = 0, at = 0;
    size_t room;

    if (p->beta) {
        snprintf(what, what_size, "with beta = 0 the result is correct");
        at = steps_say(SUM, remedy, size);
        snprintf(
            remedy + at, size - at,
            "store alpha * sum + beta * (what C held before) in one statement: is C "
            "changed before it is read?");
        return true;
    }
    if (p->count) {
        say_count(p, K, what, what_size, remedy, size);
        return true;
    }
    if (p->rows_of_a)
        wrong[n++] = &rows_of_a;
    if (p->k_of_a)
        wrong[n++] = &k_of_a;
    if (p->k_of_b)
        wrong[n++] = &k_of_b;
    if (p->columns_of_b)
        wrong[n++] = &columns_of_b;
    if (n == 0 && !p->pairs)
        return false;
    if (n == 0) {
        snprintf(what, what_size,
                 "each sum has all elements of its row of A and its column of B, but "
                 "multiplies those of different k");
        at = steps_say(SUM | COPY | LOAD | MULTIPLY, remedy, size);
        snprintf(remedy + at, size - at, "%s",
                 tiled() ? "both tiles must have the same k0, and be read at the same k"
                         : "a product is A[row * K + k] * B[k * N + col]");
        return true;
    }
    at = snprintf(what, what_size,
                  "each sum has K products, but with elements of the wrong ");
    for (int i = 0; i < n && (room = what_size - at) < what_size; i++)
        at += snprintf(what + at, room, "%s%s", i ? " and " : "", wrong[i]->what);
    at = steps_say(wrong[0]->roles, remedy, size);
    snprintf(remedy + at, size - at, "%s", tiled() ? wrong[0]->tiled : wrong[0]->plain);
    return true;
}
