/* Which elements are wrong, drawn; wrong_map.h states the contract. */
#include "diagnose/wrong_map.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { LINES = 8, COLUMNS = 64 };

/* The sign of the elements [row, row + rows) x [col, col + cols), as far as they exist.
 */
static char sign(const unsigned char *marks, int M, int N, int row, int col, int rows,
                 int cols)
{
    int n[3] = {0};

    for (int r = row; r < row + rows && r < M; r++)
        for (int c = col; c < col + cols && c < N; c++)
            n[marks[(size_t)r * N + c]]++;
    if (n[WRONG_VALUE] + n[WRONG_UNWRITTEN] == 0)
        return '.';
    if (n[WRONG_NOT])
        return '+';
    return n[WRONG_VALUE] ? '#' : '-';
}

/* Elements of `n` per character, so that all fit into `room` characters: a power of
   two, or tiles would not show. */
static int scale(int n, int room)
{
    int each = 1;

    while ((n + each - 1) / each > room)
        each *= 2;
    return each;
}

void wrong_map(const unsigned char *marks, int M, int N, char *text)
{
    int rows = scale(M, LINES), cols = scale(N, COLUMNS), mixed = 0, signs = 0;
    int row0 = 0, col0 = 0; /* where the map begins */
    bool seen[128] = {false};
    char *p = text;

    for (int row = 0; row < M; row += rows)
        for (int col = 0; col < N; col += cols) {
            mixed += sign(marks, M, N, row, col, rows, cols) == '+';
            signs++;
        }
    if (2 * mixed >= signs) {
        size_t first = 0;

        while (marks[first] == WRONG_NOT)
            first++;
        row0 = (int)(first / N) / LINES * LINES;
        col0 = (int)(first % N) / COLUMNS * COLUMNS;
        rows = cols = 1;
    }
    for (int row = row0; row < M && (row - row0) / rows < LINES; row += rows) {
        for (int col = col0; col < N && (col - col0) / cols < COLUMNS; col += cols) {
            *p = sign(marks, M, N, row, col, rows, cols);
            seen[(int)*p++] = true;
        }
        *p++ = '\n';
    }
    p +=
        sprintf(p, "(%s%s%s%seach character is %d x %d element%s",
                seen['.'] ? ". correct, " : "", seen['#'] ? "# wrong, " : "",
                seen['+'] ? "+ some wrong, " : "", seen['-'] ? "- never written, " : "",
                rows, cols, rows * cols == 1 ? "" : "s");
    if (row0 || col0)
        sprintf(p, "; from row %d and column %d on)", row0, col0);
    else
        sprintf(p, "%s)", 2 * mixed >= signs ? "; the first rows and columns" : "");
}
