/* A wrong product in words; wrong_advice.h states the contract. */
#include "wrong_advice.h"

#include <math.h>
#include <stdio.h>

#include "steps.h"

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
    "rows of A", PLACE | COPY | LOAD | MULTIPLY,
    "which row of A does each row of As get, and which row of As does a thread "
    "multiply?",
    "which row is this thread's? Row `row` of A begins at A[row * K]"};
static const struct question k_of_a = {
    "columns of A", SUM | COPY | LOAD | MULTIPLY,
    "which column of A, k0 + k, does each element of As get, and which k of As is "
    "multiplied?",
    "the elements of a row of A are neighbours: A[row * K + k]"};
static const struct question k_of_b = {
    "rows of B", SUM | COPY | LOAD | MULTIPLY,
    "which row of B, k0 + k, does each element of Bs get, and which k of Bs is "
    "multiplied?",
    "the elements of a column of B are N apart: B[k * N + col]"};
static const struct question columns_of_b = {
    "columns of B", PLACE | COPY | LOAD | MULTIPLY,
    "which column of B does each column of Bs get, and which column of Bs does a "
    "thread "
    "multiply?",
    "which column is this thread's? Column `col` of B begins at B[col]"};

int wrong_steps(unsigned roles, char *text, size_t size)
{
    char steps[64];

    text[0] = '\0';
    return steps_say(roles, steps, sizeof steps)
               ? snprintf(text, size, "in %s: ", steps)
               : 0;
}

static bool tiled(void)
{
    return steps_have(COPY);
}

static void say_count(const struct wrong_probe *p, int K, char *what, size_t what_size,
                      char *remedy, size_t size)
{
    const bool whole = p->products >= 0 && p->products == round(p->products);
    int n = wrong_steps(tiled() ? COPY | LOAD | MULTIPLY : SUM, remedy, size);

    if (whole)
        snprintf(
            what, what_size,
            "with 1 in all of A and B, element (%d, %d) has %.0f product%s, not %d",
            p->row, p->col, p->products, p->products == 1 ? "" : "s", K);
    else
        snprintf(what, what_size,
                 "with 1 in all of A and B, the sum of element (%d, %d) is %g, not %d",
                 p->row, p->col, p->products, K);
    snprintf(remedy + n, size - n, "%s",
             !whole ? "does the sum begin at 0, and is it multiplied by alpha alone?"
             : p->products > K
                 ? tiled() ? "is the sum set to 0 once, before all tiles, and does the "
                             "copy store 0 for what is outside A and B?"
                           : "is the sum set to 0, and does k stop at K - 1?"
             : tiled()
                 ? "which products are missing? Does the copy store 0 for elements "
                   "that exist, or a loop over k end early, or the sum begin anew?"
                 : "which products are missing? k goes from 0 to K - 1");
}

bool wrong_advice(const struct wrong_probe *p, int K, char *what, size_t what_size,
                  char *remedy, size_t size)
{
    const struct question *wrong[4];
    int n = 0, at = 0;
    size_t room;

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
        at = wrong_steps(SUM | COPY | LOAD | MULTIPLY, remedy, size);
        snprintf(remedy + at, size - at, "%s",
                 tiled() ? "As and Bs must have the same k0, and be read at the same k"
                         : "a product is A[row * K + k] * B[k * N + col]");
        return true;
    }
    at = snprintf(what, what_size, "the sums have K products each, but of other ");
    for (int i = 0; i < n && (room = what_size - at) < what_size; i++)
        at += snprintf(what + at, room, "%s%s", i ? " and " : "", wrong[i]->what);
    snprintf(what + at, what_size - at, " than they must");
    at = wrong_steps(wrong[0]->roles, remedy, size);
    snprintf(remedy + at, size - at, "%s", tiled() ? wrong[0]->tiled : wrong[0]->plain);
    return true;
}
