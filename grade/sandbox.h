/*
 * The sandbox's settings. Options, all before "--" and the command:
 *
 *   --read PATH       it may read this file or folder, and run programs there (repeat)
 *   --write DIR       it may write in this folder only
 *   --chdir DIR       its working folder
 *   --env NAME=VALUE  its environment; without this option only PATH (repeat)
 *   --alone           it may start no process
 *   --keep            it keeps standard input and descriptor 3; else it has neither
 *   --plain           without bubblewrap, even if that works
 *   --status FD       write there how it ended (else to standard error, if it failed)
 *   --wall S          seconds of wall-clock time                   60
 *   --cpu S           processor seconds of one process             60
 *   --memory MB       memory of all its processes together         2048
 *   --address MB      addresses of one process; 0: no limit        0
 *   --output MB       output; the rest is dropped                  1
 *   --disk MB         files in the folder where it may write       256
 *   --processes N     processes and threads at one time            128
 *
 * One line reports how it ended: "exit N"; "signal N"; or the limit: "wall 0",
 * "memory 0", "output 0", "disk 0", "processes 0". Its output goes to standard output.
 * Exit status: the command's, 126 if a limit or a signal ended it, 2 if the sandbox
 * failed; see also --status.
 *
 * sandbox --probe prints the protections of this machine. Status 0 if they suffice for
 * untrusted code: system calls are filtered, files are guarded, and the emulator's
 * hooks have a witness.
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
    bool inner; /* another sandbox supervises it already: --inner */
    int status; /* -1: none */
    double wall, memory_mb, output_mb, disk_mb;
    int processes;
    int argc; /* the whole call, repeated inside bwrap */
    char **argv;
    char **command;
};

/* Read the options. Returns false, with a line on stderr, if there is a mistake. */
bool sandbox_options(struct sandbox *s, int argc, char **argv);

#endif
