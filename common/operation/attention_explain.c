/* Usual mistakes of attention(). */
#include "operation/attention_operation.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "check/steps.h"
#include "device/host_alloc.h"

/* How a mistaken kernel computes a row. */
struct way {
    double scale; /* of the scores, in place of the call's; 0: that one */
    int first;    /* column */
    int keys;     /* columns from 0 on; what is beyond N is 0 */
    int tile;     /* columns, after which the maximum may grow; 0: known before */
    bool keep_o, keep_sum; /* not rescaled then */
    bool undivided;        /* by the sum */
};

static double value(const struct problem *p, size_t r, size_t col, struct way way)
{
    const size_t n = p->size[N], d = p->size[D], head = r / n;
    const int real = way.keys < (int)n ? way.keys : (int)n;
    double *s, top = -INFINITY, o = 0, total = 0;

    if (real <= way.first)
        return NAN;
    s = host_alloc_double(way.keys);
    attention_scores(p, head, r % n, real, s, NULL);
    for (int j = 0; j < way.keys; j++)
        s[j] = j < real ? s[j] * (way.scale ? way.scale / p->scalar[SCALE] : 1) : 0;
    for (int j = way.first; j < way.keys; j++) {
        if (j == way.first || (way.tile && j % way.tile == 0)) {
            const int end = way.tile ? (j / way.tile + 1) * way.tile : way.keys;
            double now = top;

            for (int k = j; k < end && k < way.keys; k++)
                now = fmax(now, s[k]);
            o *= way.keep_o || j == way.first ? 1 : exp(top - now);
            total *= way.keep_sum || j == way.first ? 1 : exp(top - now);
            top = now;
        }
        const double weight = exp(s[j] - top);

        total += weight;
        if (j < real)
            o += weight *
                 element_get(ELEMENT_BFLOAT16, p->array[V], (head * n + j) * d + col);
    }
    free(s);
    return way.undivided ? o : o / total;
}

/* The row as it should be. */
static struct way usual(const struct problem *p, size_t r)
{
    return (struct way){.keys = attention_keys(p, r % p->size[N])};
}

#define MISTAKE(name, condition, ...)                                                  \
    static double name(const struct problem *p, int array, size_t r, size_t col)       \
    {                                                                                  \
        const int n = p->size[N], i = (int)(r % p->size[N]);                           \
        struct way way = usual(p, r);                                                  \
        (void)array, (void)n, (void)i;                                                 \
        if (!(condition))                                                              \
            return NAN;                                                                \
        __VA_ARGS__;                                                                   \
        return value(p, r, col, way);                                                  \
    }                                                                                  \
    struct way /* takes a semicolon */

static int min(int a, int b)
{
    return a < b ? a : b;
}

static const double log2e = 1.4426950408889634;
MISTAKE(unscaled, p->scalar[SCALE] != 1, way.scale = 1);
MISTAKE(scaled_twice, true, way.scale = p->scalar[SCALE] * log2e);
MISTAKE(powers_of_two, true, way.scale = p->scalar[SCALE] / log2e);
MISTAKE(undivided, true, way.undivided = true);
MISTAKE(unmasked, p->size[CAUSAL], way.keys = n);
MISTAKE(masked, !p->size[CAUSAL], way.keys = i + 1);
MISTAKE(with_next, p->size[CAUSAL], way.keys = min(n, i + 2));
MISTAKE(without_diagonal, p->size[CAUSAL], way.keys = i);
MISTAKE(other_half, p->size[CAUSAL], (way.first = i, way.keys = n));

static int up(int n, int tile)
{
    return (n + tile - 1) / tile * tile;
}
#define PADDED(T) MISTAKE(padded_##T, !p->size[CAUSAL] && n % T, way.keys = up(n, T))
PADDED(32);
PADDED(64);
PADDED(128);

/* Tiles at the diagonal, or at the end. */
#define TILED(T)                                                                       \
    MISTAKE(unmasked_##T, p->size[CAUSAL], way.keys = min(n, up(i + 1, T)));           \
    MISTAKE(without_last_##T, !p->size[CAUSAL], way.keys = (n - 1) / T * T);           \
    MISTAKE(too_few_##T, p->size[CAUSAL],                                              \
            way.keys = min(i + 1, i / (2 * T) * 2 * T + T))
TILED(32);
TILED(64);
TILED(128);

#define KEPT(T)                                                                        \
    MISTAKE(kept_##T, true, (way.tile = T, way.keep_o = way.keep_sum = true));         \
    MISTAKE(kept_o_##T, true, (way.tile = T, way.keep_o = true));                      \
    MISTAKE(kept_sum_##T, true, (way.tile = T, way.keep_sum = true))
KEPT(32);
KEPT(64);
KEPT(128);

static double got_at(const struct wrong_elements *w, size_t at)
{
    return element_get(ELEMENT_BFLOAT16, w->got, at); /* rows are contiguous */
}

/* True if the mistake gives what was got of an element: also where that is no number.
   What a mistake makes large has larger errors. */
static bool gives(const struct wrong_elements *w, double by_mistake, size_t at)
{
    const double got = got_at(w, at);

    if (!isfinite(got) || !isfinite(by_mistake))
        return isfinite(got) == isfinite(by_mistake);
    return fabs(by_mistake - got) <= w->bound[at] + fabs(got) / 128;
}

/* True if it explains the wrong elements, some of which are numbers; and all others of
   the first one's row, too: a mistake of a softmax is one of a row. */
static bool explains(const struct wrong_elements *w, mistake_value *value)
{
    const size_t cols = w->p->size[D], row = w->n ? w->at[0] / cols : 0;
    bool number = false;

    for (int i = 0; i < w->n; i++) {
        const size_t at = w->at[i];
        const double v = value(w->p, w->array, at / cols, at % cols);

        if (!gives(w, v, at) || fabs(v - w->ref[at]) <= w->bound[at])
            return false;
        number |= isfinite(v) && got_at(w, at) != 0; /* 0 has many causes */
    }
    for (size_t col = 0; number && col < cols; col++)
        if (!gives(w, value(w->p, w->array, row, col), row * cols + col))
            return false;
    return number;
}

static bool no_numbers(const struct wrong_elements *w)
{
    for (int i = 0; i < w->n; i++)
        if (isfinite(got_at(w, w->at[i])))
            return false;
    return w->n > 0;
}

/* In the row of the first wrong element, by what the columns of each of four lanes are
   multiplied, as in the layout of mma.sync; true if that is one number for each. */
enum { LANES = 4 };
static bool factors_of_row(const struct wrong_elements *w, double factor[LANES])
{
    const size_t cols = w->p->size[D], row = w->at[0] / cols * cols;
    bool clear = false; /* one is not 1, by far more than the errors, and not 0 */

    for (int lane = 0; lane < LANES; lane++) {
        double largest = 0;

        for (size_t col = 0; col < cols; col++) {
            const double ref = w->ref[row + col], got = got_at(w, row + col);

            if (col % 8 / 2 != (size_t)lane)
                continue;
            if (isnan(got))
                return false;
            if (fabs(ref) > largest && fabs(ref) > 4 * w->bound[row + col]) {
                largest = fabs(ref);
                factor[lane] = got / ref;
                clear |= got != 0 && !(fabs(got - ref) <= 16 * w->bound[row + col]);
            }
        }
        if (!largest)
            return false;
        for (size_t col = 0; col < cols; col++) {
            const double ref = w->ref[row + col], got = got_at(w, row + col);

            if (col % 8 / 2 == (size_t)lane && isfinite(factor[lane]) &&
                !(fabs(got - factor[lane] * ref) <=
                  2 * (1 + fabs(factor[lane])) * w->bound[row + col]))
                return false;
        }
    }
    return clear;
}

/* The row is the correct one, times a number. */
static bool explain_factor(const struct wrong_elements *w, struct explanation *e)
{
    double factor[LANES];
    bool alike = true;

    if (!w->n || !factors_of_row(w, factor))
        return false;
    for (int lane = 1; lane < LANES; lane++)
        alike &= fabs(factor[lane] - factor[0]) <= 0.02 * fabs(factor[0]);
    if (alike) {
        snprintf(e->what, sizeof e->what,
                 "all elements of this row are the correct ones times %.3g", factor[0]);
        snprintf(
            e->remedy, sizeof e->remedy,
            "O is not divided by its own sum: is each exponential of the row in the "
            "sum once, those of all lanes that have the row, and is the sum "
            "rescaled whenever O is?");
    } else {
        snprintf(e->what, sizeof e->what,
                 "the elements of this row in columns 0 and 1, 2 and 3, 4 and 5, and 6 "
                 "and 7 of 8 are the correct "
                 "ones times %.3g, %.3g, %.3g and %.3g",
                 factor[0], factor[1], factor[2], factor[3]);
        snprintf(e->remedy, sizeof e->remedy,
                 "four lanes have this row, and each divides by another sum, or uses "
                 "another maximum: take the sum and the maximum over all four");
    }
    e->roles = 1 << STEP_SOFTMAX | 1 << STEP_FINISH;
    return true;
}

bool attention_explain(const struct wrong_elements *w, struct explanation *e)
{
    enum {
        MASK = 1 << STEP_MASK,
        SOFTMAX = 1 << STEP_SOFTMAX,
        FINISH = 1 << STEP_FINISH
    };
    static const char mask[] =
        "row i takes part with columns 0 to i alone: set the other "
        "scores to -INFINITY before the maximum";
    static const struct mistake mistakes[] = {
        {unscaled, "this is the correct value for scale = 1",
         "multiply the scores by `scale` before the exponential", SOFTMAX},
        {scaled_twice, "this is the value of exp(score * log2(e))",
         "exp(x) is 2 to the power of x * log2(e): use one of the two", SOFTMAX},
        {powers_of_two, "this is the value of powers of 2, not of e",
         "exp(x) is 2 to the power of x * log2(e)", SOFTMAX},
        {undivided, "this is the correct value before the division by the sum",
         "divide by the row's sum of exponentials, at the end", FINISH},
        {unmasked, "this is the correct value without the causal mask", mask, MASK},
        {masked, "this is the correct value with the causal mask",
         "mask only if `causal` is not 0", MASK},
        {with_next, "this is the correct value with column i + 1 of row i, too", mask,
         MASK},
        {without_diagonal, "this is the correct value without column i of row i",
         "row i takes part with column i, too: mask columns j > i", MASK},
        {other_half, "this is the correct value with columns i to N - 1 of row i",
         "mask columns j > i, and keep columns 0 to i", MASK},
#define OF(T)                                                                          \
    {unmasked_##T,                                                                     \
     "this is the value without the causal mask in the tile at the diagonal", mask,    \
     MASK},                                                                            \
        {too_few_##T, "this is the value without the last columns that the row needs", \
         "the loop over rows of K ends too early: row i takes part with columns 0 "    \
         "to i",                                                                       \
         MASK},                                                                        \
        {without_last_##T,                                                             \
         "this is the value without the last rows of K and V, those of the last "      \
         "tile",                                                                       \
         "the loop over rows of K ends too early: how many tiles have N rows?", MASK}, \
        {kept_##T,                                                                     \
         "this is the value if neither O nor the sum is rescaled when the "            \
         "row's maximum grows",                                                        \
         "when the maximum grows from m to n, multiply O and the sum by exp(m - n), "  \
         "computed before m is replaced; exponentials are relative to the same "       \
         "number as O and the sum",                                                    \
         SOFTMAX},                                                                     \
        {kept_o_##T,                                                                   \
         "this is the value if O is not rescaled when the row's maximum "              \
         "grows",                                                                      \
         "when the maximum grows from m to n, multiply O, too, by exp(m - n)",         \
         SOFTMAX},                                                                     \
        {kept_sum_##T,                                                                 \
         "this is the value if the sum is not rescaled when the row's "                \
         "maximum grows",                                                              \
         "when the maximum grows from m to n, multiply the sum, too, by exp(m - n)",   \
         SOFTMAX},                                                                     \
        {padded_##T,                                                                   \
         "this is the value if rows of K after the last one take part, as "            \
         "zeros",                                                                      \
         "set the scores of columns from N on to -INFINITY before the maximum", MASK}
        OF(64),
        OF(128),
        OF(32)};

    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++)
        if (explains(w, mistakes[i].value)) {
            explain_by(&mistakes[i], e);
            return true;
        }
    if (explain_factor(w, e))
        return true;
    if (no_numbers(w)) {
        *e = (struct explanation){
            "these are no numbers: NaN, or infinite",
            "exp() of a score above 88 is infinite in FP32: subtract the row's maximum "
            "before, the same one in all lanes that have the row. If it is subtracted: "
            "can a row's sum be 0, or its maximum -INFINITY?",
            SOFTMAX | FINISH};
        return true;
    }
    return false;
}
