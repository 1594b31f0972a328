/* The system calls that a sandboxed program may make. */
#ifndef FILTER_H
#define FILTER_H

#include <stdbool.h>

/* True if this kernel can filter system calls. */
bool filter_works(void);

/*
 * From now on this process, and all that it starts, gets EPERM from every call that
 * reaches other processes, the network, the kernel's settings or new namespaces.
 * `alone`: it may start threads, but no process. Does nothing if filter_works() is
 * false; ends the process with status 2 if the kernel refuses.
 */
void filter_calls(bool alone);

#endif
