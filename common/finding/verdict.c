/* The verdict's words on standard output; verdict.h states the contract. */
#define _POSIX_C_SOURCE 200809L /* isatty */
#include "finding/verdict.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const words[] = {
    [VERDICT_PASS] = "PASS",
    [VERDICT_INCOMPLETE] = "INCOMPLETE",
    [VERDICT_COMPILE_ERROR] = "COMPILE_ERROR",
    [VERDICT_WRONG] = "WRONG",
    [VERDICT_OUT_OF_BOUNDS] = "OUT_OF_BOUNDS",
    [VERDICT_MISALIGNED] = "MISALIGNED",
    [VERDICT_UNINITIALIZED] = "UNINITIALIZED",
    [VERDICT_RACE] = "RACE",
    [VERDICT_BARRIER] = "BARRIER",
    [VERDICT_TIMEOUT] = "TIMEOUT",
    [VERDICT_CRASH] = "CRASH",
    [VERDICT_TECHNIQUE] = "TECHNIQUE",
    [VERDICT_FORBIDDEN] = "FORBIDDEN",
    [VERDICT_MEMORY] = "MEMORY",
    [VERDICT_OUTPUT] = "OUTPUT",
};

static const enum verdict of_fault[] = {
    [FAULT_NONE] = VERDICT_PASS,
    [FAULT_OUT_OF_BOUNDS] = VERDICT_OUT_OF_BOUNDS,
    [FAULT_MISALIGNED] = VERDICT_MISALIGNED,
    [FAULT_UNINITIALIZED] = VERDICT_UNINITIALIZED,
    [FAULT_RACE] = VERDICT_RACE,
    [FAULT_BARRIER] = VERDICT_BARRIER,
    [FAULT_TIMEOUT] = VERDICT_TIMEOUT,
    [FAULT_CRASH] = VERDICT_CRASH,
    [FAULT_UNSEEN] = VERDICT_FORBIDDEN,
};

const char *verdict_word(enum verdict v)
{
    return words[v];
}

bool verdict_unnoticed(enum verdict v)
{
    return v == VERDICT_RACE || v == VERDICT_UNINITIALIZED;
}

const char *stage_word(enum stage s)
{
    static const char *const names[] = {
        [STAGE_NONE] = "none",       [STAGE_COMPILES] = "compiles",
        [STAGE_ALIGNED] = "aligned", [STAGE_RAGGED] = "ragged",
        [STAGE_SAFE] = "safe",       [STAGE_TECHNIQUE] = "technique",
    };

    return names[s];
}

void verdict_of_fault(struct finding *f, const struct fault *fault)
{
    f->verdict = of_fault[fault->kind];
    f->line = fault->line;
    f->more = fault->more;
    f->who = fault->who;
    f->element = fault->element;
    snprintf(f->file, sizeof f->file, "%s", fault->file);
    snprintf(f->what, sizeof f->what, "%s", fault->what);
    snprintf(f->map, sizeof f->map, "%s", fault->table);
    snprintf(f->remedy, sizeof f->remedy, "%s", fault->remedy);
}

void verdict_wrapped(const char *label, const char *text, int width)
{
    const int indent = (int)strlen(label);
    int column = printf("%s", label);

    while (*text) {
        const int word = (int)strcspn(text, " \n");

        if (column > indent && column + 1 + word > width)
            column = printf("\n%*s", indent, "") - 1;
        else if (column > indent)
            column += printf(" ");
        column += printf("%.*s", word, text);
        text += word;
        if (*text == '\n')
            column = printf("\n%*s", indent, "") - 1;
        text += *text != '\0';
    }
    putchar('\n');
}

/* Lines that are not to be broken. */
static void print_map(const char *map, bool of_threads)
{
    const char *label = of_threads ? "  who:  " : "  map:  ";

    while (*map) {
        const int n = (int)strcspn(map, "\n");

        printf("%s%.*s\n", label, n, map);
        label = "        ";
        map += n + (map[n] != '\0');
    }
}

void verdict_explain(const struct finding *f)
{
    char place[300] = "";

    if (!f->what[0])
        return;
    if (f->file[0] && f->line > 0)
        snprintf(place, sizeof place, "%s:%d:", f->file, f->line);
    printf("\n%s%s", place, place[0] ? "\n" : "");
    verdict_wrapped("  what: ", f->what, 80);
    if (f->map[0])
        print_map(f->map, f->verdict == VERDICT_BARRIER);
    if (f->when[0])
        verdict_wrapped("  in:   ", f->when, 80);
    if (f->remedy[0])
        verdict_wrapped("  try:  ", f->remedy, 80);
    if (f->more)
        printf("  more: %lu fault%s after this one\n", f->more,
               f->more == 1 ? "" : "s");
}

int verdict_close(const char *lab, const struct finding *f)
{
    const char *no_color = getenv("NO_COLOR");
    const int plain = !isatty(STDOUT_FILENO) || (no_color && no_color[0]);
    const int pass = f->verdict == VERDICT_PASS;

    /* "03_smem" is lab03; "bench-all" is itself. */
    const int is_lab = isdigit((unsigned char)lab[0]);

    printf("\n%s%.*s: %s%s%s", is_lab ? "lab" : "", is_lab ? 2 : (int)strlen(lab), lab,
           plain  ? ""
           : pass ? "\033[32m"
                  : "\033[31m",
           words[f->verdict], plain ? "" : "\033[0m");
    if (!pass && f->file[0] && f->line > 0)
        printf(" %s:%d", f->file, f->line);
    else if (f->verdict == VERDICT_COMPILE_ERROR && f->file[0])
        printf(" %s", f->file);
    putchar('\n');
    return pass ? 0 : 1;
}
