/* The logs of tiles; tile_log.h states the contract. */
#include "tune/tile_log.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tune/tiles.h"

/* "FILE:17:5: error: why" by g++, "FILE(17): error: why" by nvcc, "error : why" by what
   comes after them. */
static void take_error(const char *message, struct finding *f)
{
    const size_t file = strcspn(message, ":(");
    const char *why = strstr(message, "error");

    if (isdigit((unsigned char)message[file + (message[file] != '\0')])) {
        snprintf(f->file, sizeof f->file, "%.*s", (int)file, message);
        f->line = atoi(message + file + 1);
    }
    why += strcspn(why, ":");
    why += strspn(why, ": ");
    snprintf(f->what, sizeof f->what, "%.*s", (int)strcspn(why, "\t\n"), why);
    f->verdict = VERDICT_COMPILE_ERROR;
}

bool tile_log_error(const char *folder, const struct tile *t, struct finding *f)
{
    char name[TILE_NAME], path[4096 + 128], message[1024];
    bool found = false;
    FILE *in;

    tile_name(t, name);
    snprintf(path, sizeof path, "%s/%s.log", folder, name);
    in = fopen(path, "r");
    while (in && !found && fgets(message, sizeof message, in)) {
        found = strstr(message, "error");
        if (found)
            take_error(message, f);
    }
    if (in)
        fclose(in);
    return found;
}
