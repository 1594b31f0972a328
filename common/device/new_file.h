/* A file that is written whole or not at all: first beside its place, then moved there,
   so that whoever reads it meanwhile reads the old one. Signals that end the program
   wait until then: what is begun is not left behind. So write it in one go, and
   one at a time. */
#ifndef NEW_FILE_H
#define NEW_FILE_H

#include <stdbool.h>
#include <stdio.h>

struct new_file {
    const char *path; /* the caller's, and must stay */
    char fresh[4096]; /* where it is until it is whole */
    FILE *out;
};

/* Begin to write what will be `path`, to f->out. Returns false, with errno, if that is
   not possible. */
bool new_file_open(struct new_file *f, const char *path);

/* End it: it comes into its place if `fine` is true and every write to f->out
   succeeded. Returns false, with errno, if not; then nothing is left of it. */
bool new_file_close(struct new_file *f, bool fine);

#endif
