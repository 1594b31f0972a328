/* One tile: its name, and what it is equal to; tiles.h states the contract. */
#include <stdbool.h>
#include <stdio.h>

#include "tune/tiles.h"

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

bool tile_same(const struct tile *a, const struct tile *b)
{
    for (int i = 0; i < TILE_COLUMNS; i++)
        if (tile_number(a, i) != tile_number(b, i))
            return false;
    return true;
}
