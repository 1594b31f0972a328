/* The entries of a submitted folder, which may be hostile: no symbolic link in it is
   followed, and only folders and regular files are opened. */
#ifndef SUBMISSION_WALK_H
#define SUBMISSION_WALK_H

#include <stdbool.h>
#include <stddef.h>

#include "grade/submission/labs.h"

enum {
    WALK_DEPTH = 6,          /* folders deep */
    WALK_MOST = 10000,       /* entries: more would take too much time */
    WALK_FILE_MOST = 1 << 20 /* bytes of a file: no kernel is larger */
};

enum walk_type {
    WALK_FILE,
    WALK_LARGE, /* a file above WALK_FILE_MOST */
    WALK_FOLDER,
    WALK_LINK,
    WALK_UNREADABLE, /* a file or a folder without permission */
    WALK_OTHER       /* a FIFO, a device, a socket */
};

struct walk_entry {
    char *path; /* relative to the folder; WALK_DEPTH names at most */
    enum walk_type type;
    bool taken;         /* it is a lab's candidate, or the course's own */
    const char *remark; /* the special property of its text, or "" */
};

struct walk {
    int folder; /* a descriptor */
    struct walk_entry *entry;
    size_t entries;
    bool cut; /* there are more entries than were visited */

    /* walk.c's own */
    size_t seen, expected; /* entries looked at; the first of `entry`, expected */
    const char **sorted;   /* all paths */
};

/* List the folder's entries. Files with expected names come first, so that they are
   found among any number of others. Then come all others, in the file system's order.
   Hidden ones and __MACOSX are passed over. Entries that stat() refuses are left out.
 */
struct walk walk_folder(int folder, const struct labs *labs);

/* True if an entry has this path. */
bool walk_has(const struct walk *w, const char *path);

/* Open a regular file of the folder, to read it. Returns its descriptor, or -1. */
int walk_open(const struct walk *w, const char *path);

#endif
