/* bgemm() as data: C = A B^T of bfloat16, with sums in FP32 by tensor cores. */
#include <math.h>
#include <stdlib.h>

#include "device/host_alloc.h"
#include "operation/operation.h"
#include "operation/problem.h"
#include "element/tensor_sum.h"

enum { M, N, K, LDA, LDB, LDC };
enum { A, B, C };

static double at(const struct problem *p, int array, size_t row, size_t col)
{
    const size_t ld = p->size[p->of->array[array].ld];

    return element_get(ELEMENT_BFLOAT16, p->array[array], row * ld + col);
}

/* A row of A times rows of B, whose elements k are in row k of b; rounded to bfloat16.
 */
static void dots(int n, const double *a, int cols, const double *b, double *ref,
                 double *bound)
{
    tensor_sums(n, a, cols, b, ref, bound);
    for (int col = 0; col < cols; col++)
        bound[col] = tensor_rounded(ref[col], bound[col]);
}

static void element(const struct problem *p, int array, size_t row, size_t col,
                    double *ref, double *bound)
{
    double *a = host_alloc_double(p->size[K]), *b = host_alloc_double(p->size[K]);

    (void)array;
    problem_row(p, A, row, a);
    problem_row(p, B, col, b);
    dots(p->size[K], a, 1, b, ref, bound);
    free(a);
    free(b);
}

static void reference(const struct problem *p, int array, double *ref, double *bound)
{
    const size_t rows = p->size[M], cols = p->size[N], k = p->size[K];
    double *a = host_alloc_double(k), *b = host_alloc_double(cols * k);

    (void)array;
    for (size_t col = 0; col < cols; col++)
        for (size_t i = 0; i < k; i++)
            b[i * cols + col] = at(p, B, col, i);
    for (size_t row = 0; row < rows; row++) {
        problem_row(p, A, row, a);
        dots((int)k, a, (int)cols, b, &ref[row * cols], &bound[row * cols]);
    }
    free(a);
    free(b);
}

static struct work work(const struct problem *p)
{
    const double m = p->size[M], n = p->size[N], k = p->size[K];

    return (struct work){2 * m * n * k, 2 * (m * k + n * k + m * n)};
}

static double largest(const struct problem *p, int array)
{
    (void)array;
    return 2.0 * p->size[K];
}

static const float tried[][OPERATION_SCALARS] = {{0},
                                                 {0}}; /* none; with and without ld */

static const struct operation bgemm_operation = {
    .name = "bgemm",
    .header = "bgemm.h",
    .formula = "C = A*B^T",
    .size = {"M", "N", "K", "lda", "ldb", "ldc"},
    .tried = tried,
    .n_tried = 2,
    .ld_unit = 8,
    .array =
        {
            {"A", ELEMENT_BFLOAT16, USE_IN, M, K, LDA, "row * lda + k",
             "row < M and k < K"},
            {"B", ELEMENT_BFLOAT16, USE_IN, N, K, LDB, "col * ldb + k",
             "col < N and k < K"},
            {"C", ELEMENT_BFLOAT16, USE_OUT, M, N, LDC, "row * ldc + col",
             "row < M and col < N"},
        },
    .advice =
        {
            "look at the indices, A[row * lda + k], B[col * ldb + k] and "
            "C[row * ldc + col]; at which lane holds which element of a fragment, or "
            "at "
            "the coordinates of tiles and their descriptors; sums stay in float until "
            "the end",
            "give every element of C a thread: round the grid up, as in (N + n - 1) / "
            "n "
            "for n columns per block",
            "C is read, and holds nothing before the call: write the sum alone",
        },
    .peer = {"cuBLAS"},
    .reference = reference,
    .element = element,
    .largest = largest,
    .work = work,
    .product = {{.output = C, .left = A, .right = B, .k = "k"}},
};
OPERATION(bgemm_operation);
