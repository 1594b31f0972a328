/* Finding unfilled gaps, line by line; gaps.h states the contract. */
#include "check/gaps.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whether `line` holds code: something beside blanks and comments. *in_comment says
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

/* The n of a line "// WORD n", else 0. */
static int mark(const char *line, const char *word)
{
    line += strspn(line, " \t/");
    if (strncmp(line, word, strlen(word)) != 0)
        return 0;
    return atoi(line + strlen(word));
}

int gaps_first_unfilled(const char *path, struct gap *g)
{
    FILE *in = fopen(path, "r");
    char line[4096];
    struct gap open = {0}; /* step: the gap we are in; line: its TODO, once seen */
    bool in_comment = false;
    bool found = false;

    if (!in)
        return -1;
    for (int n = 1; !found && fgets(line, sizeof line, in); n++) {
        const bool code = has_code(line, &in_comment);
        const int step = mark(line, "STEP ");

        if (step || mark(line, "END ")) {
            found = open.line != 0;
            if (found)
                *g = open;
            open = (struct gap){.step = step};
        } else if (open.step && !open.line && !code && strstr(line, "TODO")) {
            open.line = n;
        } else if (open.line && code) {
            open = (struct gap){0}; /* filled */
        }
    }
    fclose(in);
    return found;
}

bool gaps_has_step(const char *path, int step)
{
    FILE *in = fopen(path, "r");
    char line[4096];
    bool found = false;

    while (in && !found && fgets(line, sizeof line, in))
        found = mark(line, "STEP ") == step;
    if (in)
        fclose(in);
    return found;
}
