/* The rows of a table as a list of objects; rows.h states the contract. */
#include "rows.h"

#include <errno.h>
#include <string.h>

#include "table.h"
#include "trace/fail.h"

static json_t *row_of(const struct emu_table *t)
{
    json_t *const row = json_object();

    if (t->cells > t->columns)
        fail("'%s': line %d: a row of %d cells, expected %d", t->path, t->line,
             t->cells, t->columns);
    for (int i = 0; i < t->cells; i++)
        json_object_set_new(row, t->column[i], json_string(t->cell[i]));
    return row;
}

json_t *rows_json(const char *path)
{
    json_t *const rows = json_array();
    struct emu_table t;

    if (!emu_table_open(&t, path))
        fail("'%s': %s", path, strerror(errno));
    emu_table_header(&t);
    while (emu_table_row(&t))
        json_array_append_new(rows, row_of(&t));
    emu_table_close(&t);
    return rows;
}
