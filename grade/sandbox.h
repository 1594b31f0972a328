/*
 * What the sandbox is asked for. Options, all before "--" and the command:
 *
 *   --read PATH       it may read this file or folder, and run what is there (repeat)
 *   --write DIR       it may write in this folder, and nowhere else
 *   --chdir DIR       it begins here
 *   --env NAME=VALUE  its environment: if none is given, a plain PATH alone (repeat)
 *   --alone           it may start no process
 *   --keep            it keeps standard input, and descriptor 3: else it has neither
 *   --plain           without bubblewrap, even where that works
 *   --status FD       tell there how it ended (else on standard error, if badly)
 *   --wall S          seconds that may pass                        60
 *   --cpu S           processor seconds of one process             60
 *   --memory MB       memory of all its processes together         2048
 *   --address MB      addresses of one process; 0: no limit        0
 *   --output MB       what it may print; what is more is dropped   1
 *   --disk MB         files in the folder that it may write in     256
 *   --processes N     processes and threads at a time              128
 *
 * How it ended is one line: "exit N"; "signal N"; or which limit it met: "wall 0",
 * "memory 0", "output 0", "disk 0", "processes 0". Its output goes to standard output.
 * Exit status: the command's, 126 if a limit or a signal ended it, 2 if the sandbox
 * failed; see also --status.
 *
 * sandbox --probe says what protects on this machine; status 0 if that is enough to run
 * code that nobody trusts: system calls are filtered and files guarded, and the
 * emulator's hooks have a witness.
 */
#ifndef SANDBOX_H
#define SANDBOX_H

#include <stdbool.h>

#include "grade/confine.h"

enum { SANDBOX_ENV = 16 };

struct sandbox {
    struct confine confine;
    const char *chdir;
    char *env[SANDBOX_ENV + 1];
    bool keep, plain, bubble;
    bool inner; /* supervised already, by another sandbox: --inner */
    int status; /* -1: none */
    double wall, memory_mb, output_mb, disk_mb;
    int processes;
    int argc; /* the whole call, to be repeated inside */
    char **argv;
    char **command;
};

/* Read the options. Returns false, with a line on stderr, if there is a mistake. */
bool sandbox_options(struct sandbox *s, int argc, char **argv);

#endif
