/*
 * Which elements of a result are wrong: a small map for the terminal, and the pattern
 * in words. Knows nothing of how the result came about.
 */
#ifndef WRONG_MAP_H
#define WRONG_MAP_H

#include <stddef.h>

enum wrong_mark { WRONG_NOT, WRONG_VALUE, WRONG_UNWRITTEN };

enum wrong_pattern {
    WRONG_ALL,       /* every element */
    WRONG_ONE,       /* a single one */
    WRONG_LAST,      /* the last rows, or columns, or both */
    WRONG_EVERY,     /* rows or columns that come back at equal distances */
    WRONG_BAND,      /* some neighbouring rows or columns */
    WRONG_RECTANGLE, /* some rows in some columns */
    WRONG_OFF_DIAGONAL,
    WRONG_TRIANGLE, /* above the diagonal, or below it */
    WRONG_SCATTERED /* none of these */
};

/*
 * Find the pattern of M x N marks, row-major, at least one of which is not WRONG_NOT,
 * and put it in words into `words`: "every 8th row, from row 7 on". A few right
 * elements inside a pattern, one in a hundred, are taken for chance.
 */
enum wrong_pattern wrong_pattern(const unsigned char *marks, int M, int N, char *words,
                                 size_t size);

/*
 * Draw the marks into `text`, which holds WRONG_MAP_SIZE bytes, in at most 8 lines of
 * at most 64 columns: all of C, with several elements per character; or, where that
 * would show little but mixed characters, elements from the first wrong one on. Then
 * one line that explains the characters. No line feed after the last line.
 */
enum { WRONG_MAP_SIZE = 8 * 65 + 160 };
void wrong_map(const unsigned char *marks, int M, int N, char *text);

#endif
