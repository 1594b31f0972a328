/* Tiles: their names, the rows of tiles.tsv, and what came of compiling them;
   tune_tiles.h states the contract. */
#include "tune/tune_tiles.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "finding/compiler_log.h"
#include "table.h"
#include "whole_file.h"

enum { EDGE_MAX = 4096 };

const char *const tile_column[TILE_COLUMNS] = {"BM", "BN", "BK", "TM", "TN", "STAGES"};

int tile_columns(const struct tile *t)
{
    return t->stages ? TILE_COLUMNS : TILE_COLUMNS - 1;
}

int tile_number(const struct tile *t, int column)
{
    const int number[TILE_COLUMNS] = {t->bm, t->bn, t->bk, t->tm, t->tn, t->stages};

    return number[column];
}

/* The numbers, with the names of their columns or without. */
static void join(const struct tile *t, const char *separator, bool names, char *text,
                 size_t size)
{
    size_t at = 0;

    for (int i = 0; i < tile_columns(t) && at < size; i++)
        at += (size_t)snprintf(text + at, size - at, "%s%s%s%d", i ? separator : "",
                               names ? tile_column[i] : "", names ? "=" : "",
                               tile_number(t, i));
}

void tile_name(const struct tile *t, char *name)
{
    join(t, "_", false, name, TILE_NAME);
}

void tile_text(const struct tile *t, char *text)
{
    join(t, " ", true, text, TILE_TEXT);
}

static int column_width(int column, int width)
{
    return column == 0 ? 6 : strlen(tile_column[column]) > 4 ? 8 : width;
}

void tiles_print_columns(const struct tiles *t, int width)
{
    for (int i = 0; i < (t->n ? tile_columns(t->tile) : TILE_COLUMNS - 1); i++)
        printf("%*s", column_width(i, width), tile_column[i]);
}

void tile_print(const struct tile *t, int width)
{
    for (int i = 0; i < tile_columns(t); i++)
        printf("%*d", column_width(i, width), tile_number(t, i));
}

bool tile_same(const struct tile *a, const struct tile *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

static _Noreturn void refuse(const struct emu_table *in, const char *why)
{
    emu_table_error(in, "%s", why);
    exit(2);
}

static bool edge(int n)
{
    return n >= 1 && n <= EDGE_MAX;
}

static void add(struct tiles *t, const struct emu_table *in)
{
    struct tile new = {0};
    char rest;
    const int n = sscanf(in->cell[0], "%d%d%d%d%d%d %c", &new.bm, &new.bn, &new.bk,
                         &new.tm, &new.tn, &new.stages, &rest);
    bool numbers = n == TILE_COLUMNS || n == TILE_COLUMNS - 1;

    for (int i = 0; i < n; i++)
        numbers = numbers && edge(tile_number(&new, i));
    if (!numbers)
        refuse(in,
               "not a tile: five numbers from 1 to 4096, BM BN BK TM TN, or six, with "
               "STAGES");
    if (t->n && tile_columns(t->tile) != n)
        refuse(in, "this tile has another number of columns than the first");
    for (int i = 0; i < t->n; i++)
        if (tile_same(&t->tile[i], &new))
            refuse(in, "this tile has come before");
    if (t->n == TILES_MAX)
        refuse(in, "more tiles than the 1000 that there is room for");
    t->tile[t->n++] = new;
}

void tiles_read(struct tiles *t, const char *path)
{
    struct emu_table in;

    if (!emu_table_open(&in, path)) {
        fprintf(stderr, "cannot read '%s': %s\n", path, strerror(errno));
        exit(2);
    }
    t->n = 0;
    while (emu_table_line(&in)) /* the numbers may have spaces between them */
        if (*in.cell[0] != '#' && in.cell[0][strspn(in.cell[0], " \t")])
            add(t, &in);
    emu_table_close(&in);
}

bool tiles_have_valid(void)
{
    return tiles_ask(&(const struct tile){1, 1, 1, 1, 1, 1}) >= 0;
}

void tiles_keep_valid(struct tiles *t)
{
    int kept = 0;

    for (int i = 0; i < t->n; i++)
        if (tiles_ask(&t->tile[i]) > 0)
            t->tile[kept++] = t->tile[i];
    t->n = kept;
}

static bool is_in(const struct tiles *t, const struct tile *tile)
{
    for (int i = 0; i < t->n; i++)
        if (tile_same(&t->tile[i], tile))
            return true;
    return false;
}

const struct tile *tiles_ask_again(const struct tiles *all, const struct tiles *kept)
{
    for (int i = all->n - 1; i >= 0; i--)
        if ((tiles_ask(&all->tile[i]) > 0) != is_in(kept, &all->tile[i]))
            return &all->tile[i];
    return NULL;
}

static void take_error(const char *message, const char *why, struct finding *f)
{
    const size_t file = strcspn(message, ":(");

    if (isdigit((unsigned char)message[file + (message[file] != '\0')])) {
        snprintf(f->file, sizeof f->file, "%.*s", (int)file, message);
        f->line = atoi(message + file + 1);
    }
    snprintf(f->what, sizeof f->what, "%.*s", (int)strcspn(why, "\t\n"), why);
    f->verdict = VERDICT_COMPILE_ERROR;
}

/* FOLDER/NAME, of the folder that TILE_FOLDER names, to be freed; NULL if there is
 * none. */
static char *read_of_folder(const char *name, const char *ending)
{
    const char *folder = getenv("TILE_FOLDER");
    char path[4096];

    snprintf(path, sizeof path, "%s/%s%s", folder ? folder : "", name, ending);
    return folder ? emu_read_file(path, NULL) : NULL;
}

bool tiles_error(const struct tile *t, struct finding *f)
{
    char name[TILE_NAME], *log, *rest, *message;
    const char *why = NULL;

    if (!getenv("TILE_FOLDER")) {
        f->verdict = VERDICT_COMPILE_ERROR;
        snprintf(f->what, sizeof f->what, "g++ refuses it, or the grader does");
        return true;
    }
    tile_name(t, name);
    log = rest = read_of_folder(name, ".log");
    while (!why && (message = emu_next_line(&rest))) {
        why = compiler_log_error(message);
        if (why)
            take_error(message, why, f);
    }
    free(log);
    return why != NULL;
}

void tiles_key(char *key, size_t size)
{
    char *text = read_of_folder("key", "");

    snprintf(key, size, "%.*s", text ? (int)strcspn(text, "\n") : 7,
             text && *text ? text : "unknown");
    free(text);
}
