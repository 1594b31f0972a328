/*
 * What a sandboxed program may do, and what of it this kernel can enforce. All of it is
 * there for every user, root or not; nothing needs rights.
 */
#ifndef CONFINE_H
#define CONFINE_H

#include <stdbool.h>

enum { CONFINE_PATHS = 64 };

struct confine {
    const char *read[CONFINE_PATHS]; /* files and folders it may read and execute */
    int reads;
    const char *write; /* the one folder it may write in; NULL: none */
    bool alone;        /* it may start threads, but no process */
    double cpu;        /* processor seconds of one process */
    double address_mb; /* of addresses of one process; 0: no limit */
    double file_mb;    /* of one file */
};

/* The version of Landlock that the kernel has; 0: none. */
int confine_landlock(void);

/* Whether filters of system calls work here. */
bool confine_seccomp(void);

/* Confine this process, and all that it starts, for good. What the kernel lacks is left
   out: ask before. Ends the process with status 2, and a line on stderr, if what it has
   fails. */
void confine_self(const struct confine *c);

/* What every program needs to read: libraries, and the tools that compile. */
extern const char *const confine_system[];

#endif
