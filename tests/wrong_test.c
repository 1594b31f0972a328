/* common/diagnose/wrong_pattern.c, wrong_map.c and wrong_value.c: marks and values made
 * by hand.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

#include "operation/matrix.h"
#include "operation/operation.h"
#include "operation/problem.h"
#include "diagnose/explain.h"
#include "diagnose/wrong_map.h"
#include "diagnose/wrong_value.h"

enum { M = 24, N = 32 };

static char words[160], map[WRONG_MAP_SIZE];

/* The pattern of the elements for which `condition`, of row and col, holds. */
#define PATTERN(condition)                                                             \
    __extension__({                                                                    \
        static unsigned char marks[M * N];                                             \
                                                                                       \
        for (int row = 0; row < M; row++)                                              \
            for (int col = 0; col < N; col++)                                          \
                marks[row * N + col] = (condition) ? WRONG_VALUE : WRONG_NOT;          \
        wrong_map(marks, M, N, map);                                                   \
        wrong_pattern(marks, M, N, words, sizeof words);                               \
    })
#define assert_pattern(condition, pattern, text)                                       \
    do {                                                                               \
        assert_int_equal(PATTERN(condition), pattern);                                 \
        assert_string_equal(words, text);                                              \
    } while (0)

static void patterns_have_names(void **state)
{
    (void)state;
    assert_pattern(true, WRONG_ALL, "every element");
    assert_pattern(row != 5 || col != 5, WRONG_ALL, "every element");
    assert_pattern(row == 5 && col == 7, WRONG_ONE, "one element");
    assert_pattern(row >= 21, WRONG_LAST, "the last 3 rows");
    assert_pattern(col == 31, WRONG_LAST, "the last column");
    assert_pattern(row >= 22 || col >= 31, WRONG_LAST,
                   "the last 2 rows, and the last column");
    assert_pattern(row % 8 == 7, WRONG_EVERY, "every 8th row, from row 7 on");
    assert_pattern(col % 4 >= 2, WRONG_EVERY, "2 of every 4 columns, from column 2 on");
    assert_pattern(row >= 8 && row < 16, WRONG_BAND, "rows 8 to 15");
    assert_pattern(row < 1, WRONG_BAND, "row 0");
    assert_pattern(row >= 8 && row < 16 && col < 16, WRONG_RECTANGLE,
                   "rows 8 to 15, in columns 0 to 15");
    assert_pattern(row % 8 != col % 8, WRONG_EVERY,
                   "the same 56 of each 8 x 8 elements");
    assert_pattern((row * row * 31 + col * col * 17 + row * col) % 101 == 0,
                   WRONG_SCATTERED, "elements in no regular pattern");
}

static void patterns_of_squares(void **state)
{
    unsigned char marks[25];

    (void)state;
    for (int i = 0; i < 25; i++)
        marks[i] = i / 5 != i % 5 ? WRONG_VALUE : WRONG_NOT;
    assert_int_equal(wrong_pattern(marks, 5, 5, words, sizeof words),
                     WRONG_OFF_DIAGONAL);
    for (int i = 0; i < 25; i++)
        marks[i] = i % 5 > i / 5 ? WRONG_VALUE : WRONG_NOT;
    assert_int_equal(wrong_pattern(marks, 5, 5, words, sizeof words), WRONG_TRIANGLE);
    assert_string_equal(words, "the elements above the diagonal");
}

static void maps_are_small(void **state)
{
    unsigned char marks[300 * 200] = {0};
    int lines = 1;

    (void)state;
    marks[299 * 200 + 199] = WRONG_UNWRITTEN;
    marks[0] = WRONG_VALUE;
    wrong_map(marks, 300, 200, map);
    for (const char *line = map; (line = strchr(line, '\n')); line++)
        lines++;
    assert_true(lines <= 9);
    for (const char *line = map; *line; line += strcspn(line, "\n") + 1)
        if (line[0] != '(')
            assert_true(strcspn(line, "\n") <= 64);
    assert_int_equal(map[0], '+');
    assert_non_null(
        strstr(map, "+\n(. correct, + some wrong, each character is 64 x 4 elements)"));
    /* All mixed: the first elements, one by one. */
    PATTERN(row % 8 == 7);
    assert_non_null(
        strstr(map, "each character is 1 x 1 element; the first rows and columns)"));
    assert_int_equal(map[7 * (N + 1)], '#');
    /* The first wrong one is in row 9. */
    PATTERN(row >= 8 && row % 2);
    assert_non_null(strstr(map, "; from row 8 and column 0 on)"));
    assert_int_equal(map[0], '.');
    assert_int_equal(map[N + 1], '#');
}

/* A product of 6 x 5 by 7, and C as a mistake leaves it. */
enum { ROWS = 6, COLS = 5, DEPTH = 7 };

static float A[ROWS * DEPTH], B[DEPTH * COLS], C0[ROWS * COLS], C[ROWS * COLS];
static struct problem problem = {
    .size = {ROWS, COLS, DEPTH}, .scalar = {0.5f, 3}, .array = {A, B, C0}};

static float sum(int row, int col, int from, int to)
{
    float sum = 0;

    for (int k = from; k < to; k++)
        sum += A[row * DEPTH + k] * B[k * COLS + col];
    return sum;
}

/* The sum with the first `a` columns of A again and again, and the first `b` rows of B.
 */
static float first_tiles(int row, int col, int a, int b)
{
    float sum = 0;

    for (int k = 0; k < DEPTH; k++)
        sum += A[row * DEPTH + k % a] * B[k % b * COLS + col];
    return sum;
}

static bool explain(struct explanation *e)
{
    const size_t at[] = {1, 2, 8, 13, 29};
    double ref[ROWS * COLS], bound[ROWS * COLS];
    const struct wrong_elements w = {&problem, 2, C, ref, bound, at, 5};

    problem_reference(&problem, 2, ref, bound);
    return problem.of->explain(&w, e) || wrong_value(&w, e);
}

#define assert_explained(value, text)                                                  \
    do {                                                                               \
        struct explanation e;                                                          \
                                                                                       \
        for (int row = 0; row < ROWS; row++)                                           \
            for (int col = 0; col < COLS; col++)                                       \
                C[row * COLS + col] = (value);                                         \
        assert_true(explain(&e));                                                      \
        assert_string_equal(e.what, text);                                             \
        assert_true(strlen(e.remedy) > 10);                                            \
    } while (0)

static void values_tell_the_mistake(void **state)
{
    struct explanation e;

    (void)state;
    problem.of = operation_find("sgemm");
    matrix_fill(A, ROWS * DEPTH, 1);
    matrix_fill(B, DEPTH * COLS, 2);
    matrix_fill(C0, ROWS * COLS, 3);
#define OLD C0[row * COLS + col]
    assert_explained(sum(row, col, 0, DEPTH) + 3 * OLD,
                     "the factor alpha is missing, or the sum does not begin at 0");
    assert_explained(0.5f * sum(row, col, 0, DEPTH),
                     "beta * (what C held before) is missing");
    assert_explained(0.5f * (sum(row, col, 0, DEPTH) + 3 * OLD),
                     "what C held before is multiplied by alpha too");
    assert_explained(0.5f * sum(row, col, 0, DEPTH) + OLD,
                     "what C held before is not multiplied by beta");
    assert_explained(0.5f * sum(row, col, 0, 4) + 3 * OLD,
                     "the sum stops after 4 of 7 products");
    assert_explained(0.5f * sum(row, col, 1, DEPTH) + 3 * OLD,
                     "the sum has only the products from k = 1 on, of 7");
    assert_explained(3 * OLD, "no product was added to the sum");
    assert_explained(0.5f * sum(ROWS - 1 - row, col, 0, DEPTH) +
                         3 * C0[(ROWS - 1 - row) * COLS + col],
                     "this is the correct value of row 5, column 1");
    assert_explained(0.5f * sum(row > 0 ? row - 1 : ROWS - 1, col, 0, DEPTH) +
                         3 * C0[(row > 0 ? row - 1 : ROWS - 1) * COLS + col],
                     "this is the correct value of row 5, column 1");
    assert_explained(0.25f * sum(row, col, 0, DEPTH) + 3 * OLD,
                     "the sum is multiplied by alpha twice");
    assert_explained((0.5f * sum(row, col, 0, DEPTH) + 3 * OLD) * 1.0001f,
                     "this is nearly correct: the error of rounding is too large");
    assert_explained(
        0.5f * first_tiles(row, col, DEPTH, 3) + 3 * OLD,
        "this is the correct value if every tile of B is the first one, of 3 rows");
    assert_explained(
        0.5f * first_tiles(row, col, 4, DEPTH) + 3 * OLD,
        "this is the correct value if every tile of A is the first one, of 4 columns");
    for (int i = 0; i < ROWS * COLS; i++)
        C[i] = 17;
    assert_false(explain(&e));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patterns_have_names),
        cmocka_unit_test(patterns_of_squares),
        cmocka_unit_test(maps_are_small),
        cmocka_unit_test(values_tell_the_mistake),
    };

    return cmocka_run_group_tests_name("wrong", tests, NULL, NULL);
}
