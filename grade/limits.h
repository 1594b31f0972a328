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

/* Copy what the child prints from `output` to standard output, until it ends or a limit
   is met; or until somebody asks to stop by SIGTERM, SIGINT or SIGHUP: "signal", or
   "memory" if it has taken much of that. Closes
   `output`. The tree of processes is still to be ended. */
struct ending limits_keep(const struct sandbox *s, pid_t child, int output);

#endif
