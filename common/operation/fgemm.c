/* fgemm() as data: C = scale A B^T of E4M3, with sums in FP32 by tensor cores. */
#include <math.h>
#include <stdlib.h>

#include "device/host_alloc.h"
#include "operation/operation.h"
#include "operation/problem.h"
#include "element/tensor_sum.h"

enum { M, N, K, LDA, LDB, LDC };
enum { A, B, C };

/* docs/tolerance.md: what FP8 instructions lose of sums that take up at most 128
   products; then as other tensor sums. */
static void dot(int n, const double *a, const double *b, double scale, double *ref,
                double *bound)
{
    double sum = 0, magnitude = 0, most = 0;

    for (int k = 0; k < n; k++) {
        const double product = a[k] * b[k]; /* exact */

        sum += product;
        magnitude += fabs(product);
        most = fmax(most, fabs(product));
    }
    *ref = scale * sum;
    *bound = fabs(scale) * (ldexp(magnitude, -10) + ldexp(most, -8)) +
             element_gamma(ELEMENT_FLOAT, 2) * fabs(*ref);
    *bound = tensor_rounded(*ref, *bound);
}

static void element(const struct problem *p, int array, size_t row, size_t col,
                    double *ref, double *bound)
{
    double *a = host_alloc_double(p->size[K]), *b = host_alloc_double(p->size[K]);

    (void)array;
    problem_row(p, A, row, a);
    problem_row(p, B, col, b);
    dot(p->size[K], a, b, p->scalar[0], ref, bound);
    free(a);
    free(b);
}

static void reference(const struct problem *p, int array, double *ref, double *bound)
{
    const size_t rows = p->size[M], cols = p->size[N], k = p->size[K];
    double *a = host_alloc_double(k), *b = host_alloc_double(cols * k);

    (void)array;
    for (size_t col = 0; col < cols; col++)
        problem_row(p, B, col, b + col * k);
    for (size_t row = 0; row < rows; row++) {
        problem_row(p, A, row, a);
        for (size_t col = 0; col < cols; col++)
            dot((int)k, a, b + col * k, p->scalar[0], &ref[row * cols + col],
                &bound[row * cols + col]);
    }
    free(a);
    free(b);
}

static struct work work(const struct problem *p)
{
    const double m = p->size[M], n = p->size[N], k = p->size[K];

    return (struct work){2 * m * n * k, m * k + n * k + 2 * m * n};
}

static double largest(const struct problem *p, int array)
{
    (void)array;
    return 2.0 * fabs(p->scalar[0]) * p->size[K];
}

/* An element of C, of its sum. */
static double finish(const struct problem *p, size_t row, size_t col, double sum)
{
    (void)row;
    (void)col;
    return p->scalar[0] * sum;
}

/* With scale = 1, C is the sum. */
static bool alone(struct problem *p)
{
    const bool changed = p->scalar[0] != 1;

    p->scalar[0] = 1;
    return changed;
}

static const float tried[][OPERATION_SCALARS] = {{1}, {0.25f}};

static const struct operation fgemm_operation = {
    .name = "fgemm",
    .header = "fgemm.h",
    .formula = "C = scale*A*B^T",
    .size = {"M", "N", "K", "lda", "ldb", "ldc"},
    .scalar = {"scale"},
    .tried = tried,
    .n_tried = 2,
    .ld_unit = 16,
    .array =
        {
            {"A", ELEMENT_E4M3, USE_IN, M, K, LDA, "row * lda + k",
             "row < M and k < K"},
            {"B", ELEMENT_E4M3, USE_IN, N, K, LDB, "col * ldb + k",
             "col < N and k < K"},
            {"C", ELEMENT_BFLOAT16, USE_OUT, M, N, LDC, "row * ldc + col",
             "row < M and col < N"},
        },
    .advice =
        {
            "look at the indices, A[row * lda + k], B[col * ldb + k] and "
            "C[row * ldc + col]; at the coordinates of tiles and their descriptors; at "
            "which products are added to the FP32 sums, and when",
            "give every element of C a thread: round the number of tiles up",
            "C is read, and holds nothing before the call: write the sum alone",
        },
    .peer = {"cuBLASLt"},
    .reference = reference,
    .element = element,
    .largest = largest,
    .work = work,
    .product = {{.output = C,
                 .left = A,
                 .right = B,
                 .k = "k",
                 .finish = finish,
                 .alone = alone,
                 .rest = "with scale = 1",
                 .rest_advice = "multiply the sum by `scale` before it is rounded"}},
};
OPERATION(fgemm_operation);
