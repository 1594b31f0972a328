/* The runner as a process: rpc_now's. process.c has it on Linux, web/process.c on
   WebAssembly. */
#ifndef PROCESS_H
#define PROCESS_H

#include <stdbool.h>
#include <stddef.h>

/* Start it. */
void process_start(void);
/* Read or write all n bytes before `deadline`; who does not is gone: rpc_gone(). */
void process_transfer(bool write_it, void *p, size_t n, double deadline);
/* What it has printed since the last time, as far as there is room; 0: nothing. */
long process_printed(void *text, size_t room);

/* rpc_start.c: the machine cannot run the kernel. */
_Noreturn void process_impossible(const char *why);

#endif
