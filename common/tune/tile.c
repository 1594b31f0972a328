/* One tile: its name, and what it is equal to; tiles.h states the contract. */
#include <stdio.h>

#include "tune/tiles.h"

void tile_name(const struct tile *t, char *name)
{
    snprintf(name, TILE_NAME, "%d_%d_%d_%d_%d", t->bm, t->bn, t->bk, t->tm, t->tn);
}

bool tile_same(const struct tile *a, const struct tile *b)
{
    return a->bm == b->bm && a->bn == b->bn && a->bk == b->bk && a->tm == b->tm &&
           a->tn == b->tn;
}
