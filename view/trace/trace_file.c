/* The file of a trace; trace_file.h states the contract. */
#include "trace/trace_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table.h"
#include "trace/fail.h"
#include "trace/traced_memory.h"
#include "trace/text.h"

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

void trace_read(struct trace *t, const char *path)
{
    struct request_rows rows = {0};
    struct emu_table *const table = &rows.table;

    *t = (struct trace){.path = path, .lab = "", .device = "", .problem = ""};
    if (!emu_table_open(table, path))
        fail("'%s': %s", path, strerror(errno));
    while (emu_table_line(table)) {
        if (*table->cell[0] == '#') {
            read_comment(t, table->cell[0]);
            continue;
        }
        emu_table_cut(table);
        if (!table->columns) {
            request_header(&rows);
            continue;
        }
        t->request =
            memory_grow(t->request, &t->room, t->requests + 1, sizeof *t->request);
        request_read(&rows, &t->request[t->requests++]);
    }
    if (!table->columns)
        fail("'%s': line %d: not the header of a trace", path, table->line + 1);
    t->text = table->text;
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
