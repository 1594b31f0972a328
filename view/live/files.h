/* Files of the course, known again. */
#ifndef LIVE_FILES_H
#define LIVE_FILES_H

#include <stdbool.h>
#include <time.h>

/* What tells one state of a file from another. All 0: there is no such file. */
struct file_id {
    unsigned long long device, inode, size;
    struct timespec modified, changed;
};

/* The file's identity now. Cannot fail. */
struct file_id file_id_of(const char *path);

/* True if both are the same state of the same file. */
bool file_id_same(const struct file_id *a, const struct file_id *b);

/* True if the file is there, and in another state than `before`. */
bool file_is_new(const char *path, const struct file_id *before);

#endif
