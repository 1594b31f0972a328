/* The logs of tiles; tile_log.h states the contract. */
#include "tune/tile_log.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tune/tiles.h"

/* Why, of a line "FILE:17:5: error: why" by g++, "FILE(17): error #20-D: why" by nvcc,
   "error   : why" by what comes after them. NULL of any other line: files and variables
   may be called error, too. */
static const char *find_error(const char *message)
{
    for (const char *p = message; (p = strstr(p, "error")); p += strlen("error")) {
        const char *end = p + strlen("error");

        end += strspn(end, " #0123456789-D");
        if ((p == message || p[-1] == ' ') && !strncmp(end, ": ", 2))
            return end + 2;
    }
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

bool tile_log_error(const char *folder, const struct tile *t, struct finding *f)
{
    char name[TILE_NAME], path[4096 + 128], message[1024];
    const char *why = NULL;
    FILE *in;

    tile_name(t, name);
    snprintf(path, sizeof path, "%s/%s.log", folder, name);
    in = fopen(path, "r");
    while (in && !why && fgets(message, sizeof message, in)) {
        why = find_error(message);
        if (why)
            take_error(message, why, f);
    }
    if (in)
        fclose(in);
    return why != NULL;
}
