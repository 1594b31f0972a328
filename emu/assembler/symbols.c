/* Lines and symbols of a text, and the rewriter's notes; assembler.h has the contract.
 */
#include "assembler.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "whole_file.h"

char *__cxa_demangle(const char *name, char *buffer, size_t *size, int *status);

enum { CHAINS = 4096 };
static struct symbol *chains[CHAINS];
static struct line *lines;
static int n_lines;
static char **notes;
static int n_notes;

void *assembly_grown(void *old, size_t bytes)
{
    void *block = realloc(old, bytes);
    if (!block) {
        fprintf(stderr, "assembler: out of memory\n");
        exit(2);
    }
    return block;
}

int assembly_lines(void)
{
    return n_lines;
}

struct line *assembly_line(int i)
{
    return &lines[i];
}

void assembly_add_line(const struct line *l)
{
    if ((n_lines & (n_lines - 1)) == 0) /* room for twice as many */
        lines = assembly_grown(lines, (n_lines ? 2 * n_lines : 1) * sizeof *lines);
    lines[n_lines++] = *l;
}

static unsigned chain_of(const char *name, size_t length)
{
    unsigned h = 2166136261u; /* FNV-1a */
    for (size_t i = 0; i < length; i++)
        h = (h ^ (unsigned char)name[i]) * 16777619u;
    return h % CHAINS;
}

struct symbol *assembly_known(const char *name, size_t length)
{
    for (struct symbol *s = chains[chain_of(name, length)]; s; s = s->next)
        if (!strncmp(s->name, name, length) && !s->name[length])
            return s;
    return NULL;
}

struct symbol *assembly_symbol(const char *name, size_t length)
{
    struct symbol *s = assembly_known(name, length),
                  **chain = &chains[chain_of(name, length)];
    if (s)
        return s;
    s = assembly_grown(NULL, sizeof *s);
    *s = (struct symbol){.name = assembly_grown(NULL, length + 1), .next = *chain};
    memcpy(s->name, name, length);
    s->name[length] = 0;
    return *chain = s;
}

struct symbol *assembly_next(const struct symbol *s)
{
    unsigned c = s ? chain_of(s->name, strlen(s->name)) + 1 : 0;
    if (s && s->next)
        return s->next;
    while (c < CHAINS && !chains[c])
        c++;
    return c < CHAINS ? chains[c] : NULL;
}

bool assembly_is_named(const struct symbol *s, const char *name, size_t length)
{
    char part[128];
    const size_t n = strlen(s->name);
    if (n == length && !memcmp(s->name, name, n))
        return true;
    if (snprintf(part, sizeof part, "%zu%.*s", length, (int)length, name) >=
        (int)sizeof part)
        return false;
    return !strncmp(s->name, "_Z", 2) && strstr(s->name, part);
}

void assembly_print_place(int i, const char *kind)
{
    fprintf(stderr, "%s:%d: %s: ", assembly_source(lines[i].source),
            lines[i].source_line, kind);
}

void assembly_print_name(const struct symbol *s)
{
    char *plain =
        strncmp(s->name, "_Z", 2) ? NULL : __cxa_demangle(s->name, NULL, NULL, NULL);
    char *copy = plain ? strstr(plain, " [clone") : NULL;
    if (copy)
        *copy = 0;
    fprintf(stderr, "%s%s", plain ? plain : s->name,
            !plain && s->type == FUNCTION ? "()" : "");
    free(plain);
}

bool assembly_is_host(const struct symbol *s)
{
    if (s->type == FUNCTION)
        return s->side == HOST_ONLY || !strncmp(s->name, "_GLOBAL__", 9) ||
               strstr(s->name, "static_initialization_and_destruction");
    return !s->variable && !s->managed;
}

const char *assembly_note(const char *kind, int *at)
{
    const size_t n = strlen(kind);
    while (*at < n_notes) {
        const char *note = notes[(*at)++];
        if (!strncmp(note, kind, n) && note[n] == ' ')
            return note + n + 1;
    }
    return NULL;
}

void assembly_read_notes(char *text)
{
    for (char *rest = text, *line; (line = emu_next_line(&rest));) {
        notes = assembly_grown(notes, (n_notes + 1) * sizeof *notes);
        notes[n_notes++] = line;
    }
}

/* A copy that g++ made of a function, such as f.cold, runs where f does. */
static void follow_copies(void)
{
    for (struct symbol *s = NULL; (s = assembly_next(s));) {
        const size_t n = strcspn(s->name, ".");
        const struct symbol *whole = s->name[n] ? assembly_known(s->name, n) : NULL;
        if (whole && s->side == FOR_BOTH)
            s->side = whole->side;
    }
}

void assembly_warn_of_shadow(int i, const struct symbol *s)
{
    static int last_line, last_source;
    const struct line *l = assembly_line(i);
    if (l->source_line == last_line && l->source == last_source)
        return;
    last_line = l->source_line;
    last_source = l->source;
    assembly_print_place(i, "warning");
    fprintf(stderr, "the host has a variable '");
    assembly_print_name(s);
    fprintf(stderr, "' of its own, and kernels use another one, on the GPU: use "
                    "cudaMemcpyToSymbol() or cudaMemcpyFromSymbol()\n");
}

void assembly_finish(void)
{
    int at = 0;
    for (const char *name; (name = assembly_note("managed", &at));)
        for (struct symbol *s = NULL; (s = assembly_next(s));)
            if (s->variable && assembly_is_named(s, name, strlen(name))) {
                s->variable = false;
                s->managed = true;
            }
    follow_copies();
}
