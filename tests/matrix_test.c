/* common/operation/matrix.c: the fill, the reference, the bound, the compare.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>

#include "operation/matrix.h"

#define U 0x1p-24

/* The hashes of seed 1234567 are the test vector of Vigna's splitmix64.c:
   6457827717110365317, 3203168211198807973, 9817491932198370423. */
static void fill_is_the_published_stream(void **state)
{
    const uint64_t hash[] = {6457827717110365317u, 3203168211198807973u,
                             9817491932198370423u};
    float x[3];

    (void)state;
    matrix_fill(x, 3, 1234567);
    for (int i = 0; i < 3; i++)
        assert_true(x[i] == (float)((double)(hash[i] >> 40) / 0x1p23 - 1));
}

static void fill_depends_on_seed_and_index_alone(void **state)
{
    float a[100], b[50], c[50];
    int different = 0;

    (void)state;
    matrix_fill(a, 100, 7);
    matrix_fill(b, 50, 7);
    matrix_fill(c, 50, 8);
    assert_memory_equal(a, b, sizeof b);
    for (int i = 0; i < 50; i++)
        different += b[i] != c[i];
    assert_int_equal(different, 50);
}

static void fill_covers_minus_one_to_one(void **state)
{
    enum { N = 100000 };
    static float x[N];
    double sum = 0, squares = 0;

    (void)state;
    matrix_fill(x, N, 3);
    for (int i = 0; i < N; i++) {
        assert_true(x[i] >= -1 && x[i] < 1);
        sum += x[i];
        squares += (double)x[i] * x[i];
    }
    assert_true(fabs(sum / N) < 0.01); /* 5 standard errors of the mean */
    assert_true(fabs(squares / N - 1.0 / 3) < 0.01);
}

static void poison_is_one_pattern_of_nan(void **state)
{
    float x[2] = {NAN, 0};

    (void)state;
    assert_false(matrix_is_poison(&x[0]));
    assert_false(matrix_is_poison(&x[1]));
    matrix_poison(x, 2);
    assert_true(isnan(x[0]));
    assert_true(matrix_is_poison(&x[0]));
    assert_true(matrix_is_poison(&x[1]));
}

static void gamma_is_highams(void **state)
{
    (void)state;
    assert_true(matrix_gamma(0) == 0);
    assert_true(matrix_gamma(3) == 3 * U / (1 - 3 * U));
    assert_true(matrix_gamma(0x1p23) == 1); /* n u = 1/2 */
    assert_true(isnan(matrix_gamma(0x1p24)));
    assert_true(isnan(matrix_gamma(0x1p30)));
}

/* 1 x 2 by 2 x 1: 0.5 (2*3 + 4*(-5)) + 3 * 7 = 14; magnitude 0.5 * 26 + 21 = 34. */
static void element_by_hand(void **state)
{
    const float A[] = {2, 4}, B[] = {3, -5}, C0[] = {7};
    const struct matrix_problem p = {1, 1, 2, 0.5f, 3, A, B, C0};
    double ref, bound;

    (void)state;
    matrix_element(&p, 0, 0, &ref, &bound);
    assert_true(ref == 14);
    assert_true(fabs(bound - 34 * (4 * U / (1 - 4 * U))) < 1e-18);
}

static void beta_zero_does_not_read_c(void **state)
{
    const float A[] = {2, 4}, B[] = {3, -5};
    const float C0[] = {NAN};
    struct matrix_problem p = {1, 1, 2, -0.5f, 0, A, B, C0};
    double ref, bound;

    (void)state;
    matrix_element(&p, 0, 0, &ref, &bound);
    assert_true(ref == 7);
    assert_true(fabs(bound - 13 * (4 * U / (1 - 4 * U))) < 1e-18);
    p.C0 = NULL;
    matrix_reference(&p, &ref, &bound);
    assert_true(ref == 7);
}

/* Rows and columns are not confused: 2 x 3 by 3 x 2, by hand. */
static void reference_is_row_major(void **state)
{
    const float A[] = {1, 2, 3, 4, 5, 6}, B[] = {1, 10, 2, 20, 3, 30};
    const struct matrix_problem p = {2, 2, 3, 1, 0, A, B, NULL};
    const double want[] = {14, 140, 32, 320};
    double ref[4], bound[4];

    (void)state;
    matrix_reference(&p, ref, bound);
    assert_memory_equal(ref, want, sizeof want);
}

static void reference_equals_element(void **state)
{
    enum { M = 7, N = 13, K = 29 };
    float A[M * K], B[K * N], C0[M * N];
    const struct matrix_problem p = {M, N, K, 0.5f, 3, A, B, C0};
    double ref[M * N], bound[M * N], r, b;

    (void)state;
    matrix_fill(A, M * K, 1);
    matrix_fill(B, K * N, 2);
    matrix_fill(C0, M * N, 3);
    matrix_reference(&p, ref, bound);
    for (int row = 0; row < M; row++)
        for (int col = 0; col < N; col++) {
            matrix_element(&p, row, col, &r, &b);
            assert_true(fabs(ref[row * N + col] - r) <= 1e-14);
            assert_true(fabs(bound[row * N + col] - b) <= 1e-14 * b);
        }
}

/* Float32 sums in three orders, with and without fma, all lie within the bound. */
static void float_sums_lie_within_the_bound(void **state)
{
    enum { K = 1000 };
    float A[K], B[K], up = 0, down = 0, fused = 0;
    const struct matrix_problem p = {1, 1, K, 1, 0, A, B, NULL};
    double ref, bound;

    (void)state;
    for (uint64_t seed = 0; seed < 100; seed++) {
        matrix_fill(A, K, 2 * seed);
        matrix_fill(B, K, 2 * seed + 1);
        matrix_element(&p, 0, 0, &ref, &bound);
        up = down = fused = 0;
        for (int k = 0; k < K; k++) {
            up += A[k] * B[k];
            down += A[K - 1 - k] * B[K - 1 - k];
            fused = fmaf(A[k], B[k], fused);
        }
        assert_int_equal(matrix_compare(1, 1, &up, &ref, &bound).wrong, 0);
        assert_int_equal(matrix_compare(1, 1, &down, &ref, &bound).wrong, 0);
        assert_int_equal(matrix_compare(1, 1, &fused, &ref, &bound).wrong, 0);
    }
}

/* A bound of 1/4 about 1: both ends pass, the next floats outside do not. */
static void compare_stops_at_the_bound(void **state)
{
    const double ref = 1, bound = 0.25;
    float c = 1.25f;

    (void)state;
    assert_int_equal(matrix_compare(1, 1, &c, &ref, &bound).wrong, 0);
    assert_true(matrix_compare(1, 1, &c, &ref, &bound).worst == 1);
    c = nextafterf(1.25f, 2);
    assert_int_equal(matrix_compare(1, 1, &c, &ref, &bound).wrong, 1);
    c = 0.75f;
    assert_int_equal(matrix_compare(1, 1, &c, &ref, &bound).wrong, 0);
    c = nextafterf(0.75f, 0);
    assert_int_equal(matrix_compare(1, 1, &c, &ref, &bound).wrong, 1);
}

/* Whatever is not a number in C, in the reference or in the bound, nothing passes. */
static void nothing_passes_beside_nan_or_infinity(void **state)
{
    const double odd[] = {NAN, INFINITY, -INFINITY};
    const double one = 1;
    const float right = 1;

    (void)state;
    for (int i = 0; i < 3; i++) {
        const float c = (float)odd[i];

        assert_int_equal(matrix_compare(1, 1, &c, &one, &one).wrong, 1);
        assert_int_equal(matrix_compare(1, 1, &c, &odd[i], &one).wrong, 1);
        assert_int_equal(matrix_compare(1, 1, &c, &odd[i], &odd[i]).wrong, 1);
        assert_int_equal(matrix_compare(1, 1, &c, &one, &odd[i]).wrong, 1);
        assert_int_equal(matrix_compare(1, 1, &right, &odd[i], &one).wrong, 1);
        assert_int_equal(matrix_compare(1, 1, &right, &one, &odd[i]).wrong, 1);
    }
}

static void compare_finds_the_first_and_counts(void **state)
{
    float C[] = {1, 2, 3, 4, 5, 6};
    const double ref[] = {1, 2, 3, 4, 5, 6};
    const double bound[] = {0.5, 0.5, 0.5, 0.5, 0.5, 0.5};
    struct matrix_diff d;

    (void)state;
    d = matrix_compare(2, 3, C, ref, bound);
    assert_int_equal(d.wrong, 0);
    assert_true(d.worst == 0);
    C[1] = 2.25f;
    C[3] = 9;
    matrix_poison(&C[5], 1);
    d = matrix_compare(2, 3, C, ref, bound);
    assert_int_equal(d.wrong, 2);
    assert_int_equal(d.unwritten, 1);
    assert_int_equal(d.row, 1);
    assert_int_equal(d.col, 0);
    assert_true(d.got == 9 && d.ref == 4 && d.bound == 0.5);
    assert_true(d.worst == 0.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fill_is_the_published_stream),
        cmocka_unit_test(fill_depends_on_seed_and_index_alone),
        cmocka_unit_test(fill_covers_minus_one_to_one),
        cmocka_unit_test(poison_is_one_pattern_of_nan),
        cmocka_unit_test(gamma_is_highams),
        cmocka_unit_test(element_by_hand),
        cmocka_unit_test(beta_zero_does_not_read_c),
        cmocka_unit_test(reference_is_row_major),
        cmocka_unit_test(reference_equals_element),
        cmocka_unit_test(float_sums_lie_within_the_bound),
        cmocka_unit_test(compare_stops_at_the_bound),
        cmocka_unit_test(nothing_passes_beside_nan_or_infinity),
        cmocka_unit_test(compare_finds_the_first_and_counts),
    };

    return cmocka_run_group_tests_name("matrix", tests, NULL, NULL);
}
