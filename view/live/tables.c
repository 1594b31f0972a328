/* Tables of speeds and of predictions; tables.h states the contract. */
#define _POSIX_C_SOURCE 200809L
#include "live/tables.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "finding/utf8.h"
#include "live/files.h"
#include "table.h"

json_t *tables_text(const char *text)
{
    const size_t size = 3 * strlen(text) + 1; /* U+FFFD has three bytes */
    char *clean = malloc(size);
    json_t *json;

    if (!clean)
        return json_string("");
    utf8_clean(text, clean, size);
    json = json_string(clean);
    free(clean);
    return json;
}

/* Open a table with a header. False if there is none; then it is not open. */
static bool open_table(struct emu_table *t, const char *path)
{
    if (emu_table_open(t, path) && emu_table_header(t))
        return true;
    emu_table_close(t);
    return false;
}

/* "M=256,N=256,K=256" as "256", "M=8,N=4096,K=4096" as "8 x 4096 x 4096", "n=9" as
   "n = 9". */
static void size_label(const char *sizes, char *label, size_t room)
{
    int m, n, k;

    if (sscanf(sizes, "M=%d,N=%d,K=%d", &m, &n, &k) != 3)
        snprintf(label, room, "%.*s = %s", (int)strcspn(sizes, "="), sizes,
                 strchr(sizes, '=') ? strchr(sizes, '=') + 1 : "");
    else if (m == n && n == k)
        snprintf(label, room, "%d", m);
    else
        snprintf(label, room, "%d x %d x %d", m, n, k);
}

/* Which of the lab's sizes this row is about, -1 if it is none of them. */
static int column_of(json_t *keys, const struct emu_table *t)
{
    char key[256];
    size_t i;
    json_t *known;

    snprintf(key, sizeof key, "%s %s", emu_table_cell(t, "function"),
             emu_table_cell(t, "sizes"));
    json_array_foreach(keys, i, known) if (strcmp(json_string_value(known), key) ==
                                           0) return (int)i;
    return -1;
}

/* A library's rows have no number before their name. */
static bool of_library(const struct emu_table *t)
{
    return !isdigit((unsigned char)emu_table_cell(t, "lab")[0]);
}

static bool counts(const struct emu_table *t)
{
    return strcmp(emu_table_cell(t, "cache"), "warm") != 0;
}

static const char *whose(const char *path)
{
    return strstr(path, "/labs/")        ? "yours"
           : strstr(path, "/solutions/") ? "the reference"
           : strstr(path, "/other/")     ? "your file"
                                         : "recorded";
}

/* The kernel was saved after it was timed. */
static bool changed(const char *path, const char *lab)
{
    char kernel[512];
    struct file_id source, table = file_id_of(path);

    if (!strstr(path, "/labs/"))
        return false;
    snprintf(kernel, sizeof kernel, "labs/%s/kernel.cu", lab);
    source = file_id_of(kernel);
    return source.modified.tv_sec > table.modified.tv_sec ||
           (source.modified.tv_sec == table.modified.tv_sec &&
            source.modified.tv_nsec > table.modified.tv_nsec);
}

/* The row of a lab or a library, made if there is none yet. */
static json_t *row_of(json_t *rows, const struct emu_table *t, const char *path,
                      size_t sizes)
{
    const char *lab = emu_table_cell(t, "lab");
    json_t *row, *gflops;
    size_t i;

    json_array_foreach(rows, i,
                       row) if (strcmp(json_string_value(json_object_get(row, "lab")),
                                       lab) == 0) return row;
    row = json_pack("{ss ss ss so}", "lab", lab, "whose",
                    of_library(t) ? "a library" : whose(path), "source",
                    emu_table_cell(t, "source"), "gflops", gflops = json_array());
    if (!row)
        return NULL;
    for (i = 0; i < sizes; i++)
        json_array_append_new(gflops, json_null());
    if (!of_library(t) && changed(path, lab))
        json_object_set_new(row, "changed", json_true());
    json_array_append_new(rows, row);
    return row;
}

/* Add the rows of one table: the labs', or the libraries'. */
static void add(json_t *rows, json_t *keys, const char *path, bool libraries)
{
    const bool recorded = strncmp(path, "docs/", 5) == 0;
    struct emu_table t;
    json_t *row, *gflops;
    int column;

    if ((recorded && !libraries) || !open_table(&t, path))
        return;
    while (emu_table_row(&t)) {
        if (of_library(&t) != libraries || !counts(&t) ||
            (column = column_of(keys, &t)) < 0)
            continue;
        row = row_of(rows, &t, path, json_array_size(keys));
        gflops = json_object_get(row, "gflops");
        if (json_is_null(json_array_get(gflops, (size_t)column)))
            json_array_set_new(gflops, (size_t)column,
                               json_real(strtod(emu_table_cell(&t, "gflops"), NULL)));
    }
    emu_table_close(&t);
}

json_t *tables_speeds(const char *own, char *const before[])
{
    json_t *keys = json_array(), *sizes = json_array(), *rows = json_array(), *all;
    struct emu_table t;
    char key[256], device[256] = "";

    if (!open_table(&t, own)) {
        json_decref(keys), json_decref(sizes), json_decref(rows);
        return NULL;
    }
    while (emu_table_row(&t))
        if (!of_library(&t) && counts(&t) && column_of(keys, &t) < 0) {
            snprintf(device, sizeof device, "%s", emu_table_cell(&t, "device"));
            snprintf(key, sizeof key, "%s %s", emu_table_cell(&t, "function"),
                     emu_table_cell(&t, "sizes"));
            json_array_append_new(keys, tables_text(key));
            size_label(emu_table_cell(&t, "sizes"), key, sizeof key);
            json_array_append_new(sizes, tables_text(key));
        }
    emu_table_close(&t);
    for (int i = 0; before[i]; i++)
        add(rows, keys, before[i], false);
    add(rows, keys, own, false);
    if (json_array_size(rows))
        json_object_set_new(json_array_get(rows, json_array_size(rows) - 1), "own",
                            json_true());
    add(rows, keys, own, true);
    for (int i = 0; before[i]; i++)
        add(rows, keys, before[i], true);
    all = json_pack("{so so so}", "device", tables_text(device), "sizes", sizes, "rows",
                    rows);
    json_decref(keys);
    return all;
}

json_t *tables_predictions(const char *path)
{
    static const char *const columns[] = {"id", "got", "expected", "met"};
    json_t *rows, *row;
    struct emu_table t;

    if (!open_table(&t, path))
        return NULL;
    rows = json_array();
    while (emu_table_row(&t)) {
        row = json_array();
        for (int i = 0; i < 4; i++)
            json_array_append_new(row, tables_text(emu_table_cell(&t, columns[i])));
        json_array_append_new(rows, row);
    }
    emu_table_close(&t);
    return rows;
}
