/* The tiles of this program, and what is known of those that are missing; linked.h
   states the contract. */
#define _POSIX_C_SOURCE 200809L /* readlink */
#include "tune/linked.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tune/tiles.h"

/* Where the linker's table begins and ends; both NULL in a program without tiles. */
extern __attribute__((weak)) struct tune_entry *__start_tune_tiles[];
extern __attribute__((weak)) struct tune_entry *__stop_tune_tiles[];

trial_sgemm *linked_sgemm(const struct tile *t)
{
    for (struct tune_entry **e = __start_tune_tiles; e != __stop_tune_tiles; e++)
        if (tile_same(&(*e)->tile, t))
            return (*e)->sgemm;
    return NULL;
}

/* Open a file of the folder tiles/ beside this program; NULL if it is not there. */
static FILE *open_beside(const char *name)
{
    char path[4096 + 64];
    const ssize_t n = readlink("/proc/self/exe", path, 4096);
    char *end;

    if (n <= 0)
        return NULL;
    path[n] = '\0';
    end = strrchr(path, '/');
    snprintf(end, sizeof path - (size_t)(end - path), "/tiles/%s", name);
    return fopen(path, "r");
}

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

bool linked_error(const struct tile *t, struct finding *f)
{
    char name[TILE_NAME + 4], message[1024];
    bool found = false;
    FILE *in;

    tile_name(t, name);
    strcat(name, ".log");
    in = open_beside(name);
    while (in && !found && fgets(message, sizeof message, in)) {
        found = strstr(message, "error");
        if (found)
            take_error(message, f);
    }
    if (in)
        fclose(in);
    return found;
}

void linked_key(char *key, size_t size)
{
    FILE *in = open_beside("key");

    snprintf(key, size, "unknown");
    if (in && fgets(key, (int)size, in))
        key[strcspn(key, "\n")] = '\0';
    if (in)
        fclose(in);
}
