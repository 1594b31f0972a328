/* From a pc to a line of the learner's; symbols.h has the contract. */
#include "symbols.h"

#include <stdio.h>
#include <string.h>

#include "library.h"
#include "platform.h"

struct place {
    char *file;
    size_t size;
    int *line;
    bool found;
    bool in_kernel; /* in a .cu or .cuh file... */
    bool statement; /* ...in an asm statement, of which the next frame is a part */
    int caller;     /* the line from which it was inlined; 0: none */
};

/* True for names that end in .cu, .cuh and the like. */
static bool is_kernel(const char *file)
{
    const char *ending = strrchr(file, '.');
    return ending && !strncmp(ending, ".cu", 3);
}

/* The rewriter defines it in a program that has such a library. */
extern const char emu_has_library __attribute__((weak));

bool emu_symbols_is_library(const char *file)
{
    return &emu_has_library && !strncmp(file, "/usr/", 5) &&
           emu_is_library(file, strlen(file));
}

/* Called for the innermost function first, then for those that it was inlined into. The
   first line in a .cu file is the learner's; if there is none, the first one outside
   the emulator's own headers. */
static int take_place(void *data, uintptr_t pc, const char *file, int line,
                      const char *function)
{
    struct place *place = data;
    (void)pc;
    if (!file || strstr(file, "/emu/include/"))
        return 0;
    while (!strncmp(file, "./", 2))
        file += 2;
    if (place->statement) {
        place->statement = false;
        return 0;
    }
    if (place->in_kernel) {
        place->caller = strcmp(file, place->file) ? 0 : line;
        return 1;
    }
    place->in_kernel = is_kernel(file) && !emu_symbols_is_library(file);
    /* frontend/rewrite_ptx.c */
    place->statement = place->in_kernel && function && strstr(function, "emu_ptx");
    if (place->found && !place->in_kernel)
        return 0;
    snprintf(place->file, place->size, "%s", file);
    *place->line = line;
    place->found = true;
    return 0;
}

static struct place find(uintptr_t pc, char *file, size_t size, int *line)
{
    struct place place = {.file = file, .size = size, .line = line};
    *file = 0;
    *line = 0;
    emu_place_find(pc, take_place, &place);
    return place;
}

bool emu_symbols_line(uintptr_t pc, char *file, size_t size, int *line)
{
    return find(pc, file, size, line).found;
}

int emu_symbols_caller(uintptr_t pc)
{
    char file[256];
    int line;
    return find(pc, file, sizeof file, &line).caller;
}

bool emu_symbols_kernel_line(uintptr_t pc, char *file, size_t size, int *line)
{
    return emu_is_code(pc) && emu_symbols_line(pc, file, size, line) && is_kernel(file);
}

uintptr_t emu_symbols_own(uintptr_t site)
{
    enum { FRAMES = 64, KNOWN = 64 };
    static struct {
        uintptr_t site;
        bool is_library;
    } known[KNOWN]; /* of the last sites: the symbol table is slow */
    static int next;
    char file[256];
    int line, k = 0;
    if (!&emu_has_library)
        return site;
    while (k < KNOWN && known[k].site != site)
        k++;
    if (k == KNOWN) {
        k = next++ % KNOWN;
        known[k].site = site;
        known[k].is_library = emu_symbols_line(site, file, sizeof file, &line) &&
                              emu_symbols_is_library(file);
    }
    if (!known[k].is_library)
        return site;
    void *frame[FRAMES];
    const int n = emu_place_calls(frame, FRAMES);
    bool found = false; /* the site's frame */
    for (int i = 0; i < n; i++) {
        found |= (uintptr_t)frame[i] == site;
        if (found && emu_is_code((uintptr_t)frame[i]) &&
            emu_symbols_line((uintptr_t)frame[i], file, sizeof file, &line) &&
            !emu_symbols_is_library(file))
            return (uintptr_t)frame[i];
    }
    return site;
}

bool emu_symbols_same_line(uintptr_t pc, uintptr_t other)
{
    char file[256], other_file[256];
    int line = 0, other_line = 0;
    if (pc == other)
        return true;
    emu_symbols_line(pc, file, sizeof file, &line);
    emu_symbols_line(other, other_file, sizeof other_file, &other_line);
    return line == other_line && !strcmp(file, other_file);
}

bool emu_symbols_text(const char *file, int line, char *text, int size)
{
    FILE *in = line > 0 ? fopen(file, "r") : NULL;
    bool found = in;
    for (int i = 0; found && i < line; i++)
        found = fgets(text, size, in);
    if (in)
        fclose(in);
    return found;
}
