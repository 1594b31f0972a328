/* The headers of libraries with kernels; library.h has the contract. */
#define _GNU_SOURCE /* memmem */
#include "library.h"

#include <string.h>

static bool has(const char *path, size_t bytes, const char *part)
{
    return memmem(path, bytes, part, strlen(part)) != NULL;
}

bool emu_is_library(const char *path, size_t bytes)
{
    static const char *const folders[] = {"/include/thrust/", "/include/cub/",
                                          "/include/cuda/", "/include/nv/"};
    bool found = false;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        found |= has(path, bytes, folders[i]);
    return found && !has(path, bytes, "/emu/");
}
