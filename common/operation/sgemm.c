/* sgemm() as data; sgemm_operation.h has its contract, matrix.h its reference. */
#include "operation/sgemm_operation.h"

#include <math.h>

/* A factor of 0 leaves nothing to read. */
static bool reads(const struct problem *p, int array)
{
    return p->scalar[array == SGEMM_C ? SGEMM_BETA : SGEMM_ALPHA] != 0;
}

static void reference(const struct problem *p, int array, double *ref, double *bound)
{
    const struct matrix_problem m = sgemm_problem(p);

    (void)array;
    matrix_reference(&m, ref, bound);
}

static void element(const struct problem *p, int array, size_t row, size_t col,
                    double *ref, double *bound)
{
    const struct matrix_problem m = sgemm_problem(p);

    (void)array;
    matrix_element(&m, (int)row, (int)col, ref, bound);
}

/* |sum of K products| <= K for inputs in [-1, 1]; twice that leaves room. */
static double largest(const struct problem *p, int array)
{
    (void)array;
    return 2 * (fabs(p->scalar[SGEMM_ALPHA]) * p->size[SGEMM_K] +
                fabs(p->scalar[SGEMM_BETA]));
}

static struct work work(const struct problem *p)
{
    const double M = p->size[SGEMM_M], N = p->size[SGEMM_N], K = p->size[SGEMM_K];

    return (struct work){2 * M * N * K, 4 * (M * K + K * N + 2 * M * N)};
}

static double finish(const struct problem *p, size_t row, size_t col, double sum)
{
    const float *C = p->array[SGEMM_C];
    const double beta = p->scalar[SGEMM_BETA];

    return p->scalar[SGEMM_ALPHA] * sum +
           (beta == 0 ? 0 : beta * C[row * p->size[SGEMM_N] + col]);
}

static bool alone(struct problem *p)
{
    if (p->scalar[SGEMM_BETA] == 0)
        return false;
    p->scalar[SGEMM_BETA] = 0;
    matrix_poison(p->array[SGEMM_C], (size_t)p->size[SGEMM_M] * p->size[SGEMM_N]);
    return true;
}

static const float tried[][OPERATION_SCALARS] = {{1, 0}, {0.5f, 3}};

static const struct operation sgemm_operation = {
    .name = "sgemm",
    .header = "sgemm.h",
    .peer = {"cuBLAS"},
    .formula = "C = alpha*A*B + beta*C",
    .size = {"M", "N", "K"},
    .scalar = {"alpha", "beta"},
    .tried = tried,
    .n_tried = 2,
    .array =
        {
            {"A", ELEMENT_FLOAT, USE_IN, SGEMM_M, SGEMM_K, CONTIGUOUS, "row * K + k",
             "row < M and k < K"},
            {"B", ELEMENT_FLOAT, USE_IN, SGEMM_K, SGEMM_N, CONTIGUOUS, "k * N + col",
             "k < K and col < N"},
            {"C", ELEMENT_FLOAT, USE_IN_OUT, SGEMM_M, SGEMM_N, CONTIGUOUS,
             "row * N + col", "row < M and col < N"},
        },
    .advice =
        {
            "look at the indices, A[row * K + k], B[k * N + col] and C[row * N + col], "
            "and that each stays inside its matrix; in tiles, that a sum pairs the "
            "same k of both tiles; does the sum begin at 0?",
            "launch enough threads for every element of C: round the grid up, as in "
            "(N + n - 1) / n for n columns per block",
            "C is read although beta is 0, and may hold NaN then: write alpha * sum "
            "alone where beta is 0",
        },
    .reads = reads,
    .reference = reference,
    .element = element,
    .largest = largest,
    .work = work,
    .agree = sgemm_agree,
    .explain = sgemm_explain,
    .product = {{.output = SGEMM_C,
                 .left = SGEMM_A,
                 .right = SGEMM_B,
                 .right_down = true,
                 .k = "k",
                 .finish = finish,
                 .alone = alone,
                 .rest = "with beta = 0",
                 .rest_advice = "store alpha * sum + beta * (what C held before) in "
                                "one statement: is C changed before it is read?"}},
};
OPERATION(sgemm_operation);
