/*
 * Prints the tiles of a table that a submission's tile_valid() accepts, by the names of
 * their objects, one a line. The rule is called over there,
 * in the sandbox; one that breaks off accepts nothing, and the judge says why.
 *
 * usage: tiles TILES.tsv
 */
#include <stdio.h>

#include "supervise.h"
#include "tune/tiles.h"

static struct tiles tiles;

static void ask(void *arg, struct finding *f)
{
    (void)arg, (void)f;
    tiles_keep_valid(&tiles);
}

int main(int argc, char **argv)
{
    struct finding f = {.verdict = VERDICT_PASS};
    char name[TILE_NAME];

    if (argc != 2) {
        fprintf(stderr, "usage: %s TILES.tsv\n", argv[0]);
        return 2;
    }
    tiles_read(&tiles, argv[1]);
    if (supervise(ask, NULL, &f) != 0)
        return 0;
    for (int i = 0; i < tiles.n; i++) {
        tile_name(&tiles.tile[i], name);
        puts(name);
    }
    return 0;
}
