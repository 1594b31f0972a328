/* The logs of tiles; tile_log.h states the contract. */
#include "tune/tile_log.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "finding/compiler_log.h"
#include "tune/tiles.h"
#include "whole_file.h"

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
    char name[TILE_NAME], path[4096 + 128], *log, *rest, *message;
    const char *why = NULL;

    tile_name(t, name);
    snprintf(path, sizeof path, "%s/%s.log", folder, name);
    log = rest = emu_read_file(path, NULL);
    while (!why && (message = emu_next_line(&rest))) {
        why = compiler_log_error(message);
        if (why)
            take_error(message, why, f);
    }
    free(log);
    return why != NULL;
}
