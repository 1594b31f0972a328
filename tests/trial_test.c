/*
 * common/trial/trial.c, guarded.c, judge.c and launch_error.c as they work beside a
 * GPU, where no emulator helps: against a device of host memory, with kernels that are
 * C functions.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <cuda_runtime.h>
#include <stdlib.h>
#include <string.h>

#include "device/host_alloc.h"
#include "probe.h"
#include "diagnose/diagnose.h"
#include "trial/launch_error.h"
#include "trial/compare.h"
#include "trial/trial.h"
#include "device.h"

/* --- Kernels: 3 x 4 by 5, one right and others wrong in one thing each. */
enum { M = 3, N = 4, K = 5 };

static float dot(const float *A, const float *B, int row, int col)
{
    float sum = 0;

    for (int k = 0; k < K; k++)
        sum += A[row * K + k] * B[k * N + col];
    return sum;
}

static void right(int m, int n, int k, float alpha, const float *A, const float *B,
                  float beta, float *C)
{
    assert_true(m == M && n == N && k == K);
    for (int i = 0; i < M * N; i++)
        C[i] = alpha * dot(A, B, i / N, i % N) + (beta == 0 ? 0 : beta * C[i]);
}

#define WRONG_KERNEL(name, damage)                                                     \
    static void name(int m, int n, int k, float alpha, const float *A, const float *B, \
                     float beta, float *C)                                             \
    {                                                                                  \
        float *a = (float *)A;                                                         \
        float *b = (float *)B;                                                         \
                                                                                       \
        right(m, n, k, alpha, A, B, beta, C);                                          \
        damage;                                                                        \
        (void)a, (void)b;                                                              \
    }

WRONG_KERNEL(one_past_the_end, C[M * N] = 0)
WRONG_KERNEL(far_past_the_end, C[M * N + 63 * N] = 0)
WRONG_KERNEL(before_the_start, C[-2] = 0)
WRONG_KERNEL(past_the_end_of_a, a[M * K] = 0)
WRONG_KERNEL(past_the_end_of_b, b[K * N + 9] = 0)
WRONG_KERNEL(a_overwritten, a[1 * K + 2] += 1)
WRONG_KERNEL(b_overwritten, b[4 * N + 3] += 1)
WRONG_KERNEL(refused, launch_error = cudaErrorUnknown)
WRONG_KERNEL(one_wrong, C[2 * N + 1] += 1)

/* Does not look at beta. */
static void reads_c(int m, int n, int k, float alpha, const float *A, const float *B,
                    float beta, float *C)
{
    (void)m, (void)n, (void)k;
    for (int i = 0; i < M * N; i++)
        C[i] = alpha * dot(A, B, i / N, i % N) + beta * C[i];
}

static void no_alpha(int m, int n, int k, float alpha, const float *A, const float *B,
                     float beta, float *C)
{
    (void)m, (void)n, (void)k, (void)alpha;
    for (int i = 0; i < M * N; i++)
        C[i] = dot(A, B, i / N, i % N) + (beta == 0 ? 0 : beta * C[i]);
}

/* Every element is alpha times a sum, of a * b over k, and beta times what it was. */
#define OTHER_SUM(name, first, a, b)                                                   \
    static void name(int m, int n, int k_, float alpha, const float *A,                \
                     const float *B, float beta, float *C)                             \
    {                                                                                  \
        (void)m, (void)n, (void)k_;                                                    \
        for (int i = 0; i < M * N; i++) {                                              \
            const int row = i / N, col = i % N;                                        \
            float sum = first;                                                         \
                                                                                       \
            for (int k = 0; k < K; k++)                                                \
                sum += (a) * (b);                                                      \
            C[i] = alpha * sum + (beta == 0 ? 0 : beta * C[i]);                        \
            (void)row, (void)col;                                                      \
        }                                                                              \
    }
#define A_AT(row, k) A[((row) % M) * K + (k) % K]
#define B_AT(k, col) B[((k) % K) * N + (col) % N]

OTHER_SUM(next_row_of_a, 0, A_AT(row + (k > 1), k), B_AT(k, col))
OTHER_SUM(next_k_of_a, 0, A_AT(row, k + 1), B_AT(k, col))
OTHER_SUM(next_column_of_b, 0, A_AT(row, k), B_AT(k, col + (k > 1)))
OTHER_SUM(same_k_of_b, 0, A_AT(row, k), B_AT(2, col))
OTHER_SUM(sum_from_2, 2.5f, A_AT(row, k), B_AT(k, col))
OTHER_SUM(without_the_second, 0, A_AT(row, k), k == 1 ? 0 : B_AT(k, col))
OTHER_SUM(the_second_twice, A_AT(row, 1) * B_AT(1, col), A_AT(row, k), B_AT(k, col))

static void misses_the_last_row(int m, int n, int k, float alpha, const float *A,
                                const float *B, float beta, float *C)
{
    (void)m, (void)n, (void)k;
    for (int i = 0; i < (M - 1) * N; i++)
        C[i] = alpha * dot(A, B, i / N, i % N) + (beta == 0 ? 0 : beta * C[i]);
}

/* The kernel that is tried. */
typedef void product(int m, int n, int k, float alpha, const float *A, const float *B,
                     float beta, float *C);
static product *tried;

static void call_tried(const struct call *c)
{
    tried(c->size[0], c->size[1], c->size[2], c->scalar[0], c->array[0], c->array[1],
          c->scalar[1], c->array[2]);
}

/* Run one kernel as the checker does. */
static struct finding try(product *fn, float beta)
{
    static const int size[OPERATION_SIZES] = {M, N, K};
    const float scalar[] = {0.5f, beta};
    struct finding f = {.verdict = VERDICT_PASS};
    double ref[M * N], bound[M * N];
    struct matrix_diff d;
    struct trial t;
    float ms;

    tried = fn;
    trial_open(&t, operation_find("sgemm"), size, scalar, 1);
    if (trial_call(&t, call_tried, 1, &ms, &f)) {
        problem_reference(&t.p, 2, ref, bound);
        d = compare_all(&t.p, 2, t.result[2], ref, bound);
        if (d.wrong)
            diagnose_all(&t, 2, call_tried, 1, &d, ref, bound, &f);
    }
    trial_close(&t);
    return f;
}

#define assert_says(text, words) assert_non_null(strstr(text, words))

static void a_right_kernel_passes(void **state)
{
    (void)state;
    assert_int_equal(try(right, 0).verdict, VERDICT_PASS);
    assert_int_equal(try(right, 3).verdict, VERDICT_PASS);
}

static void writes_beside_the_arrays_are_seen(void **state)
{
    const struct {
        product *fn;
        const char *what;
    } cases[] = {
        {one_past_the_end, "wrote 1 element past the end of C"},
        {far_past_the_end, "wrote 253 elements past the end of C"},
        {before_the_start, "wrote 2 elements before the start of C"},
        {past_the_end_of_a, "wrote 1 element past the end of A"},
        {past_the_end_of_b, "wrote 10 elements past the end of B"},
    };

    (void)state;
    for (int i = 0; i < 5; i++) {
        const struct finding f = try(cases[i].fn, 3);

        assert_int_equal(f.verdict, VERDICT_OUT_OF_BOUNDS);
        assert_says(f.what, cases[i].what);
    }
}

static void overwritten_inputs_are_seen(void **state)
{
    struct finding f;

    (void)state;
    f = try(a_overwritten, 0);
    assert_int_equal(f.verdict, VERDICT_WRONG);
    assert_says(f.what, "input A was overwritten, first at row 1, column 2");
    f = try(b_overwritten, 0);
    assert_int_equal(f.verdict, VERDICT_WRONG);
    assert_says(f.what, "input B was overwritten, first at row 4, column 3");
}

static void wrong_results_come_with_place_and_cause(void **state)
{
    struct finding f;

    (void)state;
    f = try(one_wrong, 0);
    assert_int_equal(f.verdict, VERDICT_WRONG);
    assert_says(f.what, "1 of 12 elements of C is wrong, the first at row 2, column 1");
    assert_says(f.map, "one element:\n....\n....\n.#..\n(. correct, # wrong");
    assert_says(f.what, "the sum of element (2, 1) is 7, not 5");
    assert_says(f.remedy, "a single element");
    f = try(no_alpha, 3);
    assert_says(f.what, "the factor alpha is missing");
    assert_string_equal(f.map, "every element");
    assert_says(f.remedy, "alpha * sum + beta * (what C held before)");

    f = try(reads_c, 0);
    assert_int_equal(f.verdict, VERDICT_WRONG);
    assert_says(f.what, "12 of 12 elements");
    assert_says(f.remedy, "C is read although beta is 0");
    assert_int_equal(try(reads_c, 3).verdict, VERDICT_PASS);

    f = try(misses_the_last_row, 0);
    assert_says(f.what,
                "4 of 12 elements of C are wrong, the first at row 2, column 0");
    assert_says(f.what, "(never written)");
    assert_says(f.remedy, "Look at the size of the grid (rounded up");
    f = try(misses_the_last_row, 3);
    assert_says(f.what, "(never written)");
}

static void wrong_elements_are_told_from_wrong_counts(void **state)
{
    static const struct {
        product *fn;
        const char *what, *remedy;
    } cases[] = {
        {next_row_of_a, "but of the wrong rows of A", "A[row * K + k], with row < M"},
        {next_k_of_a, "multiplies those of different k", "A[row * K + k] * B"},
        {next_column_of_b, "but of the wrong columns of B",
         "B[k * N + col], with k < K"},
        {same_k_of_b, "but of the wrong rows of B", "B[k * N + col]"},
        {sum_from_2, "is 7.5, not 5", "does the sum begin at 0"},
        {without_the_second, "has 4 products, not 5", "where does a loop, or a part"},
        {the_second_twice, "has 6 products, not 5",
         "is the sum set to 0, and is each product"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (int beta = 0; beta <= 3; beta += 3) {
            const struct finding f = try(cases[i].fn, (float)beta);

            assert_int_equal(f.verdict, VERDICT_WRONG);
            assert_says(f.what, cases[i].what);
            assert_says(f.remedy, cases[i].remedy);
        }
}

static void cuda_errors_become_verdicts(void **state)
{
    const struct {
        const char *name;
        enum verdict verdict;
        const char *what;
    } cases[] = {
        {"cudaErrorIllegalAddress", VERDICT_OUT_OF_BOUNDS, "outside every array"},
        {"cudaErrorMisalignedAddress", VERDICT_MISALIGNED, "multiple of its size"},
        {"cudaErrorLaunchTimeout", VERDICT_TIMEOUT, "longer than"},
        {"cudaErrorInvalidConfiguration", VERDICT_CRASH, "the launch was refused"},
        {"cudaErrorInvalidValue", VERDICT_CRASH, "the launch was refused"},
        {"cudaErrorLaunchOutOfResources", VERDICT_CRASH, "more registers"},
        {"cudaErrorAssert", VERDICT_CRASH, "an assert()"},
        {"cudaErrorLaunchFailure", VERDICT_CRASH, "broke off"},
        {"cudaErrorOfAnotherKind", VERDICT_CRASH,
         "some error (cudaErrorOfAnotherKind)"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct finding f;

        error_name = cases[i].name;
        f = try(refused, 0);
        assert_int_equal(f.verdict, cases[i].verdict);
        assert_says(f.what, cases[i].what);
        assert_says(f.what, cases[i].name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_right_kernel_passes),
        cmocka_unit_test(writes_beside_the_arrays_are_seen),
        cmocka_unit_test(overwritten_inputs_are_seen),
        cmocka_unit_test(wrong_results_come_with_place_and_cause),
        cmocka_unit_test(wrong_elements_are_told_from_wrong_counts),
        cmocka_unit_test(cuda_errors_become_verdicts),
    };

    return cmocka_run_group_tests_name("trial", tests, NULL, NULL);
}
