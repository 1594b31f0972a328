/* The names of files and folders, and the labs in them. */
#ifndef SUBMISSION_NAME_H
#define SUBMISSION_NAME_H

#include <stdbool.h>
#include <stddef.h>

#include "grade/submission/labs.h"
#include "grade/submission/walk.h"

/*
 * name_words.c: the words of "Copy of 03-SMEM" are "_copy_of_03_smem_". They are
 * letters and digits, in small letters, with one "_" before, between and behind them. A
 * name without any word has "_".
 */

/* The words of a text of `bytes` bytes, which may be anything. Free it. */
char *name_words(const char *text, size_t bytes);

/* `words` without those for a copy, and for a finished file. Free it. */
char *name_plain(const char *words);

/* True if one of `words` means an outdated file, such as "old". */
bool name_is_old(const char *words);

/* True if `words` are "kernel" and a number: a browser names a file kernel-2.cu. */
bool name_is_numbered_kernel(const char *words);

/* name_path.c: the names in a path, the uppermost folder's first. */
struct name_path {
    char *text; /* holds the names; free it */
    char *name[WALK_DEPTH];
    int names;
};

/* Split a path. Folders deeper than WALK_DEPTH are left out. */
struct name_path name_split(const char *path);

/* The last name in a path. */
const char *name_base(const char *path);

/* True if a path ends in .cu or .cu.txt, small or capital. Spaces may follow. */
bool name_is_kernel(const char *path);

/* Means no number of a copy. (A number too large for a long counts as the largest.) */
enum { NAME_NO_COPY = -1 };

/* The name of a .cu without its endings, and with "_copy_" for each "(12)". *copy is
   the last of these numbers, or NAME_NO_COPY. Free it. */
char *name_stem(const char *name, long *copy);

/* The number of a copy of a folder, as in "labs (2)/x.cu", or NAME_NO_COPY. */
long name_copy_of_folder(const char *path);

/* The number at the end of words, such as 3 of "_final_3_", or NAME_NO_COPY. */
long name_number_behind(const char *words);

/* name_lab.c: the lab that a name is for. */
struct name_lab {
    int lab;    /* its index; -1: none, or several */
    int rank;   /* rank.h */
    char *rest; /* the other words, or NULL; free it */
};

/* Find it: `name` is a file's without its endings, or a folder's. Cannot fail. */
struct name_lab name_lab(const struct labs *labs, const char *name);

#endif
