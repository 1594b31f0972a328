/* Tables as text; table.h states the contract. */
#include "table.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "whole_file.h"

bool emu_table_open(struct emu_table *t, const char *path)
{
    memset(t, 0, sizeof *t);
    t->path = path;
    t->text = t->rest = emu_read_file(path, NULL);
    return t->text;
}

void emu_table_close(struct emu_table *t)
{
    free(t->text);
    t->text = t->rest = NULL;
}

bool emu_table_line(struct emu_table *t)
{
    char *line = emu_next_line(&t->rest);
    const size_t n = line ? strlen(line) : 0;

    t->cells = line != NULL;
    t->cell[0] = line;
    t->line += t->cells;
    if (n && line[n - 1] == '\r') /* an editor elsewhere */
        line[n - 1] = '\0';
    return line;
}

void emu_table_cut(struct emu_table *t)
{
    char *next = t->cell[0];

    for (t->cells = 0; next; t->cells++) {
        if (t->cells < EMU_TABLE_CELLS)
            t->cell[t->cells] = next;
        next = strchr(next, '\t');
        if (next)
            *next++ = '\0';
    }
}

bool emu_table_row(struct emu_table *t)
{
    while (emu_table_line(t))
        if (*t->cell[0] && *t->cell[0] != '#') {
            emu_table_cut(t);
            return true;
        }
    return false;
}

bool emu_table_header(struct emu_table *t)
{
    if (!emu_table_row(t))
        return false;
    t->columns = t->cells < EMU_TABLE_CELLS ? t->cells : EMU_TABLE_CELLS;
    memcpy(t->column, t->cell, sizeof t->cell);
    return true;
}

const char *emu_table_cell(const struct emu_table *t, const char *column)
{
    for (int i = 0; i < t->columns && i < t->cells; i++)
        if (strcmp(t->column[i], column) == 0)
            return t->cell[i];
    return "";
}

bool emu_table_number(const struct emu_table *t, const char *column, double *x)
{
    const char *cell = emu_table_cell(t, column);
    char *end;

    *x = strtod(cell, &end);
    return end > cell && !*end;
}

void emu_table_error(const struct emu_table *t, const char *format, ...)
{
    va_list list;

    fprintf(stderr, "%s:%d: ", t->path, t->line);
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fputc('\n', stderr);
}
