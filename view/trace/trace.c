/* The file of a trace; trace.h states the contract. */
#include "trace/trace.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/fail.h"
#include "trace/memory.h"
#include "trace/text.h"

/* The whole file, with a NUL behind it; *length without that. The caller frees it. */
static char *read_file(const char *path, size_t *length)
{
    FILE *const in = fopen(path, "rb");
    char *text = NULL;
    size_t room = 0, n = 0, more;

    if (!in)
        fail("'%s': %s", path, strerror(errno));
    do {
        text = memory_grow(text, &room, n + BUFSIZ, 1);
        more = fread(text + n, 1, room - n - 1, in);
        n += more;
    } while (more);
    if (ferror(in))
        fail("'%s': %s", path, strerror(errno));
    fclose(in);
    text[n] = '\0';
    *length = n;
    return text;
}

/* What follows this word at the line's beginning; NULL if another word is there. */
static const char *after(const char *line, const char *word)
{
    const size_t n = strlen(word);

    return strncmp(line, word, n) == 0 ? line + n : NULL;
}

/* A line that begins with "#". */
static void read_comment(struct trace *t, const char *line)
{
    const char *rest;

    if ((rest = after(line, "# lab: ")))
        t->lab = rest;
    else if ((rest = after(line, "# device: ")))
        t->device = rest;
    else if ((rest = after(line, "# problem: ")))
        t->problem = rest;
    else if ((rest = after(line, "# code "))) {
        t->code = memory_grow(t->code, &t->code_room, t->codes + 1, sizeof *t->code);
        t->code[t->codes++] = rest;
    } else {
        t->comment = memory_grow(t->comment, &t->comment_room, t->comments + 1,
                                 sizeof *t->comment);
        t->comment[t->comments++] = line;
    }
}

static void read_line(struct trace *t, struct request_rows *rows, char *line)
{
    if (*line == '#') {
        read_comment(t, line);
    } else if (!rows->cells) {
        request_header(rows, line);
    } else {
        t->request =
            memory_grow(t->request, &t->room, t->requests + 1, sizeof *t->request);
        request_read(rows, line, &t->request[t->requests++]);
    }
}

void trace_read(struct trace *t, const char *path)
{
    struct request_rows rows = {.path = path};
    char *line, *end;
    size_t length;

    *t = (struct trace){.path = path, .lab = "", .device = "", .problem = ""};
    t->text = read_file(path, &length);
    for (line = t->text; line < t->text + length; line = end + 1) {
        end = memchr(line, '\n', (size_t)(t->text + length - line));
        end = end ? end : t->text + length;
        *end = '\0';
        rows.line++;
        read_line(t, &rows, line);
    }
    if (!rows.cells)
        fail("'%s': line %zu: not the header of a trace", path, rows.line + 1);
}

const char *trace_code(const struct trace *t, const char *file, int line)
{
    struct text place = {0};
    const char *code = "";

    text_add(&place, "%s:%d: ", file, line);
    for (size_t i = 0; i < t->codes; i++) {
        const char *const found = after(t->code[i], text_of(&place));

        code = found ? found : code;
    }
    text_free(&place);
    return code;
}

void trace_free(struct trace *t)
{
    free(t->request);
    free(t->code);
    free(t->comment);
    free(t->text);
}
