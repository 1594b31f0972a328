/*
 * The pattern of wrong elements; wrong_map.h states the contract. A pattern is a set of
 * rows and one of columns, and the elements that are in both, or in either.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diagnose/wrong_map.h"

/* Rows, or columns: which of n are in. */
struct set {
    bool *in;
    int n, size; /* size: how many are in */
};

enum kind { ALL, LAST, BAND, EVERY, ONE, SOME };

static struct set set_new(int n)
{
    struct set s = {calloc(n, sizeof(bool)), n, 0};

    if (!s.in) {
        fprintf(stderr, "not enough memory for a pattern\n");
        exit(2);
    }
    return s;
}

/* The rows (or columns) with more than `least` wrong elements. */
static struct set find(const unsigned char *marks, int M, int N, bool rows,
                       double least)
{
    struct set s = set_new(rows ? M : N);

    for (int i = 0; i < s.n; i++) {
        const int across = rows ? N : M;
        int wrong = 0;

        for (int k = 0; k < across; k++)
            wrong += marks[rows ? (size_t)i * N + k : (size_t)k * N + i] != WRONG_NOT;
        s.in[i] = wrong > least * across;
        s.size += s.in[i];
    }
    return s;
}

static int first_in(const struct set *s)
{
    int i = 0;

    while (i < s->n && !s->in[i])
        i++;
    return i;
}

/* The distance at which the set repeats itself, at least twice; 0 if it does not. */
static int period(const struct set *s)
{
    for (int p = 2; p <= s->n / 2; p++) {
        int i = 0;

        while (i + p < s->n && s->in[i] == s->in[i + p])
            i++;
        if (i + p == s->n)
            return p;
    }
    return 0;
}

static int in_period(const struct set *s, int p)
{
    int n = 0;

    for (int i = 0; i < p; i++)
        n += s->in[i];
    return n;
}

static const char *ordinal(int n)
{
    if (n / 10 % 10 == 1)
        return "th";
    return n % 10 == 1 ? "st" : n % 10 == 2 ? "nd" : n % 10 == 3 ? "rd" : "th";
}

/* What kind of set it is, and in words, of things called `what`: "the last 3 rows". */
static enum kind describe(const struct set *s, const char *what, char *words,
                          size_t size)
{
    const int first = first_in(s), p = period(s);
    int end = first;

    while (end < s->n && s->in[end])
        end++;
    if (s->size == s->n) {
        snprintf(words, size, "all %ss", what);
        return ALL;
    }
    if (end - first == s->size) {
        if (end == s->n && s->size == 1)
            snprintf(words, size, "the last %s", what);
        else if (end == s->n)
            snprintf(words, size, "the last %d %ss", s->size, what);
        else if (s->size == 1)
            snprintf(words, size, "%s %d", what, first);
        else
            snprintf(words, size, "%ss %d to %d", what, first, end - 1);
        return end == s->n ? LAST : s->size == 1 ? ONE : BAND;
    }
    if (p == 0) {
        snprintf(words, size, "%d of the %ss", s->size, what);
        return SOME;
    }
    if (in_period(s, p) == 1)
        snprintf(words, size, "every %d%s %s, from %s %d on", p, ordinal(p), what, what,
                 first);
    else
        snprintf(words, size, "%d of every %d %ss, from %s %d on", in_period(s, p), p,
                 what, what, first);
    return EVERY;
}

/* True if all elements of the pattern, except a few, are wrong, and no others are. */
static bool matches(const unsigned char *marks, const struct set *rows,
                    const struct set *cols, bool both)
{
    size_t size = 0, wrong = 0;

    for (int r = 0; r < rows->n; r++)
        for (int c = 0; c < cols->n; c++) {
            const bool in =
                both ? rows->in[r] && cols->in[c] : rows->in[r] || cols->in[c];
            const bool marked = marks[(size_t)r * cols->n + c] != WRONG_NOT;

            if (marked && !in)
                return false;
            size += in;
            wrong += marked;
        }
    return 100 * (size - wrong) <= size;
}

/* Wrong above the diagonal alone, or below it, or both. */
static enum wrong_pattern around_diagonal(const unsigned char *marks, int M, int N,
                                          char *words, size_t size)
{
    size_t above = 0, below = 0, on = 0, n_above = 0, n_below = 0;

    for (int r = 0; r < M; r++)
        for (int c = 0; c < N; c++) {
            const bool wrong = marks[(size_t)r * N + c] != WRONG_NOT;

            n_above += c > r;
            n_below += c < r;
            above += wrong && c > r;
            below += wrong && c < r;
            on += wrong && c == r;
        }
    if (M != N || M == 1)
        return WRONG_SCATTERED;
    if (!on && 100 * (n_above - above) <= n_above &&
        100 * (n_below - below) <= n_below) {
        snprintf(words, size, "every element that is not on the diagonal");
        return WRONG_OFF_DIAGONAL;
    }
    if ((below == 0 && 20 * (n_above - above) <= n_above) ||
        (above == 0 && 20 * (n_below - below) <= n_below)) {
        snprintf(words, size, "the elements %s the diagonal",
                 above ? "above" : "below");
        return WRONG_TRIANGLE;
    }
    return WRONG_SCATTERED;
}

/* Marks that come back every p rows and q columns, 32 at most. */
static bool repeats(const unsigned char *marks, int M, int N, char *words, size_t size)
{
    enum { LONGEST = 32 };
    int p = 1, q = 1, wrong = 0;

    for (; p <= LONGEST && 2 * p <= M; p++)
        if (memcmp(marks, marks + (size_t)p * N, (size_t)(M - p) * N) == 0)
            break;
    for (; q <= LONGEST && 2 * q <= N; q++) {
        int r = 0;

        while (r < M &&
               memcmp(marks + (size_t)r * N, marks + (size_t)r * N + q, N - q) == 0)
            r++;
        if (r == M)
            break;
    }
    if (p > LONGEST || q > LONGEST || 2 * p > M || 2 * q > N)
        return false;
    for (int r = 0; r < p; r++)
        for (int c = 0; c < q; c++)
            wrong += marks[(size_t)r * N + c] != WRONG_NOT;
    snprintf(words, size, "the same %d of each %d x %d elements", wrong, p, q);
    return true;
}

static enum wrong_pattern of_kinds(enum kind rows, enum kind cols)
{
    const enum kind other = rows == ALL ? cols : rows;

    if (rows == ALL && cols == ALL)
        return WRONG_ALL;
    if (rows == EVERY || cols == EVERY)
        return WRONG_EVERY;
    if (rows != ALL && cols != ALL)
        return WRONG_RECTANGLE;
    return other == LAST ? WRONG_LAST : other == SOME ? WRONG_SCATTERED : WRONG_BAND;
}

enum wrong_pattern wrong_pattern(const unsigned char *marks, int M, int N, char *words,
                                 size_t size)
{
    struct set rows = find(marks, M, N, true, 0), cols = find(marks, M, N, false, 0);
    struct set full_rows = find(marks, M, N, true, 0.9),
               full_cols = find(marks, M, N, false, 0.9);
    char r[64], c[64];
    const enum kind kr = describe(&rows, "row", r, sizeof r),
                    kc = describe(&cols, M == 1 ? "element" : "column", c, sizeof c);
    enum wrong_pattern pattern = WRONG_SCATTERED;

    if (rows.size == 1 && cols.size == 1 && (M > 1 || N > 1)) {
        snprintf(words, size, "one element");
        pattern = WRONG_ONE;
    } else if (matches(marks, &rows, &cols, true)) {
        pattern = of_kinds(kr, kc);
        if (kr == ALL && kc == ALL)
            snprintf(words, size, "every element");
        else if (kr == ALL || kc == ALL)
            snprintf(words, size, "%s", kr == ALL ? c : r);
        else
            snprintf(words, size, "%s, in %s", r, c);
    } else if (full_rows.size && full_cols.size &&
               matches(marks, &full_rows, &full_cols, false)) {
        const enum kind a = describe(&full_rows, "row", r, sizeof r),
                        b = describe(&full_cols, M == 1 ? "element" : "column", c,
                                     sizeof c);

        pattern = a == LAST && b == LAST ? WRONG_LAST : WRONG_SCATTERED;
        snprintf(words, size, "%s, and %s", r, c);
    } else if (repeats(marks, M, N, words, size)) {
        pattern = WRONG_EVERY;
    } else {
        pattern = around_diagonal(marks, M, N, words, size);
    }
    if (pattern == WRONG_SCATTERED)
        snprintf(words, size, "elements in no regular pattern");
    free(rows.in);
    free(cols.in);
    free(full_rows.in);
    free(full_cols.in);
    return pattern;
}
