/* The rows of tiles.tsv; tiles.h states the contract. */
#include "tune/tiles.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EDGE_MAX = 4096 };

static _Noreturn void refuse(const char *path, int line, const char *why)
{
    fprintf(stderr, "%s:%d: %s\n", path, line, why);
    exit(2);
}

static bool edge(int n)
{
    return n >= 1 && n <= EDGE_MAX;
}

static void add(struct tiles *t, const char *row, const char *path, int line)
{
    struct tile new = {0};
    char rest;
    const int n = sscanf(row, "%d%d%d%d%d%d %c", &new.bm, &new.bn, &new.bk, &new.tm,
                         &new.tn, &new.stages, &rest);
    bool numbers = n == TILE_COLUMNS || n == TILE_COLUMNS - 1;

    for (int i = 0; i < n; i++)
        numbers = numbers && edge(tile_number(&new, i));
    if (!numbers)
        refuse(path, line,
               "not a tile: five numbers from 1 to 4096, BM BN BK TM TN, or six, with "
               "STAGES");
    if (t->n && tile_columns(t->tile) != n)
        refuse(path, line, "this tile has another number of columns than the first");
    for (int i = 0; i < t->n; i++)
        if (tile_same(&t->tile[i], &new))
            refuse(path, line, "this tile has come before");
    if (t->n == TILES_MAX)
        refuse(path, line, "more tiles than the 1000 that there is room for");
    t->tile[t->n++] = new;
}

void tiles_read(struct tiles *t, const char *path)
{
    FILE *in = fopen(path, "r");
    char row[256];

    if (!in) {
        fprintf(stderr, "cannot read '%s': %s\n", path, strerror(errno));
        exit(2);
    }
    t->n = 0;
    for (int line = 1; fgets(row, sizeof row, in); line++)
        if (row[0] != '#' && row[strspn(row, " \t\n")])
            add(t, row, path, line);
    fclose(in);
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
