/*
 * lab drift SKELETON SOLUTION: outside the gaps (// STEP n to // END n) both must be
 * the same text, and both must mark the same gaps. Silent if all is well; else it names
 * file and line.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/gaps.h"
#include "lab/lab.h"
#include "whole_file.h"

enum { LINES = 2000 };

/* What is kept of a file: its lines outside the gaps, STEP and END among them. */
struct kept {
    const char *path;
    bool solution;
    int lines, number[LINES];
    const char *text[LINES];
    int steps, gap, opened; /* gaps so far, the one that is open, and its line */
    bool todo, code;        /* in the gap that is open */
};

static bool wrong(const struct kept *k, int line, const char *what, int step)
{
    fprintf(stderr, "%s:%d: ", k->path, line);
    fprintf(stderr, what, step, step);
    fputc('\n', stderr);
    return false;
}

static bool open_gap(struct kept *k, int line, int step, const char *text)
{
    const char *colon = strstr(text, ": ");

    if (step == 0 || !colon || !colon[2])
        return wrong(k, line, "not of the form // STEP n: what to do", 0);
    if (k->gap)
        return wrong(k, line, "a STEP inside STEP %d", k->gap);
    if (step != ++k->steps) {
        fprintf(stderr, "%s:%d: STEP %d where STEP %d is expected\n", k->path, line,
                step, k->steps);
        return false;
    }
    k->gap = step;
    k->opened = line;
    k->todo = k->code = false;
    return true;
}

static bool close_gap(struct kept *k, int line, int step)
{
    if (!k->gap)
        return wrong(k, line, "an END outside any gap", 0);
    if (step != k->gap)
        return wrong(k, line, "not // END %d, which STEP %d needs", k->gap);
    if (!k->solution && !k->todo && !k->code)
        return wrong(k, k->opened, "STEP %d has no // TODO line", k->gap);
    if (k->solution && k->todo)
        return wrong(k, k->opened, "STEP %d of a solution has a TODO", k->gap);
    if (k->solution && !k->code)
        return wrong(k, k->opened, "STEP %d of a solution has no code", k->gap);
    k->gap = 0;
    return true;
}

static bool take_line(struct kept *k, int line, const char *text)
{
    int step = 0;
    const enum gap_mark mark = gaps_mark(text, &step);
    const char *first = text + strspn(text, " \t");

    if (mark == GAP_STEP && !open_gap(k, line, step, text))
        return false;
    if (mark == GAP_END && !close_gap(k, line, step))
        return false;
    if (mark == GAP_NONE && k->gap) {
        if (strstr(text, "TODO"))
            k->todo = true;
        else if (*first && strncmp(first, "//", 2) != 0)
            k->code = true;
        return true;
    }
    if (k->lines == LINES)
        return wrong(k, line, "more lines than there is room for", 0);
    k->number[k->lines] = line;
    k->text[k->lines++] = text;
    return true;
}

/* Returns 0; 1 if the file's gaps are wrong; 2 if it cannot be read. */
static int keep(struct kept *k)
{
    char *rest = emu_read_file(k->path, NULL); /* it is needed to the end */
    const char *text;
    int line = 0;
    bool fine = true;

    while (fine && (text = emu_next_line(&rest)))
        fine = take_line(k, ++line, text);
    if (line == 0) {
        fprintf(stderr, "drift: '%s': no such file, not readable, or empty\n", k->path);
        return 2;
    }
    if (fine && k->gap)
        fine = wrong(k, k->opened, "STEP %d has no END %d", k->gap);
    if (fine && !k->steps)
        fine = wrong(k, 1, "no gap: a line // STEP 1: ... is needed", 0);
    return !fine;
}

static void print_line(const struct kept *k, int i)
{
    if (i < k->lines)
        fprintf(stderr, "%s:%d: differs outside a gap: %s\n", k->path, k->number[i],
                k->text[i]);
    else
        fprintf(stderr, "%s: ends before that line\n", k->path);
}

int lab_drift(int argc, char **argv)
{
    static struct kept skeleton, solution = {.solution = true};
    int status;

    (void)argc;
    skeleton.path = argv[1];
    solution.path = argv[2];
    status = keep(&skeleton);
    if (status == 0)
        status = keep(&solution);
    for (int i = 0; !status && (i < skeleton.lines || i < solution.lines); i++)
        if (i >= skeleton.lines || i >= solution.lines ||
            strcmp(skeleton.text[i], solution.text[i]) != 0) {
            print_line(&skeleton, i);
            print_line(&solution, i);
            status = 1;
        }
    return status;
}
