/* A table as a list of objects; table.h states the contract. */
#define _POSIX_C_SOURCE 200809L /* getline */
#include "table.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/fail.h"

/* The cells of a line, as a list of texts. */
static json_t *cells_of(char *line)
{
    json_t *const cells = json_array();

    line[strcspn(line, "\r\n")] = '\0';
    for (char *end = line; end; line = end + 1) {
        end = strchr(line, '\t');
        if (end)
            *end = '\0';
        json_array_append_new(cells, json_string(line));
        if (!end)
            break;
    }
    return cells;
}

static json_t *row_of(const char *path, json_t *names, json_t *cells)
{
    json_t *const row = json_object(), *cell;
    size_t i;

    if (json_array_size(cells) > json_array_size(names))
        fail("'%s': a row of %zu cells, expected %zu", path, json_array_size(cells),
             json_array_size(names));
    json_array_foreach(cells, i, cell)
    {
        json_object_set(row, json_string_value(json_array_get(names, i)), cell);
    }
    return row;
}

json_t *table_json(const char *path)
{
    FILE *const in = fopen(path, "r");
    json_t *const rows = json_array();
    json_t *names = NULL;
    char *line = NULL;
    size_t room = 0;

    if (!in)
        fail("'%s': %s", path, strerror(errno));
    while (getline(&line, &room, in) >= 0) {
        json_t *cells;

        if (*line == '#' || *line == '\n')
            continue;
        cells = cells_of(line);
        if (!names) {
            names = cells;
            continue;
        }
        json_array_append_new(rows, row_of(path, names, cells));
        json_decref(cells);
    }
    json_decref(names);
    free(line);
    fclose(in);
    return rows;
}
