/*
 * The gaps of a skeleton: regions from "// STEP n: ..." to "// END n" for the learner
 * to fill in.
 */
#ifndef GAPS_H
#define GAPS_H

#include <stdbool.h>

struct gap {
    int step; /* the n of its STEP line */
    int line; /* of its TODO line */
};

/*
 * Look for the first unfilled gap of the source file `path`: one with a TODO line and,
 * between it and END, nothing but blank lines and comments.
 * Returns 1 and fills *g; 0 if there is none; -1 if the file cannot be read (errno).
 */
int gaps_first_unfilled(const char *path, struct gap *g);

/* What a line is: "// STEP n: what to do", "// END n", or neither. *step becomes n, or
   0 if the line begins so but is not of that form. */
enum gap_mark { GAP_NONE, GAP_STEP, GAP_END };
enum gap_mark gaps_mark(const char *line, int *step);

/* True if the file has a line "// STEP n". */
bool gaps_has_step(const char *path, int step);

#endif
