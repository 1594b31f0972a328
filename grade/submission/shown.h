/* Paths for a person to read, on standard output. */
#ifndef SUBMISSION_SHOWN_H
#define SUBMISSION_SHOWN_H

#include "grade/submission/walk.h"

/* A path between single quotes. Of a long one the end is shown. Control characters,
   which would change the terminal, become '?'. */
void shown_path(const char *path);

/* The kind of an entry, such as "a symbolic link"; "" for an ordinary file. */
const char *shown_why(const struct walk_entry *entry);

/* The first entries of a list with their kinds, and the number of the rest. */
void shown_list(struct walk_entry *const *list, size_t n);

/* A path for `printf %b`: control characters and backslashes are octal. */
void shown_escaped(const char *path);

#endif
