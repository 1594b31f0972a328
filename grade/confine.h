/*
 * What a sandboxed program may do, and which limits this kernel can enforce. All of it
 * works for every user, root or not, without special rights.
 */
#ifndef CONFINE_H
#define CONFINE_H

#include <stdbool.h>

enum { CONFINE_PATHS = 64 };

struct confine {
    const char *read[CONFINE_PATHS]; /* files and folders it may read and execute */
    int reads;
    const char *write; /* the only folder where it may write; NULL: none */
    bool alone;        /* it may start threads, but no process */
    double cpu;        /* processor seconds of one process */
    double address_mb; /* of addresses of one process; 0: no limit */
    double file_mb;    /* of one file */
};

/* The version of Landlock that the kernel has; 0: none. */
int confine_landlock(void);

/* True if filters of system calls work here. */
bool confine_seccomp(void);

/* Confine this process, and all that it starts, permanently. Features that the kernel
 * does not have are left out: call the functions above before. If an existing feature
 * fails, ends the process with status 2 and a line on stderr. */
void confine_self(const struct confine *c);

/* The paths that every program must read: libraries, and the compiler's tools. */
extern const char *const confine_system[];

#endif
