/* Watching the sandboxed program from outside until it ends or meets a limit. */
#ifndef LIMITS_H
#define LIMITS_H

#include <sys/types.h>

#include "grade/sandbox.h"

/* "exit", "signal", or the limit that was met: see sandbox.h. */
struct ending {
    const char *how;
    int number;
};

/* Copy the child's output from `output` to standard output, until it ends or reaches a
 * limit, or until this process gets SIGTERM, SIGINT or SIGHUP. That is "signal", or
 * "memory" if the child uses much of it. Closes `output`. The caller must still end the
 * tree of processes. */
struct ending limits_keep(const struct sandbox *s, pid_t child, int output);

#endif
