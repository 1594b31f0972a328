/* The tiles of this program, and what is known of those that are missing; linked.h
   states the contract. */
#define _POSIX_C_SOURCE 200809L /* readlink */
#include "tune/linked.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tune/tile_log.h"
#include "tune/tiles.h"

/* Where the linker's table begins and ends; both NULL in a program without tiles. */
extern __attribute__((weak)) struct tune_entry *__start_tune_tiles[];
extern __attribute__((weak)) struct tune_entry *__stop_tune_tiles[];

operation_function *linked_kernel(const struct tile *t)
{
    for (struct tune_entry **e = __start_tune_tiles; e != __stop_tune_tiles; e++)
        if (tile_same(&(*e)->tile, t))
            return (*e)->call;
    return NULL;
}

/* The path of a file of the folder tiles/ beside this program; false if that is not
   known. */
static bool beside(const char *name, char *path, size_t size)
{
    char program[4096];
    const ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);

    if (n <= 0)
        return false;
    program[n] = '\0';
    *strrchr(program, '/') = '\0';
    snprintf(path, size, "%s/tiles/%s", program, name);
    return true;
}

bool linked_error(const struct tile *t, struct finding *f)
{
    char folder[4096 + 64];

    return beside("", folder, sizeof folder) && tile_log_error(folder, t, f);
}

void linked_key(char *key, size_t size)
{
    char path[4096 + 64];
    FILE *in = beside("key", path, sizeof path) ? fopen(path, "r") : NULL;

    snprintf(key, size, "unknown");
    if (in && fgets(key, (int)size, in))
        key[strcspn(key, "\n")] = '\0';
    if (in)
        fclose(in);
}
