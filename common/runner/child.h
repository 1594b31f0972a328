/* What a process that runs an untrusted kernel does at its end: supervise.c's
   child, and common/runner/serve.c. A clock ends a call that takes too long; the line
   that the call had come to is found. */
#ifndef CHILD_H
#define CHILD_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

/* Before any call: from now on, `on_end` handles each signal by which a call may end
   this process, once, and must raise it again if it was sent; `on_exit` runs at
   exit(). */
void child_prepare(void (*on_end)(int sig, siginfo_t *info, void *context),
                   void (*on_exit)(void));

/* End this process by SIGPROF after `processor` seconds of the calling thread's time on
   a core, or by SIGALRM after `wall` seconds; 0: no such limit. Call it from one
   thread. The emulator's workers, one per core, have a limit of their own; beside a GPU
   this thread waits by spinning. */
void child_limit(double processor, double wall);

/* The line of the kernel's host code that this thread has reached: where the innermost
   function is that is not a library's. False, "" and 0 if there is none, as beside a
   GPU. */
bool child_line(char *file, size_t size, int *line);

#endif
