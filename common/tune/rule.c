/*
 * A program around a kernel's tile_valid(): prints the tiles of a table that it
 * accepts, by the names of their objects, one a line. Make builds these and no others.
 *
 * usage: rule TILES.tsv all|few      few: the first TILES_FEW alone
 */
#define _POSIX_C_SOURCE 200809L /* alarm */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tune/tiles.h"

int main(int argc, char **argv)
{
    static struct tiles tiles;
    char name[TILE_NAME];

    if (argc != 3) {
        fprintf(stderr, "usage: %s TILES.tsv all|few\n", argv[0]);
        return 2;
    }
    tiles_read(&tiles, argv[1]);
    alarm(5); /* a rule that never ends is the check's to report */
    tiles_keep_valid(&tiles);
    for (int i = 0; i < tiles.n; i++) {
        if (strcmp(argv[2], "few") == 0 && i == TILES_FEW)
            break;
        tile_name(&tiles.tile[i], name);
        puts(name);
    }
    return 0;
}
