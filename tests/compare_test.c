/* common/trial/compare.c: large results, checked at some elements; and
   sgemm_agree.c, beside another result. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "trial/compare.h"
#include "operation/sgemm_operation.h"

/* A product of 96 x 80, its float32 result, and damage to it. */
enum { M = 96, N = 80, K = 64 };
static float A[M * K], B[K * N], C0[M * N], C[M * N];
static struct problem problem = {
    .size = {M, N, K}, .scalar = {0.5f, 3}, .array = {A, B, C0}};

static int make_problem(void **state)
{
    (void)state;
    problem.of = operation_find("sgemm");
    matrix_fill(A, M * K, 1);
    matrix_fill(B, K * N, 2);
    matrix_fill(C0, M * N, 3);
    for (int row = 0; row < M; row++)
        for (int col = 0; col < N; col++) {
            float sum = 0;

            for (int k = 0; k < K; k++)
                sum += A[row * K + k] * B[k * N + col];
            C[row * N + col] = 0.5f * sum + 3 * C0[row * N + col];
        }
    return 0;
}

static size_t wrong_spots(int sampled)
{
    size_t checked;

    return compare_some(&problem, SGEMM_C, C, sampled, 50, &checked).wrong;
}

static void spots_of_a_right_result(void **state)
{
    size_t checked;
    struct matrix_diff d;

    (void)state;
    d = compare_some(&problem, SGEMM_C, C, false, 50, &checked);
    assert_int_equal(d.wrong, 0);
    assert_true(d.worst > 0 && d.worst <= 1);
    assert_true(checked >= 50);
    assert_int_equal(wrong_spots(true), 0);
    assert_int_equal(sgemm_agree(&problem, SGEMM_C, C, C).wrong, 0);
}

static void spots_find_what_looks_odd(void **state)
{
    const int at = 41 * N + 37;
    const float odd[] = {NAN, INFINITY, 1e6f, C0[at]};

    (void)state;
    for (int i = 0; i < 4; i++) {
        C[at] = odd[i];
        assert_int_equal(wrong_spots(false), 1);
    }
    /* Where only some blocks ran, an element that C0 explains is none of theirs. */
    assert_int_equal(wrong_spots(true), 0);
}

static void spots_find_wrong_corners(void **state)
{
    const int corners[] = {0, N - 1, (M - 1) * N, M * N - 1};

    (void)state;
    for (int i = 0; i < 4; i++) {
        make_problem(NULL);
        C[corners[i]] += 1;
        assert_int_equal(wrong_spots(false), 1);
        assert_int_equal(wrong_spots(true), 1);
    }
}

static void nothing_written_is_wrong(void **state)
{
    (void)state;
    memcpy(C, C0, sizeof C);
    assert_int_equal(wrong_spots(false), 1000);
    assert_int_equal(wrong_spots(true), 1000);
}

/* The bound of two results: 2 gamma(66) (0.5 |A row| |B column| + 3 |C0|). */
static void agreement_stops_at_both_bounds(void **state)
{
    const int row = 41, col = 37, at = row * N + col;
    const double gamma = 66 * 0x1p-24 / (1 - 66 * 0x1p-24);
    float other[M * N];
    double a = 0, b = 0, bound;
    struct matrix_diff d;

    (void)state;
    memcpy(other, C, sizeof other);
    for (int k = 0; k < K; k++) {
        a += (double)A[row * K + k] * A[row * K + k];
        b += (double)B[k * N + col] * B[k * N + col];
    }
    bound = 2 * gamma * (0.5 * sqrt(a) * sqrt(b) + 3 * fabs(C0[at]));
    C[at] = (float)(other[at] + 0.99 * bound);
    assert_int_equal(sgemm_agree(&problem, SGEMM_C, C, other).wrong, 0);
    C[at] = (float)(other[at] + 1.01 * bound);
    d = sgemm_agree(&problem, SGEMM_C, C, other);
    assert_int_equal(d.wrong, 1);
    assert_int_equal(d.row, row);
    assert_int_equal(d.col, col);
    C[at] = NAN;
    assert_int_equal(sgemm_agree(&problem, SGEMM_C, C, other).wrong, 1);
}

/* The bound of two layers: 2 gamma(66) (|X row| |W column| + |b|). */
static void layers_agree(void **state)
{
    const struct operation *layer = operation_find("gemm_bias_relu");
    const int row = 41, col = 37, at = row * N + col;
    struct problem p = {.of = layer, .size = {M, N, K}, .array = {A, B, C0}};
    const double gamma = 66 * 0x1p-24 / (1 - 66 * 0x1p-24);
    float other[M * N];
    double x = 0, w = 0, bound;

    (void)state;
    for (int i = 0; i < M * N; i++)
        other[i] = C[i] = fmaxf(C[i], 0);
    for (int k = 0; k < K; k++) {
        x += (double)A[row * K + k] * A[row * K + k];
        w += (double)B[k * N + col] * B[k * N + col];
    }
    bound = 2 * gamma * (sqrt(x) * sqrt(w) + fabs(C0[col])); /* b is C0's first row */
    C[at] = (float)(other[at] + 0.99 * bound);
    assert_int_equal(layer->agree(&p, 3, C, other).wrong, 0);
    C[at] = (float)(other[at] + 1.01 * bound);
    assert_int_equal(layer->agree(&p, 3, C, other).wrong, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(spots_of_a_right_result, make_problem),
        cmocka_unit_test_setup(spots_find_what_looks_odd, make_problem),
        cmocka_unit_test_setup(spots_find_wrong_corners, make_problem),
        cmocka_unit_test_setup(nothing_written_is_wrong, make_problem),
        cmocka_unit_test_setup(agreement_stops_at_both_bounds, make_problem),
        cmocka_unit_test_setup(layers_agree, make_problem),
    };

    return cmocka_run_group_tests_name("compare", tests, NULL, NULL);
}
