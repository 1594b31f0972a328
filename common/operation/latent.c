/* latent() as data: c = H Wc^T and k = rope(H Wr^T), of bfloat16 with sums in FP32. */
#include <math.h>
#include <stdlib.h>

#include "device/host_alloc.h"
#include "check/steps.h"
#include "diagnose/explain.h"
#include "operation/operation.h"
#include "operation/problem.h"
#include "element/tensor_sum.h"

enum { TOKENS, D, DC, DR, POSITIONS };
enum { H, WC, WR, COS, SIN, POSITION, C, K };

static double bfloat16(const struct problem *p, int array, size_t i)
{
    return element_get(ELEMENT_BFLOAT16, p->array[array], i);
}

/* cos or sin of pair i at the position of a token. */
static double angle(const struct problem *p, int array, size_t token, size_t i)
{
    const size_t at = ((const int *)p->array[POSITION])[token];

    return ((const float *)p->array[array])[at * (p->size[DR] / 2) + i];
}

/* Element `col` of k, of the pair r, whose elements may be wrong by `within`. Each of
   the two products is rounded, and their sum, all in FP32. */
static void rotate(double cos, double sin, size_t col, const double r[2],
                   const double within[2], double *ref, double *bound)
{
    const double a = col % 2 ? r[0] * sin : r[0] * cos;
    const double b = col % 2 ? r[1] * cos : -r[1] * sin;
    const double sums = col % 2 ? within[0] * fabs(sin) + within[1] * fabs(cos)
                                : within[0] * fabs(cos) + within[1] * fabs(sin);

    *ref = a + b;
    *bound = tensor_rounded(a + b, sums + element_gamma(ELEMENT_FLOAT, 2) *
                                              (fabs(a) + fabs(b) + sums));
}

static int weight_of(int array)
{
    return array == C ? WC : WR;
}

/* The row of the weight from which an element is made; one of k also needs the next. */
static size_t first_row(int array, size_t col)
{
    return array == C ? col : col / 2 * 2;
}

/* The element (token, col) of an output, of the token's row of H, and of the weight
   from that row on. */
static void element_of(const struct problem *p, int array, size_t token, size_t col,
                       const double *h, const double *w, double *ref, double *bound)
{
    const int d = p->size[D];
    double r[2], within[2];

    if (array == C) {
        tensor_sums(d, h, 1, w, ref, bound);
        *bound = tensor_rounded(*ref, *bound);
        return;
    }
    for (int i = 0; i < 2; i++)
        tensor_sums(d, h, 1, w + i * d, &r[i], &within[i]);
    rotate(angle(p, COS, token, col / 2), angle(p, SIN, token, col / 2), col, r, within,
           ref, bound);
}

static void element(const struct problem *p, int array, size_t row, size_t col,
                    double *ref, double *bound)
{
    const size_t d = p->size[D], first = first_row(array, col);
    double *h = host_alloc_double(d), *w = host_alloc_double(2 * d);

    problem_row(p, H, row, h);
    for (size_t i = 0; i < (array == C ? 1 : 2); i++)
        problem_row(p, weight_of(array), first + i, w + i * d);
    element_of(p, array, row, col, h, w, ref, bound);
    free(h);
    free(w);
}

static void reference(const struct problem *p, int array, double *ref, double *bound)
{
    const size_t rows = p->size[TOKENS], cols = p->size[array == C ? DC : DR];
    const size_t d = p->size[D];
    double *h = host_alloc_double(d), *w = host_alloc_double(cols * d);

    for (size_t col = 0; col < cols; col++)
        problem_row(p, weight_of(array), col, w + col * d);
    for (size_t row = 0; row < rows; row++) {
        problem_row(p, H, row, h);
        for (size_t col = 0; col < cols; col++)
            element_of(p, array, row, col, h, w + first_row(array, col) * d,
                       &ref[row * cols + col], &bound[row * cols + col]);
    }
    free(h);
    free(w);
}

/* Those of the products: a rotation of so few elements is as good as none. Each
   position may occur once. */
static struct work work(const struct problem *p)
{
    const double tokens = p->size[TOKENS], d = p->size[D];
    const double cols = p->size[DC] + p->size[DR];
    const double positions = fmin(tokens, p->size[POSITIONS]);

    return (struct work){2 * tokens * d * cols,
                         2 * (tokens * d + cols * d + tokens * cols) +
                             sizeof(int) * tokens +
                             sizeof(float) * positions * p->size[DR]};
}

static double largest(const struct problem *p, int array)
{
    return (array == C ? 2.0 : 4.0) * p->size[D];
}

/* What was drawn for them becomes positions. */
static void positions(struct problem *p)
{
    int *position = p->array[POSITION];

    for (int i = 0; i < p->size[TOKENS]; i++)
        position[i] %= p->size[POSITIONS];
}

/* No token may have a position. */
static bool reads(const struct problem *p, int array)
{
    (void)p;
    return array != COS && array != SIN;
}

/* ---- Mistakes. */

/* A row of H times row `col` of a weight. */
static double dot(const struct problem *p, size_t token, int weight, size_t col)
{
    const size_t d = p->size[D];
    double sum = 0;

    for (size_t i = 0; i < d; i++)
        sum += bfloat16(p, H, token * d + i) * bfloat16(p, weight, col * d + i);
    return sum;
}

/* An element of k, the odd one or the even one of the pair r[a] and r[b], with these
   angles. NaN of c. */
static double rotated(const struct problem *p, int array, size_t token, size_t a,
                      size_t b, bool odd, double cos, double sin)
{
    double r[2], zero[2] = {0, 0}, value, bound;

    if (array != K)
        return NAN;
    r[0] = dot(p, token, WR, a);
    r[1] = dot(p, token, WR, b);
    rotate(cos, sin, odd, r, zero, &value, &bound);
    return value;
}

/* Element i with element i + dr / 2, as some models have it. */
static double by_halves(const struct problem *p, int array, size_t token, size_t col)
{
    const size_t half = p->size[DR] / 2, i = col % half;

    return rotated(p, array, token, i, i + half, col >= half, angle(p, COS, token, i),
                   angle(p, SIN, token, i));
}

static double other_way(const struct problem *p, int array, size_t token, size_t col)
{
    const size_t i = col / 2;

    return rotated(p, array, token, 2 * i, 2 * i + 1, col % 2, angle(p, COS, token, i),
                   -angle(p, SIN, token, i));
}

static double not_rotated(const struct problem *p, int array, size_t token, size_t col)
{
    return array == K ? dot(p, token, WR, col) : NAN;
}

static double exchanged(const struct problem *p, int array, size_t token, size_t col)
{
    const size_t i = col / 2;

    return rotated(p, array, token, 2 * i, 2 * i + 1, col % 2, angle(p, SIN, token, i),
                   angle(p, COS, token, i));
}

/* The odd element in place of the even one, and the even one in place of the odd. */
static double neighbour(const struct problem *p, int array, size_t token, size_t col)
{
    const size_t i = col / 2;

    return rotated(p, array, token, 2 * i, 2 * i + 1, !(col % 2),
                   angle(p, COS, token, i), angle(p, SIN, token, i));
}

/* The token's number in place of its position. NaN where that is no different. */
static double by_token(const struct problem *p, int array, size_t token, size_t col)
{
    const size_t i = col / 2, at = token * (p->size[DR] / 2) + i;

    if (token >= (size_t)p->size[POSITIONS] ||
        token == (size_t)((const int *)p->array[POSITION])[token])
        return NAN;
    return rotated(p, array, token, 2 * i, 2 * i + 1, col % 2,
                   ((const float *)p->array[COS])[at],
                   ((const float *)p->array[SIN])[at]);
}

/* As far as two such sums are rounded; a mistake may be larger than the right value,
   but not than both elements of its pair of r. */
static double slack(const struct problem *p, int array, size_t row, size_t col)
{
    double ref, bound, pair = 0;

    element(p, array, row, col, &ref, &bound);
    for (size_t i = 0; array == K && i < 2; i++)
        pair += fabs(dot(p, row, WR, col / 2 * 2 + i));
    return 2 * (bound + element_roundoff(ELEMENT_BFLOAT16) * pair);
}

static bool explain(const struct wrong_elements *w, struct explanation *e)
{
    enum { FINISH = 1 << STEP_FINISH };
    static const struct mistake mistakes[] = {
        {not_rotated, "this is the correct value of r, before the rotation",
         "rotate each pair of r by the angle of its token's position", FINISH},
        {by_halves,
         "this is the correct value if element i is rotated with element i + dr / 2",
         "a pair is two neighbours: elements 2 * i and 2 * i + 1, and angle i", FINISH},
        {other_way, "this is the correct value for a rotation in the other direction",
         "the even element is r0 * cos - r1 * sin, the odd one r0 * sin + r1 * cos",
         FINISH},
        {exchanged, "this is the correct value with sine and cosine exchanged",
         "the even element is r0 * cos - r1 * sin, the odd one r0 * sin + r1 * cos",
         FINISH},
        {neighbour, "this is the correct value of the other element of the pair",
         "the even element is r0 * cos - r1 * sin, the odd one r0 * sin + r1 * cos",
         FINISH},
        {by_token,
         "this is the correct value for a token whose position is its number in H",
         "the angles of token t are in row position[t] of cos and sin", FINISH},
    };

    return explain_mistakes(w, mistakes, sizeof mistakes / sizeof *mistakes, slack, e);
}

/* No rotation: k is r. */
static bool alone(struct problem *p)
{
    const size_t n = (size_t)p->size[POSITIONS] * (p->size[DR] / 2);

    for (size_t i = 0; i < n; i++) {
        ((float *)p->array[COS])[i] = 1;
        ((float *)p->array[SIN])[i] = 0;
    }
    return true;
}

static const float tried[][OPERATION_SCALARS] = {{0}}; /* there are none */

static int half_of_dr(const int size[])
{
    return size[DR] / 2;
}

static const struct operation latent_operation = {
    .name = "latent",
    .header = "latent.h",
    .formula = "c = H*Wc^T, k = rope(H*Wr^T)",
    .size = {"tokens", "D", "dc", "dr", "P"},
    .unit = {1, 8, 8, 8, 1},
    .tried = tried,
    .n_tried = 1,
    .extent = {half_of_dr},
    .array =
        {
            {"H", ELEMENT_BFLOAT16, USE_IN, TOKENS, D, CONTIGUOUS, "t * D + i",
             "t < tokens and i < D"},
            {"Wc", ELEMENT_BFLOAT16, USE_IN, DC, D, CONTIGUOUS, "col * D + i",
             "col < dc and i < D"},
            {"Wr", ELEMENT_BFLOAT16, USE_IN, DR, D, CONTIGUOUS, "col * D + i",
             "col < dr and i < D"},
            {"cos", ELEMENT_FLOAT, USE_IN, POSITIONS, EXTENT(0), CONTIGUOUS,
             "position[t] * (dr / 2) + i", "i < dr / 2"},
            {"sin", ELEMENT_FLOAT, USE_IN, POSITIONS, EXTENT(0), CONTIGUOUS,
             "position[t] * (dr / 2) + i", "i < dr / 2"},
            {"position", ELEMENT_INT32, USE_IN, ONE, TOKENS, CONTIGUOUS, "t",
             "t < tokens"},
            {"c", ELEMENT_BFLOAT16, USE_OUT, TOKENS, DC, CONTIGUOUS, "t * dc + col",
             "t < tokens and col < dc"},
            {"k", ELEMENT_BFLOAT16, USE_OUT, TOKENS, DR, CONTIGUOUS, "t * dr + col",
             "t < tokens and col < dr"},
        },
    .advice =
        {
            "look at the indices: row t of H with row col of Wc or Wr, D elements "
            "each; "
            "of k, the pair 2 * i and 2 * i + 1 with angle i of position[t]; r stays "
            "in "
            "float until it is rotated",
            "give every element of c and of k a thread: both have `tokens` rows",
            "c and k hold nothing before the call: keep r in registers until it is "
            "rotated",
        },
    .peer = {"cuBLAS"},
    .prepare = positions,
    .reads = reads,
    .reference = reference,
    .element = element,
    .largest = largest,
    .work = work,
    .explain = explain,
    .product =
        {
            {.output = C,
             .left = H,
             .right = WC,
             .k = "i",
             .alone = alone,
             .rest = "without a rotation (cos = 1, sin = 0)",
             .rest_advice = "k alone is rotated, and c is stored as it is: which sums "
                            "are whose?"},
            {.output = K,
             .left = H,
             .right = WR,
             .k = "i",
             .several = true,
             .alone = alone,
             .rest = "without a rotation (cos = 1, sin = 0)",
             .rest_advice = "which pair of r, and which angle, does each element need: "
                            "2 * i and 2 * i + 1, and angle i of position[t]? r "
                            "stays in float until then"},
        },
};
OPERATION(latent_operation);
