/* Usual mistakes of attention(). */
#include "operation/attention_operation.h"

#include <math.h>
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

MISTAKE(unscaled, p->scalar[SCALE] != 1, way.scale = 1);
MISTAKE(undivided, true, way.undivided = true);
MISTAKE(unmasked, p->size[CAUSAL], way.keys = n);
MISTAKE(masked, !p->size[CAUSAL], way.keys = i + 1);
MISTAKE(without_diagonal, p->size[CAUSAL], way.keys = i);
MISTAKE(other_half, p->size[CAUSAL], (way.first = i, way.keys = n));

static int up(int n, int tile)
{
    return (n + tile - 1) / tile * tile;
}
#define PADDED(T) MISTAKE(padded_##T, !p->size[CAUSAL] && n % T, way.keys = up(n, T))
PADDED(8);
PADDED(16);
PADDED(32);
PADDED(64);
PADDED(128);

#define KEPT(T)                                                                        \
    MISTAKE(kept_##T, true, (way.tile = T, way.keep_o = way.keep_sum = true));         \
    MISTAKE(kept_o_##T, true, (way.tile = T, way.keep_o = true));                      \
    MISTAKE(kept_sum_##T, true, (way.tile = T, way.keep_sum = true))
KEPT(8);
KEPT(16);
KEPT(32);
KEPT(64);
KEPT(128);

/* As far as a correct element may be rounded: else a mistake that changes little
   would explain any wrong one. */
static double slack(const struct problem *p, int array, size_t row, size_t col)
{
    double ref, bound;

    p->of->element(p, array, row, col, &ref, &bound);
    return bound;
}

static bool no_numbers(const struct wrong_elements *w)
{
    const size_t cols = w->p->size[D];

    for (int i = 0; i < w->n; i++)
        if (isfinite(element_get(ELEMENT_BFLOAT16, w->got,
                                 w->at[i] / cols * cols + w->at[i] % cols)))
            return false;
    return w->n > 0;
}

bool attention_explain(const struct wrong_elements *w, struct explanation *e)
{
    enum { FINISH = 1 << STEP_FINISH };
    static const struct mistake mistakes[] = {
        {unscaled, "this is the correct value for scale = 1",
         "multiply the scores by `scale` before the softmax", FINISH},
        {undivided, "this is the correct value before the division by the sum",
         "divide by the row's sum of exponentials, at the end", FINISH},
        {unmasked, "this is the correct value without the causal mask",
         "row i takes part with columns 0 to i alone: set the other scores to "
         "-INFINITY before the maximum",
         FINISH},
        {masked, "this is the correct value with the causal mask",
         "mask only if `causal` is not 0", FINISH},
        {without_diagonal, "this is the correct value without column i of row i",
         "row i takes part with column i, too: mask columns j > i", FINISH},
        {other_half, "this is the correct value with columns i to N - 1 of row i",
         "mask columns j > i, and keep columns 0 to i", FINISH},
#define OF(T)                                                                          \
    {kept_##T,                                                                         \
     "this is the value if neither O nor the sum is rescaled when the "                \
     "row's maximum grows",                                                            \
     "when the maximum grows from m to n, multiply O and the sum by exp(m - n)",       \
     FINISH},                                                                          \
        {kept_o_##T,                                                                   \
         "this is the value if O is not rescaled when the row's maximum "              \
         "grows",                                                                      \
         "when the maximum grows from m to n, multiply O, too, by exp(m - n)",         \
         FINISH},                                                                      \
        {kept_sum_##T,                                                                 \
         "this is the value if the sum is not rescaled when the row's "                \
         "maximum grows",                                                              \
         "when the maximum grows from m to n, multiply the sum, too, by exp(m - n)",   \
         FINISH},                                                                      \
        {padded_##T,                                                                   \
         "this is the value if rows of K after the last one take part, as "            \
         "zeros",                                                                      \
         "set the scores of columns from N on to -INFINITY before the maximum",        \
         FINISH}
        OF(64),
        OF(128),
        OF(32),
        OF(16),
        OF(8)};

    if (no_numbers(w)) {
        *e = (struct explanation){
            "these are no numbers: NaN, or infinite",
            "exp() of a score above 88 is infinite in FP32: subtract the row's maximum "
            "before, the same one in all lanes that have the row. If it is subtracted: "
            "can a row's sum be 0, or its maximum -INFINITY?",
            FINISH};
        return true;
    }
    return explain_mistakes(w, mistakes, sizeof mistakes / sizeof *mistakes, slack, e);
}
