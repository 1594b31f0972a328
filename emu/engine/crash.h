/* Signals that a kernel raises, and the one that ends an endless kernel. */
#ifndef EMU_CRASH_H
#define EMU_CRASH_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

enum { SIGNAL_TIMEOUT = SIGUSR2 };

/* Before an access of host code to memory that is closed becomes the program's end:
   `call` gets its address, "reads" or "writes", and its pc. If it returns true, the
   access is made again. */
void emu_crash_ask(bool (*call)(uintptr_t address, const char *verb, uintptr_t pc));
/* Install the handlers, once. */
void emu_crash_handlers(void);
/* Make this OS thread ready for them, once. */
void emu_crash_thread(void);

/* When the program ends: a kernel may have called exit(). */
void emu_exit_in_kernel(void);

/* The running thread goes on after a division that the processor refuses. */
void emu_note_division(uintptr_t pc, bool by_zero);

/* x86_division.c: the context is that of a SIGFPE. Give a division by zero, or of the
   lowest number by -1, the result that an H100 gives, and go on behind it; nothing
   changes for other instructions. */
enum division_fault { DIVIDES_OTHERWISE, DIVIDES_BY_ZERO, DIVIDES_TOO_FAR };
enum division_fault emu_divide(void *context);

#endif
