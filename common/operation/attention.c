/* attention() as data: softmax(scale Q K^T) V of each head, of bfloat16 with sums and
   softmax in FP32. attention_explain.c knows its usual mistakes. */
#include "operation/attention_operation.h"

#include <math.h>
#include <stdlib.h>

#include "device/host_alloc.h"
#include "element/tensor_sum.h"

/* What P[j] may differ by, as a share: its score's error, and those of scaling it, of
   the difference to a maximum, and of exp(). */
static double error_of_p(double s, double largest, double error)
{
    enum { ROUNDINGS = 4 };
    const double u = element_roundoff(ELEMENT_FLOAT);
    /* A maximum may be an earlier one, as long as nothing overflows. */
    const double magnitude = fabs(s) + fabs(largest) + 16;

    return expm1(2 * error + ROUNDINGS * u * magnitude) + 4 * u;
}

/* d elements of row i of a head's O, from column `col` on: docs/tolerance.md. */
static void row(const struct problem *p, size_t head, size_t i, size_t col, int d,
                double *ref, double *bound)
{
    enum { TILE = 8 /* keys at least, after which a kernel rescales */ };
    const int keys = attention_keys(p, i);
    const double u = element_roundoff(ELEMENT_FLOAT);
    const double to_bfloat16 = element_gamma(ELEMENT_BFLOAT16, 1);
    const double rescaled = ceil((double)keys / TILE) * 8 * u;
    const double add = element_gamma(ELEMENT_FLOAT, 2 * (keys + ceil(keys / 8.0)));
    double *s = host_alloc_double(keys), *error = host_alloc_double(keys);
    double *v = host_alloc_double(d), *magnitude = host_alloc_double(d);
    double *most = host_alloc_double(d);
    double largest = -INFINITY, total = 0, share = 0;

    attention_scores(p, head, i, keys, s, error);
    for (int j = 0; j < keys; j++)
        largest = fmax(largest, s[j]);
    for (int x = 0; x < d; x++)
        ref[x] = bound[x] = magnitude[x] = most[x] = 0;
    for (int j = 0; j < keys; j++) {
        const double e = error_of_p(s[j], largest, error[j]) + rescaled;
        const double weight = exp(s[j] - largest), off = e + to_bfloat16 * (1 + e);

        element_get_some(ELEMENT_BFLOAT16, p->array[V],
                         (head * p->size[N] + j) * p->size[D] + col, d, v);
        total += weight;
        share += weight * off;
        for (int x = 0; x < d; x++) {
            ref[x] += weight * v[x];
            magnitude[x] += weight * fabs(v[x]);
            bound[x] += weight * off * fabs(v[x]);
            most[x] = fmax(most[x], fabs(v[x]));
        }
    }
    for (int x = 0; x < d; x++) {
        ref[x] /= total;
        bound[x] = (bound[x] + share * fabs(ref[x]) +
                    add * (magnitude[x] + total * fabs(ref[x]))) /
                   total;
        /* Weights that are too small for FP32 may be 0. */
        bound[x] += keys * ldexp(most[x], -110);
        /* No mean is larger than the largest. */
        bound[x] = tensor_rounded(ref[x], fmin(bound[x], 2 * most[x]));
    }
    free(s);
    free(error);
    free(v);
    free(magnitude);
    free(most);
}

static void reference(const struct problem *p, int array, double *ref, double *bound)
{
    const size_t rows = (size_t)p->size[HEADS] * p->size[N], n = p->size[N];

    (void)array;
    for (size_t r = 0; r < rows; r++)
        row(p, r / n, r % n, 0, p->size[D], &ref[r * p->size[D]],
            &bound[r * p->size[D]]);
}

static void element(const struct problem *p, int array, size_t r, size_t col,
                    double *ref, double *bound)
{
    const size_t n = p->size[N];

    (void)array;
    row(p, r / n, r % n, col, 1, ref, bound);
}

/* Those of the products. Of causal attention, half of S is needed. */
static struct work work(const struct problem *p)
{
    const double heads = p->size[HEADS], n = p->size[N], d = p->size[D];
    const double scores = p->size[CAUSAL] ? n * (n + 1) / 2 : n * n;

    return (struct work){4 * heads * scores * d, 4 * 2 * heads * n * d};
}

/* A mean of numbers in [-1, 1). */
static double largest(const struct problem *p, int array)
{
    (void)p;
    (void)array;
    return 2;
}

static int all_rows(const int size[])
{
    return size[HEADS] * size[N];
}

/* Nearly equal weights; scores that exp() in FP32 has no number for; what is timed. */
static const float tried[][OPERATION_SCALARS] = {{0.125f}, {128}, {1}};

#define ROWS(name, use)                                                                \
    {                                                                                  \
        name, ELEMENT_BFLOAT16, use, EXTENT(0), D, CONTIGUOUS, "(h * N + i) * d + x",  \
            "h < heads, i < N and x < d"                                               \
    }

static const struct operation attention_operation = {
    .name = "attention",
    .header = "attention.h",
    .formula = "O = softmax(scale*Q*K^T)*V",
    .size = {"heads", "N", "d", "causal"},
    .choice = {[D] = {64, 128}, [CAUSAL] = {0, 1}},
    .usual = {[HEADS] = 16},
    .scalar = {"scale"},
    .positive = true,
    .tried = tried,
    .n_tried = 3,
    .extent = {all_rows},
    .array = {ROWS("Q", USE_IN), ROWS("K", USE_IN), ROWS("V", USE_IN),
              ROWS("O", USE_OUT)},
    .advice =
        {
            "look at the indices: row i of a head's Q with each row j of its K, and "
            "P[i][j] with row j of its V; at which lane holds which element of a "
            "fragment; at what happens to O and to the sum when the maximum grows",
            "give every row of every head a thread: round the number of tiles up, and "
            "launch it for each head",
            "O is read, and holds nothing before the call: keep it in registers until "
            "the last tile",
        },
    .peer = {"cuBLAS", "cuDNN"},
    .reference = reference,
    .element = element,
    .by_rows = true,
    .largest = largest,
    .work = work,
    .explain = attention_explain,
};
OPERATION(attention_operation);
