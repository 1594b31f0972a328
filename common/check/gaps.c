/* Finding unfilled gaps, line by line; gaps.h states the contract. */
#include "check/gaps.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "whole_file.h"

/* True if `line` holds code: something besides blanks and comments. *in_comment says
   whether a block comment is open, before the line and after it. */
static bool has_code(const char *line, bool *in_comment)
{
    bool code = false;

    for (const char *s = line; *s; s++) {
        if (*in_comment) {
            if (s[0] == '*' && s[1] == '/') {
                *in_comment = false;
                s++;
            }
        } else if (s[0] == '/' && s[1] == '*') {
            *in_comment = true;
            s++;
        } else if (s[0] == '/' && s[1] == '/') {
            break;
        } else if (!isspace((unsigned char)*s)) {
            code = true;
        }
    }
    return code;
}

/* The number at the start of `text`; 0 if there is none. *rest is what follows it. */
static int number(const char *text, const char **rest)
{
    char *end;
    const long n = isdigit((unsigned char)*text) ? strtol(text, &end, 10) : 0;

    *rest = n > 0 ? end : text;
    return n > 0 && n < 1000 ? (int)n : 0;
}

enum gap_mark gaps_mark(const char *line, int *step)
{
    const char *rest;

    *step = 0;
    line += strspn(line, " \t");
    if (strncmp(line, "// STEP", 7) == 0) {
        *step = line[7] == ' ' ? number(line + 8, &rest) : 0;
        return GAP_STEP;
    }
    if (strncmp(line, "// END", 6) != 0)
        return GAP_NONE;
    if (line[6] == ' ') {
        const int n = number(line + 7, &rest);

        *step = rest[strspn(rest, " \t\r\n")] ? 0 : n;
    }
    return GAP_END;
}

int gaps_first_unfilled(const char *path, struct gap *g)
{
    char *text = emu_read_file(path, NULL), *rest = text, *line;
    struct gap open = {0}; /* step: the gap we are in; line: its TODO, once seen */
    bool in_comment = false;
    bool found = false;

    if (!text)
        return -1;
    for (int n = 1; !found && (line = emu_next_line(&rest)); n++) {
        const bool code = has_code(line, &in_comment);
        int step;
        const enum gap_mark mark = gaps_mark(line, &step);

        if (mark != GAP_NONE) {
            found = open.line != 0;
            if (found)
                *g = open;
            open = (struct gap){.step = mark == GAP_STEP ? step : 0};
        } else if (open.step && !open.line && !code && strstr(line, "TODO")) {
            open.line = n;
        } else if (open.line && code) {
            open = (struct gap){0}; /* filled */
        }
    }
    free(text);
    return found;
}

bool gaps_has_step(const char *path, int step)
{
    char *text = emu_read_file(path, NULL), *rest = text, *line;
    bool found = false;

    for (int n; !found && (line = emu_next_line(&rest));)
        found = gaps_mark(line, &n) == GAP_STEP && n == step;
    free(text);
    return found;
}
