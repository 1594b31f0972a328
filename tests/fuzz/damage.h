/* A program's text, and damage to it. */
#ifndef DAMAGE_H
#define DAMAGE_H

#include <stddef.h>
#include <stdint.h>

struct text {
    char *bytes; /* n of them; a byte may be 0 */
    size_t n;
};

/* One of the files, or two spliced, changed in one to eight random ways: the same for
   the same number and files. Its bytes are to be freed. At most 256 KiB. */
struct text damage_make(uint64_t number, const struct text *files, int n_files);

#endif
