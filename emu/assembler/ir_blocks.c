/*
 * Long blocks are parted: the time that clang takes for one grows with the square of
 * its length, and an unrolled kernel has blocks of thousands of instructions.
 */
#define _GNU_SOURCE /* memmem */
#include "ir.h"

#include <stdio.h>
#include <stdlib.h>

#include "whole_file.h"

enum { LONG = 150 }; /* instructions */

/* A block that was parted: its label, and the number of its last part. */
struct parted {
    const char *label;
    size_t length;
    int last;
};
static struct parted *parted;
static int n_parted, parts;

/* for.body:                                       ; preds = %entry */
static size_t label_length(const char *line)
{
    const size_t n = strcspn(line, ": \"");
    return n && line[n] == ':' ? n : 0;
}

static const char *in_line(const char *line, const char *word)
{
    return memmem(line, strcspn(line, "\n"), word, strlen(word));
}

/* An instruction before which a block may end. */
static bool may_begin(const char *line)
{
    if (!begins(line, "  "))
        return false;
    if (line[2] == '%') {
        const char *value = in_line(line, " = ");
        return value && (begins(value, " = load ") || begins(value, " = call ") ||
                         begins(value, " = tail call "));
    }
    return begins(line, "  store ") || begins(line, "  call ") ||
           begins(line, "  tail call ");
}

static bool is_first(const char *line) /* of a block */
{
    return in_line(line, " = phi ") || in_line(line, " = alloca ");
}

/* Visits the lines of a function, and says before which of them a part begins. */
struct walk {
    const char *label;
    size_t length;
    int instructions;
};
static bool part_begins(struct walk *w, const char *line)
{
    const size_t label = label_length(line);
    if (label) {
        *w = (struct walk){line, label, 0};
        return false;
    }
    if (is_first(line))
        w->instructions = 0;
    if (!w->label || w->instructions++ < LONG || !may_begin(line))
        return false;
    w->instructions = 0;
    return true;
}

static void note_parts(char *from, const char *to)
{
    struct walk w = {0};
    int number = parts;
    n_parted = 0;
    for (char *line = from; line < to; line = strchr(line, '\n') + 1) {
        if (!part_begins(&w, line))
            continue;
        if (!n_parted || parted[n_parted - 1].label != w.label)
            parted = assembly_grown(parted, (size_t)(n_parted + 1) * sizeof *parted);
        else
            n_parted--;
        parted[n_parted++] = (struct parted){w.label, w.length, number++};
    }
}

/* phi i32 [ 0, %entry ], [ %next, %for.body ]: with the last part of each block. */
static void put_phi(const char *line, size_t length, FILE *to)
{
    const char *const end = line + length;
    const char *p;
    while ((p = memchr(line, '%', (size_t)(end - line)))) {
        const size_t n = strcspn(++p, " ,]");
        const struct parted *of = NULL;
        for (int i = 0; i < n_parted && begins(p + n, " ]"); i++)
            if (parted[i].length == n && !strncmp(parted[i].label, p, n))
                of = &parted[i];
        fwrite(line, 1, (size_t)(p - line), to);
        if (of)
            fprintf(to, "emu_part.%d", of->last);
        else
            fwrite(p, 1, n, to);
        line = p + n;
    }
    fwrite(line, 1, (size_t)(end - line), to);
}

static void put_function(char *from, const char *end, FILE *to)
{
    struct walk w = {0};
    note_parts(from, end);
    for (char *line = from; line < end;) {
        const size_t length = strcspn(line, "\n") + 1;
        if (part_begins(&w, line)) {
            fprintf(to, "  br label %%emu_part.%d\n\nemu_part.%d:\n", parts, parts);
            parts++;
        }
        if (n_parted && in_line(line, " = phi "))
            put_phi(line, length, to);
        else
            fwrite(line, 1, length, to);
        line += length;
    }
}

char *ir_part_blocks(char *text)
{
    char *all = NULL;
    size_t size;
    FILE *to = open_memstream(&all, &size);
    while (*text) {
        char *const function =
            begins(text, "define ") ? text : strstr(text, "\ndefine ");
        char *const end = function ? strstr(function, "\n}") : NULL;
        if (!end) {
            fputs(text, to);
            break;
        }
        fwrite(text, 1, (size_t)(function - text), to);
        put_function(function, end + 1, to);
        text = end + 1;
    }
    fclose(to);
    return all;
}
