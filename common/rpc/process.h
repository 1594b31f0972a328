/* The runner as a process: rpc_now's. process.c has it on Linux, web/process.c on
   WebAssembly. */
#ifndef PROCESS_H
#define PROCESS_H

#include <stdbool.h>
#include <stddef.h>

/* Start it. */
void process_start(void);
/* Read or write some of n bytes: how many. 0: none yet, after so many seconds, or since
   it has printed something. */
enum { PROCESS_GONE = -1, PROCESS_LATE = -2 /* there are no seconds left */ };
long process_move(bool write_it, void *p, size_t n, double seconds);
/* What it has printed since the last time, as far as there is room; 0: nothing. */
long process_printed(void *text, size_t room);

/* End it, and say how it was: "exit 3" or "signal 11". Then what it has printed can
   still be read, until this end is closed. */
void process_end(char *how, size_t size, bool at_once);
void process_close(void);

/* Exit with status 2: the machine cannot run the kernel. */
_Noreturn void process_impossible(const char *why);

#endif
