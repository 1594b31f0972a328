/* Tables; tsv.h states the contract. */
#include "live/tsv.h"

#include <stdlib.h>
#include <string.h>

#include "live/files.h"

int tsv_row(struct tsv *t)
{
    char *line;

    do {
        line = t->next;
        if (!*line)
            return 0;
        t->next += strcspn(t->next, "\n");
        if (*t->next)
            *t->next++ = '\0';
    } while (!*line || *line == '#');

    t->cells = 0;
    while (line && t->cells < TSV_CELLS) {
        t->cell[t->cells++] = line;
        line = strchr(line, '\t');
        if (line)
            *line++ = '\0';
    }
    return 1;
}

int tsv_open(struct tsv *t, const char *path)
{
    size_t size;

    memset(t, 0, sizeof *t);
    t->text = t->next = file_read(path, &size);
    if (!t->text)
        return 0;
    if (!tsv_row(t)) {
        free(t->text);
        return 0;
    }
    t->columns = t->cells;
    memcpy(t->column, t->cell, sizeof t->cell);
    return 1;
}

const char *tsv_cell(const struct tsv *t, const char *column)
{
    for (int i = 0; i < t->columns && i < t->cells; i++)
        if (strcmp(t->column[i], column) == 0)
            return t->cell[i];
    return "";
}

void tsv_close(struct tsv *t)
{
    free(t->text);
}
